"""What the Mini App's page shows, as JSON: a board of tiles, or a screen as it stands in the chat; why it shows none.

First what is shown, then tiles, buttons and the page's own words. Nothing but what the reader may see goes into it: a
kind makes its tiles of what `seen_by` leaves.
"""

from dataclasses import dataclass
from typing import Any

from bot.app.model.hints import Mark, marks
from bot.app.screen import Button, Row, Screen
from bot.app.screens.board import feedback_in, letters_of
from bot.app.screens.keypad import phone_order
from bot.app.texts import Html, Texts
from bot.game.model import Turn
from solver.variant import Code, Variant

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """A board on which one person guesses codes."""

    title: Html
    below: Html
    """All that the board says besides the turns."""
    rows: tuple[Row, ...] = ()
    variant: Variant
    turns: tuple[Turn, ...]
    noted: str = ""
    stakes: tuple[str, ...] = ()
    """What is earned by breaking it with the first guess, the second, and so on, as far as it earns something."""
    is_over: bool = False
    is_solved: bool = False
    guess: str = ""
    """The callback data of a guess, without the code; empty: none may be made."""
    note: str = ""
    """The callback data of a note, without the symbol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the page shows of one game. `version`: changes whenever what is shown may have changed."""

    version: str
    game: str
    screen: Screen
    tiles: Tiles | None = None
    begins: str = ""
    """The callback data by which the game is begun that is shown; empty: it is on, or over."""
    may_write: bool = True
    """Whether the bot may write to the person."""


class Refusal(Exception):
    """Nothing is shown to the person. `code`: for the page; `text`: for them."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


ROWS = 7
"""Rows that are drawn at least: perfect play of the classic game needs no more."""


def view_written(view: View, texts: Texts) -> Json:
    """The view as the page reads it."""
    return {
        "version": view.version,
        "game": view.game,
        "begin": view.begins,
        "writes": view.may_write,
        "screen": {"html": str(view.screen.html), "rows": [_row(row) for row in view.screen.rows]},
        "board": None if view.tiles is None else _board(view.tiles, texts),
    }


def _row(row: Row) -> list[Json]:
    return [_button(button) for button in row]


def _button(button: Button) -> Json:
    does = {"data": button.data, "url": button.opens, "shares": button.shares, "copies": button.copies}
    told = does | {"style": button.style}
    return {"text": button.text, **{name: value for name, value in told.items() if value}}


# Tiles.


def _board(tiles: Tiles, texts: Texts) -> Json:
    return {
        "title": str(tiles.title),
        "below": str(tiles.below),
        "length": tiles.variant.length,
        "repeats": tiles.variant.repeats,
        "keys": _keys(tiles, texts),
        "turns": [_turn(turn, tiles.variant, texts) for turn in tiles.turns],
        "rows": ROWS,
        "stakes": tiles.stakes,
        "over": tiles.is_over,
        "won": tiles.is_solved,
        "guess": tiles.guess,
        "note": tiles.note,
    }


MARKS = {Mark.NONE: "", Mark.OUT: "out", Mark.MAYBE: "maybe", Mark.IN: "in"}
ALOUD = "words"
"""The style in which a screen reader reads feedback."""


def _keys(tiles: Tiles, texts: Texts) -> list[Json]:
    """The keys in the order in which they stand."""
    variant = tiles.variant
    noted, typed = marks(tiles.noted, len(variant.alphabet)), letters_of(variant, texts)
    return [
        {
            "place": place,
            "sign": variant.show((place,)),
            "typed": typed[place] if typed else "",
            "mark": MARKS[noted[place]],
            "said": _key_said(variant.show((place,)), noted[place], texts),
        }
        for place in map(variant.alphabet.index, _in_order(variant.alphabet))
    ]


KEYBOARDS = ("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзхїфівапролджєґячсмитьбю", "йцукенгшщзхъфывапролджэячсмитьбю")
"""The letters of whole alphabets as they stand on keyboards."""


def _in_order(alphabet: str) -> str:
    """The symbols in the order in which people look for them."""
    return next((keys for keys in KEYBOARDS if set(keys) == set(alphabet.lower())), "") or phone_order(alphabet)


def _key_said(sign: str, mark: Mark, texts: Texts) -> str:
    return sign if mark is Mark.NONE else f"{sign}, {texts.plain(f'app.{MARKS[mark]}')}"


def _turn(turn: Turn, variant: Variant, texts: Texts) -> Json:
    return {
        "signs": signs_of(turn.guess, variant),
        "places": turn.guess,
        "bulls": turn.feedback.bulls,
        "cows": turn.feedback.cows,
        "said": f"{variant.show(turn.guess)}: {feedback_in(ALOUD, turn.feedback, texts)}",
    }


def signs_of(code: Code, variant: Variant) -> list[str]:
    """The symbols of a code, each as it is shown."""
    return [variant.show((symbol,)) for symbol in code]


# What the page alone says.

WORDS = ("back", "offline", "closed", "guess", "erase", "hold", "empty", "reload", "wait")


def words_in(texts: Texts) -> dict[str, str]:
    """The page's own words, and in which language they are."""
    return {word: texts.plain(f"app.{word}") for word in WORDS} | {"lang": texts.language}
