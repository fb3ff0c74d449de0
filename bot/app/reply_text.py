"""Feedback as people type it: `1B2C`, `12`, `1 2`, `1🐂 2🐄`, `1 bull 2 cows`, also in Ukrainian and Russian."""

import re
import unicodedata

from solver.feedback import Feedback

LONGEST = 64
BULLS = re.compile(r"[bбв🐂🐃]|bulls?|бик(?:и|а|ів)?|бык(?:и|а|ов)?")
COWS = re.compile(r"[cсkк🐄🐮]|cows?|коров(?:а|и|ы)?|корів")
"""B and C also as the Cyrillic letters that look like them."""
BARE = re.compile(r"(\d)[\s.,:;+/\\-]*(\d)")
UNIT = r"(\d)\s*([^\W\d_]+|[🐂🐃🐄🐮])"
WITH_UNITS = re.compile(rf"{UNIT}(?:[\s.,;:+/\\-]*(?:\b(?:and|і|й|та|и)\s+)?{UNIT})?[\s.!]*")


def reply_in(text: str) -> Feedback | None:
    """The bulls and cows that somebody means by `text`; None if it says something else. Digits may be of any script."""
    if len(text) > LONGEST:
        return None
    plain = "".join(map(_plain, unicodedata.normalize("NFKC", text))).strip().lower()
    if bare := BARE.fullmatch(plain):
        return Feedback(int(bare[1]), int(bare[2]))
    told = WITH_UNITS.fullmatch(plain)
    return None if told is None else _counted(told.groups())


def _counted(told: tuple[str | None, ...]) -> Feedback | None:
    """Each number with what it counts; what is not named is none."""
    counts: dict[str, int] = {}
    for number, unit in zip(told[::2], told[1::2], strict=True):
        if number is None or unit is None:
            continue
        kind = "bulls" if BULLS.fullmatch(unit) else "cows" if COWS.fullmatch(unit) else ""
        if not kind or kind in counts:
            return None
        counts[kind] = int(number)
    return Feedback(counts.get("bulls", 0), counts.get("cows", 0))


def _plain(character: str) -> str:
    if character in "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}":
        return ""
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
