"""The diagnosis of contradictory replies at the terminal: each suspect has a letter, by which it is chosen."""

import string

from solver.cli.layout import text_table
from solver.cli.suspects import suspect_in_lines
from solver.contradictions import Suspect, diagnosis
from solver.feedback import History
from solver.variant import Variant

SHOWN = 5


def suspicions(variant: Variant, history: History) -> dict[str, Suspect]:
    """The most plausible suspects by letter."""
    return dict(zip(string.ascii_lowercase[:SHOWN], diagnosis(variant, history).suspects, strict=False))


def suspicion_list(variant: Variant, history: History) -> str:
    """The suspects as a table, with the number of those left out."""
    rows = [
        line
        for letter, suspect in suspicions(variant, history).items()
        for line in suspect_in_lines(variant, suspect, f"{letter}.")
    ]
    more = len(diagnosis(variant, history).suspects) - SHOWN
    table = text_table(("", "reply", "codes then"), rows, "<<>")
    return f"{table}\n... and {more} more" if more > 0 else table


def corrected_history(history: History, suspect: Suspect) -> History:
    """The history with the replies of the suspect corrected."""
    right = dict(enumerate(history, 1))
    right |= {change.turn: (change.guess, change.could_be) for change in suspect.changes}
    return tuple(right.values())
