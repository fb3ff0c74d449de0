"""What every whole run of faults has to come to; the seeds are fixed, `make soak` takes others, and longer."""

from tests.faults.match_model import How
from tests.faults.run import Report

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
