"""All benchmarks, in the order in which `make bench` runs them. A new one is a module, and its entry here."""

from collections.abc import Mapping
from typing import Protocol

from benchmarks import (
    bots,
    daily,
    flood,
    foul,
    hints,
    lobby,
    metrics,
    opening,
    page,
    partner,
    peer,
    pictures,
    sessions,
    solver,
    stillness,
    watching,
)
from benchmarks.measuring import Report, Size


class Benchmark(Protocol):
    """A module with a benchmark. Its docstring is printed above the report."""

    RATIOS: tuple[str, ...]
    """Names of the ratios that it may report, each beginning with the benchmark's own name and a dot."""

    def measured(self, size: Size, /) -> Report:
        """Measure. Ends for any size, and raises any failure on the way."""


BENCHMARKS: Mapping[str, Benchmark] = {
    "bots": bots,
    "peer": peer,
    "page": page,
    "opening": opening,
    "sessions": sessions,
    "flood": flood,
    "foul": foul,
    "lobby": lobby,
    "watching": watching,
    "pictures": pictures,
    "partner": partner,
    "hints": hints,
    "stillness": stillness,
    "metrics": metrics,
    "daily": daily,
    "solver": solver,
}
KNOWN = frozenset(name for benchmark in BENCHMARKS.values() for name in benchmark.RATIOS)
"""The names of all ratios."""
