"""Positions in which nobody need think: a candidate tells all candidates apart."""

import numpy as np

from solver.feedback import possible_feedback
from solver.position import Position
from solver.tables import all_marks

ALWAYS_APART = 2


def obvious_guess(position: Position) -> int | None:
    """The first candidate after which the secret is known, whatever the reply, as a row number of all_codes.

    No guess is better: the candidate itself takes one guess, all others two.
    """
    variant, left = position.variant, position.left
    if len(left) <= ALWAYS_APART:
        return int(left[0])
    if len(left) > len(possible_feedback(variant)):
        return None
    marks = all_marks(variant)[left]
    bulls = (marks.at_place[:, None] == marks.at_place).sum(axis=2)
    both = (marks.anywhere[:, None, :, None] == marks.anywhere[:, None]).sum(axis=(2, 3))
    replies = np.sort(bulls * (variant.length + 1) + both, axis=1)
    telling = np.flatnonzero((replies[:, 1:] != replies[:, :-1]).all(axis=1))
    return int(left[telling[0]]) if len(telling) else None
