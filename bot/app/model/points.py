"""Points of parties in groups."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Score:
    """A person's points, and in how many games."""

    person: int
    name: str
    points: int
    games: int


class Points(Protocol):
    """Stored points."""

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """The scores of those with most points in the group, at most `most`, the best first."""

    def add(self, table: str, group: int, name: str, person: int, *, won: int, now: float) -> None:
        """Store a person's points of that game, once."""
