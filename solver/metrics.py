"""Metrics of guesses by the sizes of the parts that they make (after Norvig)."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.parts import Sizes

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
