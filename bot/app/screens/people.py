"""Makes names, remarks and other texts of people safe to show."""

import re
import unicodedata
from html import escape

from bot.app.texts import Html

# Makes names and other texts of people safe to show.

LONGEST = 32
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINER = "\u200d"
"""The zero-width joiner of composed emoji; the only invisible character that is kept."""
WORD_JOINER = "\u2060"
TAPPED = re.compile(r"([@#$.:]|(?<!<)/)(?=\w)")
"""Characters by which Telegram turns the next word into a link; no command begins after a `<`."""
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def shown_name(name: str) -> str:
    """The name on one line, of at most 32 characters, without invisible, reversing or linking characters."""
    kept = "".join(
        sign if sign == JOINER or unicodedata.category(sign) not in UNSEEN else " "
        for sign in name[: 4 * LONGEST].replace(WORD_JOINER, "")
    )
    short = " ".join(kept.split())[:LONGEST].strip(" " + JOINER) or "?"
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in short)
    untapped = not_to_be_tapped(short)
    return f"{FIRST_STRONG_ISOLATE}{untapped}{POP_ISOLATE}" if turns else untapped


def not_to_be_tapped(text: str) -> str:
    """The text, in which no link, name or command can be tapped."""
    return TAPPED.sub(rf"\1{WORD_JOINER}", text)


def mention(person: int, name: str) -> Html:
    """The name as a mention, which notifies them."""
    return Html(f'<a href="tg://user?id={person}">{escape(shown_name(name), quote=False)}</a>')


# Makes remarks of people safe to show.


def harmless(text: str) -> str:
    """The text on one line, without invisible, reversing or linking characters."""
    seen = "".join(sign if sign == JOINER or unicodedata.category(sign) not in UNSEEN else " " for sign in text)
    line = not_to_be_tapped(" ".join(seen.split()))
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in line)
    return f"{FIRST_STRONG_ISOLATE}{line}{POP_ISOLATE}" if turns else line
