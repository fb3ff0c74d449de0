"""Reads feedback as people type it: `1B2C`, `12`, `1 2`, `1🐂 2🐄`, `1 bull 2 cows`, in words of any language."""

import re
import unicodedata

from bot.app.language import alternatives, plain, vocabulary
from solver.feedback import Feedback

LONGEST = 64
BULLS, COWS = "bulls", "cows"
COUNTED = vocabulary("reply")
PICTURES = {"🐂": BULLS, "🐃": BULLS, "🐄": COWS, "🐮": COWS}
BARE = re.compile(r"(\d)[\s.,:;+/\\-]*(\d)")
UNIT = rf"(\d)\s*({alternatives(COUNTED.words() | PICTURES.keys())})"
WITH_UNITS = re.compile(rf"{UNIT}(?:[\s.,;:+/\\-]*(?:\b(?:{vocabulary('list').pattern('and')})\s+)?{UNIT})?[\s.!]*")


def reply_in(text: str, language: str = "") -> Feedback | None:
    """The feedback in `text`; None if it is something else.

    Digits may be of any script, words of any language; the reader's own language comes first.
    """
    if len(text) > LONGEST:
        return None
    typed = plain("".join(map(_digit, unicodedata.normalize("NFKC", text)))).strip()
    if bare := BARE.fullmatch(typed):
        return Feedback(int(bare[1]), int(bare[2]))
    counted = WITH_UNITS.fullmatch(typed)
    return None if counted is None else _feedback(counted.groups(), language)


def _feedback(counted: tuple[str | None, ...], language: str) -> Feedback | None:
    """The feedback of numbers with what they count; a missing one is 0. None if both count the same."""
    counts: dict[str, int] = {}
    for number, unit in zip(counted[::2], counted[1::2], strict=True):
        if number is None or unit is None:
            continue
        kind = PICTURES.get(unit) or COUNTED.meaning(unit, language)
        if kind is None or kind in counts:
            return None
        counts[kind] = int(number)
    return Feedback(counts.get(BULLS, 0), counts.get(COWS, 0))


def _digit(character: str) -> str:
    if character in "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}":
        return ""
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
