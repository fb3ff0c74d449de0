"""How texts are recorded: by key and values once, as if that were a language; and each once in each real language."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.app import texts
from bot.app.handlers.told_games import names_of_variants
from bot.app.model.options import GameOptions
from bot.app.screen import Screen

KEYS = "keys"
"""The language in which a text is its key and values: `‹note.others-on›`, `‹board.guesses count=5›`."""
AS_KEYS = "en"
"""What those say who read it, and whose words they type."""
EMPTY = re.compile(r"\{\w+\}")
LONGEST_TEXT, LONGEST_DATA, LONGEST_ANSWER = 4096, 64, 200
TAG = re.compile(r"<[^>]+>")


class Key(str):
    """A text that is its key and values."""

    __slots__ = ()

    def format_map(self, values: Any, /) -> str:
        said = "".join(f" {name}={value}" for name, value in values.items())
        return f"‹{self}{said}›"


class Heard(str):
    """A text of a real language that tells how it is rendered first."""

    __slots__ = ("key", "rendered")
    key: str
    rendered: dict[str, str]

    def format_map(self, values: Any, /) -> str:
        text = super().format_map(values)
        assert not EMPTY.search(text), f"{self.key} is not filled: {text}"
        self.rendered.setdefault(self.key, text)
        return text


class Keys:
    """A catalogue of nothing but keys."""

    def gettext(self, key: str) -> str:
        return Key(key)

    def ngettext(self, key: str, _keys: str, _count: int) -> str:
        return Key(key)


class Listening:
    """A real catalogue; what is rendered of it is heard."""

    def __init__(self, catalogue: Any, rendered: dict[str, str]) -> None:
        self._catalogue = catalogue
        self._rendered = rendered

    def gettext(self, key: str) -> str:
        return self._heard(key, self._catalogue.gettext(key))

    def ngettext(self, key: str, _keys: str, count: int) -> str:
        return self._heard(f"{key}[{self._catalogue.plural(count)}]", self._catalogue.ngettext(key, key, count))

    def _heard(self, key: str, text: str) -> str:
        if "{" in key:  # a form without words, the same in every language
            return text
        assert text != key, f"there is no text {key}"
        heard = Heard(text)
        heard.key, heard.rendered = key, self._rendered
        return heard


@contextmanager
def with_catalogues(change: Callable[[Any], Any]) -> Iterator[None]:
    """All texts come from catalogues that are changed so, but for what the process keeps: it is made before."""
    names_of_variants()
    GameOptions().but("classic")
    known = [texts.texts_in(language) for language in texts.LANGUAGES]
    before = [each._catalogue for each in known]
    try:
        for each in known:
            each._catalogue = change(each._catalogue)
        yield
    finally:
        for each, catalogue in zip(known, before, strict=True):
            each._catalogue = catalogue


def check(screen: Screen) -> None:
    """Telegram takes the screen."""
    assert _units(TAG.sub("", screen.html)) <= LONGEST_TEXT, screen.html
    for button in (button for row in screen.rows for button in row):
        assert button.text.strip(), screen.rows
        assert len((button.data or "").encode()) <= LONGEST_DATA, button


def check_answer(text: str) -> None:
    """Telegram takes the answer to a press."""
    assert _units(text) <= LONGEST_ANSWER, text


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
