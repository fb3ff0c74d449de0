"""Lookahead by one more guess, for the guesses that a comparison ranks highest."""

from solver.comparison import BUDGET, Comparison, cheapest_within, work_of, work_within
from solver.obvious import ALWAYS_APART, obvious_guess
from solver.position import Position
from solver.replies import parts_of
from solver.tables import all_codes, as_code

MOST_GUESSES = 64
STARTING = 5_000_000
"""The overhead of a comparison, in the units of work_of."""
BETTER = 1e-9


def lookahead_guess(comparison: Comparison, budget: float) -> int:
    """The guess whose parts have the least estimated cost to go, each with its best guess, as a row of all_codes.

    The guesses are tried in the order of the comparison, as many as the budget in seconds allows.
    """
    best, lowest = comparison.best(), float("inf")
    work, codes = work_within(budget), all_codes(comparison.position.variant)
    for row in comparison.ranked(MOST_GUESSES).tolist():
        parts = parts_of(comparison.position, as_code(codes[row]))
        work -= sum(map(_work_for, parts))
        if work < 0:
            break
        if (cost := sum(map(_least_cost, parts))) < lowest - BETTER:
            best, lowest = row, cost
    return best


def _work_for(part: Position) -> float:
    if len(part.left) <= ALWAYS_APART:
        return 0
    return STARTING + work_of(part.variant, part.variant.size, len(part.left))


def _least_cost(part: Position) -> float:
    """The estimated cost to go of a part."""
    if obvious_guess(part) is not None:
        return 2 * len(part.left) - 1
    return len(part.left) - float(cheapest_within(part, BUDGET).scores.max())
