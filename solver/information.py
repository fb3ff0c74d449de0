"""Information of a guess: each reply with its probability and its bits; part sizes and metrics of thousands at once."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.candidates import Position, position_after
from solver.feedback import (
    Feedback,
    History,
    Numbers,
    is_consistent,
    marks_by_place,
    possible_feedback,
    reply_key,
    reply_keys,
)
from solver.symmetry import different_questions, orbit_sizes
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


# How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.
#
# For each mark, the candidates that have it are a bit set, up to 64 candidates a word. A few word operations then find
# "at least b bulls" and "exactly t bulls and cows" for 64 candidates at once, and a population count gives the sizes.
# Few candidates get shorter words, of which SIMD instructions process many at a time.

Bits = NDArray[np.unsignedinteger]
"""Bit sets of candidates: a row for as many candidates as a word has bits, a column a mark or a guess."""
Sizes = NDArray[np.integer]
"""Part sizes: a row a guess, a column a reply in the order of possible_feedback; of the shortest type."""
Word = np.dtype[np.uint8] | np.dtype[np.uint16] | np.dtype[np.uint32] | np.dtype[np.uint64]

WORDS: tuple[Word, ...] = (np.dtype("u1"), np.dtype("<u2"), np.dtype("<u4"), np.dtype("<u8"))
MOST_IN_A_WORD = 64
BLOCK = 1 << 19  # words counted at a time: more would not fit a processor's cache
GUESSES = 1 << 16  # bytes of them at a time
SUMMED_IN_A_BYTE = 3  # so many words have at most 192 bits

KEPT_AT_HAND = 1 << 24
np.empty(KEPT_AT_HAND, np.uint8)  # after this, glibc keeps freed blocks for reuse


def part_sizes(variant: Variant, guesses: Numbers, candidates: Numbers) -> Sizes:
    """For each guess, how many candidates give each reply. Both are row numbers of all_codes, in order."""
    marks = marks_by_place(variant)
    table = _bearers(variant, marks.take(candidates, axis=1), _shortest_word(len(candidates)))
    kind = np.min_scalar_type(len(candidates))
    sizes = np.empty((len(possible_feedback(variant)), len(guesses)), kind)
    columns = max(1, min(GUESSES // table.itemsize, len(guesses)))
    rows = max(1, BLOCK // (columns * _layout(variant).empty))
    for start in range(0, len(guesses), columns):
        some = slice(start, start + columns)
        asked = _asked(variant, guesses[some])
        counts = np.zeros((_layout(variant).empty + 1, asked.shape[2]), kind)
        for row in range(0, len(table), rows):
            counts[:-1] += _reply_counts(variant, table[row : row + rows], asked).astype(kind, copy=False)
        sizes[:, some] = _differences(variant, counts, len(candidates))
    return sizes.T


def parts_of_few(variant: Variant, guesses: Numbers, candidates: Numbers) -> Bits:
    """The parts themselves as bit sets, a row a reply in order, a column a guess; the lowest bit: the first candidate.

    There are MOST_IN_A_WORD candidates at most.
    """
    word = _shortest_word(len(candidates))
    table = _bearers(variant, marks_by_place(variant).take(candidates, axis=1), word)
    everybody = word.type((1 << len(candidates)) - 1)
    levels = [levels[0] for levels in _at_least(table, _asked(variant, guesses))]
    exactly = [fewer ^ more for fewer, more in itertools.pairwise([everybody, *levels, word.type(0)])]
    replies = possible_feedback(variant)
    parts = np.empty((len(replies), len(guesses)), word)
    for part, (bulls, cows) in zip(parts, replies, strict=True):
        np.bitwise_and(exactly[bulls][0], exactly[bulls + cows][1], out=part)
    return parts


def _asked(variant: Variant, guesses: Numbers) -> Numbers:
    """The marks of the guesses, as [place, kind, guess]."""
    marks = marks_by_place(variant)
    borne = (marks if len(guesses) == variant.size else marks.take(guesses, axis=1)).astype(np.intp)
    return borne.reshape(2, variant.length, -1).transpose(1, 0, 2)


def _shortest_word(bits: int) -> Word:
    return next((word for word in WORDS if bits <= 8 * word.itemsize), WORDS[-1])


def _bearers(variant: Variant, marks: NDArray[np.uint16], word: Word) -> Bits:
    """For each mark (a column), the set of codes that have it."""
    count, bits = marks.shape[1], 8 * word.itemsize
    table = np.zeros((2 * variant.length * len(variant.alphabet), count + -count % bits), np.bool_)
    table[marks, np.arange(count)] = True
    return np.ascontiguousarray(np.packbits(table, axis=1, bitorder="little").view(word).T)


def _at_least(table: Bits, asked: Numbers) -> list[Bits]:
    """For k = 1, 2, …: which candidates share at least k of the marks at places and, beside them, of those anywhere."""
    levels: list[Bits] = []
    for place, numbers in enumerate(asked):
        borne = table.take(numbers, axis=1)
        levels.append(levels[-1] & borne if levels else borne)
        for k in range(place - 1, 0, -1):
            levels[k] |= levels[k - 1] & borne
        if place:
            levels[0] |= borne
    return levels


def _reply_counts(variant: Variant, table: Bits, asked: Numbers) -> Sizes:
    """How many candidates have t bulls and cows, at least b of them bulls: a row for each t > 0 and each b up to t."""
    levels = _at_least(table, asked)
    planes = np.empty((_layout(variant).empty, len(table), asked.shape[2]), table.dtype)
    row = 0
    for both, level in enumerate(levels, 1):
        exactly, more = planes[row], levels[both][:, 1] if both < len(levels) else table.dtype.type(0)
        np.bitwise_xor(level[:, 1], more, out=exactly)
        for bulls in range(both):
            np.bitwise_and(exactly, levels[bulls][:, 0], out=planes[row + bulls + 1])
        row += both + 1
    counts = np.bitwise_count(planes)
    summed: Sizes = counts[:, 0]
    if len(table) > 1:
        summed = counts.sum(axis=1, dtype=np.uint8 if len(table) <= SUMMED_IN_A_BYTE else np.uint32)
    return summed


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """The rows of _counted that make up the parts, each as a difference of two. The row behind the last is empty."""

    empty: int
    at_least: Numbers
    more: Numbers
    any_bulls: Numbers


@lru_cache
def _layout(variant: Variant) -> _Layout:
    rows = {(bulls, both): (both - 1) * (both + 2) // 2 + bulls for both in range(1, 8) for bulls in range(both + 1)}
    empty = rows[variant.length, variant.length] + 1
    places = [(feedback.bulls, sum(feedback)) for feedback in possible_feedback(variant)]
    return _Layout(
        empty=empty,
        at_least=np.array([rows.get(place, empty) for place in places]),
        more=np.array([rows.get((bulls + 1, both), empty) for bulls, both in places]),
        any_bulls=np.array([rows[0, both] for both in range(1, variant.length + 1)]),
    )


def _differences(variant: Variant, counts: Sizes, total: int) -> Sizes:
    layout = _layout(variant)
    sizes: Sizes = counts.take(layout.at_least, axis=0)
    sizes -= counts.take(layout.more, axis=0)
    if possible_feedback(variant)[0] == (0, 0):
        sizes[0] = total - counts.take(layout.any_bulls, axis=0).sum(axis=0, dtype=counts.dtype)
    return sizes


# Metrics of guesses by the sizes of the parts that they make (after Norvig).

Scores = NDArray[np.float64]
Metric = Callable[[Sizes], Scores]
"""Part sizes (a row a guess) to scores; more is better. All rows have the same sum."""

LOOKED_UP_AT_ONCE = 16
"""Of so few guesses all parts are looked up in one call."""
LOOKED_UP_IN_PAIRS = 64
"""Up to so many values of `worth`, sums of two of them are looked up in a table."""


def minimax(sizes: Sizes) -> Scores:
    """Fewer candidates left at worst are better."""
    scores: Scores = -sizes.max(axis=1).astype(np.float64)
    return scores


def expected(sizes: Sizes) -> Scores:
    """Fewer candidates left on average are better."""
    counts = np.arange(_total(sizes) + 1)
    return -total_worth(sizes, counts * counts) / _total(sizes)


def parts(sizes: Sizes) -> Scores:
    """More different replies are better."""
    scores: Scores = (sizes > 0).sum(axis=1, dtype=np.float64)
    return scores


def entropy(sizes: Sizes) -> Scores:
    """The expected information, in bits: more is better."""
    total = _total(sizes)
    missing = _missing_bits(1 << total.bit_length())
    scores: Scores = np.log2(total) - total_worth(sizes, missing[: total + 1]) / total
    return scores


@lru_cache
def _missing_bits(size: int) -> Scores:
    """The entropy left for all of n candidates together, n log2(n), for n = 0, 1, … size - 1."""
    counts = np.arange(size, dtype=np.float64)
    missing: Scores = counts * np.log2(np.maximum(counts, 1))
    return missing


def total_worth(sizes: Sizes, worth: NDArray[np.number]) -> Scores:
    """For each guess the sum of `worth[n]` over its parts of n candidates."""
    if len(sizes) <= LOOKED_UP_AT_ONCE:
        few: Scores = worth.take(sizes).sum(axis=1, dtype=np.float64)
        return few
    columns = sizes.T
    scores = np.zeros(len(sizes))
    if len(worth) <= LOOKED_UP_IN_PAIRS:
        half = len(columns) // 2
        pairs = columns[:half] * np.uint16(len(worth)) + columns[half : 2 * half]
        worth_of_pairs = np.add.outer(worth, worth).ravel()
        for column in pairs:
            scores += worth_of_pairs.take(column)
        columns = columns[2 * half :]
    for column in columns:
        scores += worth.take(column)
    return scores


def _total(sizes: Sizes) -> int:
    return int(sizes[0].sum())


METRICS: dict[str, Metric] = {"minimax": minimax, "expected": expected, "parts": parts, "entropy": entropy}
