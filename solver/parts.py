"""How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.

A mark's bearers among the candidates are one row of bits, up to 64 candidates a word, so that a handful of word
operations finds "at least b bulls" and "exactly t bulls and cows" for 64 candidates at once, and counting bits does the
rest. Few candidates get shorter words, which go through a processor many at a time.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.tables import Numbers, marks_by_place
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

KEPT_AT_HAND = 1 << 24
np.empty(KEPT_AT_HAND, np.uint8)  # once such a block came back, glibc no longer returns what we need again at once


def part_sizes(variant: Variant, guesses: Numbers, candidates: Numbers) -> Sizes:
    """For each guess, how many candidates give each reply. Both are row numbers of all_codes."""
    marks = marks_by_place(variant)
    table = _bearers(variant, marks.take(candidates, axis=1), _shortest_word(len(candidates)))
    kind = np.min_scalar_type(len(candidates))
    sizes = np.empty((len(possible_feedback(variant)), len(guesses)), kind)
    columns = max(1, min(GUESSES // table.itemsize, len(guesses)))
    rows = max(1, BLOCK // columns)
    for start in range(0, len(guesses), columns):
        some = slice(start, start + columns)
        asked = marks.take(guesses[some], axis=1).astype(np.intp)
        counts = np.zeros((_layout(variant).counts, asked.shape[1]), kind)
        for row in range(0, len(table), rows):
            _count(table[row : row + rows], asked, counts)
        sizes[:, some] = _differences(variant, counts, len(candidates))
    return sizes.T


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


def _count(table: Bits, asked: Numbers, counts: Sizes) -> None:
    """Add these candidates to the counts of "t bulls and cows, at least b of them bulls": t from 1, b from 0 to t."""
    length = len(asked) // 2
    with_bulls, with_both = _at_least(table, asked[:length]), _at_least(table, asked[length:])
    row = 0
    for both in range(1, length + 1):
        exactly = with_both[both - 1] if both == length else with_both[both - 1] ^ with_both[both]
        _add_population(counts[row], exactly)
        for bulls in range(both):
            _add_population(counts[row + bulls + 1], exactly & with_bulls[bulls])
        row += both + 1


def _add_population(counts: Sizes, bits: Bits) -> None:
    """Add how many bits are set in each column."""
    population = np.bitwise_count(bits)
    if len(population) > 1:
        population = population.sum(axis=0, dtype=np.uint8 if len(population) <= SUMMED_IN_A_BYTE else counts.dtype)
        counts += population
    else:
        counts += population[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Where _count leaves its counts: one row for each t and b, and an empty one. A part is a row less another."""

    counts: int
    at_least: Numbers
    more: Numbers
    any_bulls: Numbers


@lru_cache
def _layout(variant: Variant) -> _Layout:
    rows = {(bulls, both): (both - 1) * (both + 2) // 2 + bulls for both in range(1, 8) for bulls in range(both + 1)}
    empty = rows[variant.length, variant.length] + 1
    places = [(feedback.bulls, sum(feedback)) for feedback in possible_feedback(variant)]
    return _Layout(
        counts=empty + 1,
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
