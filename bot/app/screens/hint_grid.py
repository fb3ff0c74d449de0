"""The grid of possible symbols, a row for each place."""

from html import escape
from unicodedata import east_asian_width

from bot.app.texts import Html, Texts
from solver.feedback import History
from solver.knowledge import Chance, Knowledge
from solver.variant import Variant

WIDEST = 12
"""Columns that fit on a phone; of larger alphabets only symbols that matter are shown."""
LONGEST = 30
"""Characters that fit on a phone's line; if gaps between symbols would exceed it, there are none."""
SURE = "✓"
NARROW, WIDE = "·", "➖"
"""The mark of impossible symbols, as wide as the symbols are."""


def grid_lines(known: Knowledge, variant: Variant, history: History, texts: Texts) -> list[Html]:
    """The grid, and below it the symbols that are certainly in the code or not."""
    shown = columns(known, variant, history)
    rows = "\n".join(_row(known, variant, place, shown) for place in range(variant.length))
    lines = [texts.html("hint.places"), Html(f"<pre>{escape(rows, quote=False)}</pre>")] if shown else []
    spoken_of = (
        _asked_symbols(history) | set(range(len(variant.alphabet)))
        if len(variant.alphabet) <= WIDEST
        else _asked_symbols(history)
    )
    for key, chance in (("hint.surely-in", Chance.CERTAIN), ("hint.surely-out", Chance.IMPOSSIBLE)):
        found = [symbol for symbol in sorted(spoken_of | set(shown)) if known.of(symbol) is chance]
        if found:
            lines.append(texts.html(key, symbols=" ".join(_cell_text(symbol, variant) for symbol in found)))
    if any(symbol not in spoken_of for symbol in range(len(variant.alphabet)) if symbol not in shown):
        lines.append(texts.html("hint.untried"))
    return lines


def columns(known: Knowledge, variant: Variant, history: History) -> tuple[int, ...]:
    """The symbols shown: all of a small alphabet; else the possible ones if they are few, or the guessed ones."""
    symbols = range(len(variant.alphabet))
    if len(symbols) <= WIDEST:
        return tuple(symbols)
    possible = [symbol for symbol in symbols if known.of(symbol) is not Chance.IMPOSSIBLE]
    if len(possible) <= WIDEST:
        return tuple(possible)
    asked = _asked_symbols(history)
    return tuple(symbol for symbol in possible if symbol in asked or known.of(symbol) is Chance.CERTAIN)


def is_wide(variant: Variant) -> bool:
    """Whether its symbols are as wide as two digits."""
    return any(east_asian_width(sign) == "W" for sign in variant.shown)


def _asked_symbols(history: History) -> set[int]:
    return {symbol for guess, _ in history for symbol in guess}


def _row(known: Knowledge, variant: Variant, place: int, shown: tuple[int, ...]) -> str:
    width, blank = (2, WIDE) if is_wide(variant) else (1, NARROW)
    cells = [blank if known.at(place, symbol) is Chance.IMPOSSIBLE else _cell_text(symbol, variant) for symbol in shown]
    is_sure = any(known.at(place, symbol) is Chance.CERTAIN for symbol in shown)
    gap = " " * (len("1│") + (width + 1) * len(shown) <= LONGEST)
    return f"{place + 1}│{gap.join(cells)}{f' {SURE}' * is_sure}"


def _cell_text(symbol: int, variant: Variant) -> str:
    return variant.show((symbol,))
