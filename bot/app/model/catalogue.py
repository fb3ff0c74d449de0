"""The puzzles that are known to be good: `bot/puzzles/catalogue.txt`, made by `python -m bot.build_puzzles`.

A line is a puzzle: its kind, variant, seed and size. Its number is that of the line, from 1. Links and what people have
tried name puzzles by number, so lines are only ever added.
"""

from bisect import bisect_left
from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.game.puzzles.kinds import first_rating
from bot.game.rating import Rating
from solver.variant import VARIANTS, Variant

FILE = Path(__file__).parents[2] / "puzzles" / "catalogue.txt"
HASHES = FILE.with_name("sha256.json")


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle of the catalogue."""

    number: int
    kind: str
    variant: Variant
    seed: int
    size: int

    @property
    def first_rating(self) -> Rating:
        """Its rating before anybody has tried it."""
        return first_rating(self.size)

    @property
    def line(self) -> str:
        """Its line in the file."""
        return f"{self.kind} {self.variant.name} {self.seed} {self.size}"


class Catalogue:
    """All puzzles, by number and by rating."""

    def __init__(self, lines: list[str]) -> None:
        self._all = tuple(_listed(number, line) for number, line in enumerate(lines, 1))

    def __len__(self) -> int:
        return len(self._all)

    def numbered(self, number: int) -> Listed | None:
        """The puzzle of that number; None: there is none."""
        return self._all[number - 1] if 0 < number <= len(self._all) else None

    def near(self, rating: float, but: Container[int], most: int) -> list[Listed]:
        """The puzzles whose first rating is nearest to that one, at most so many, without those numbers."""
        ranked = self._by_rating
        above = bisect_left(ranked, rating, key=lambda listed: listed.first_rating.value)
        below = above - 1
        found: list[Listed] = []
        while len(found) < most and (below >= 0 or above < len(ranked)):
            if below < 0 or (above < len(ranked) and _far(ranked[above], rating) <= _far(ranked[below], rating)):
                listed, above = ranked[above], above + 1
            else:
                listed, below = ranked[below], below - 1
            if listed.number not in but:
                found.append(listed)
        return found

    @cached_property
    def _by_rating(self) -> list[Listed]:
        return sorted(self._all, key=lambda listed: (listed.size, listed.number))


def _far(listed: Listed, rating: float) -> float:
    return abs(listed.first_rating.value - rating)


def _listed(number: int, line: str) -> Listed:
    kind, variant, seed, size = line.split()
    return Listed(number, kind, VARIANTS[variant], int(seed), int(size))


CATALOGUE = Catalogue(FILE.read_text("utf-8").splitlines())
