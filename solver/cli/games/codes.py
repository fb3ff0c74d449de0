"""Codes, turns and candidates as text, for the games at the terminal."""

import textwrap
from collections.abc import Sequence

from solver.cli.games.dialogue import width
from solver.cli.layout import quantity, text_table
from solver.cli.parser import PROGRAM
from solver.feedback import History
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.variant import Code, Variant

SHOWN = 200


def kind_of_code(variant: Variant) -> str:
    """The secrets of the variant in words, such as `4 symbols of 0123456789, all different`."""
    if variant.words:
        letters = "letters, which may repeat" if variant.repeats else "different letters"
        return f"a common word of {variant.length} {letters} ({variant.name})"
    repeating = "which may repeat" if variant.repeats else "all different"
    return f"{quantity(variant.length, 'symbol')} of {variant.alphabet}, {repeating}"


def board(variant: Variant, history: History) -> str:
    """The turns so far, as a table."""
    if not history:
        return "No turns yet."
    rows = [(f"{turn}.", variant.format(guess), str(reply)) for turn, (guess, reply) in enumerate(history, 1)]
    return text_table(("turn", "guess", "reply"), rows, "<")


def legend(variant: Variant) -> str:
    """The letters with the signs that they stand for; empty where codes are shown as they are typed."""
    if not variant.shown:
        return ""
    signs = "  ".join(f"{letter} {sign}" for letter, sign in zip(variant.alphabet, variant.shown, strict=True))
    return f"{signs}\nYou may type the letters or the signs."


def candidate_list(position: Position, words: Sequence[str]) -> str:
    """The candidates in code order; of very many only the first, unless the words say `all`."""
    shown = len(position.left) if "all" in words else SHOWN
    codes = all_codes(position.variant)[position.left[:shown]]
    names = " ".join(position.variant.format(as_code(row)) for row in codes)
    left = len(position.left)
    more = f"\n... and {left - shown} more: left all shows them" if left > shown else ""
    return f"{quantity(left, 'candidate')}:\n{textwrap.fill(names, width())}{more}"


def review_command(variant: Variant, secret: Code, history: History) -> str:
    """The command line that reviews the finished game."""
    codes = " ".join(variant.format(code) for code in (secret, *(guess for guess, _ in history)))
    return f"{PROGRAM} review {variant.name} {codes}"
