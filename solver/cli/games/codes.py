"""Codes in the games at the terminal: which there are, and which are left."""

import textwrap

from solver.cli.layout import aligned, counted
from solver.feedback import History
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.variant import Variant

SHOWN = 200
WIDTH = 78


def kind_of_code(variant: Variant) -> str:
    """What a secret of the variant is, in words."""
    if variant.words:
        return f"a common word of {variant.length} different letters ({variant.name})"
    repeating = "which may repeat" if variant.repeats else "all different"
    return f"{counted(variant.length, 'symbol')} of {variant.alphabet}, {repeating}"


def board(variant: Variant, history: History) -> str:
    """The turns so far."""
    if not history:
        return "no turns yet"
    rows = [(f"{turn}.", variant.format(guess), str(reply)) for turn, (guess, reply) in enumerate(history, 1)]
    return aligned(("turn", "guess", "reply"), rows, "<")


def candidates_listed(position: Position) -> str:
    """The candidates in code order; of very many only the first."""
    codes = all_codes(position.variant)[position.left[:SHOWN]]
    names = " ".join(position.variant.format(as_code(row)) for row in codes)
    left = len(position.left)
    more = f"\n... and {left - SHOWN} more" if left > SHOWN else ""
    return f"{counted(left, 'candidate')}:\n{textwrap.fill(names, WIDTH)}{more}"
