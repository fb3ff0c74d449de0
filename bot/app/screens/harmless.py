"""Makes remarks of people safe to show."""

import unicodedata

from bot.app.screens.name import FIRST_STRONG_ISOLATE, JOINER, POP_ISOLATE, UNSEEN, not_to_be_tapped


def harmless(text: str) -> str:
    """The text on one line, without invisible, reversing or linking characters."""
    seen = "".join(sign if sign == JOINER or unicodedata.category(sign) not in UNSEEN else " " for sign in text)
    line = not_to_be_tapped(" ".join(seen.split()))
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in line)
    return f"{FIRST_STRONG_ISOLATE}{line}{POP_ISOLATE}" if turns else line
