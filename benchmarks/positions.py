"""Positions for benchmarks."""

import random

from solver.feedback import History, all_codes, all_secrets, as_code, feedback_for
from solver.variant import Variant


def histories(variant: Variant, depth: int, games: int) -> list[History]:
    """Histories of random guesses with true feedback."""
    dice = random.Random(depth)
    codes, secrets = all_codes(variant), all_secrets(variant).tolist()

    def drawn() -> History:
        secret = as_code(codes[dice.choice(secrets)])
        guesses = [as_code(codes[row]) for row in dice.sample(range(variant.size), depth)]
        return tuple((guess, feedback_for(guess, secret)) for guess in guesses)

    return [drawn() for _ in range(games)]
