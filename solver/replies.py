"""Partition of candidates by their reply to a guess."""

from functools import lru_cache

import numpy as np

from solver.feedback import Feedback, feedback_for
from solver.position import Position
from solver.tables import Keys, Numbers, all_codes, all_secrets, as_code, reply_keys
from solver.variant import Code, Variant


@lru_cache(maxsize=64)
def keys_of_secrets(variant: Variant, guess: Code) -> Keys:
    """The reply key of each secret for `guess`, read-only; cached, since the turns of a game repeat it."""
    keys = reply_keys(variant, guess, all_secrets(variant))
    keys.flags.writeable = False
    return keys


def split(position: Position, guess: Code) -> list[tuple[Feedback, Numbers]]:
    """The candidates by their reply to `guess`: pairs of reply and rows, for all possible replies, in order."""
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


def parts_of(position: Position, guess: Code) -> list[Position]:
    """The positions after each reply that does not end the game."""
    return [
        Position(position.variant, (*position.history, (guess, reply)), left)
        for reply, left in split(position, guess)
        if reply.bulls < len(guess)
    ]


@lru_cache
def _replies(length: int) -> tuple[Feedback, ...]:
    """The reply that each key stands for."""
    keys = range((length + 1) ** 2)
    return tuple(Feedback(bulls, both - bulls) for bulls, both in (divmod(key, length + 1) for key in keys))
