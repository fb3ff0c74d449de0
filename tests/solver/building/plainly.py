"""The least that can be had, by trying everything: nothing but the definition of feedback."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from solver.feedback import feedback_for
from solver.variant import Code, Variant

Set = frozenset[Code]


class Plainly:
    """A variant, and what its sets of candidates cost at the prices of each guess number."""

    def __init__(self, variant: Variant, steps: Sequence[float]) -> None:
        self.codes = tuple(variant.codes())
        self._steps = steps
        self.least = lru_cache(maxsize=None)(self._least)

    def _least(self, left: Set, number: int) -> float:
        if len(left) == 1:
            return self._steps[number]
        ways = ((guess, parts(left, guess)) for guess in self.codes)
        costs = [self._cost(some, guess, number) for guess, some in ways if len(some) > 1]
        return len(left) * self._steps[number] + min(costs)

    def _cost(self, some: list[Set], guess: Code, number: int) -> float:
        """What the guesses after this one cost."""
        return sum(self.least(part, number + 1) for part in some if part != {guess})


def parts(left: Set, guess: Code) -> list[Set]:
    replies = {secret: feedback_for(guess, secret) for secret in left}
    return [frozenset(secret for secret in left if replies[secret] == reply) for reply in set(replies.values())]


def least_total(variant: Variant) -> float:
    """The fewest guesses for all secrets together."""
    every = Plainly(variant, [1] * 20)
    return every.least(frozenset(every.codes), 1)


def shortest(variant: Variant) -> tuple[int, float]:
    """The fewest guesses within which every game can end, and the least total if every game must."""
    for most in range(1, 20):
        every = Plainly(variant, [1] * (most + 1) + [inf] * 20)
        if (total := every.least(frozenset(every.codes), 1)) < inf:
            return most, total
    raise ValueError(variant.name)
