"""Points that parties bring to those who play them in a group."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has come to: points, and in how many games."""

    person: int
    name: str
    points: int
    games: int


class Points(Protocol):
    """What parties in groups have brought."""

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """The scores of those with most points in the group, at most `most`, the best first."""

    def add(self, table: str, group: int, name: str, person: int, *, won: int, now: float) -> None:
        """Keep what the game of that id brought to somebody; once."""
