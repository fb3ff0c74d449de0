"""What a history leaves: positions with their candidates, what is known of each symbol, cases, parts by reply."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np

from solver.feedback import (
    Feedback,
    History,
    InconsistentHistory,
    Keys,
    Numbers,
    Rows,
    all_codes,
    all_secrets,
    as_code,
    candidates,
    consistent_rows,
    feedback_for,
    reply_keys,
)
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A history with its candidates, as row numbers of all_codes in code order; there is at least one."""

    variant: Variant
    history: History
    left: Numbers

    def after(self, guess: Code, feedback: Feedback) -> "Position":
        """The position one turn later. Raises InconsistentHistory if no candidate is left."""
        left = consistent_rows(self.variant, self.left, guess, feedback)
        if not np.size(left):
            raise InconsistentHistory
        return Position(self.variant, (*self.history, (guess, feedback)), left)


def position_after(variant: Variant, history: History = ()) -> Position:
    """The position after a history. Raises InconsistentHistory if no candidate is left."""
    left = candidates(variant, history)
    if not np.size(left):
        raise InconsistentHistory
    return Position(variant, history, left)


def fitting_codes(variant: Variant, history: History) -> Rows:
    """The secrets that fit the history, a row of symbols each. Raises InconsistentHistory if there are none."""
    rows: Rows = all_codes(variant)[position_after(variant, history).left]
    return rows


# What a history implies for each symbol at each place: certain, possible or impossible.

FEW = 20
"""Up to so many candidates are listed one by one."""


class Chance(Enum):
    """Whether something holds in all candidates, in some, or in none."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The number of candidates, the candidates themselves if they are FEW, and counts of each symbol by place.

    `places` is by place and symbol, `anywhere` by symbol.
    """

    candidates: int
    codes: tuple[Code, ...]
    places: tuple[tuple[int, ...], ...]
    anywhere: tuple[int, ...]

    def at(self, place: int, symbol: int) -> Chance:
        """Whether the symbol stands there."""
        return self._chance(self.places[place][symbol])

    def of(self, symbol: int) -> Chance:
        """Whether the symbol stands anywhere."""
        return self._chance(self.anywhere[symbol])

    def _chance(self, count: int) -> Chance:
        if not count:
            return Chance.IMPOSSIBLE
        return Chance.CERTAIN if count == self.candidates else Chance.POSSIBLE


def knowledge(variant: Variant, history: History) -> Knowledge:
    """The counts over all candidates after `history`. Raises InconsistentHistory if no candidate is left."""
    left = position_after(variant, history).left
    rows, symbols = all_codes(variant)[left], len(variant.alphabet)
    places = tuple(tuple(np.bincount(column, minlength=symbols).tolist()) for column in rows.T)
    if variant.repeats:
        anywhere = tuple(int((rows == symbol).any(axis=1).sum()) for symbol in range(symbols))
    else:
        anywhere = tuple(map(sum, zip(*places, strict=True)))
    codes = tuple(map(as_code, rows)) if len(left) <= FEW else ()
    return Knowledge(len(left), codes, places, anywhere)


# Candidates grouped by how many symbols they take from each set of symbols with the same history.
#
# After 0123=0B1C and 4561=0B1C a code has either 1 and three of 789, or one of 023, one of 456 and two of 789.


@dataclass(frozen=True, slots=True)
class SetCount:
    """A set of symbols that stood in the same guesses, and how many places of the code hold one of them."""

    symbols: Code
    taken: int


@dataclass(frozen=True, slots=True)
class Case:
    """The number of candidates with these counts; sets that they take nothing from are left out."""

    count: int
    sets: tuple[SetCount, ...]


def cases(variant: Variant, history: History) -> tuple[Case, ...]:
    """The candidates grouped by their counts, the largest group first.

    Sets come in the order of their first symbols; of equally large cases the one that takes more of the earlier sets
    comes first. Raises InconsistentHistory if no candidate is left.
    """
    left = candidates(variant, history)
    if not len(left):
        raise InconsistentHistory
    sets = symbols_by_past(variant, history)
    set_of = np.zeros(len(variant.alphabet), np.int64)
    for number, symbols in enumerate(sets):
        set_of[list(symbols)] = number
    places = np.sort(set_of[all_codes(variant)[left]], axis=1)
    scale = len(sets) ** np.arange(variant.length)[::-1]
    _, first, counts = np.unique(places @ scale, return_index=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple(_case(sets, places[first[row]].tolist(), int(counts[row])) for row in order)


def symbols_by_past(variant: Variant, history: History) -> tuple[Code, ...]:
    """The symbols partitioned into sets that stood equally often in every guess, in order of their first symbols."""
    sets: dict[tuple[int, ...], list[int]] = {}
    for symbol in range(len(variant.alphabet)):
        past = tuple(guess.count(symbol) for guess, _ in history)
        sets.setdefault(past, []).append(symbol)
    return tuple(map(tuple, sets.values()))


def _case(sets: tuple[Code, ...], places: list[int], count: int) -> Case:
    return Case(count, tuple(SetCount(sets[number], places.count(number)) for number in sorted(set(places))))


# Partition of candidates by their reply to a guess.


@lru_cache(maxsize=64)
def keys_of_secrets(variant: Variant, guess: Code) -> Keys:
    """The reply key of each secret for `guess`, read-only; cached, since the turns of a game repeat it."""
    keys = reply_keys(variant, guess, all_secrets(variant))
    keys.flags.writeable = False
    return keys


def split(position: Position, guess: Code) -> list[tuple[Feedback, Numbers]]:
    """The candidates by their reply to `guess`: pairs of reply and rows, for all possible replies, in order."""
    if len(position.left) == 1:
        return [(feedback_for(guess, as_code(all_codes(position.variant)[position.left[0]])), position.left)]
    keys = reply_keys(position.variant, guess, position.left)
    replies = _replies(position.variant.length)
    ordered = position.left[keys.argsort(kind="stable")]
    parts = []
    start = 0
    for key, count in enumerate(np.bincount(keys).tolist()):
        if count:
            parts.append((replies[key], ordered[start : start + count]))
            start += count
    return parts


def parts_of(position: Position, guess: Code) -> list[Position]:
    """The positions after each reply that does not end the game."""
    return [
        Position(position.variant, (*position.history, (guess, reply)), left)
        for reply, left in split(position, guess)
        if reply.bulls < len(guess)
    ]


@lru_cache
def _replies(length: int) -> tuple[Feedback, ...]:
    """The reply that each key stands for."""
    keys = range((length + 1) ** 2)
    return tuple(Feedback(bulls, both - bulls) for bulls, both in (divmod(key, length + 1) for key in keys))
