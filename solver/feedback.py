"""Bulls and cows: the reference definition, with which all faster code must agree."""

from functools import lru_cache
from typing import NamedTuple

from solver.variant import Code, Variant


class Feedback(NamedTuple):
    """The reply to a guess: symbols in their places, and right symbols in wrong places."""

    bulls: int
    cows: int

    def __str__(self) -> str:
        return f"{self.bulls}B{self.cows}C"


History = tuple[tuple[Code, Feedback], ...]


class InconsistentHistory(ValueError):
    """No code fits all the feedback: some reply is wrong."""


def feedback_for(guess: Code, secret: Code) -> Feedback:
    """The feedback for `guess`. A symbol counts as often as it occurs in both codes."""
    bulls = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    shared = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
    return Feedback(bulls, shared - bulls)


def is_consistent(code: Code, history: History) -> bool:
    """Whether `code` could be the secret after `history`."""
    return all(feedback_for(guess, code) == feedback for guess, feedback in history)


@lru_cache
def possible_feedback(variant: Variant) -> tuple[Feedback, ...]:
    """Every reply that two codes of the variant can give, in order."""
    if variant.repeats and len(variant.alphabet) < 3:  # noqa: PLR2004 -- with two symbols some cows cannot be had
        codes = tuple(variant.codes())
        return tuple(sorted({feedback_for(guess, secret) for guess in codes for secret in codes}))
    length = variant.length
    fewest = 0 if variant.repeats else max(0, 2 * length - len(variant.alphabet))
    return tuple(
        Feedback(bulls, cows)
        for bulls in range(length + 1)
        for cows in range(length - bulls + 1)
        if bulls + cows >= fewest and (bulls, cows) != (length - 1, 1)
    )
