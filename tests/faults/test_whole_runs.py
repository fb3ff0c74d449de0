"""People play while everything breaks, the database among it, and others play foul. `make soak` takes other seeds.

A whole run is played in four parts, that four processes may play at once: each has every fourth of its pairs, and a
fourth of all else.
"""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from faults.foul import Plan as Alone
from faults.foul import attacked
from faults.players.accounts import How
from faults.processes.house import House, on_postgres, on_sqlite
from faults.processes.postgres import Cluster
from faults.run import Plan, run
from faults.troubles.foul import FOUL
from sandbox.server import SandboxServer

KILLS, DUELS, RACES = 30, 12, 6
MET = {"by lobby", "challenges taken", "on their cards", "rematches", "lines passed on", "cards by inline mode"}
EVERYTHING = {how.value for how in How} | MET
WAYS = {"think", "ask", "keep", "sparred", "hints", "broken on"}
CHEAP = ("stale-in-group", "pressed-twice", "blocking", "advice")
"""Attacks after which the bot has little to do."""


@dataclass(frozen=True)
class Part:
    """A part of a whole run. `surely`: what its players have come for."""

    plan: Plan
    pairs: int
    surely: frozenset[str]


def quarter(number: int, kills: int, crowd: int, *surely: str) -> Part:
    seed, foul = 20261121 + number, tuple(FOUL)[number::4]
    pairs: Any = {"duels": DUELS, "races": RACES, "part": number, "parts": 4, "card_pairs": 1, "crowd": crowd}
    plan = Plan(seed=seed, players=8, **pairs, ways=1, tappers=2, kills=kills, haste=2.0, foul=foul)
    always = {"solved", "on their cards", "cards by inline mode"}
    return Part(plan, len(range(number, DUELS + RACES, 4)), frozenset({*always, *surely}))


PARTS = (
    quarter(0, 8, 0, "rematches", "lines passed on"),
    quarter(1, 8, 0, "agreed", "aborted", "rematches"),
    quarter(2, 7, 0, "called-off", "rematches", "lines passed on"),
    quarter(3, 7, 6, "timed-out", "resigned", "by lobby", "challenges taken"),
)
FEW: Any = {"players": 5, "duels": 2, "races": 0, "card_pairs": 1, "crowd": 3, "ways": 0, "tappers": 1}
BRIEF = Plan(20261133, **FEW, kills=2, haste=4.0, foul=CHEAP)
MET_BRIEFLY = frozenset({"solved", "agreed", "lines passed on", "on their cards", "by lobby", "challenges taken"})
MOMENT = Part(BRIEF, 2, MET_BRIEFLY)
"""A little of everything. By this seed one replica is killed and then both, and PostgreSQL restarts."""
AFTER_LITTLE = ("stale-in-group", "pressed-twice", "race-aborted")


async def runs_well(cluster: Cluster | None, folder: Path, part: Part, **changes: Any) -> None:
    """Play it on SQLite, or with two replicas on PostgreSQL: there with other seeds and pauses."""

    def house(server: SandboxServer) -> AbstractAsyncContextManager[House]:
        return on_sqlite(server, folder) if cluster is None else on_postgres(server, folder, cluster)

    plan = part.plan if cluster is None else replace(part.plan, **changes)
    report = await run(plan, house)
    assert report.verdict.complaints == [], str(report)
    assert report.kills >= plan.kills
    assert report.guesses > 5 * plan.kills, str(report)
    assert sum(report.matches.values()) >= part.pairs, str(report)
    assert report.told_to_wait, str(report)
    assert report.faults.get("foul"), str(report)
    assert report.pages.get("pressed"), str(report)
    assert all(report.among_them.get(kind) for kind in part.surely), str(report)
    assert all(report.ways.get(kind) for kind in WAYS if plan.ways), str(report)


@pytest.mark.both_databases
@pytest.mark.costly
@pytest.mark.parametrize("part", PARTS, ids=range(len(PARTS)))
async def test_nothing_is_lost_doubled_or_leaked(cluster: Cluster | None, tmp_path: Path, part: Part) -> None:
    await runs_well(cluster, tmp_path, part, seed=part.plan.seed + 10, between_troubles=(12.0, 20.0))


@pytest.mark.both_databases
async def test_nothing_is_lost_doubled_or_leaked_in_a_moment(cluster: Cluster | None, tmp_path: Path) -> None:
    await runs_well(cluster, tmp_path, MOMENT, between_troubles=(5.0, 8.0))


def test_in_the_parts_together_everything_happens() -> None:
    assert {kind for part in PARTS for kind in part.surely} == EVERYTHING
    assert {attack for part in PARTS for attack in part.plan.foul} == {*FOUL}
    assert (sum(part.pairs for part in PARTS), sum(part.plan.kills for part in PARTS)) == (DUELS + RACES, KILLS)


@pytest.mark.parametrize(
    "names", [AFTER_LITTLE, pytest.param(tuple(FOUL), marks=pytest.mark.costly)], ids=["some", "all"]
)
async def test_foul_play_at_once_beside_people_who_play_gains_nothing(names: tuple[str, ...]) -> None:
    """Each attack strikes and is bounded; how long others wait meanwhile is judged alone, `python -m faults.foul`."""
    outcome = await attacked(Alone(names, seed=20261123, at_once=True))
    assert outcome.complaints == ()
    assert outcome.strikes == len(names)
    assert outcome.guesses > 0
