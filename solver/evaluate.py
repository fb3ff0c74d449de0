"""How a strategy plays: playouts against one secret, some of them, or all; and a keeper who has no secret yet."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from solver.candidates import Position, position_after, split
from solver.feedback import Feedback, History, Numbers, all_codes, as_code, feedback_for
from solver.variant import Code, Variant


class Strategy(Protocol):
    """Chooses guesses by position. It keeps no state of a game; a random source is passed in when it is made."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""


Progress = Callable[[int, int], None]
"""Called with the number of secrets that are broken, and of all secrets."""

MOST_TURNS = 100
"""A playout of more turns counts as endless."""
BETWEEN_REPORTS = 0.005
"""Seconds between calls of Progress, which must not cost more than the playouts."""


class EndlessGame(RuntimeError):
    """A strategy that does not break a secret in MOST_TURNS turns: a bug of the strategy."""


@runtime_checkable
class ByChance(Protocol):
    """A randomised strategy: its guesses do not follow from the position alone."""

    dice: random.Random


@dataclass(frozen=True, slots=True)
class PlayoutTurn:
    """A turn of a playout; `candidates_after` counts the candidates that its reply leaves (in the last turn 1)."""

    guess: Code
    feedback: Feedback
    candidates_after: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The guesses that a strategy needed. `histogram`: the number of secrets by the number of guesses."""

    histogram: dict[int, int]

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """The total number of guesses over all secrets."""
        return sum(turns * secrets for turns, secrets in self.histogram.items())

    @property
    def mean(self) -> float:
        """The mean number of guesses."""
        return self.total / self.secrets

    @property
    def max(self) -> int:
        """The most guesses that a secret took."""
        return max(self.histogram)


def evaluate(
    variant: Variant, strategy: Strategy, secrets: Numbers | None = None, *, progress: Progress | None = None
) -> Evaluation:
    """The evaluation of a strategy against every secret, or against those in the given rows of all_codes.

    A strategy that throws dice plays a game for each secret. Any other guesses the same after the same replies, so that
    every position is visited once. Raises EndlessGame.
    """
    start = position_after(variant)
    wanted = start.left if secrets is None else np.unique(secrets)
    tally = _Tally(len(wanted), progress)
    if isinstance(strategy, ByChance):
        codes = all_codes(variant)
        for row in wanted.tolist():
            tally.add(sum(1 for _ in _turns(start, strategy, as_code(codes[row]))))
    elif len(wanted):
        _walk(start, strategy, tally, _mask(variant, wanted) if len(wanted) < len(start.left) else None)
    tally.report()
    return Evaluation(dict(sorted(tally.histogram.items())))


def playout(variant: Variant, strategy: Strategy, secret: Code) -> tuple[PlayoutTurn, ...]:
    """The game of the strategy against one secret, turn by turn.

    Raises EndlessGame, and InconsistentHistory for a code that may be guessed but is no secret, as a rare word.
    """
    return tuple(_turns(position_after(variant), strategy, secret))


def _turns(position: Position, strategy: Strategy, secret: Code) -> Iterator[PlayoutTurn]:
    for _ in range(MOST_TURNS):
        guess = strategy.next_guess(position)
        feedback = feedback_for(guess, secret)
        position = position.after(guess, feedback)
        yield PlayoutTurn(guess, feedback, len(position.left))
        if guess == secret:
            return
    raise EndlessGame(f"{position.variant.format(secret)} not broken in {MOST_TURNS} turns")


def _walk(position: Position, strategy: Strategy, tally: "_Tally", only: NDArray[np.bool_] | None) -> None:
    """The games from a position against all of its candidates, or `only` those marked."""
    turns = len(position.history) + 1
    if turns > MOST_TURNS:
        raise EndlessGame(f"{len(position.left)} candidates are left after {MOST_TURNS} turns")
    guess = strategy.next_guess(position)
    for feedback, part in split(position, guess):
        if only is not None and not only[part].any():
            continue
        if feedback.bulls == len(guess):
            tally.add(turns)
        else:
            _walk(Position(position.variant, (*position.history, (guess, feedback)), part), strategy, tally, only)


def _mask(variant: Variant, rows: Numbers) -> NDArray[np.bool_]:
    marked = np.zeros(variant.size, np.bool_)
    marked[rows] = True
    return marked


@dataclass(slots=True)
class _Tally:
    """Counts secrets by turns, and reports progress."""

    expected: int
    progress: Progress | None
    histogram: Counter[int] = field(default_factory=Counter)
    count: int = 0
    reported: float = 0.0

    def add(self, turns: int) -> None:
        """Count one more secret that took so many turns."""
        self.histogram[turns] += 1
        self.count += 1
        if self.progress and time.monotonic() - self.reported > BETWEEN_REPORTS:
            self.report()

    def report(self) -> None:
        """Report progress, if there is a callback."""
        if self.progress:
            self.progress(self.count, self.expected)
            self.reported = time.monotonic()


# A code maker who keeps no secret (evil mode): each reply leaves as many candidates as possible.


@dataclass(frozen=True, slots=True)
class Trail:
    """The number of candidates before the first guess and after each turn, and one code that fits all the replies."""

    left: tuple[int, ...]
    example: Code


def hardest_reply(variant: Variant, history: History, guess: Code) -> Feedback:
    """The reply to `guess` that leaves most candidates; of equals the one that tells least: fewest bulls, then cows.

    So the code is broken only by whoever has left no other. Raises InconsistentHistory if no candidate is left.
    """
    parts = split(position_after(variant, history), guess)
    return min(parts, key=lambda part: (-len(part[1]), part[0]))[0]


def trail(variant: Variant, history: History) -> Trail:
    """The number of candidates turn by turn. Raises InconsistentHistory if no candidate is left."""
    position, asked = position_after(variant), set[tuple[Code, Feedback]]()
    left = [len(position.left)]
    for guess, feedback in history:
        if (guess, feedback) not in asked:  # repeated turns add no information
            position = position.after(guess, feedback)
            asked.add((guess, feedback))
        left.append(len(position.left))
    return Trail(tuple(left), as_code(all_codes(variant)[position.left[0]]))
