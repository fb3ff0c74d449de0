"""The keypad: the variant's symbols in short rows, then erase and send."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from bot.app.buttons import Press
from bot.app.model.hints import Mark, marks
from bot.app.screen import Button, Row, button
from bot.app.screens.board import letters_of
from bot.app.texts import Html, Texts
from solver.variant import Variant

WIDEST = 6
"""Keys on a row at most; all rows have the same length."""
EMPTY = "·"
NOTED = {Mark.NONE: "", Mark.OUT: "✗", Mark.MAYBE: "?", Mark.IN: "✓"}
"""Before the symbol on its key."""
ERASE, SUBMIT = "⌫", "✓"


@dataclass(frozen=True, slots=True)
class Keys:
    """What the keys of a keypad do."""

    symbol: Callable[[str], Press]
    """The press of a symbol."""
    erase: Press
    submit: Press


def keypad_rows(draft: str, variant: Variant, keys: Keys, texts: Texts, noted: str = "") -> tuple[Row, ...]:
    """The keypad's buttons. Symbols that cannot be used again are shown as a dot, all others as they are `noted`.

    The letter to type for a symbol is beside it, if it is another one.
    """
    letters = letters_of(variant, texts)
    noted_as = dict(zip(variant.alphabet, marks(noted, len(variant.alphabet)), strict=True))

    def key_text(symbol: str) -> str:
        if symbol in draft and not variant.repeats:
            return EMPTY
        letter = f" {letters[variant.alphabet.index(symbol)]}" if letters else ""
        return NOTED[noted_as[symbol]] + _key_text(symbol, variant) + letter

    shown = [button(key_text(symbol), keys.symbol(symbol)) for symbol in phone_order(variant.alphabet)]
    return (*in_rows(shown, WIDEST), (button(ERASE, keys.erase), button(SUBMIT, keys.submit)))


def in_rows(keys: list[Button], widest: int) -> tuple[Row, ...]:
    """The keys in rows of equal length, none longer than `widest`."""
    width = ceil(len(keys) / ceil(len(keys) / widest))
    return tuple(tuple(keys[at : at + width]) for at in range(0, len(keys), width))


def phone_order(alphabet: str) -> str:
    """The alphabet in the order of a phone's keypad: zero last."""
    return alphabet[1:] + alphabet[0] if alphabet.startswith("0") else alphabet


def draft_line(draft: str, variant: Variant) -> str:
    """The draft, with a dot for each empty place: `0 1 · ·`."""
    shown = [_key_text(symbol, variant) for symbol in draft]
    return " ".join(shown + [EMPTY] * (variant.length - len(shown)))


def draft_shown(draft: str, variant: Variant, texts: Texts) -> Html | None:
    """The draft as a line of the board; None where nothing has been tapped."""
    return texts.html("board.draft", draft=draft_line(draft, variant)) if draft else None


def _key_text(symbol: str, variant: Variant) -> str:
    return variant.show((variant.alphabet.index(symbol),))
