"""A game looked at afterwards: what each guess told, what it could have told, and how many turns it wasted."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.analysis import information_at
from solver.evaluate import Played, played
from solver.feedback import Feedback, History, feedback_for
from solver.optimal import Optimal
from solver.position import Position, position_after
from solver.prospects import loss, perfect_mean
from solver.variant import Code, Variant

LUCKY = 1.0
"""Bits more than expected: half of the candidates that one may expect are left. As many fewer are bad luck."""


class Verdict(StrEnum):
    """How good a guess was, in a word."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


class Fortune(StrEnum):
    """How kind the replies were, where they were out of the ordinary."""

    LUCKY = "lucky"
    UNLUCKY = "unlucky"


BELOW = ((0.005, Verdict.BEST), (0.05, Verdict.GOOD), (0.2, Verdict.INACCURACY))
"""Below so many turns lost the verdict is this."""


class GameEnded(ValueError):
    """A guess behind the one that broke the secret."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with its reply: the candidates before and after, the bits it promised, and what it lost against `best`.

    `turns_lost` is how many more guesses than after the best one are to be expected, perfect play following; `exact`
    says that it is known and no estimate.
    """

    guess: Code
    reply: Feedback
    before: int
    after: int
    bits_expected: float
    best: Code
    turns_lost: float
    exact: bool

    @property
    def bits(self) -> float:
        """What the reply told."""
        return math.log2(self.before / self.after)

    @property
    def luck(self) -> float:
        """The bits beyond those that the guess promised."""
        return self.bits - self.bits_expected

    @property
    def verdict(self) -> Verdict:
        """How good the guess was, whatever came of it."""
        return next((verdict for limit, verdict in BELOW if self.turns_lost < limit), Verdict.MISTAKE)

    @property
    def fortune(self) -> Fortune | None:
        """Whether the reply was out of the ordinary."""
        return _fortune(self.luck)


@dataclass(frozen=True, slots=True)
class Review:
    """The turns of a game; `expected` is how many guesses perfect play takes on average from the start."""

    turns: tuple[Turn, ...]
    expected: float

    @property
    def turns_lost(self) -> float:
        """What all guesses lost together."""
        return math.fsum(turn.turns_lost for turn in self.turns)

    @property
    def luck(self) -> float:
        """The bits beyond those that the guesses promised."""
        return math.fsum(turn.luck for turn in self.turns)

    @property
    def fortune(self) -> Fortune | None:
        """Whether the replies of the whole game were out of the ordinary."""
        return _fortune(self.luck)

    @property
    def accuracy(self) -> float:
        """In percent: perfect play has 100, and losing as many turns as it takes leaves 50."""
        return 100 / (1 + self.turns_lost / self.expected)

    @property
    def exact(self) -> bool:
        """Whether no figure is an estimate."""
        return all(turn.exact for turn in self.turns)


def review(variant: Variant, secret: Code, guesses: Sequence[Code]) -> Review:
    """The guesses made against `secret`, in order; the last one need not break it.

    Raises GameEnded for a guess behind one that did, and InconsistentHistory for a code that is never a secret.
    """
    if secret in guesses[:-1]:
        raise GameEnded(f"{variant.format(secret)} was broken by guess {guesses.index(secret) + 1}")
    return review_of(variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses))


def review_of(variant: Variant, history: History) -> Review:
    """The turns of a game whose secret need not be known. Raises GameEnded and InconsistentHistory."""
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        raise GameEnded("a guess stands behind the one that broke the secret")
    return Review(tuple(_turns(variant, history)), perfect_mean(variant))


def perfect_path(variant: Variant, secret: Code) -> tuple[Played, ...]:
    """The game that perfect play has against `secret`."""
    return played(variant, Optimal(variant), secret)


def last_turn(variant: Variant, history: History) -> Turn:
    """The last turn of a game, as `review_of` has it. Raises InconsistentHistory if no candidate is left."""
    *_, last = _walked(variant, history)
    return _turn(*last)


def _turns(variant: Variant, history: History) -> Iterator[Turn]:
    """All turns of a game. What is asked again where nothing has been learnt since is judged as before."""
    judged: dict[tuple[int, Code, Feedback], Turn] = {}
    for position, guess, reply, after in _walked(variant, history):
        question = (len(position.left), guess, reply)
        if question not in judged:
            judged[question] = _turn(position, guess, reply, after)
        yield judged[question]


def _walked(variant: Variant, history: History) -> Iterator[tuple[Position, Code, Feedback, int]]:
    """Each turn with the position before it, and how many candidates it leaves."""
    position, asked = position_after(variant), set[tuple[Code, Feedback]]()
    for guess, reply in history:
        if (guess, reply) in asked:  # asking twice tells nothing new
            yield position, guess, reply, len(position.left)
            continue
        asked.add((guess, reply))
        following = position.after(guess, reply)
        yield position, guess, reply, len(following.left)
        if len(following.left) < len(position.left):  # what told nothing need not be remembered
            position = following


def _turn(position: Position, guess: Code, reply: Feedback, after: int) -> Turn:
    lost = loss(position, guess)
    return Turn(
        guess=guess,
        reply=reply,
        before=len(position.left),
        after=after,
        bits_expected=information_at(position, guess).bits,
        best=lost.best,
        turns_lost=lost.turns,
        exact=lost.exact,
    )


def _fortune(luck: float) -> Fortune | None:
    if abs(luck) < LUCKY:
        return None
    return Fortune.LUCKY if luck > 0 else Fortune.UNLUCKY
