"""A partner of chosen strength: the guess that a strategy makes in a game, the same whenever it is asked again."""

import random

from solver.feedback import History
from solver.position import position_after
from solver.strategies import named_strategy
from solver.variant import Code, Variant


def partners_guess(variant: Variant, history: History, strategy: str, seed: str) -> Code:
    """What the strategy guesses after `history`; `seed` and the turn are its dice, so that games differ, not answers.

    Raises UnknownStrategy, and InconsistentHistory if no candidate is left.
    """
    dice = random.Random(f"{seed} {len(history)}")  # noqa: S311 -- play, not secrets
    return named_strategy(strategy, variant, dice).next_guess(position_after(variant, history))
