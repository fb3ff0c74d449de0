"""Replies that contradict each other, at the terminal: each suspicion under a letter, by which it is taken up."""

import string

from solver.cli.layout import aligned
from solver.cli.suspects import suspect_in_lines
from solver.doubt import Suspect, doubt
from solver.feedback import History
from solver.variant import Variant

SHOWN = 5


def suspicions(variant: Variant, history: History) -> dict[str, Suspect]:
    """The most plausible ones by their letters."""
    return dict(zip(string.ascii_lowercase[:SHOWN], doubt(variant, history).suspects, strict=False))


def suspicions_listed(variant: Variant, history: History) -> str:
    """The same as a table, and how many more there are."""
    rows = [
        line
        for letter, suspect in suspicions(variant, history).items()
        for line in suspect_in_lines(variant, suspect, f"{letter}.")
    ]
    more = len(doubt(variant, history).suspects) - SHOWN
    table = aligned(("", "reply", "codes then"), rows, "<<>")
    return f"{table}\n... and {more} more" if more > 0 else table


def put_right(history: History, suspect: Suspect) -> History:
    """The turns as the suspicion has them."""
    right = dict(enumerate(history, 1))
    right |= {change.turn: (change.guess, change.could_be) for change in suspect.changes}
    return tuple(right.values())
