"""What every whole run of faults has to come to; the seeds are fixed, `make soak` takes others, and longer."""

from dataclasses import replace

from faults.players.match_model import How
from faults.run import Plan, Report

KILLS, DUELS, RACES = 30, 12, 6
EVERYTHING = {how.value for how in How} | {
    "by lobby",
    "challenges taken",
    "on their cards",
    "rematches",
    "lines passed on",
    "cards by inline mode",
}
"""What happens in each run."""
WAYS = {"think", "ask", "keep", "sparred", "hints", "broken on"}


def plan(seed: int, between_troubles: tuple[float, float] | None = None) -> Plan:
    """What people play and what breaks; None: troubles come as often as they usually do."""
    usual = Plan(seed, players=30, duels=DUELS, races=RACES, card_pairs=2, crowd=6, kills=KILLS, haste=2.0)
    return usual if between_troubles is None else replace(usual, between_troubles=between_troubles)


def assert_nothing_is_missing(report: Report) -> None:
    assert report.verdict.complaints == [], str(report)
    assert report.kills >= KILLS
    assert report.guesses > 5 * KILLS, str(report)
    assert sum(report.matches.values()) >= DUELS + RACES, str(report)
    assert report.told_to_wait, str(report)
    assert report.faults.get("foul"), str(report)
    assert all(report.among_them.get(kind) for kind in EVERYTHING), str(report)
    assert all(report.ways.get(kind) for kind in WAYS), str(report)
