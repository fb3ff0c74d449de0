"""The best player there is: by the book where there is one, by calculation where that can be, otherwise by estimate."""

from dataclasses import dataclass

from solver.comparison import BUDGET, compared
from solver.costs import cheapness
from solver.endgame import endgame
from solver.lookahead import foreseen
from solver.position import Position
from solver.tables import all_codes, as_code
from solver.tree import stored_tree
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess, and whether every other was compared with it."""

    guess: Code
    exact: bool


@dataclass(frozen=True, slots=True)
class Optimal:
    """Follows the stored tree; off it, few candidates are played perfectly, many as is likely to cost least.

    Where an objective has no tree of its own, that of the mean serves.
    """

    variant: Variant
    objective: str = "mean"
    budget: float = BUDGET

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return self.choice(position).guess

    def choice(self, position: Position) -> Choice:
        """The guess to make now, and how sure it is."""
        tree = stored_tree(self.variant, self.objective) or stored_tree(self.variant)
        if tree and (guess := tree.guess_after(position)):
            return Choice(guess, exact=tree.proven)
        return self.thought_out(position)

    def thought_out(self, position: Position) -> Choice:
        """The guess to make where no tree leads."""
        if ending := endgame(position):
            return Choice(ending.guess, exact=True)
        comparison = compared(position, cheapness(self.variant), self.budget)
        row = foreseen(comparison, self.budget)
        return Choice(as_code(all_codes(self.variant)[row]), comparison.exact)
