"""Positions of the code breaker: a history and the candidates that it leaves."""

from dataclasses import dataclass

import numpy as np

from solver.feedback import Feedback, History, InconsistentHistory
from solver.tables import Numbers, Rows, all_codes, candidates, consistent_rows
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A history with its candidates, as row numbers of all_codes in code order; there is at least one."""

    variant: Variant
    history: History
    left: Numbers

    def after(self, guess: Code, feedback: Feedback) -> "Position":
        """The position one turn later. Raises InconsistentHistory if no candidate is left."""
        left = consistent_rows(self.variant, self.left, guess, feedback)
        if not np.size(left):
            raise InconsistentHistory
        return Position(self.variant, (*self.history, (guess, feedback)), left)


def position_after(variant: Variant, history: History = ()) -> Position:
    """The position after a history. Raises InconsistentHistory if no candidate is left."""
    left = candidates(variant, history)
    if not np.size(left):
        raise InconsistentHistory
    return Position(variant, history, left)


def fitting_codes(variant: Variant, history: History) -> Rows:
    """The secrets that fit the history, a row of symbols each. Raises InconsistentHistory if there are none."""
    rows: Rows = all_codes(variant)[position_after(variant, history).left]
    return rows
