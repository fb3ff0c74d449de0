"""Codes in the games at the terminal: which there are, and which are left."""

import textwrap
from collections.abc import Sequence

from solver.cli.games.dialogue import width
from solver.cli.layout import aligned, counted
from solver.cli.parser import PROGRAM
from solver.feedback import History
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.variant import Code, Variant

SHOWN = 200


def kind_of_code(variant: Variant) -> str:
    """What a secret of the variant is, in words."""
    if variant.words:
        return f"a common word of {variant.length} different letters ({variant.name})"
    repeating = "which may repeat" if variant.repeats else "all different"
    return f"{counted(variant.length, 'symbol')} of {variant.alphabet}, {repeating}"


def board(variant: Variant, history: History) -> str:
    """The turns so far."""
    if not history:
        return "No turns yet."
    rows = [(f"{turn}.", variant.format(guess), str(reply)) for turn, (guess, reply) in enumerate(history, 1)]
    return aligned(("turn", "guess", "reply"), rows, "<")


def legend(variant: Variant) -> str:
    """Which letters stand for which signs; nothing where codes are read as they are typed."""
    if not variant.shown:
        return ""
    signs = "  ".join(f"{letter} {sign}" for letter, sign in zip(variant.alphabet, variant.shown, strict=True))
    return f"{signs}\nYou may type the letters or the signs."


def candidates_listed(position: Position, words: Sequence[str]) -> str:
    """The candidates in code order; of very many only the first, unless the words say `all`."""
    shown = len(position.left) if "all" in words else SHOWN
    codes = all_codes(position.variant)[position.left[:shown]]
    names = " ".join(position.variant.format(as_code(row)) for row in codes)
    left = len(position.left)
    more = f"\n... and {left - shown} more: left all shows them" if left > shown else ""
    return f"{counted(left, 'candidate')}:\n{textwrap.fill(names, width())}{more}"


def review_command(variant: Variant, secret: Code, history: History) -> str:
    """What to type to have the finished game looked at."""
    codes = " ".join(variant.format(code) for code in (secret, *(guess for guess, _ in history)))
    return f"{PROGRAM} review {variant.name} {codes}"
