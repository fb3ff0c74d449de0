"""People play while everything breaks, SQLite among it."""

from pathlib import Path

import pytest

from tests.faults.house import on_sqlite
from tests.faults.run import Plan, run
from tests.faults.whole_runs import DUELS, KILLS, RACES, assert_nothing_is_missing


@pytest.mark.parametrize("seed", [20261121])
async def test_nothing_is_lost_doubled_or_leaked_on_sqlite(tmp_path: Path, seed: int) -> None:
    plan = Plan(seed, kills=KILLS, duels=DUELS, races=RACES, haste=2.0)
    assert_nothing_is_missing(await run(plan, lambda server: on_sqlite(server, tmp_path)))
