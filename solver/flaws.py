"""Why a guess was worse than the best one: the plainest fact about it in the position before it."""

from dataclasses import dataclass
from enum import StrEnum

from solver.analysis import Information, information_at
from solver.feedback import History, is_consistent
from solver.position import Position
from solver.tables import all_codes
from solver.variant import Code


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
