"""Bulls and cows: the reference definition, and feedback for all codes at once, with which it must agree."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

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


# The codes of a variant as arrays, and feedback for many codes at once.
#
# Every code is described by its marks: "symbol s stands at place p" and "symbol s stands anywhere at least k times".
# Two codes share as many marks of the first kind as there are bulls, and of the second as there are bulls and cows.

Rows = NDArray[np.uint8]
"""Codes, one a row."""
Numbers = NDArray[np.intp]
Keys = NDArray[np.uint8]
"""Replies as numbers: bulls * (length + 1) + bulls + cows, which sorts them in the order of replies."""

BLOCK = 1 << 20
IMPOSSIBLE = 255
SMALL = 10_000
"""Up to so many codes a variant is small: there are some 230 of them, whose tables take 6 MB in all."""

Table = TypeVar("Table")


def _kept(build: Callable[[Variant], Table]) -> Callable[[Variant], Table]:
    """Keeps what was built for the last 8 large variants, and for small ones for good: nobody drives out others'."""
    small, large = cache(build), lru_cache(maxsize=8)(build)

    @wraps(build)
    def kept(variant: Variant) -> Table:
        return (small if variant.size <= SMALL else large)(variant)

    return kept


@dataclass(frozen=True, slots=True)
class Marks:
    """The numbers of the marks of codes, of either kind: a row a code, a column a place."""

    at_place: Numbers
    anywhere: Numbers


@_kept
def all_codes(variant: Variant) -> Rows:
    """Every code of the variant in code order, read-only."""
    if variant.words:
        rows = as_rows(*variant.codes())
    else:
        rows = np.empty((1, 0), np.uint8)
        for _ in range(variant.length):
            rows = _extended_codes(variant, rows)
    rows.flags.writeable = False
    return rows


@_kept
def all_secrets(variant: Variant) -> Numbers:
    """The codes that may be secrets, as row numbers of all_codes, read-only."""
    if variant.words:
        secrets = set(variant.secrets())
        numbers = np.flatnonzero([code in secrets for code in variant.codes()])
    else:
        numbers = np.arange(variant.size)
    numbers.flags.writeable = False
    return numbers


@_kept
def all_marks(variant: Variant) -> Marks:
    """The marks of every code of the variant."""
    return marks_of(variant, all_codes(variant))


@_kept
def marks_by_place(variant: Variant) -> NDArray[np.uint16]:
    """The marks of all codes, a column a code: those at places, then those anywhere, numbered behind the others."""
    codes, symbols = all_codes(variant).T, len(variant.alphabet)
    marks = np.tile(codes.astype(np.uint16), (2, 1))
    for place in range(variant.length):
        earlier = (codes[:place] == codes[place]).sum(axis=0, dtype=np.uint16) if variant.repeats else 0
        marks[place] += place * symbols
        marks[variant.length + place] += (variant.length + earlier) * symbols
    return marks


def as_rows(*codes: Code) -> Rows:
    """The given codes, one a row."""
    return np.array(codes, np.uint8)


def as_code(row: Rows) -> Code:
    """One row as a code."""
    return tuple(row.tolist())


def marks_of(variant: Variant, codes: Rows) -> Marks:
    """The marks of the given codes."""
    symbols = len(variant.alphabet)
    anywhere = codes.astype(np.intp)
    for place in range(1, variant.length):
        earlier = codes[:, :place] == codes[:, place, None]
        anywhere[:, place] += earlier.sum(axis=1) * symbols
    return Marks(codes + np.arange(variant.length) * symbols, anywhere)


def mark_table(variant: Variant, numbers: Numbers) -> NDArray[np.bool_]:
    """A boolean table: a row a mark, a column a code, whether the code has the mark."""
    table = np.zeros((variant.length * len(variant.alphabet), len(numbers)), np.bool_)
    for place in range(variant.length):
        table[numbers[:, place], np.arange(len(numbers))] = True
    return table


def feedback_ids(variant: Variant, guesses: Rows, secrets: Rows) -> NDArray[np.uint8]:
    """For each guess (row) and secret (column) the reply, as its index in possible_feedback."""
    asked, marks = marks_of(variant, guesses), marks_of(variant, secrets)
    at_place, anywhere = mark_table(variant, marks.at_place), mark_table(variant, marks.anywhere)
    ids = np.empty((len(guesses), len(secrets)), np.uint8)
    block = max(1, BLOCK // max(1, len(secrets)))
    for start in range(0, len(guesses), block):
        some = slice(start, start + block)
        ids[some] = _ids(
            variant, _shared_marks(at_place, asked.at_place[some]), _shared_marks(anywhere, asked.anywhere[some])
        )
    return ids


def reply_key(variant: Variant, feedback: Feedback) -> int:
    """The key of a reply: bulls * (length + 1) + bulls + cows."""
    return feedback.bulls * (variant.length + 1) + sum(feedback)


def reply_keys(variant: Variant, guess: Code, rows: Numbers) -> Keys:
    """The reply key of each of these codes for `guess`. The rows are distinct and in code order."""
    marks = marks_by_place(variant)
    borne = marks if len(rows) == marks.shape[1] else marks.take(rows, axis=1)
    keys: Keys = np.add.reduce(_worth(variant, guess).take(borne), axis=0, dtype=np.uint8)
    return keys


def consistent_rows(variant: Variant, rows: Numbers, guess: Code, feedback: Feedback) -> Numbers:
    """The rows whose codes give this reply to `guess`. The rows are in code order, before and after."""
    if feedback not in possible_feedback(variant):
        return rows[:0]
    found: Numbers = rows[reply_keys(variant, guess, rows) == reply_key(variant, feedback)]
    return found


def candidates(variant: Variant, history: History, every: int = 1) -> Numbers:
    """The secrets that fit all feedback, as row numbers of all_codes; `every`: only each so many-th secret is tried."""
    left = all_secrets(variant)[::every]
    for guess, feedback in dict.fromkeys(history):  # repeated turns add no information
        left = consistent_rows(variant, left, guess, feedback)
    return left


def feedback_id(variant: Variant, feedback: Feedback) -> int:
    """The index of the reply in possible_feedback; IMPOSSIBLE if no two codes give it."""
    possible = possible_feedback(variant)
    return possible.index(feedback) if feedback in possible else IMPOSSIBLE


def _extended_codes(variant: Variant, begun: Rows) -> Rows:
    """The codes extended by every possible symbol at one more place."""
    symbols = len(variant.alphabet)
    longer = np.empty((len(begun), symbols, begun.shape[1] + 1), np.uint8)
    longer[:, :, :-1] = begun[:, None]
    longer[:, :, -1] = np.arange(symbols, dtype=np.uint8)
    if variant.repeats:
        return longer.reshape(len(begun) * symbols, -1)
    different: Rows = longer[(longer[:, :, :-1] != longer[:, :, -1:]).all(axis=2)]
    return different


def _worth(variant: Variant, guess: Code) -> Keys:
    """By mark, what it adds to the reply key of a code that has it."""
    # Filling a bytearray is several times faster than filling an array.
    symbols, length = len(variant.alphabet), variant.length
    worth = bytearray(2 * length * symbols)
    for place, symbol in enumerate(guess):
        worth[place * symbols + symbol] = length + 1
        worth[(length + guess[:place].count(symbol)) * symbols + symbol] = 1
    return np.frombuffer(worth, np.uint8)


def _shared_marks(table: NDArray[np.bool_], numbers: Numbers) -> NDArray[np.uint8]:
    shared = table.take(numbers[:, 0], axis=0).view(np.uint8)
    for place in range(1, numbers.shape[1]):
        shared += table.take(numbers[:, place], axis=0).view(np.uint8)
    return shared


def _ids(variant: Variant, bulls: NDArray[np.uint8], both: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return _id_table(variant).take(bulls * np.uint8(variant.length + 1) + both)


@lru_cache
def _id_table(variant: Variant) -> NDArray[np.uint8]:
    table = np.full((variant.length + 1, variant.length + 1), IMPOSSIBLE, np.uint8)
    for number, feedback in enumerate(possible_feedback(variant)):
        table[feedback.bulls, sum(feedback)] = number
    return table.ravel()
