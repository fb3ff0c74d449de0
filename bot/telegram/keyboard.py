"""Inline keyboards: rows of buttons, none of whose labels is cut off on the narrowest phones."""

import unicodedata
from functools import lru_cache
from math import ceil
from typing import Any

from bot.app.screen import Button, Row

Json = dict[str, Any]
NARROWEST = 261.0
"""Pixels for a row of buttons in a window of 320, as measured in the sandbox's page, whose sizes are Telegram's."""
BETWEEN, BESIDE = 4.0, 10.0
"""Pixels between two buttons, and for the edges of one."""
SIGN, SPACE = 20.0, 4.0
"""Pixels of an emoji, and of a space, in the font of the buttons."""
NARROW, WIDE = dict.fromkeys("iljtfrI1.,:;'!|()[]·‹›", 4.5), dict.fromkeys("mwMWЖШЩЮМФжшщюмф—", 12.0)
LATIN, LETTER = 7.6, 8.2
"""Pixels of other letters of ASCII, and of all others, on average."""

SHARED_WITH = ("allow_user_chats", "allow_group_chats")
"""The kinds of chats that Telegram offers when somebody shares a card."""


def inline_keyboard(rows: tuple[Row, ...]) -> Json:
    """Telegram's `InlineKeyboardMarkup`."""
    return {"inline_keyboard": [[_button(button) for button in row] for wide in rows for row in fitted(wide)]}


def fitted(row: Row) -> tuple[Row, ...]:
    """The row, or as many of equal length as its labels need."""
    needed = max((width_of(button.text) for button in row), default=0.0)
    most = next((count for count in range(len(row), 1, -1) if needed <= _share(count)), 1)
    length = ceil(len(row) / ceil(len(row) / most)) if row else 1
    return tuple(row[at : at + length] for at in range(0, len(row), length))


def _share(count: int) -> float:
    """The room for a label where so many buttons stand in a row."""
    return (NARROWEST - BETWEEN * (count - 1)) / count - BESIDE


@lru_cache(maxsize=2048)
def width_of(label: str) -> float:
    """About how wide a label is, in pixels."""
    return sum(map(_width, label))


def _width(sign: str) -> float:
    if sign.isspace():
        return SPACE
    category = unicodedata.category(sign)
    if category in {"So", "Cn"}:
        return SIGN
    if category in {"Mn", "Me", "Cf"}:
        return 0.0
    return NARROW.get(sign) or WIDE.get(sign) or (LATIN if sign.isascii() else LETTER)


def _button(button: Button) -> Json:
    style = {} if button.style is None else {"style": button.style}
    return {"text": button.text, **_effect(button), **style}


def _effect(button: Button) -> Json:
    if button.copies is not None:
        return {"copy_text": {"text": button.copies}}
    if button.opens is not None:
        return {"url": button.opens}
    if button.shares is not None:
        everywhere = dict.fromkeys(SHARED_WITH, True)
        return {"switch_inline_query_chosen_chat": {"query": button.shares, **everywhere}}
    return {"callback_data": button.data}
