"""How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.

For each mark, the candidates that have it are a bit set, up to 64 candidates a word. A few word operations then find
who gives each reply, 64 candidates at once, and a population count gives the sizes. Few candidates get shorter words,
of which SIMD instructions process many at a time.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.tables import Numbers, marks_by_place
from solver.variant import Variant

Bits = NDArray[np.unsignedinteger]
"""Bit sets of candidates: a row for as many candidates as a word has bits, a column a mark or a guess."""
Sizes = NDArray[np.integer]
"""Part sizes: a row a guess, a column a reply in the order of possible_feedback; of the shortest type."""
Word = np.dtype[np.uint8] | np.dtype[np.uint16] | np.dtype[np.uint32] | np.dtype[np.uint64]

WORDS: tuple[Word, ...] = (np.dtype("u1"), np.dtype("<u2"), np.dtype("<u4"), np.dtype("<u8"))
BLOCK = 1 << 19  # words counted at a time: more would not fit a processor's cache
GUESSES = 1 << 16  # bytes of them at a time
SUMMED_IN_A_BYTE = 3  # so many words have at most 192 bits

FEW = 64
"""So many candidates fit in a word."""

KEPT_AT_HAND = 1 << 24
np.empty(KEPT_AT_HAND, np.uint8)  # after this, glibc keeps freed blocks for reuse


def part_sizes(variant: Variant, guesses: Numbers, candidates: Numbers) -> Sizes:
    """For each guess, how many candidates give each reply. Both are row numbers of all_codes, in order."""
    table, replies = _bearers(variant, candidates), len(possible_feedback(variant))
    sizes = np.zeros((replies, len(guesses)), np.min_scalar_type(len(candidates)))
    columns = max(1, min(GUESSES // table.itemsize, len(guesses)))
    rows = max(1, BLOCK // (columns * replies))
    for start in range(0, len(guesses), columns):
        some = slice(start, start + columns)
        asked = _asked(variant, guesses[some])
        for row in range(0, len(table), rows):
            sizes[:, some] += _counts(_parts(variant, table[row : row + rows], asked)).astype(sizes.dtype, copy=False)
    return sizes.T


def parts_of_few(variant: Variant, guesses: Numbers, candidates: Numbers) -> Bits:
    """The parts themselves for at most FEW candidates: a row a reply in order, a column a guess.

    The lowest bit is the first candidate.
    """
    return _parts(variant, _bearers(variant, candidates), _asked(variant, guesses))[:, 0]


def _asked(variant: Variant, guesses: Numbers) -> Numbers:
    """The marks of the guesses, as [place, kind, guess]."""
    marks = marks_by_place(variant)
    borne = (marks if len(guesses) == variant.size else marks.take(guesses, axis=1)).astype(np.intp)
    return borne.reshape(2, variant.length, -1).transpose(1, 0, 2)


def _bearers(variant: Variant, candidates: Numbers) -> Bits:
    """For each mark (a column), the set of candidates that have it; in the last column, all of them."""
    count = len(candidates)
    word = next((word for word in WORDS if count <= 8 * word.itemsize), WORDS[-1])
    table = np.zeros((2 * variant.length * len(variant.alphabet) + 1, count + -count % (8 * word.itemsize)), np.bool_)
    table[marks_by_place(variant).take(candidates, axis=1), np.arange(count)] = True
    table[-1, :count] = True
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


def _parts(variant: Variant, table: Bits, asked: Numbers) -> Bits:
    """The candidates that give each reply, as [reply, row of the table, guess]."""
    levels = [table[:, -1, None, None], *_at_least(table, asked)]
    exactly = [*(fewer ^ more for fewer, more in itertools.pairwise(levels)), levels[-1]]
    replies = possible_feedback(variant)
    parts = np.empty((len(replies), len(table), asked.shape[2]), table.dtype)
    for part, (bulls, cows) in zip(parts, replies, strict=True):
        np.bitwise_and(exactly[bulls][:, 0], exactly[bulls + cows][:, 1], out=part)
    return parts


def _counts(parts: Bits) -> Sizes:
    """The sizes of these sets."""
    counts = np.bitwise_count(parts)
    summed: Sizes = counts[:, 0]
    if counts.shape[1] > 1:
        summed = counts.sum(axis=1, dtype=np.uint8 if counts.shape[1] <= SUMMED_IN_A_BYTE else np.uint32)
    return summed
