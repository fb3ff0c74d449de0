"""`review VARIANT SECRET GUESS…`."""

from argparse import ArgumentParser, Namespace
from typing import Any

from solver.cli import reading
from solver.cli.arguments import add_variant
from solver.cli.bad_input import BadInput
from solver.cli.layout import quantity, text_table
from solver.cli.report import Report
from solver.review import GameEnded, Review, Turn, review
from solver.variant import Variant

HEAD = ("turn", "guess", "reply", "before", "after", "bits", "exp.", "best", "lost", "verdict", "luck")


def arguments(parser: ArgumentParser) -> None:
    """Take a game: the secret and the guesses made."""
    add_variant(parser)
    parser.add_argument("secret", metavar="SECRET", help="the code that was to be broken")
    parser.add_argument("guesses", metavar="GUESS", nargs="+", help="the guesses, in order")


def run(options: Namespace) -> Report:
    """How well the game was played."""
    variant = options.variant
    secret = reading.secret(variant, options.secret)
    guesses = [reading.code(variant, guess) for guess in options.guesses]
    try:
        found = review(variant, secret, guesses)
    except GameEnded as error:
        raise BadInput(str(error)) from None
    figures = {
        "turns": [_figures(variant, turn) for turn in found.turns],
        "turns_lost": found.turns_lost,
        "luck": found.luck,
        "accuracy": found.accuracy,
        "exact": found.exact,
    }
    return Report(_text(variant, found), figures)


def _figures(variant: Variant, turn: Turn) -> dict[str, Any]:
    return {
        "guess": variant.format(turn.guess),
        "reply": str(turn.reply),
        "before": turn.before,
        "after": turn.after,
        "bits_expected": turn.bits_expected,
        "bits": turn.bits,
        "best": variant.format(turn.best),
        "turns_lost": turn.turns_lost,
        "luck": turn.luck,
        "verdict": turn.verdict.value,
    }


def _text(variant: Variant, found: Review) -> str:
    rows = [_row(variant, number, turn) for number, turn in enumerate(found.turns, 1)]
    sure = "" if found.exact else " (estimated)"
    fortune = f", {found.fortune}" if found.fortune else ""
    unfinished = "" if found.turns[-1].reply.bulls == variant.length else "\n\nThe secret was not found."
    turns = quantity(len(found.turns), "turn")
    return (
        f"{turns}; accuracy {found.accuracy:.1f}%, {found.turns_lost:.3f} turns lost{sure};"
        f" luck {found.luck:+.2f} bits{fortune}\n\n{text_table(HEAD, rows, '<<<>>>><><')}{unfinished}"
    )


def _row(variant: Variant, number: int, turn: Turn) -> tuple[str, ...]:
    return (
        f"{number}.",
        variant.format(turn.guess),
        str(turn.reply),
        str(turn.before),
        str(turn.after),
        f"{turn.bits:.2f}",
        f"{turn.bits_expected:.2f}",
        variant.format(turn.guess if turn.has_won else turn.best),
        "" if turn.has_won and turn.turns_lost else f"{turn.turns_lost:.3f}",
        turn.verdict,
        turn.fortune or "",
    )
