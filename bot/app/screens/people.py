"""Makes names, remarks and other texts of people safe to show."""

import re
import unicodedata
from functools import lru_cache
from html import escape

from bot.app.texts import JOINER, MARKS, Html, visible

# Makes names of people safe to show.

LONGEST_NAME = 32
"""Columns of a name; a wide sign takes two of them."""
MOST_SIGNS = 64
"""As many as Telegram has in the first name of anybody."""
MOST_JOINED = 4
"""Pictures that are joined to one, as those of a family are; more would stand side by side."""
PICTURE, SIGN = "So", "Sk"
"""The categories of pictures, and of the colours of skin behind them."""
FLAGS = {chr(letter) for letter in range(0x1F1E6, 0x1F200)}
"""Letters of which two make a flag."""
SPACING = "Mc"
"""The category of marks that take a column, and belong to the letter before them."""
SKIN = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
WIDENED = "\ufe0f"
"""Makes the picture before it a wide one."""
WORD_JOINER = "\u2060"
TAPPED = re.compile(r"([@#$.:]|(?<!<)/)(?=\w)")
"""Characters by which Telegram turns the next word into a link; no command begins after a `<`."""
NAMELESS = "?"
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


@lru_cache(maxsize=4096)
def shown_name(name: str, most: int = LONGEST_NAME) -> str:
    """The name on one line, in at most so many columns, without invisible, reversing or linking characters.

    What is cut ends in `…`. A question mark where nothing is left of it that could be seen.
    """
    line = " ".join(visible(name[: 4 * LONGEST_NAME].replace(WORD_JOINER, "")).split()).strip(" " + JOINER)
    short = line
    if _fitting(line, most) < len(line):
        short = f"{line[: _fitting(line, most - 1)].rstrip(f' {JOINER}')}…"
    if all(sign in f" …{JOINER}" or unicodedata.category(sign) in MARKS for sign in short):
        return NAMELESS
    return _untapped(short)


def on_a_button(name: str, most: int) -> str:
    """The same in at most so many characters."""
    return shown_name(name if len(name) <= most else f"{name[: most - 1]}…")


def _fitting(line: str, most: int) -> int:
    """How many of its signs fit into so many columns; of a cluster, which is one wide sign, all or none."""
    taken, width, pictures, begins, before = 0, 0, 0, 0, ""
    for at, sign in enumerate(line):
        category, is_wide = unicodedata.category(sign), unicodedata.east_asian_width(sign) in {"W", "F"}
        follows = before == JOINER or (sign in SKIN and unicodedata.category(before or " ") == PICTURE)
        if category in MARKS or sign == JOINER:
            widens = sign == WIDENED and width == 1
            taken, width = taken + widens, width + widens
        elif category == SPACING or (sign in FLAGS and before in FLAGS and at == begins + 1):
            taken += 1
        elif not (follows and category in {PICTURE, SIGN} and pictures < MOST_JOINED):
            width, pictures, begins = 1 + is_wide, 0, at
            taken += width
        pictures += category == PICTURE
        if taken > most or at == MOST_SIGNS:
            return begins
        before = sign
    return len(line)


def not_to_be_tapped(text: str) -> str:
    """The text, in which no link, name or command can be tapped."""
    return TAPPED.sub(rf"\1{WORD_JOINER}", text)


def mention(person: int, name: str) -> Html:
    """The name as a mention, which notifies them."""
    return Html(f'<a href="tg://user?id={person}">{escape(shown_name(name), quote=False)}</a>')


# Makes what people say safe to show.


def harmless(text: str, *, lines: int = 1) -> str:
    """The text on so many lines, one or two, without invisible, reversing or linking characters."""
    said = [line for each in visible(text.replace(WORD_JOINER, "")).split("\n") if (line := " ".join(each.split()))]
    kept = said if len(said) <= lines else [*said[: lines - 1], " ".join(said[lines - 1 :])]
    return "\n".join(map(_untapped, kept))


def _untapped(line: str) -> str:
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in line)
    untapped = not_to_be_tapped(line)
    return f"{FIRST_STRONG_ISOLATE}{untapped}{POP_ISOLATE}" if turns else untapped
