"""The guess that divides the candidates best by a metric over part sizes (after Norvig)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.feedback import possible_feedback
from solver.parts import Sizes, part_sizes
from solver.position import Position
from solver.tables import Marks, Numbers, all_codes, all_marks, as_code
from solver.variant import Code, Variant

Scores = NDArray[np.float64]
Metric = Callable[[Sizes], Scores]
"""Part sizes (a row a guess) to scores; more is better. All rows have the same sum."""

TIE = 1e-9


def minimax(sizes: Sizes) -> Scores:
    """Fewer candidates left at worst are better."""
    scores: Scores = -sizes.max(axis=1).astype(np.float64)
    return scores


def expected(sizes: Sizes) -> Scores:
    """Fewer candidates left on average are better."""
    counts = np.arange(_total(sizes) + 1)
    return -summed(sizes, counts * counts) / _total(sizes)


def parts(sizes: Sizes) -> Scores:
    """More different replies are better."""
    scores: Scores = (sizes > 0).sum(axis=1, dtype=np.float64)
    return scores


def entropy(sizes: Sizes) -> Scores:
    """The bits a guess brings on average."""
    counts = np.arange(_total(sizes) + 1)
    missing = counts * np.log2(np.maximum(counts, 1))
    scores: Scores = np.log2(_total(sizes)) - summed(sizes, missing) / _total(sizes)
    return scores


def summed(sizes: Sizes, worth: NDArray[np.number]) -> Scores:
    """What the parts are worth together, `worth[n]` being what one of n candidates is worth."""
    scores = np.zeros(len(sizes))
    for column in sizes.T:
        scores += worth.take(column)
    return scores


def _total(sizes: Sizes) -> int:
    return int(sizes[0].sum())


METRICS: dict[str, Metric] = {"minimax": minimax, "expected": expected, "parts": parts, "entropy": entropy}


@dataclass(frozen=True, slots=True)
class Greedy:
    """Makes the guess whose parts score best; of equals a candidate, then the first in code order."""

    variant: Variant
    metric: Metric = entropy

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        marks = all_marks(self.variant)
        row = _obvious(self.variant, position.left, marks[position.left])
        return as_code(all_codes(self.variant)[self._best(position.left, marks) if row is None else row])

    def _best(self, left: Numbers, marks: Marks) -> int:
        scores = self.metric(part_sizes(self.variant, marks, marks[left]))
        best = np.flatnonzero(scores > scores.max() - TIE)
        of_candidates = np.intersect1d(best, left, assume_unique=True)
        return int(of_candidates[0] if len(of_candidates) else best[0])


def _obvious(variant: Variant, left: Numbers, marks: Marks) -> int | None:
    """The first candidate that tells all candidates apart: no metric knows a better guess, so none need be tried."""
    if len(left) > len(possible_feedback(variant)):
        return None
    telling = np.flatnonzero(part_sizes(variant, marks, marks).max(axis=1) == 1)
    return int(left[telling[0]]) if len(telling) else None
