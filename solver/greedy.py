"""Greedy strategies: the guess whose parts score best by a metric."""

from dataclasses import dataclass

from solver.comparison import BUDGET, comparison_within
from solver.metrics import METRICS, Metric, entropy
from solver.obvious import obvious_guess
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.variant import Code, Variant

__all__ = ["METRICS", "Greedy"]


@dataclass(frozen=True, slots=True)
class Greedy:
    """Looks one guess ahead; of equal scores a candidate wins, then the first in code order."""

    variant: Variant
    metric: Metric = entropy
    budget: float = BUDGET

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        row = obvious_guess(position)
        if row is None:
            row = comparison_within(position, self.metric, self.budget).best()
        return as_code(all_codes(self.variant)[row])
