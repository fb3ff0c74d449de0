"""What every player of the solver can do."""

from typing import Protocol

from solver.position import Position
from solver.variant import Code


class Strategy(Protocol):
    """Chooses guesses. Holds no game: what it needs to know stands in the position; chance it is given when made."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
