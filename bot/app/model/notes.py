"""Notes on a game: a person's private marks of symbols, which cost nothing."""

from enum import Enum


class Mark(Enum):
    """A mark of a symbol, by how it is stored."""

    NONE = "."
    OUT = "-"
    MAYBE = "?"
    IN = "+"


AFTER = {Mark.NONE: Mark.OUT, Mark.OUT: Mark.MAYBE, Mark.MAYBE: Mark.IN, Mark.IN: Mark.NONE}
"""The mark after a tap."""


def marks(notes: str, symbols: int) -> tuple[Mark, ...]:
    """The mark of each symbol of the alphabet; NONE if there is no note."""
    return tuple(map(Mark, notes.ljust(symbols, Mark.NONE.value)[:symbols]))


def notes_after_tap(notes: str, symbol: int, symbols: int) -> str:
    """The notes after a tap on a symbol; empty if no mark is left."""
    now = list(marks(notes, symbols))
    now[symbol] = AFTER[now[symbol]]
    return "".join(mark.value for mark in now).rstrip(Mark.NONE.value)


def notes_of(person: int, notes: tuple[tuple[int, str], ...]) -> str:
    """The person's notes."""
    return dict(notes).get(person, "")


def with_notes(person: int, noted: str, notes: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """Everybody's notes, with these as the person's."""
    others = tuple(entry for entry in notes if entry[0] != person)
    return (*others, (person, noted)) if noted else others
