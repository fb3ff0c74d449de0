"""`cases VARIANT HISTORY…`."""

from argparse import ArgumentParser, Namespace

from solver.cases import Case, cases
from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import text_table
from solver.cli.report import Report
from solver.variant import Variant


def arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser, required=True)


def run(options: Namespace) -> Report:
    """The candidates by how many symbols they take from each set."""
    variant = options.variant
    found = cases(variant, reading.history(variant, options.history))
    candidates = sum(case.count for case in found)
    figures = [
        {
            "count": case.count,
            "sets": [{"symbols": variant.format(taken.symbols), "taken": taken.taken} for taken in case.sets],
        }
        for case in found
    ]
    rows = [(str(case.count), _in_words(variant, case)) for case in found]
    text = text_table(("codes", "symbols in them"), [*rows, (str(candidates), "in all")], "><")
    return Report(text, {"candidates": candidates, "cases": figures})


def _in_words(variant: Variant, case: Case) -> str:
    return ", ".join(f"{taken.taken} of {variant.format(taken.symbols)}" for taken in case.sets)
