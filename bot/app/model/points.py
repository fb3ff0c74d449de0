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

    async def score(self, group: int, person: int) -> Score | None:
        """The person's score in the group; None if they have none."""

    def add(self, group: int, person: int, name: str, won: int) -> None:
        """Add the points of a game that ends in this work."""
