"""The keypad: the variant's symbols in short rows, then erase and send."""

from collections.abc import Callable
from math import ceil

from bot.app.buttons import Press
from bot.app.screen import Button, Row, button
from bot.app.screens.variant import letters_of
from bot.app.texts import Texts
from solver.variant import Variant

WIDEST = 6
"""Keys on a row at most; all rows have the same length."""
EMPTY = "·"
ERASE, SUBMIT = "⌫", "✓"


def draft_line(draft: str, variant: Variant) -> str:
    """The draft, with a dot for each empty place: `0 1 · ·`."""
    shown = [_key_text(symbol, variant) for symbol in draft]
    return " ".join(shown + [EMPTY] * (variant.length - len(shown)))


def keypad_rows(
    draft: str, variant: Variant, key: Callable[[str], Press], erase: Press, submit: Press, texts: Texts
) -> tuple[Row, ...]:
    """The keypad's buttons; `key`: the press of a symbol. Symbols that cannot be used again are shown as a dot.

    The letter to type for a symbol is beside it, if it is another one.
    """
    letters = letters_of(variant, texts)

    def key_text(symbol: str) -> str:
        if symbol in draft and not variant.repeats:
            return EMPTY
        return _key_text(symbol, variant) + (f" {letters[variant.alphabet.index(symbol)]}" if letters else "")

    keys = [button(key_text(symbol), key(symbol)) for symbol in phone_order(variant.alphabet)]
    return (*in_rows(keys, WIDEST), (button(ERASE, erase), button(SUBMIT, submit)))


def _key_text(symbol: str, variant: Variant) -> str:
    return variant.show((variant.alphabet.index(symbol),))


def in_rows(keys: list[Button], widest: int) -> tuple[Row, ...]:
    """The keys in rows of equal length, none longer than `widest`."""
    width = ceil(len(keys) / ceil(len(keys) / widest))
    return tuple(tuple(keys[at : at + width]) for at in range(0, len(keys), width))


def phone_order(alphabet: str) -> str:
    """The alphabet in the order of a phone's keypad: zero last."""
    return alphabet[1:] + alphabet[0] if alphabet.startswith("0") else alphabet
