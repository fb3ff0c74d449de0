"""People play while everything breaks, SQLite among it."""

from pathlib import Path

import pytest

from faults.processes.house import on_sqlite
from faults.run import run
from faults.troubles.foul import FOUL
from tests.faults.whole_runs import DUELS, EVERYTHING, KILLS, MOMENT, PARTS, RACES, Part, assert_nothing_is_missing


@pytest.mark.costly
@pytest.mark.parametrize("part", PARTS, ids=range(len(PARTS)))
async def test_nothing_is_lost_doubled_or_leaked_on_sqlite(tmp_path: Path, part: Part) -> None:
    assert_nothing_is_missing(await run(part.plan, lambda server: on_sqlite(server, tmp_path)), part)


async def test_nothing_is_lost_doubled_or_leaked_in_a_moment_on_sqlite(tmp_path: Path) -> None:
    assert_nothing_is_missing(await run(MOMENT.plan, lambda server: on_sqlite(server, tmp_path)), MOMENT)


def test_in_the_parts_together_everything_happens() -> None:
    assert {kind for part in PARTS for kind in part.surely} == EVERYTHING
    assert {attack for part in PARTS for attack in part.plan.foul} == {*FOUL}
    assert (sum(part.pairs for part in PARTS), sum(part.plan.kills for part in PARTS)) == (DUELS + RACES, KILLS)
