"""`score VARIANT SECRET GUESS`."""

from argparse import ArgumentParser, Namespace

from solver.cli import reading
from solver.cli.arguments import add_variant
from solver.cli.report import Report
from solver.feedback import feedback_for


def arguments(parser: ArgumentParser) -> None:
    """Take a secret and a guess."""
    add_variant(parser)
    parser.add_argument("secret", metavar="SECRET", help="what the code maker has")
    parser.add_argument("guess", metavar="GUESS", help="what the code breaker asks")


def run(options: Namespace) -> Report:
    """The reply to the guess."""
    variant = options.variant
    reply = str(feedback_for(reading.code(variant, options.guess), reading.code(variant, options.secret)))
    return Report(reply, {"reply": reply})
