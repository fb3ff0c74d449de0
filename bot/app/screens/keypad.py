"""The keypad: the variant's symbols in rows of five, then erase and send."""

from bot.app.buttons import BoardPress, OnBoard
from bot.app.screens.screen import Button, Row, button
from bot.app.table import Table
from solver.variant import Variant

PER_ROW = 5
EMPTY = "·"
ERASE, SUBMIT = "⌫", "✓"


def draft_line(draft: str, variant: Variant) -> str:
    """What has been typed so far, with a dot for each place that is still empty: `0 1 · ·`."""
    return " ".join(draft.ljust(variant.length, EMPTY))


def keypad_rows(table: Table, draft: str) -> tuple[Row, ...]:
    """The keypad's buttons. Symbols that stand in `draft` show as a dot."""
    variant, turn = table.game.variant, len(table.game.turns)

    def key(symbol: str) -> Button:
        return button(EMPTY if symbol in draft else symbol, BoardPress(OnBoard.DIGIT, table.id, turn, symbol))

    keys = [key(symbol) for symbol in _phone_order(variant.alphabet)]
    rows = [tuple(keys[at : at + PER_ROW]) for at in range(0, len(keys), PER_ROW)]
    erase = button(ERASE, BoardPress(OnBoard.ERASE, table.id, turn))
    submit = button(SUBMIT, BoardPress(OnBoard.SUBMIT, table.id, turn))
    return (*rows, (erase, submit))


def _phone_order(alphabet: str) -> str:
    """Zero comes last, as on a keyboard."""
    return alphabet[1:] + alphabet[0] if alphabet.startswith("0") else alphabet
