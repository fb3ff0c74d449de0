"""Positions that need no search: a candidate gives each candidate a different reply."""

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.position import Position
from solver.tables import Numbers, marks_by_place
from solver.variant import Variant

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
    replies = np.sort(_replies_among(variant, left), axis=1)
    telling = np.flatnonzero((replies[:, 1:] != replies[:, :-1]).all(axis=1))
    return int(left[telling[0]]) if len(telling) else None


def _replies_among(variant: Variant, codes: Numbers) -> NDArray[np.float32]:
    """What each of the codes would reply to each, as bulls * (length + 1) + bulls + cows."""
    symbols = variant.length * len(variant.alphabet)
    bearing = np.zeros((2 * symbols, len(codes)), np.float32)
    bearing[marks_by_place(variant).take(codes, axis=1), np.arange(len(codes))] = 1
    at_place, anywhere = bearing[:symbols], bearing[symbols:]
    replies: NDArray[np.float32] = at_place.T @ at_place * (variant.length + 1) + anywhere.T @ anywhere
    return replies
