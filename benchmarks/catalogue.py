"""All benchmarks, in the order in which `make bench` runs them. A new one is a module, and its entry here."""

from collections.abc import Mapping
from typing import Protocol

from benchmarks import bots, flood, foul, hints, lobby, partner, pictures, sessions, solver, stillness
from benchmarks.ratios import Report
from benchmarks.size import Size


class Benchmark(Protocol):
    """A module that measures. Its docstring says what."""

    RATIOS: tuple[str, ...]
    """Names of the ratios that it may report, each beginning with the benchmark's own name and a dot."""

    def measured(self, size: Size, /) -> Report:
        """Measure; runs to its end whatever the size, and raises whatever goes wrong on the way."""


BENCHMARKS: Mapping[str, Benchmark] = {
    "bots": bots,
    "sessions": sessions,
    "flood": flood,
    "foul": foul,
    "lobby": lobby,
    "pictures": pictures,
    "partner": partner,
    "hints": hints,
    "stillness": stillness,
    "solver": solver,
}
KNOWN = frozenset(name for benchmark in BENCHMARKS.values() for name in benchmark.RATIOS)
"""The names of all ratios."""
