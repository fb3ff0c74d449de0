"""A remark on a board: what is wrong with what was just sent, or cannot be done now."""

import unicodedata

from bot.app.texts import Html

SIGN = "⚠️"
SIGNS = {"So", "Sk"}
"""The categories of Unicode of signs and pictures."""


def remark_lines(note: Html) -> list[Html]:
    """The lines right below the guesses, or none. A note that begins with a sign of its own keeps that."""
    if not note:
        return []
    return [note if unicodedata.category(note[0]) in SIGNS else Html(f"{SIGN} {note}")]
