"""Hints and private notes: what was asked for since the last guess, and what somebody has marked."""

from dataclasses import dataclass
from enum import Enum

from solver.variant import Code

# Hints: what was asked for since the last guess, and what may be asked for.


class HintKind(Enum):
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


class BoardPage(Enum):
    """The set of buttons under a board."""

    BOARD = "board"
    HINTS = "hints"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Hint:
    """The hints asked for since the last guess, and which buttons are shown."""

    asked: tuple[HintKind, ...] = ()
    wondered: Code | None = None
    """A guess of their own that was rated before making it."""
    page: BoardPage = BoardPage.BOARD
    wondered_last: bool = False
    """Whether nothing was asked for after that."""

    @property
    def is_shown(self) -> bool:
        """Whether they stand on the board: until they are put away by *Back*."""
        return self.page is BoardPage.HINTS or self.wondered_last


# Notes on a game: a person's private marks of symbols and of their places, which cost nothing.
#
# They are stored as a text: a mark for each symbol, then `/7:.-+` for each symbol whose places were looked at, a mark
# for each place; the last one is the chosen one. Only symbols that may be in the code have places.


class Mark(Enum):
    """A mark of a symbol or of a place, by how it is stored."""

    NONE = "."
    OUT = "-"
    MAYBE = "?"
    IN = "+"


AFTER = {Mark.NONE: Mark.OUT, Mark.OUT: Mark.MAYBE, Mark.MAYBE: Mark.IN, Mark.IN: Mark.NONE}
"""The mark of a symbol after a tap."""
PLACE_AFTER = {Mark.NONE: Mark.OUT, Mark.OUT: Mark.IN, Mark.IN: Mark.NONE}
"""The mark of a place after a tap."""
HAS_PLACES = (Mark.MAYBE, Mark.IN)
"""The marks of symbols whose places may be noted."""


def marks(notes: str, symbols: int) -> tuple[Mark, ...]:
    """The mark of each symbol of the alphabet; NONE if there is no note."""
    return _padded(notes.partition("/")[0], symbols)


def place_marks(notes: str, symbol: int, length: int) -> tuple[Mark, ...]:
    """The mark of each place of a symbol; NONE if there is no note."""
    return _padded(_places(notes).get(symbol, ""), length)


def placed(notes: str) -> tuple[int, ...]:
    """The symbols of which a place is marked, in order."""
    return tuple(sorted(symbol for symbol, noted in _places(notes).items() if noted))


def chosen(notes: str) -> int | None:
    """The symbol whose places are looked at; None: none."""
    return next(reversed(_places(notes)), None)


def notes_after_tap(notes: str, symbol: int, symbols: int) -> str:
    """The notes after a tap on a symbol, which is chosen then if it may be in; empty if no mark is left."""
    now, places = list(marks(notes, symbols)), _places(notes)
    now[symbol] = AFTER[now[symbol]]
    noted = places.pop(symbol, "")
    if now[symbol] in HAS_PLACES:
        places[symbol] = noted
    return _written(now, places)


def notes_after_choice(notes: str, symbol: int, symbols: int) -> str:
    """The notes once that symbol is chosen, if it may be in."""
    now, places = marks(notes, symbols), _places(notes)
    if now[symbol] not in HAS_PLACES:
        return notes
    return _written(now, places | {symbol: places.pop(symbol, "")})


def notes_after_place(notes: str, symbol: int, place: int, symbols: int) -> str:
    """The notes after a tap on a place of a symbol; the same if that is not in by now."""
    notes = notes_after_choice(notes, symbol, symbols)
    if chosen(notes) != symbol:
        return notes
    places = _places(notes)
    now = list(_padded(places[symbol], max(len(places[symbol]), place + 1)))
    now[place] = PLACE_AFTER[now[place]]
    return _written(marks(notes, symbols), places | {symbol: _text(now)})


def _padded(noted: str, count: int) -> tuple[Mark, ...]:
    return tuple(map(Mark, noted.ljust(count, Mark.NONE.value)[:count])) if noted else (Mark.NONE,) * count


def _text(noted: list[Mark] | tuple[Mark, ...]) -> str:
    return "".join(mark.value for mark in noted).rstrip(Mark.NONE.value)


def _places(notes: str) -> dict[int, str]:
    """The marks of the places of each symbol that has some; the chosen one last."""
    entries = (entry.partition(":") for entry in notes.split("/")[1:])
    return {int(symbol): noted for symbol, _, noted in entries}


def _written(now: list[Mark] | tuple[Mark, ...], places: dict[int, str]) -> str:
    last = next(reversed(places), None)
    kept = (f"/{symbol}:{noted}" for symbol, noted in places.items() if noted or symbol == last)
    return "".join((_text(now), *kept))


def notes_of(person: int, notes: tuple[tuple[int, str], ...]) -> str:
    """The person's notes."""
    return dict(notes).get(person, "")


def with_notes(person: int, noted: str, notes: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """Everybody's notes, with these as the person's."""
    others = tuple(entry for entry in notes if entry[0] != person)
    return (*others, (person, noted)) if noted else others
