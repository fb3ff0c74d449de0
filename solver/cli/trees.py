"""The report about a tree."""

from typing import Any

from solver.cli.histogram import figures_of, histogram_text
from solver.cli.report import Report
from solver.verify import Verified

WITH = {
    "mean": "",
    "max": " with the longest game as short as can be",
    "sevens": " with the fewest games of seven guesses",
}
"""Text before the total, by objective."""


def tree_report(verified: Verified) -> Report:
    """The report on a tree: how it plays, and whether it is optimal."""
    figures: dict[str, Any] = {
        **figures_of(verified.evaluation),
        "optimum": verified.optimum,
        "proven": verified.proven,
    }
    return Report(f"{histogram_text(verified.evaluation)}\n\n{_judgement(verified)}", figures)


def _judgement(verified: Verified) -> str:
    if verified.proven:
        return f"The total is the proven optimum, {verified.optimum}{_reached(verified)}."
    if verified.optimum is not None:
        return f"The proven optimum is {verified.optimum}{WITH[verified.objective]}."
    if verified.nothing_left_out:
        return f"The search that built it left nothing out{_reached(verified)}."
    return f"What the least total is{WITH[verified.objective]}, nobody has proven."


def _reached(verified: Verified) -> str:
    """What the total is the least of, where it is not the least of all trees."""
    if verified.objective == "max":
        return f": the least total with no game longer than {verified.evaluation.max}"
    wanted = WITH[verified.objective]
    return f": the least total{wanted}" if wanted else ""
