"""Information of a guess: each reply with its probability and its bits."""

import math
from dataclasses import dataclass

import numpy as np

from solver.feedback import Feedback, History, is_consistent, possible_feedback
from solver.metrics import entropy
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.symmetry import different_questions, orbit_sizes
from solver.tables import reply_key, reply_keys
from solver.variant import Code, Variant

ROUNDING = 9
"""Decimals of bits that are not rounding errors."""
KEYS = 256


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to a guess: `count` of the `total` candidates give it."""

    feedback: Feedback
    count: int
    total: int

    @property
    def share(self) -> float:
        """p: the probability of the reply."""
        return self.count / self.total

    @property
    def left(self) -> float | None:
        """H: the entropy that is left after this reply, in bits. None if no candidate gives it."""
        return math.log2(self.count) if self.count else None

    @property
    def information(self) -> float | None:
        """h: the information of this reply, in bits. None if no candidate gives it."""
        return math.log2(self.total / self.count) if self.count else None


@dataclass(frozen=True, slots=True)
class Information:
    """The information table of a guess: one Reply for each reply of the variant, in order."""

    guess: Code
    consistent: bool
    replies: tuple[Reply, ...]

    @property
    def bits(self) -> float:
        """The expected information of the guess, in bits."""
        return math.fsum(reply.share * (reply.information or 0.0) for reply in self.replies)

    @property
    def worst(self) -> int:
        """The size of the largest part."""
        return max(reply.count for reply in self.replies)

    @property
    def expected(self) -> float:
        """The expected number of candidates left."""
        return math.fsum(reply.share * reply.count for reply in self.replies)

    @property
    def parts(self) -> int:
        """The number of different possible replies."""
        return sum(reply.count > 0 for reply in self.replies)


def information(variant: Variant, guess: Code, history: History = ()) -> Information:
    """The information table of `guess` after `history`. Raises InconsistentHistory if no candidate is left."""
    return information_at(position_after(variant, history), guess)


def information_at(position: Position, guess: Code) -> Information:
    """The information table of `guess` at a position."""
    variant, left = position.variant, position.left
    counts = np.bincount(reply_keys(variant, guess, left), minlength=KEYS).tolist()
    return Information(
        guess=guess,
        consistent=is_consistent(guess, position.history),
        replies=tuple(
            Reply(feedback, counts[reply_key(variant, feedback)], len(left)) for feedback in possible_feedback(variant)
        ),
    )


def spectrum(variant: Variant, history: History = ()) -> tuple[tuple[float, int], ...]:
    """Pairs of expected bits and the number of guesses that have them, ascending.

    Values that differ by less than a rounding error are one. Raises InconsistentHistory if no candidate is left.
    """
    position = position_after(variant, history)
    asked = tuple(guess for guess, _ in history)
    questions = different_questions(variant, asked)
    bits = entropy(part_sizes(variant, questions, position.left))
    _, first, group = np.unique(bits.round(ROUNDING), return_index=True, return_inverse=True)
    guesses = np.bincount(group, weights=orbit_sizes(variant, asked, questions)).astype(int)
    return tuple(zip(np.maximum(bits[first], 0.0).tolist(), guesses.tolist(), strict=True))
