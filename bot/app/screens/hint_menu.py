"""The buttons of hints and notes."""

from collections.abc import Callable

from bot.app.advice.hints import HintResult, choices
from bot.app.model.hint import Asked
from bot.app.model.notes import Mark, marks
from bot.app.screen import Button, Row
from bot.app.screens.keypad import WIDEST, in_rows, phone_order
from bot.app.screens.variant import beside
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

Does = Callable[[str, str], Button]
"""Makes a button of a text and an argument."""
BACK, MENU, OPEN, CLEAR = "back", "menu", "open", "clear"
SIGNS = {Mark.NONE: "", Mark.OUT: "❌", Mark.MAYBE: "❓", Mark.IN: "✅"}
WIDEST_OF_LETTERS = 7


def menu_rows(result: HintResult | None, does: Does, texts: Texts, address: str | None = None) -> tuple[Row, ...]:
    """Buttons for further hints, two on a row. `address`: a link to the position, to be shared with friends."""
    offered = choices(result) if result is not None else (Asked.COUNT,)
    buttons = [does(texts.plain(f"ask.{what.value}"), what.value) for what in offered]
    rows = [tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2)]
    friends = () if address is None else (Button(texts.plain("button.ask-friends"), copies=address),)
    return (*rows, (*friends, does(texts.plain("button.hint-back"), BACK)))


def note_rows(noted: str, variant: Variant, does: Does, texts: Texts, *, marked: bool) -> tuple[Row, ...]:
    """A button for each symbol in the order of the keypad, with its mark where only one person looks."""
    shown = marks(noted if marked else "", len(variant.alphabet))
    symbols = [variant.alphabet.index(sign) for sign in phone_order(variant.alphabet)]
    keys = [
        does(f"{variant.show((symbol,))}{beside((symbol,), variant, texts)}{SIGNS[shown[symbol]]}", str(symbol))
        for symbol in symbols
    ]
    rows = in_rows(keys, WIDEST_OF_LETTERS if variant.words else WIDEST)
    clear = (does(texts.plain("button.notes-clear"), CLEAR),) if noted and marked else ()
    return (*rows, (*clear, does(texts.plain("button.hint-back"), BACK)))


def note_line(noted: str, variant: Variant) -> Html:
    """The notes in a line; nothing without notes."""
    shown = marks(noted, len(variant.alphabet))
    groups = [
        f"{SIGNS[mark]} {' '.join(variant.show((symbol,)) for symbol, of in enumerate(shown) if of is mark)}"
        for mark in (Mark.IN, Mark.MAYBE, Mark.OUT)
        if mark in shown
    ]
    return Html(f"📝 {'  '.join(groups)}") if groups else NOTHING
