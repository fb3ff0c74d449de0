"""`solve VARIANT --secret X [--strategy S] [--seed K]`."""

from argparse import ArgumentParser, Namespace

from solver.cli import reading
from solver.cli.arguments import add_seed, add_variant
from solver.cli.layout import text_table
from solver.cli.report import Report
from solver.cli.strategies import add_strategy, strategy_of
from solver.evaluate import playout


def arguments(parser: ArgumentParser) -> None:
    """Take a secret, and who breaks it."""
    add_variant(parser)
    parser.add_argument("--secret", metavar="X", required=True, help="the code to break")
    add_strategy(parser)
    add_seed(parser)


def run(options: Namespace) -> Report:
    """The game of the strategy against the secret."""
    variant = options.variant
    secret = reading.secret(variant, options.secret)
    strategy = strategy_of(variant, options.strategy, reading.dice(options.seed), reading.labels(options.seed))
    turns = [
        {"guess": variant.format(turn.guess), "reply": str(turn.feedback), "candidates": turn.candidates_after}
        for turn in playout(variant, strategy, secret)
    ]
    rows = [
        (f"{number}.", str(turn["guess"]), str(turn["reply"]), str(turn["candidates"]))
        for number, turn in enumerate(turns, 1)
    ]
    return Report(text_table(("turn", "guess", "reply", "candidates"), rows, "<<<>"), {"turns": turns})
