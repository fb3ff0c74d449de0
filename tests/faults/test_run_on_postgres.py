"""People play with two replicas while everything breaks, PostgreSQL among it."""

from pathlib import Path

import pytest

from faults.processes.house import on_postgres
from faults.processes.postgres import Cluster
from faults.run import run
from tests.faults.whole_runs import assert_nothing_is_missing, plan


@pytest.mark.parametrize("seed", [20261122])
async def test_nothing_is_lost_doubled_or_leaked_by_two_replicas_on_postgres(
    postgres: Cluster, tmp_path: Path, seed: int
) -> None:
    with_pauses = plan(seed, (12.0, 20.0))
    assert_nothing_is_missing(await run(with_pauses, lambda server: on_postgres(server, tmp_path, postgres)))
