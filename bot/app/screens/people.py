"""Makes names, remarks and other texts of people safe to show."""

import re
import unicodedata
from functools import lru_cache
from html import escape

from bot.app.texts import Html

# Makes names and other texts of people safe to show.

LONGEST = 32
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
MOST_MARKS = 2
"""Of marks above and below one letter; with more of them a name would run over the lines beside it."""
JOINER = "\u200d"
"""The zero-width joiner of composed emoji; the only invisible character that is kept."""
WORD_JOINER = "\u2060"
TAPPED = re.compile(r"([@#$.:]|(?<!<)/)(?=\w)")
"""Characters by which Telegram turns the next word into a link; no command begins after a `<`."""
NAMELESS = "?"
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


@lru_cache(maxsize=4096)
def shown_name(name: str) -> str:
    """The name on one line, of at most 32 characters, without invisible, reversing or linking characters.

    A question mark where nothing is left of it that could be seen.
    """
    kept, marks = "", 0
    for sign in name[: 4 * LONGEST].replace(WORD_JOINER, ""):
        category = unicodedata.category(sign)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            is_seen = sign == JOINER or (category not in UNSEEN and sign not in BLANK)
            kept += sign if is_seen else " "
    short = " ".join(kept.split())[:LONGEST].strip(" " + JOINER)
    if all(sign in f" {JOINER}" or unicodedata.category(sign) in {"Mn", "Me"} for sign in short):
        return NAMELESS
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
