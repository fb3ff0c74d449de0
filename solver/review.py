"""Review of a game: the information of each guess, what was expected of it, and how many turns it lost."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from solver.candidates import Position, position_after
from solver.cost_to_go import loss, perfect_mean
from solver.evaluate import PlayoutTurn, playout
from solver.feedback import Feedback, History, all_codes, feedback_for, is_consistent
from solver.information import Information, information_at, part_sizes
from solver.optimal import Optimal
from solver.variant import Code, Variant


class Why(StrEnum):
    """What can be said against a guess, the plainest first."""

    NOTHING_NEW = "nothing-new"
    """Only one reply was possible."""
    OUT = "out"
    """It has symbols that no candidate has: `values`."""
    REFUTED = "refuted"
    """A reply said that it is not the secret: `values` is that turn, from 1."""
    TELLS_LESS = "tells-less"
    """It leaves more candidates on average than the best guess: `values` are both, rounded."""
    SLOWER = "slower"
    """The best guess leaves no fewer, but ends sooner."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is said against a guess; `values`: see Why. It need not be all that is wrong with it."""

    why: Why
    values: tuple[int, ...] = ()


LUCKY = 1.0
"""Bits above the expected ones: half of the expected candidates are left. As many below are bad luck."""


class Verdict(StrEnum):
    """The grade of a guess, by turns lost (see BELOW)."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


class Fortune(StrEnum):
    """Whether the replies told more or less than expected by LUCKY bits."""

    LUCKY = "lucky"
    UNLUCKY = "unlucky"


COSTS = 0.05
"""From so many turns lost on, a guess is worse than good."""
BELOW = ((0.005, Verdict.BEST), (COSTS, Verdict.GOOD), (0.2, Verdict.INACCURACY))
"""Pairs of turns lost and the verdict below that; MISTAKE from the last one on."""


class GameEnded(ValueError):
    """A guess follows the one that broke the secret."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with its reply: candidates before and after, expected bits, and the loss against `best`.

    `turns_lost`: how many more guesses than after the best one are expected, under perfect play; `exact`: that is no
    estimate. `flaw`: what is said against a guess that COSTS turns. `alike`: of a guess that lost nothing, how many
    would have done as well, this one counted; else 1.
    """

    guess: Code
    reply: Feedback
    before: int
    after: int
    bits_expected: float
    best: Code
    turns_lost: float
    exact: bool
    flaw: Flaw | None = None
    alike: int = 1

    @property
    def bits(self) -> float:
        """The information of the reply, in bits."""
        return math.log2(self.before / self.after)

    @property
    def luck(self) -> float:
        """Bits beyond the expected information of the guess."""
        return self.bits - self.bits_expected

    @property
    def chances(self) -> int:
        """The reply had one chance in so many."""
        return round(self.before / self.after)

    @property
    def has_won(self) -> bool:
        """Whether it broke the secret: what another guess brings on average is nothing to say against it."""
        return self.reply.bulls == len(self.guess)

    @property
    def verdict(self) -> Verdict:
        """The grade of the guess: BEST where it broke the secret, else whatever its reply was."""
        return (
            Verdict.BEST
            if self.has_won
            else next((verdict for limit, verdict in BELOW if self.turns_lost < limit), Verdict.MISTAKE)
        )

    @property
    def fortune(self) -> Fortune | None:
        """Whether the reply was lucky or unlucky; None if neither."""
        return fortune_of(self.luck)


@dataclass(frozen=True, slots=True)
class Review:
    """The turns of a game; `expected` is how many guesses perfect play takes on average from the start."""

    turns: tuple[Turn, ...]
    expected: float

    @property
    def turns_lost(self) -> float:
        """The turns that all guesses lost together."""
        return math.fsum(turn.turns_lost for turn in self.turns)

    @property
    def luck(self) -> float:
        """Bits beyond the expected information of all guesses together."""
        return math.fsum(turn.luck for turn in self.turns)

    @property
    def fortune(self) -> Fortune | None:
        """Whether the whole game was lucky or unlucky; None if neither."""
        return fortune_of(self.luck)

    @property
    def accuracy(self) -> float:
        """In percent: perfect play has 100; losing as many turns as perfect play takes gives 50."""
        return 100 / (1 + self.turns_lost / self.expected)

    @property
    def costliest(self) -> tuple[int, ...]:
        """The numbers, from 1, of the guesses that cost turns, the costliest first."""
        costly = [number for number, turn in enumerate(self.turns, 1) if turn.flaw is not None]
        return tuple(sorted(costly, key=lambda number: -self.turns[number - 1].turns_lost))

    @property
    def exact(self) -> bool:
        """Whether no figure is an estimate."""
        return all(turn.exact for turn in self.turns)


def review(variant: Variant, secret: Code, guesses: Sequence[Code]) -> Review:
    """The review of the guesses made against `secret`, in order; the last one need not break it.

    Raises GameEnded for a guess behind one that did, and InconsistentHistory for a code that is never a secret.
    """
    if secret in guesses[:-1]:
        raise GameEnded(f"{variant.format(secret)} was broken by guess {guesses.index(secret) + 1}")
    return review_of(variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses))


def review_of(variant: Variant, history: History) -> Review:
    """The review of a game whose secret need not be known. Raises GameEnded and InconsistentHistory."""
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        raise GameEnded("a guess stands behind the one that broke the secret")
    return Review(tuple(_turns(variant, history)), perfect_mean(variant))


def perfect_path(variant: Variant, secret: Code) -> tuple[PlayoutTurn, ...]:
    """The playout of `optimal` against `secret`."""
    return playout(variant, Optimal(variant), secret)


def last_turn(variant: Variant, history: History) -> Turn:
    """The last turn of the review of a game. Raises InconsistentHistory if no candidate is left."""
    *_, (position, _, _, after) = _steps(variant, history)
    return _turn(position, history, after)


def _turns(variant: Variant, history: History) -> Iterator[Turn]:
    """All turns of a game. A guess that is repeated when nothing has been learnt since is judged as before."""
    judged: dict[tuple[int, Code, Feedback], Turn] = {}
    for number, (position, guess, reply, after) in enumerate(_steps(variant, history), 1):
        question = (len(position.left), guess, reply)
        if question not in judged:
            judged[question] = _turn(position, history[:number], after)
        yield judged[question]


def _steps(variant: Variant, history: History) -> Iterator[tuple[Position, Code, Feedback, int]]:
    """Each turn with the position before it, and how many candidates it leaves."""
    position, asked = position_after(variant), set[tuple[Code, Feedback]]()
    for guess, reply in history:
        if (guess, reply) in asked:  # repeated turns add no information
            yield position, guess, reply, len(position.left)
            continue
        asked.add((guess, reply))
        following = position.after(guess, reply)
        yield position, guess, reply, len(following.left)
        if len(following.left) < len(position.left):  # what told nothing need not be stored
            position = following


def _turn(position: Position, history: History, after: int) -> Turn:
    """The last turn of the history, which was played at that position."""
    *before, (guess, reply) = history
    lost, told = loss(position, guess), information_at(position, guess)
    is_won = reply.bulls == position.variant.length
    return Turn(
        guess=guess,
        reply=reply,
        before=len(position.left),
        after=after,
        bits_expected=told.bits,
        best=lost.best,
        turns_lost=lost.turns,
        exact=lost.exact,
        flaw=None if lost.turns < COSTS or is_won else flaw_of(position, tuple(before), told, lost.best),
        alike=_alike(position, guess) if lost.turns < BELOW[0][0] else 1,
    )


COMPARED = 2_500_000
"""Replies of all codes to all candidates, up to which guesses are compared: a hundredth of a second."""


def _alike(position: Position, guess: Code) -> int:
    """How many codes part the candidates alike and may as well win; of a first guess, and where there are many, all."""
    variant = position.variant
    if not position.history or len(position.left) * variant.size > COMPARED:
        return variant.size
    sizes = np.sort(part_sizes(variant, np.arange(variant.size), position.left), axis=1)
    may_win = np.isin(np.arange(variant.size), position.left)
    [row] = np.flatnonzero((all_codes(variant) == guess).all(axis=1))
    return int(((sizes == sizes[row]).all(axis=1) & (may_win == may_win[row])).sum())


def fortune_of(luck: float) -> Fortune | None:
    """Whether so many bits beyond the expected ones are lucky or unlucky; None if neither."""
    if abs(luck) < LUCKY:
        return None
    return Fortune.LUCKY if luck > 0 else Fortune.UNLUCKY


# Why a guess was worse than the best one: the plainest fact about it in the position before it.


def flaw_of(position: Position, history: History, told: Information, best: Code) -> Flaw:
    """What is said against the guess whose information at that position is `told`, and which loses turns to `best`.

    `history`: all turns before it, those that told nothing included.
    """
    guess = told.guess
    if told.parts == 1:
        return Flaw(Why.NOTHING_NEW)
    if out := _out(position, guess):
        return Flaw(Why.OUT, out)
    refuted_by = (number for number, turn in enumerate(history, 1) if not is_consistent(guess, (turn,)))
    if number := next(refuted_by, 0):
        return Flaw(Why.REFUTED, (number,))
    left, left_by_best = round(told.expected), round(information_at(position, best).expected)
    return Flaw(Why.TELLS_LESS, (left, left_by_best)) if left_by_best < left else Flaw(Why.SLOWER)


def _out(position: Position, guess: Code) -> Code:
    """The symbols of the guess that no candidate has, in the order of the guess."""
    candidates = all_codes(position.variant)[position.left]
    return tuple(symbol for symbol in dict.fromkeys(guess) if not (candidates == symbol).any())
