"""`table VARIANT GUESS [HISTORY…]`."""

from argparse import ArgumentParser, Namespace

from solver.analysis import information
from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.information_table import information_text
from solver.cli.report import Report


def arguments(parser: ArgumentParser) -> None:
    """Take a guess and a history."""
    add_variant(parser)
    parser.add_argument("guess", metavar="GUESS", help="the guess to look at")
    add_history(parser)


def run(options: Namespace) -> Report:
    """What the guess would tell after the history."""
    variant = options.variant
    guess = reading.code(variant, options.guess)
    table = information(variant, guess, reading.history(variant, options.history))
    figures = {
        "candidates": table.replies[0].total,
        "bits": table.bits,
        "consistent": table.consistent,
        "replies": [
            {
                "reply": str(reply.feedback),
                "count": reply.count,
                "p": reply.share,
                "H": reply.left,
                "h": reply.information,
            }
            for reply in table.replies
        ],
    }
    return Report(information_text(variant, table), figures)
