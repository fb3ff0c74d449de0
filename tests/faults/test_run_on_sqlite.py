"""People play while everything breaks, SQLite among it."""

from pathlib import Path

import pytest

from faults.processes.house import on_sqlite
from faults.run import run
from tests.faults.whole_runs import assert_nothing_is_missing, plan


@pytest.mark.parametrize("seed", [20261121])
async def test_nothing_is_lost_doubled_or_leaked_on_sqlite(tmp_path: Path, seed: int) -> None:
    assert_nothing_is_missing(await run(plan(seed), lambda server: on_sqlite(server, tmp_path)))
