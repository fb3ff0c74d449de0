"""How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.

A mark's bearers among the candidates are one row of bits, up to 64 candidates a word, so that a handful of word
operations finds "at least b bulls" and "exactly t bulls and cows" for 64 candidates at once, and counting bits does the
rest. Few candidates get shorter words, which go through a processor many at a time.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.tables import Numbers, all_marks
from solver.variant import Variant

Bits = NDArray[np.unsignedinteger]
"""Sets of candidates: a row so many candidates (a word's bits), a column a mark or a guess."""
Sizes = NDArray[np.integer]
"""Part sizes: a row a guess, a column a reply in the order of possible_feedback; of the shortest type."""
Word = np.dtype[np.uint8] | np.dtype[np.uint16] | np.dtype[np.uint32] | np.dtype[np.uint64]

WORDS: tuple[Word, ...] = (np.dtype(np.uint8), np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64))
BLOCK = 1 << 14  # words at a time, which a processor's own memory holds
GUESSES = 1 << 16  # bytes of them at a time
SUMMED_IN_A_BYTE = 3  # so many words have at most 192 bits


def part_sizes(variant: Variant, guesses: Numbers, candidates: Numbers) -> Sizes:
    """For each guess, how many candidates give each reply. Both are row numbers of all_codes."""
    marks = marks_by_place(variant)
    table = _bearers(variant, marks.take(candidates, axis=1), _shortest_word(len(candidates)))
    sizes = np.zeros((len(possible_feedback(variant)), len(guesses)), np.min_scalar_type(len(candidates)))
    columns = max(1, min(GUESSES // table.itemsize, len(guesses)))
    rows = max(1, BLOCK // columns)
    for start in range(0, len(guesses), columns):
        some = slice(start, start + columns)
        asked = marks.take(guesses[some], axis=1).astype(np.intp)
        for row in range(0, len(table), rows):
            with_bulls = _at_least(table[row : row + rows], asked[: variant.length])
            with_both = _at_least(table[row : row + rows], asked[variant.length :])
            _add(sizes[:, some], variant, with_bulls, with_both)
    _fill_in_none(sizes, variant, len(candidates))
    return sizes.T


@lru_cache(maxsize=8)
def marks_by_place(variant: Variant) -> NDArray[np.uint16]:
    """The marks of all codes, a column a code: those at places, then those anywhere, numbered behind the others."""
    marks = all_marks(variant)
    behind = marks.anywhere + variant.length * len(variant.alphabet)
    return np.hstack([marks.at_place, behind]).T.astype(np.uint16, order="C")


def _shortest_word(bits: int) -> Word:
    return next((word for word in WORDS if bits <= 8 * word.itemsize), WORDS[-1])


def _bearers(variant: Variant, marks: NDArray[np.uint16], word: Word) -> Bits:
    """For each mark (a column), which of the codes bear it."""
    count, bits = marks.shape[1], 8 * word.itemsize
    table = np.zeros((2 * variant.length * len(variant.alphabet), count + -count % bits), np.bool_)
    table[marks, np.arange(count)] = True
    return np.ascontiguousarray(np.packbits(table, axis=1).view(word).T)


def _at_least(table: Bits, asked: Numbers) -> list[Bits]:
    """For k = 1, 2, …: which candidates share at least k of the marks (columns: the guesses)."""
    levels: list[Bits] = []
    for place, numbers in enumerate(asked):
        borne = table.take(numbers, axis=1)
        levels.append(levels[-1] & borne if levels else borne)
        for k in range(place - 1, 0, -1):
            levels[k] |= levels[k - 1] & borne
        if place:
            levels[0] |= borne
    return levels


def _add(sizes: Sizes, variant: Variant, with_bulls: list[Bits], with_both: list[Bits]) -> None:
    """Count these candidates for every reply but "nothing", which is what remains."""
    column = _columns(variant)
    for both in range(max(1, sum(possible_feedback(variant)[0])), variant.length + 1):
        exactly = with_both[both - 1] if both == variant.length else with_both[both - 1] ^ with_both[both]
        here = _population(exactly, sizes)
        for bulls in range(both):
            more = _population(exactly & with_bulls[bulls], sizes)
            if (bulls, both) in column:
                sizes[column[bulls, both]] += here - more
            here = more
        sizes[column[both, both]] += here


@lru_cache
def _columns(variant: Variant) -> dict[tuple[int, int], int]:
    return {(feedback.bulls, sum(feedback)): column for column, feedback in enumerate(possible_feedback(variant))}


def _fill_in_none(sizes: Sizes, variant: Variant, total: int) -> None:
    if possible_feedback(variant)[0] == (0, 0):
        sizes[0] = total - sizes.sum(axis=0, dtype=sizes.dtype)


def _population(bits: Bits, like: Sizes) -> Sizes:
    """How many bits are set in each column."""
    counted = np.bitwise_count(bits)
    summed: Sizes = counted[0]
    if len(counted) > 1:
        summed = counted.sum(axis=0, dtype=np.uint8 if len(counted) <= SUMMED_IN_A_BYTE else like.dtype)
    return summed
