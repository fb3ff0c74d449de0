"""Human-like strategies: they guess a code that could be the secret, and compare no guesses."""

import random
from dataclasses import dataclass

import numpy as np

from solver.feedback import Feedback
from solver.position import Position
from solver.replies import keys_of_secrets
from solver.tables import all_codes, all_secrets, as_code, reply_key
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class FirstCandidate:
    """Guesses the first candidate in code order."""

    variant: Variant

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return as_code(all_codes(self.variant)[position.left[0]])


@dataclass(frozen=True, slots=True)
class RandomCandidate:
    """Guesses a random candidate."""

    variant: Variant
    dice: random.Random

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return as_code(all_codes(self.variant)[position.left[self.dice.randrange(len(position.left))]])


@dataclass(frozen=True, slots=True)
class Forgetful:
    """Guesses a random code that fits the replies it recalls: at every guess each reply may be overlooked.

    Of an overlooked reply it still knows that the guess was not the secret: no guess is made twice, so the game ends.
    """

    variant: Variant
    dice: random.Random
    overlooked: float
    """The probability that a reply is overlooked at a guess."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        secrets = all_secrets(self.variant)
        fits = np.ones(len(secrets), np.bool_)
        for guess, feedback in position.history:
            replies = keys_of_secrets(self.variant, guess)
            if self.dice.random() < self.overlooked:
                fits &= replies != reply_key(self.variant, Feedback(self.variant.length, 0))
            else:
                fits &= replies == reply_key(self.variant, feedback)
        left = secrets[fits]
        return as_code(all_codes(self.variant)[left[self.dice.randrange(len(left))]])
