"""The guess that a named strategy makes in a game: the same whenever it is computed again."""

import random

from solver.feedback import History
from solver.position import position_after
from solver.strategies import named_strategy
from solver.variant import Code, Variant


def partners_guess(variant: Variant, history: History, strategy: str, seed: str) -> Code:
    """The guess of the strategy after `history`. Its random numbers are seeded by `seed` (the game's) and the turn.

    Optimal play is relabelled by the seed alone; without one it is not. Raises UnknownStrategy, and
    InconsistentHistory if no candidate is left.
    """
    dice = random.Random(f"{seed} {len(history)}")  # noqa: S311 -- play, not secrets
    labels = random.Random(seed) if seed else None  # noqa: S311
    return named_strategy(strategy, variant, dice, labels).next_guess(position_after(variant, history))
