"""How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.

A mark's bearers among the candidates are one row of bits, up to 64 candidates a word, so that a handful of word
operations finds "at least b bulls" and "exactly t bulls and cows" for 64 candidates at once, and counting bits does the
rest. Few candidates get shorter words, which go through a processor many at a time.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.tables import Marks, Numbers, bearers
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


def part_sizes(variant: Variant, guesses: Marks, candidates: Marks) -> Sizes:
    """For each guess, how many candidates give each reply."""
    word = _shortest_word(len(candidates))
    at_place = _packed(variant, candidates.at_place, word)
    anywhere = _packed(variant, candidates.anywhere, word)
    sizes = np.zeros((len(possible_feedback(variant)), len(guesses)), np.min_scalar_type(len(candidates)))
    columns = min(GUESSES // word.itemsize, max(1, len(guesses)))
    rows = max(1, BLOCK // columns)
    for start in range(0, len(guesses), columns):
        some = slice(start, start + columns)
        asked_at_place, asked_anywhere = _by_place(guesses.at_place[some]), _by_place(guesses.anywhere[some])
        for row in range(0, len(at_place), rows):
            with_bulls = _at_least(at_place[row : row + rows], asked_at_place)
            with_both = _at_least(anywhere[row : row + rows], asked_anywhere)
            _add(sizes[:, some], variant, with_bulls, with_both)
    _fill_in_none(sizes, variant, len(candidates))
    return sizes.T


def _shortest_word(bits: int) -> Word:
    return next((word for word in WORDS if bits <= 8 * word.itemsize), WORDS[-1])


def _packed(variant: Variant, numbers: Numbers, word: Word) -> Bits:
    bits = np.packbits(bearers(variant, numbers, padded_to=8 * word.itemsize), axis=1)
    return np.ascontiguousarray(bits.view(word).T)


def _by_place(numbers: Numbers) -> Numbers:
    return np.ascontiguousarray(numbers.T)


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
