"""The replies of many candidates to one guess, and the parts into which they fall: what walking games takes most."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import Feedback, feedback_for
from solver.position import Position
from solver.tables import Numbers, all_codes, all_secrets, as_code, marks_by_place
from solver.variant import Code, Variant

Keys = NDArray[np.uint8]
"""Replies as numbers: bulls * (length + 1) + bulls + cows, so that they stand in the order of replies."""


def reply_key(variant: Variant, feedback: Feedback) -> int:
    """The number that stands for a reply."""
    return feedback.bulls * (variant.length + 1) + sum(feedback)


def reply_keys(variant: Variant, guess: Code, rows: Numbers) -> Keys:
    """What each of the codes in these rows, different ones in code order, replies to `guess`."""
    marks = marks_by_place(variant)
    borne = marks if len(rows) == marks.shape[1] else marks.take(rows, axis=1)
    keys: Keys = np.add.reduce(_worth(variant, guess).take(borne), axis=0, dtype=np.uint8)
    return keys


@lru_cache(maxsize=64)
def keys_of_secrets(variant: Variant, guess: Code) -> Keys:
    """What each secret replies to `guess`, read-only; the turns of a game ask for it again and again."""
    keys = reply_keys(variant, guess, all_secrets(variant))
    keys.flags.writeable = False
    return keys


def split(position: Position, guess: Code) -> list[tuple[Feedback, Numbers]]:
    """The candidates that give each reply to `guess`, for all replies that may come, in order."""
    if len(position.left) == 1:
        return [(feedback_for(guess, as_code(all_codes(position.variant)[position.left[0]])), position.left)]
    keys = reply_keys(position.variant, guess, position.left)
    replies = _replies(position.variant.length)
    ordered = position.left[keys.argsort(kind="stable")]
    parts = []
    start = 0
    for key, count in enumerate(np.bincount(keys).tolist()):
        if count:
            parts.append((replies[key], ordered[start : start + count]))
            start += count
    return parts


@lru_cache
def _replies(length: int) -> tuple[Feedback, ...]:
    """The reply that each key stands for."""
    keys = range((length + 1) ** 2)
    return tuple(Feedback(bulls, both - bulls) for bulls, both in (divmod(key, length + 1) for key in keys))


def _worth(variant: Variant, guess: Code) -> Keys:
    """What each mark adds to the key of a code that bears it."""
    # A bytearray is filled several times faster than an array.
    symbols, length = len(variant.alphabet), variant.length
    worth = bytearray(2 * length * symbols)
    for place, symbol in enumerate(guess):
        worth[place * symbols + symbol] = length + 1
        worth[(length + guess[:place].count(symbol)) * symbols + symbol] = 1
    return np.frombuffer(worth, np.uint8)
