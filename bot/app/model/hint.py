"""Hints: what has been asked for since the last guess, and what may be asked for."""

from dataclasses import dataclass
from enum import Enum

from solver.variant import Code


class Asked(Enum):
    """What a hint may tell. Each counts once until the next guess."""

    COUNT = "count"
    """How many codes fit."""
    PLACES = "places"
    """Which symbols are certain, possible or impossible at each place."""
    CASES = "cases"
    """How many of them take how many symbols from where."""
    LIST = "list"
    """Those that fit, where they are few."""
    GUESS = "guess"
    """A good guess."""
    WHY = "why"
    """Why it is good."""
    TABLE = "table"
    """Every reply to the guess that is spoken of, as a picture."""


class Page(Enum):
    """What the buttons under a board are for."""

    BOARD = "board"
    HINTS = "hints"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Hint:
    """What has been asked for since the last guess, and which buttons are shown meanwhile."""

    asked: tuple[Asked, ...] = ()
    wondered: Code | None = None
    """A guess of their own that was weighed before it is made."""
    page: Page = Page.BOARD
    wondered_last: bool = False
    """Whether nothing has been asked for since that guess was weighed."""
