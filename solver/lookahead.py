"""Which of the likeliest guesses is best, if after each of them one more guess is thought ahead."""

from solver.comparison import Comparison, compared, work_of, work_within
from solver.costs import cheapness
from solver.obvious import ALWAYS_APART, obvious_guess
from solver.position import Position
from solver.replies import parts_of
from solver.tables import all_codes, as_code

MOST_GUESSES = 64
STARTING = 5_000_000
"""What it takes to begin a comparison, in the units of work_of."""
BETTER = 1e-9


def foreseen(comparison: Comparison, budget: float) -> int:
    """The row number of the guess whose parts cost least, each with the best guess there, by estimate.

    The guesses are looked at in the order of the comparison, as many as the budget in seconds reaches for.
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
    """What all candidates of a part cost together, by estimate."""
    if obvious_guess(part) is not None:
        return 2 * len(part.left) - 1
    return len(part.left) - float(compared(part, cheapness(part.variant)).scores.max())
