"""Strategy `optimal`: by a stored tree, else by exact search of small positions, else by estimated cost to go."""

from dataclasses import dataclass

from solver.comparison import BUDGET, comparison_within
from solver.costs import cheapness
from solver.endgame import endgame
from solver.lookahead import lookahead_guess
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.tree import Tree, stored_tree
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess, and whether every other was compared with it, or it is proven best."""

    guess: Code
    exact: bool


@dataclass(frozen=True, slots=True)
class Optimal:
    """Follows the stored tree; off it, positions of few candidates are solved exactly, others by estimated cost to go.

    Where an objective has no tree of its own, that of the mean serves.
    """

    variant: Variant
    objective: str = "mean"
    budget: float = BUDGET

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return self.choice(position).guess

    @property
    def tree(self) -> Tree | None:
        """The stored tree that is followed; None if none ships for the variant."""
        return stored_tree(self.variant, self.objective) or stored_tree(self.variant)

    def choice(self, position: Position) -> Choice:
        """The guess to make now, and whether it is known to be best."""
        tree = self.tree
        if tree and (guess := tree.guess_after(position)):
            return Choice(guess, exact=tree.proven)
        return self.choice_off_tree(position)

    def choice_off_tree(self, position: Position) -> Choice:
        """The guess to make off the tree."""
        if ending := endgame(position):
            return Choice(ending.guess, exact=True)
        comparison = comparison_within(position, cheapness(self.variant), self.budget)
        row = lookahead_guess(comparison, self.budget)
        return Choice(as_code(all_codes(self.variant)[row]), comparison.exact)
