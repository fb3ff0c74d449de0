"""People play while everything breaks. The seeds are fixed; `make soak` takes others, and longer."""

from pathlib import Path

import pytest

from tests.faults.house import on_postgres, on_sqlite
from tests.faults.match_model import How
from tests.faults.run import Plan, Report, run
from tests.postgres import Cluster

KILLS, DUELS, RACES = 30, 16, 8
EVERYTHING = {how.value for how in How} | {"by lobby", "rematches", "lines passed on", "cards by inline mode"}
"""What happens in each run."""


def assert_nothing_is_missing(report: Report) -> None:
    assert report.verdict.complaints == [], str(report)
    assert report.kills >= KILLS
    assert report.guesses > 3 * KILLS, str(report)
    assert sum(report.matches.values()) >= DUELS + RACES, str(report)
    assert report.told_to_wait, str(report)
    assert all(report.among_them.get(kind) for kind in EVERYTHING), str(report)


@pytest.mark.parametrize("seed", [20261121])
async def test_nothing_is_lost_doubled_or_leaked_on_sqlite(tmp_path: Path, seed: int) -> None:
    plan = Plan(seed, kills=KILLS, duels=DUELS, races=RACES, haste=2.0)
    assert_nothing_is_missing(await run(plan, lambda server: on_sqlite(server, tmp_path)))


@pytest.mark.parametrize("seed", [20261122])
async def test_nothing_is_lost_doubled_or_leaked_by_two_replicas_on_postgres(
    postgres: Cluster, tmp_path: Path, seed: int
) -> None:
    plan = Plan(seed, kills=KILLS, duels=DUELS, races=RACES, haste=2.0, between_troubles=(12.0, 20.0))
    assert_nothing_is_missing(await run(plan, lambda server: on_postgres(server, tmp_path, postgres)))
