"""People play with two replicas while everything breaks, PostgreSQL among it."""

from dataclasses import replace
from pathlib import Path

import pytest

from faults.processes.house import on_postgres
from faults.processes.postgres import Cluster
from faults.run import run
from tests.faults.whole_runs import MOMENT, PARTS, Part, assert_nothing_is_missing


@pytest.mark.costly
@pytest.mark.parametrize("part", PARTS, ids=range(len(PARTS)))
async def test_nothing_is_lost_doubled_or_leaked_by_two_replicas_on_postgres(
    postgres: Cluster, tmp_path: Path, part: Part
) -> None:
    with_pauses = replace(part.plan, seed=part.plan.seed + 10, between_troubles=(12.0, 20.0))
    assert_nothing_is_missing(await run(with_pauses, lambda server: on_postgres(server, tmp_path, postgres)), part)


async def test_nothing_is_lost_doubled_or_leaked_in_a_moment_by_two_replicas_on_postgres(
    postgres: Cluster, tmp_path: Path
) -> None:
    with_pauses = replace(MOMENT.plan, between_troubles=(5.0, 8.0))
    assert_nothing_is_missing(await run(with_pauses, lambda server: on_postgres(server, tmp_path, postgres)), MOMENT)
