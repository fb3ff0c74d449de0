"""The buttons of hints and notes."""

from collections.abc import Callable

from bot.app.advice.hints import HintResult, choices
from bot.app.model.hint import Asked
from bot.app.model.notes import HAS_PLACES, Mark, chosen, marks, place_marks, placed
from bot.app.screen import Button, Row
from bot.app.screens.hint_grid import NARROW, is_wide
from bot.app.screens.keypad import WIDEST, in_rows, phone_order
from bot.app.screens.variant import beside
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

Does = Callable[[str, str], Button]
"""Makes a button of a text and an argument."""
BACK, MENU, OPEN, CLEAR = "back", "menu", "open", "clear"
CHOOSE = "at-"
"""Before a symbol: it is only chosen, and keeps its mark."""
SIGNS = {Mark.NONE: "", Mark.OUT: "❌", Mark.MAYBE: "❓", Mark.IN: "✅"}
PLACE_SIGNS = {Mark.NONE: "", Mark.OUT: "✗", Mark.IN: "✓"}
KEYCAP = "\ufe0f\u20e3"
"""Behind a digit: places look otherwise than symbols."""
WIDEST_OF_LETTERS = 7
WIDEST_OF_PLACES = 8


def menu_rows(result: HintResult | None, does: Does, texts: Texts, address: str | None = None) -> tuple[Row, ...]:
    """Buttons for further hints, two on a row. `address`: a link to the position, to be shared with friends."""
    offered = choices(result) if result is not None else (Asked.COUNT,)
    buttons = [does(texts.plain(f"ask.{what.value}"), what.value) for what in offered]
    rows = [tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2)]
    friends = () if address is None else (Button(texts.plain("button.ask-friends"), copies=address),)
    return (*rows, (*friends, does(texts.plain("button.hint-back"), BACK)))


def note_rows(noted: str, variant: Variant, does: Does, texts: Texts, *, marked: bool) -> tuple[Row, ...]:
    """A button for each symbol in the order of the keypad; where only one person looks, with marks and places."""
    noted = noted if marked else ""
    shown = marks(noted, len(variant.alphabet))

    def key(symbol: int) -> Button:
        is_only_chosen = shown[symbol] in HAS_PLACES and symbol != chosen(noted)
        text = f"{variant.show((symbol,))}{beside((symbol,), variant, texts)}{SIGNS[shown[symbol]]}"
        return does(text, f"{CHOOSE * is_only_chosen}{symbol}")

    keys = [key(variant.alphabet.index(sign)) for sign in phone_order(variant.alphabet)]
    rows = in_rows(keys, WIDEST_OF_LETTERS if variant.words else WIDEST)
    clear = (does(texts.plain("button.notes-clear"), CLEAR),) if noted else ()
    return (*rows, *_place_rows(noted, variant, does), (*clear, does(texts.plain("button.hint-back"), BACK)))


def _place_rows(noted: str, variant: Variant, does: Does) -> tuple[Row, ...]:
    """A button for each place of the chosen symbol."""
    symbol = chosen(noted)
    if symbol is None:
        return ()
    found = enumerate(place_marks(noted, symbol, variant.length))
    keys = [does(f"{place + 1}{KEYCAP}{PLACE_SIGNS[mark]}", f"{symbol}-{place}") for place, mark in found]
    return in_rows(keys, WIDEST_OF_PLACES)


def note_line(noted: str, variant: Variant) -> Html:
    """The notes in a line; nothing without notes."""
    shown = marks(noted, len(variant.alphabet))
    groups = [
        f"{SIGNS[mark]} {' '.join(variant.show((symbol,)) for symbol, of in enumerate(shown) if of is mark)}"
        for mark in (Mark.IN, Mark.MAYBE, Mark.OUT)
        if mark in shown
    ]
    return Html(f"📝 {'  '.join(groups)}") if groups else NOTHING


def place_lines(noted: str, variant: Variant, texts: Texts, *, asks: bool) -> list[Html]:
    """The grid: each symbol with the places that are noted. `asks`: also what the buttons of places are for."""
    rows = [f"{variant.show((symbol,))}│{_places_text(noted, symbol, variant.length)}" for symbol in placed(noted)]
    grid = "\n".join((_grid_head(variant), *rows))
    lines = [Html(f"<pre>{grid}</pre>")] if rows else []
    symbol = chosen(noted)
    if asks and symbol is not None:
        lines.append(texts.html("notes.places", symbol=variant.show((symbol,))))
    return lines


def _grid_head(variant: Variant) -> str:
    """The numbers of the places, above their signs."""
    numbers = "".join(str(place) for place in range(1, variant.length + 1))
    return f"{'  ' if is_wide(variant) else ' '}│{numbers}"


def _places_text(noted: str, symbol: int, length: int) -> str:
    return "".join(PLACE_SIGNS[mark] or NARROW for mark in place_marks(noted, symbol, length))
