"""The interface of a strategy."""

from typing import Protocol

from solver.position import Position
from solver.variant import Code


class Strategy(Protocol):
    """Chooses guesses by position. It keeps no state of a game; a random source is passed in when it is made."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
