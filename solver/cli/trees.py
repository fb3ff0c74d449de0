"""What is told of a tree."""

from typing import Any

from solver.cli.histogram import figures_of, histogram_described
from solver.cli.report import Report
from solver.verify import Verified

OBJECTIVES = ("mean", "max", "sevens")


def tree_report(verified: Verified) -> Report:
    """How a tree plays, and whether it can be beaten."""
    figures: dict[str, Any] = {
        **figures_of(verified.evaluation),
        "optimum": verified.optimum,
        "proven": verified.proven,
    }
    return Report(f"{histogram_described(verified.evaluation)}\n\n{_judgement(verified)}", figures)


def _judgement(verified: Verified) -> str:
    if verified.optimum is None:
        return "What the least total is, nobody has proven."
    if verified.proven:
        return f"The total is the proven optimum, {verified.optimum}."
    return f"The proven optimum is {verified.optimum}."
