"""Notes on a game: what somebody thinks of each symbol, for their own eyes and free."""

from enum import Enum


class Mark(Enum):
    """What somebody thinks of a symbol, by how it is kept."""

    NONE = "."
    OUT = "-"
    MAYBE = "?"
    IN = "+"


AFTER = {Mark.NONE: Mark.OUT, Mark.OUT: Mark.MAYBE, Mark.MAYBE: Mark.IN, Mark.IN: Mark.NONE}
"""What a tap makes of a mark."""


def marks(notes: str, symbols: int) -> tuple[Mark, ...]:
    """The mark of each symbol of the alphabet; what has not been noted has none."""
    return tuple(map(Mark, notes.ljust(symbols, Mark.NONE.value)[:symbols]))


def tapped(notes: str, symbol: int, symbols: int) -> str:
    """The notes once somebody has tapped a symbol; empty if nothing is noted any more."""
    now = list(marks(notes, symbols))
    now[symbol] = AFTER[now[symbol]]
    return "".join(mark.value for mark in now).rstrip(Mark.NONE.value)


def notes_of(person: int, notes: tuple[tuple[int, str], ...]) -> str:
    """What the person has noted."""
    return dict(notes).get(person, "")


def with_notes(person: int, noted: str, notes: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """Everybody's notes once the person's are these."""
    others = tuple(entry for entry in notes if entry[0] != person)
    return (*others, (person, noted)) if noted else others
