"""What a named strategy does in a game, a guess or all of it: the same whenever it is computed again."""

import random

from solver.evaluate import playout
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


def guesses_of(variant: Variant, secret: Code, strategies: tuple[str, ...], seed: str) -> tuple[int, ...]:
    """How many guesses one game of each strategy against the secret takes. Raises UnknownStrategy."""
    dice = {name: random.Random(f"{seed} {name}") for name in strategies}  # noqa: S311
    return tuple(len(playout(variant, named_strategy(name, variant, dice[name]), secret)) for name in strategies)
