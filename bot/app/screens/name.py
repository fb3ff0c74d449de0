"""What people write, names above all, made safe to stand in a line of ours."""

import re
import unicodedata
from html import escape

from bot.app.texts import Html

LONGEST = 32
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINER = "\u200d"
"""Holds emoji of several parts together; the only unseen character that stays."""
WORD_JOINER = "\u2060"
TAPPED = re.compile(r"([@#$.:]|(?<!<)/)(?=\w)")
"""What makes Telegram turn the word after it into something to tap; behind a `<` no command begins."""
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def shown_name(name: str) -> str:
    """The name on one line, of at most 32 characters, without what hides or turns the text around it or is tapped."""
    kept = "".join(
        sign if sign == JOINER or unicodedata.category(sign) not in UNSEEN else " "
        for sign in name[: 4 * LONGEST].replace(WORD_JOINER, "")
    )
    short = " ".join(kept.split())[:LONGEST].strip(" " + JOINER) or "?"
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in short)
    untapped = not_to_be_tapped(short)
    return f"{FIRST_STRONG_ISOLATE}{untapped}{POP_ISOLATE}" if turns else untapped


def not_to_be_tapped(text: str) -> str:
    """The text with what looks like a link, a name or a command kept from being one."""
    return TAPPED.sub(rf"\1{WORD_JOINER}", text)


def mention(person: int, name: str) -> Html:
    """Their name as a link to them: where a message is sent with it, their phone rings."""
    return Html(f'<a href="tg://user?id={person}">{escape(shown_name(name), quote=False)}</a>')
