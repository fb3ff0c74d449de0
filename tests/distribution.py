"""Which process runs which tests, and in which order: the machine is to be busy from the first moment to the last."""

import os
from collections.abc import Collection, Iterable

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

MOST_PROCESSES = 12
"""Each of them has a PostgreSQL and a Chromium of its own; and the longest test decides by then."""
APART = (
    "tests/faults/test_whole_runs.py",
    "tests/faults/test_hostile.py",
    "tests/faults/test_storage_faults.py",
    "tests/bot/test_secrecy.py",
    "tests/bot/puzzles/test_puzzles_killed.py",
    "tests/bot/solo/test_stats_killed.py",
    "tests/packaging/test_solver_installed.py",
    "tests/packaging/test_makefile.py",
    "tests/test_needs.py",
)
"""Files whose tests take long and share nothing. They begin first, and any process takes any of them."""
TOGETHER = {
    "tests/benchmarks/": "benchmarks",
    "tests/bot/test_faults.py": "faults",
    "tests/deploy/": "deploy",
    "tests/recipes/": "recipes",
    "tests/test_architecture.py": "house",
    "tests/bot/daily/test_week.py": "week",
    "tests/solver/building/": "trees",
    "tests/solver/cli/test_trees.py": "trees",
}
"""What takes long and stays in one process: what is started or compiled for the first test serves all. Begins next."""


class Distribution(LoadFileScheduling):  # type: ignore[misc]  # it tells no types
    """The tests of a file share fixtures, so they run in one process; but for those that better stand apart."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid) or super()._split_scope(nodeid)


def scope_of(nodeid: str) -> str | None:
    """The name of those that run in one process with this test; None: they are those of its file."""
    if nodeid.startswith(APART):
        return nodeid
    return next((scope for start, scope in TOGETHER.items() if nodeid.startswith(start)), None)


def rank(nodeid: str) -> int:
    """When a test begins: the longest first, lest a process works alone at the end; the rest stays as it is."""
    firsts = (*APART, *TOGETHER)
    return next((place for place, first in enumerate(firsts) if nodeid.startswith(first)), len(firsts))


def examples(many: int) -> int:
    """How many of so many are drawn by chance: `make test` draws a quarter, as of all that hypothesis draws."""
    assert settings.default is not None
    return max(many * settings.default.max_examples // 100, 4)


def costly_but(quick: Collection[object], every: Iterable[object]) -> list[object]:
    """Every one as a parameter, of which `make test` takes the quick ones alone."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.costly) for each in every]


def processes() -> int:
    """Twice as many as there are cores: half of the time a test waits for somebody else."""
    return min(2 * (os.cpu_count() or 1), MOST_PROCESSES)
