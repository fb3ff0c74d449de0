"""`doubt VARIANT HISTORY…`."""

from argparse import ArgumentParser, Namespace
from typing import Any

from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import text_table
from solver.cli.report import Report
from solver.cli.suspects import suspect_in_lines
from solver.contradictions import Change, Diagnosis, diagnosis
from solver.variant import Variant

SHOWN = 20


def arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser, required=True)


def run(options: Namespace) -> Report:
    """Which replies may be wrong, if no code fits them all."""
    variant = options.variant
    found = diagnosis(variant, reading.history(variant, options.history))
    suspects = [
        {"changes": [_figures(variant, change) for change in suspect.changes], "candidates": suspect.candidates}
        for suspect in found.suspects
    ]
    return Report(_text(variant, found), {"contradiction": found.contradiction, "suspects": suspects})


def _text(variant: Variant, found: Diagnosis) -> str:
    if not found.contradiction:
        return "The replies do not contradict each other."
    rows = [line for suspect in found.suspects[:SHOWN] for line in suspect_in_lines(variant, suspect)]
    more = max(len(found.suspects) - SHOWN, 0)
    return (
        "No code fits. The fewest replies that may be wrong, most plausible first:\n\n"
        + text_table(("could be", "codes then"), rows)
        + (f"\n... and {more} more" if more else "")
    )


def _figures(variant: Variant, change: Change) -> dict[str, Any]:
    return {
        "turn": change.turn,
        "guess": variant.format(change.guess),
        "said": str(change.said),
        "could_be": str(change.could_be),
    }
