"""An evaluation as a histogram, for programs and for people."""

from typing import Any

from solver.cli.layout import quantity, text_table
from solver.evaluate import Evaluation

BAR = 50


def figures_of(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation as the data of --json."""
    return {
        "secrets": evaluation.secrets,
        "total": evaluation.total,
        "mean": evaluation.mean,
        "max": evaluation.max,
        "histogram": {str(guesses): secrets for guesses, secrets in sorted(evaluation.histogram.items())},
    }


def histogram_text(evaluation: Evaluation) -> str:
    """An evaluation as text, with bars."""
    most = max(evaluation.histogram.values())
    rows = [
        (str(guesses), str(secrets), "#" * -(-BAR * secrets // most))
        for guesses, secrets in sorted(evaluation.histogram.items())
    ]
    table = text_table(("guesses", "secrets", ""), rows, ">><")
    return (
        f"{quantity(evaluation.secrets, 'secret')}, {quantity(evaluation.total, 'guess', 'guesses')} in all: "
        f"{evaluation.mean:.4f} on average, {evaluation.max} at most\n\n{table}"
    )
