"""Human-like strategies: they guess a code that could be the secret, and compare no guesses."""

import random
from collections.abc import Callable
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
        return _guess_recalling(position, self.dice, lambda _: self.dice.random() >= self.overlooked)


@dataclass(frozen=True, slots=True)
class Beginner:
    """As Forgetful, with a poorer memory; but symbols that a reply of nothing has ruled out are never guessed again."""

    variant: Variant
    dice: random.Random
    overlooked: float
    """The probability that a reply is overlooked at a guess, unless it is nothing."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return _guess_recalling(
            position, self.dice, lambda feedback: not any(feedback) or self.dice.random() >= self.overlooked
        )


def _guess_recalling(position: Position, dice: random.Random, recalls: Callable[[Feedback], bool]) -> Code:
    """A random code that fits the replies that are recalled, and was not guessed before."""
    variant, secrets = position.variant, all_secrets(position.variant)
    fits = np.ones(len(secrets), np.bool_)
    for guess, feedback in position.history:
        replies = keys_of_secrets(variant, guess)
        if recalls(feedback):
            fits &= replies == reply_key(variant, feedback)
        else:
            fits &= replies != reply_key(variant, Feedback(variant.length, 0))
    left = secrets[fits]
    return as_code(all_codes(variant)[left[dice.randrange(len(left))]])
