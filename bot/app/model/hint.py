"""Hints: what was asked for since the last guess, and what may be asked for."""

from dataclasses import dataclass
from enum import Enum

from solver.variant import Code


class Asked(Enum):
    """The kinds of hints. Each counts once until the next guess."""

    COUNT = "count"
    """The number of candidates."""
    PLACES = "places"
    """Which symbols are certain, possible or impossible at each place."""
    CASES = "cases"
    """How many candidates take how many symbols from where."""
    LIST = "list"
    """The candidates, if they are few."""
    GUESS = "guess"
    """A good guess."""
    WHY = "why"
    """Why it is good."""
    TABLE = "table"
    """The information table of the guess, as a picture."""


class Page(Enum):
    """The set of buttons under a board."""

    BOARD = "board"
    HINTS = "hints"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Hint:
    """The hints asked for since the last guess, and which buttons are shown."""

    asked: tuple[Asked, ...] = ()
    wondered: Code | None = None
    """A guess of their own that was rated before making it."""
    page: Page = Page.BOARD
    wondered_last: bool = False
    """Whether nothing was asked for after that."""

    @property
    def is_shown(self) -> bool:
        """Whether they stand on the board: until they are put away by *Back*."""
        return self.page is Page.HINTS or self.wondered_last
