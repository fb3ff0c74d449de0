"""What every whole run of faults has to come to; the seeds are fixed, `make soak` takes others, and longer.

People play with the bot here; with each other, by duels and races, they play in `make soak`.
"""

from dataclasses import replace

from tests.faults.run import Plan, Report

KILLS = 30


def plan(seed: int, between_troubles: tuple[float, float] | None = None) -> Plan:
    """What people play and what breaks; None: troubles come as often as they usually do."""
    usual = Plan(seed, kills=KILLS, duels=0, races=0, crowd=0, haste=2.0)
    return usual if between_troubles is None else replace(usual, between_troubles=between_troubles)


def assert_nothing_is_missing(report: Report) -> None:
    assert report.verdict.complaints == [], str(report)
    assert report.kills >= KILLS
    assert report.guesses > 10 * KILLS, str(report)
    assert report.told_to_wait, str(report)
