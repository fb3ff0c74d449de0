"""Positions in which nobody need think: a candidate tells all candidates apart."""

import numpy as np

from solver.feedback import possible_feedback
from solver.parts import marks_by_place
from solver.position import Position

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
    marks = marks_by_place(variant).take(left, axis=1)
    alike = (marks[:, :, None] == marks[:, None]).reshape(2, variant.length, len(left), len(left)).sum(axis=1)
    replies = np.sort(alike[0] * (variant.length + 1) + alike[1], axis=1)
    telling = np.flatnonzero((replies[:, 1:] != replies[:, :-1]).all(axis=1))
    return int(left[telling[0]]) if len(telling) else None
