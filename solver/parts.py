"""How guesses divide a set of candidates: the size of each part, for thousands of guesses at once.

A mark's bearers among the candidates are one row of bits, 64 candidates a word, so that a handful of word operations
finds "at least b bulls" and "at least t bulls and cows" for 64 candidates at once, and counting bits does the rest.
"""

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.tables import Marks, Numbers, bearers
from solver.variant import Variant

Bits = NDArray[np.uint64]
Sizes = NDArray[np.int64]
"""Part sizes: a row a guess, a column a reply in the order of possible_feedback."""

WORD = 64
BLOCK = 1 << 14  # words a block: all that is at hand then fits a processor's own memory


def part_sizes(variant: Variant, guesses: Marks, candidates: Marks) -> Sizes:
    """For each guess, how many candidates give each reply."""
    at_place = _packed(variant, candidates.at_place)
    anywhere = _packed(variant, candidates.anywhere)
    sizes = np.empty((len(possible_feedback(variant)), len(guesses)), np.int64)
    block = max(1, BLOCK // max(1, at_place.shape[1]))
    for start in range(0, len(guesses), block):
        some = guesses[start : start + block]
        with_bulls = _at_least(at_place, some.at_place)
        with_both = _at_least(anywhere, some.anywhere)
        counts = _at_least_counts(with_bulls, with_both, len(candidates))
        for size, (bulls, cows) in zip(sizes, possible_feedback(variant), strict=True):
            size[start : start + block] = _exactly(counts, bulls, bulls + cows)
    return sizes.T


def _packed(variant: Variant, numbers: Numbers) -> Bits:
    return np.packbits(bearers(variant, numbers, padded_to=WORD), axis=1).view(np.uint64)


def _at_least(table: Bits, numbers: Numbers) -> list[Bits]:
    """For k = 1, 2, …: which candidates share at least k of the marks (rows: the guesses)."""
    levels: list[Bits] = []
    for place in range(numbers.shape[1]):
        borne = table.take(numbers[:, place], axis=0)
        levels.append(levels[-1] & borne if levels else borne)
        for k in range(place - 1, 0, -1):
            levels[k] |= levels[k - 1] & borne
        if place:
            levels[0] |= borne
    return levels


def _at_least_counts(with_bulls: list[Bits], with_both: list[Bits], total: int) -> list[list[Sizes | int]]:
    """How many candidates have at least b bulls and at least t bulls and cows, as [b][t], for each guess."""
    length = len(with_bulls)
    counts: list[list[Sizes | int]] = [[0] * (length + 2) for _ in range(length + 2)]
    counts[0] = [total, *(_population(bits) for bits in with_both), 0]
    for b in range(1, length + 1):
        for t in range(b, length + 1):
            counts[b][t] = _population(with_bulls[b - 1] & with_both[t - 1])
        counts[b][b - 1] = counts[b][b]  # b bulls are b shared symbols at least
    return counts


def _exactly(at_least: list[list[Sizes | int]], bulls: int, both: int) -> Sizes | int:
    more_bulls = at_least[bulls + 1]
    return at_least[bulls][both] - more_bulls[both] - at_least[bulls][both + 1] + more_bulls[both + 1]


def _population(bits: Bits) -> Sizes:
    if bits.shape[1] == 1:
        return np.bitwise_count(bits[:, 0]).astype(np.int64)
    counted: Sizes = np.bitwise_count(bits).sum(axis=1, dtype=np.int64)
    return counted
