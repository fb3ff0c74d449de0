"""The codes of a variant as arrays, and feedback for many codes at once.

Every code is described by its marks: "symbol s stands at place p" and "symbol s stands anywhere at least k times".
Two codes share as many marks of the first kind as there are bulls, and of the second as there are bulls and cows.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import Feedback, History, possible_feedback
from solver.variant import Code, Variant

Rows = NDArray[np.uint8]
"""Codes, one a row."""
Marks = NDArray[np.intp]
"""For each code the numbers of its marks, one a place."""

BLOCK = 1 << 20
IMPOSSIBLE = 255


@lru_cache(maxsize=8)
def all_codes(variant: Variant) -> Rows:
    """Every code of the variant in code order, read-only."""
    symbols = np.fromiter((symbol for code in variant.codes() for symbol in code), np.uint8)
    rows = symbols.reshape(-1, variant.length)
    rows.flags.writeable = False
    return rows


def as_rows(*codes: Code) -> Rows:
    """The given codes, one a row."""
    return np.array(codes, np.uint8)


def as_code(row: Rows) -> Code:
    """One row as a code."""
    return tuple(row.tolist())


def place_marks(variant: Variant, codes: Rows) -> Marks:
    """The marks that tell which symbol stands where."""
    return codes + np.arange(variant.length) * len(variant.alphabet)


def symbol_marks(variant: Variant, codes: Rows) -> Marks:
    """The marks that tell how often each symbol stands anywhere."""
    marks = codes.astype(np.intp)
    for place in range(1, variant.length):
        earlier = codes[:, :place] == codes[:, place, None]
        marks[:, place] += earlier.sum(axis=1) * len(variant.alphabet)
    return marks


def bearers(variant: Variant, marks: Marks, *, padded_to: int = 1) -> NDArray[np.bool_]:
    """For each mark, which of the codes bear it. Columns without a code fill up to a multiple of `padded_to`."""
    count = len(marks)
    table = np.zeros((variant.length * len(variant.alphabet), count + -count % padded_to), np.bool_)
    for place in range(variant.length):
        table[marks[:, place], np.arange(count)] = True
    return table


def feedback_ids(variant: Variant, guesses: Rows, secrets: Rows) -> NDArray[np.uint8]:
    """For each guess (row) and secret (column) the reply, as its index in possible_feedback."""
    at_place = bearers(variant, place_marks(variant, secrets)).view(np.uint8)
    anywhere = bearers(variant, symbol_marks(variant, secrets)).view(np.uint8)
    ids = np.empty((len(guesses), len(secrets)), np.uint8)
    block = max(1, BLOCK // max(1, len(secrets)))
    for start in range(0, len(guesses), block):
        some = guesses[start : start + block]
        bulls = _shared(at_place, place_marks(variant, some))
        both = _shared(anywhere, symbol_marks(variant, some))
        np.take(_id_table(variant), bulls * np.uint8(variant.length + 1) + both, out=ids[start : start + block])
    return ids


def candidates(variant: Variant, history: History) -> NDArray[np.intp]:
    """The codes that fit all feedback, as row numbers of all_codes."""
    left = np.arange(variant.size)
    for guess, feedback in history:
        replies = feedback_ids(variant, as_rows(guess), all_codes(variant)[left])[0]
        left = left[replies == feedback_id(variant, feedback)]
    return left


def feedback_id(variant: Variant, feedback: Feedback) -> int:
    """The number that stands for `feedback` in arrays; one that never occurs for a reply that cannot be."""
    possible = possible_feedback(variant)
    return possible.index(feedback) if feedback in possible else IMPOSSIBLE


def _shared(table: NDArray[np.uint8], marks: Marks) -> NDArray[np.uint8]:
    shared = table.take(marks[:, 0], axis=0)
    for place in range(1, marks.shape[1]):
        shared += table.take(marks[:, place], axis=0)
    return shared


@lru_cache
def _id_table(variant: Variant) -> NDArray[np.uint8]:
    table = np.full((variant.length + 1, variant.length + 1), IMPOSSIBLE, np.uint8)
    for number, feedback in enumerate(possible_feedback(variant)):
        table[feedback.bulls, feedback.bulls + feedback.cows] = number
    return table.ravel()
