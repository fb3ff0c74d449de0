"""The results of a benchmark: a text, and ratios that can be compared with those of other days."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import geometric_mean, median
from typing import NamedTuple, Self


class Spread(NamedTuple):
    """A ratio over the rounds of a run: how many times as good as its peer we were. More is better."""

    least: float
    median: float
    most: float

    @classmethod
    def of(cls, rounds: Iterable[float]) -> Self:
        """The spread of at least one measured ratio."""
        known = sorted(rounds)
        return cls(known[0], median(known), known[-1])


@dataclass(frozen=True, slots=True)
class Report:
    """A text to print, and those of the declared ratios that could be measured, by name."""

    text: str
    ratios: Mapping[str, Spread]


def times_as_fast(pairs: Iterable[tuple[float, float]]) -> Spread:
    """How many times as long the peer took, over pairs of our time and the peer's."""
    return Spread.of(theirs / ours for ours, theirs in pairs)


def typical(ratios: Iterable[float]) -> Spread:
    """One figure for many variants or positions with equal weights."""
    return Spread.of([geometric_mean(ratios)])
