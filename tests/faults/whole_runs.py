"""What a run of faults has to come to. The seeds are fixed; `make soak` takes others, and longer.

A whole run is played in four parts, that four processes may play at once: each has every fourth of its pairs, and a
fourth of all else.
"""

from dataclasses import dataclass

from faults.players.match_model import How
from faults.run import Plan, Report
from faults.troubles.foul import FOUL

KILLS, DUELS, RACES = 30, 12, 6
EVERYTHING = {how.value for how in How} | {
    "by lobby",
    "challenges taken",
    "on their cards",
    "rematches",
    "lines passed on",
    "cards by inline mode",
}
"""What happens in each whole run."""
WAYS = {"think", "ask", "keep", "sparred", "hints", "broken on"}
CHEAP = ("stale-in-group", "pressed-twice", "blocking", "advice")
"""Attacks after which the bot has little to do."""


@dataclass(frozen=True)
class Part:
    """A part of a whole run. `surely`: what its players have come for."""

    plan: Plan
    pairs: int
    surely: frozenset[str]


def _part(number: int, kills: int, crowd: int, *surely: str) -> Part:
    return Part(
        Plan(
            seed=20261121 + number,
            players=8,
            duels=DUELS,
            races=RACES,
            part=number,
            parts=4,
            card_pairs=1,
            crowd=crowd,
            ways=1,
            kills=kills,
            haste=2.0,
            foul=tuple(FOUL)[number::4],
        ),
        len(range(number, DUELS + RACES, 4)),
        frozenset({"solved", "on their cards", "cards by inline mode", *surely}),
    )


PARTS = (
    _part(0, 8, 0, "rematches", "lines passed on"),
    _part(1, 8, 0, "agreed", "aborted", "rematches"),
    _part(2, 7, 0, "called-off", "rematches", "lines passed on"),
    _part(3, 7, 6, "timed-out", "resigned", "by lobby", "challenges taken"),
)
MOMENT = Part(
    Plan(20261133, players=5, duels=2, races=0, card_pairs=1, crowd=3, ways=0, kills=2, haste=4.0, foul=CHEAP),
    2,
    frozenset({"solved", "agreed", "lines passed on", "on their cards", "by lobby", "challenges taken"}),
)
"""A little of everything. By this seed one replica is killed and then both, and PostgreSQL restarts."""


def assert_nothing_is_missing(report: Report, part: Part) -> None:
    assert report.verdict.complaints == [], str(report)
    assert report.kills >= part.plan.kills
    assert report.guesses > 5 * part.plan.kills, str(report)
    assert sum(report.matches.values()) >= part.pairs, str(report)
    assert report.told_to_wait, str(report)
    assert report.faults.get("foul"), str(report)
    assert all(report.among_them.get(kind) for kind in part.surely), str(report)
    assert all(report.ways.get(kind) for kind in WAYS if part.plan.ways), str(report)
