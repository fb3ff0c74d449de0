"""What the bot sends, as it is read."""

import json
import re
from dataclasses import dataclass
from html import unescape
from typing import Any

TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Screen:
    """What the bot sent: its text as HTML, and what its buttons say."""

    text: str
    labels: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All that can be read on it."""
        return "\n".join((unescape(TAG.sub("", self.text)), *self.labels))


def screen_of(given: dict[str, Any]) -> Screen:
    """The screen that a call of the Bot API sends."""
    markup = given.get("reply_markup") or {}
    keyboard = (json.loads(markup) if isinstance(markup, str) else markup).get("inline_keyboard", [])
    text = str(given.get("text") or given.get("caption") or "")
    return Screen(text, tuple(button["text"] for row in keyboard for button in row))
