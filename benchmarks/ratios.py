"""What a benchmark comes to: what people read, and ratios that can be compared with those of another day."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import geometric_mean, median
from typing import NamedTuple, Self


class Spread(NamedTuple):
    """A ratio over the rounds of a run: how many times as good as its peer we were. More is better, always."""

    least: float
    median: float
    most: float

    @classmethod
    def of(cls, rounds: Iterable[float]) -> Self:
        """The spread of the ratios that were measured; there is at least one."""
        known = sorted(rounds)
        return cls(known[0], median(known), known[-1])


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark prints, and its ratios by name: of those that it declares, the ones that could be measured."""

    text: str
    ratios: Mapping[str, Spread]


def times_as_fast(pairs: Iterable[tuple[float, float]]) -> Spread:
    """How many times as long the peer took, over pairs of our time and the peer's that were measured in turn."""
    return Spread.of(theirs / ours for ours, theirs in pairs)


def typical(ratios: Iterable[float]) -> Spread:
    """One figure for many variants or positions, each of which counts alike."""
    return Spread.of([geometric_mean(ratios)])
