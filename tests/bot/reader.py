"""Somebody who reads one language, at a phone in real Chromium; what they see and press is named by its key."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.app.texts import Texts, texts_in
from sandbox.client import Person
from solver.variant import Variant
from tests.bot.conftest import Stage
from tests.bot.solo.test_in_browser import window_of
from tests.distribution import costly_but
from tests.sandbox.page.stage import PHONE, Window

NAMES = {"en": "Alice", "uk": "Олена", "ru": "Вера"}
EVERY_LANGUAGE = pytest.mark.parametrize("language", NAMES)
AT_LENGTH = pytest.mark.parametrize("language", costly_but(("uk",), NAMES))
"""The same for what takes long: two of them for `make test-all` alone."""
DARK = "uk"
TAG = re.compile(r"</?\w+>")
"""Of what is shown; a `<` that is meant as such is written otherwise."""


@dataclass(frozen=True)
class Reader:
    """A person, the window in which they look at the bot's chat, and the words of their language."""

    person: Person
    window: Window
    texts: Texts

    def button(self, key: str, **values: Any) -> Locator:
        return self.window.button(self.texts.plain(key, **values))

    async def presses(self, *keys: str) -> None:
        """Press the buttons with these words, one after the other."""
        for key in keys:
            await self.button(key).click()

    async def sees(self, key: str, **values: Any) -> None:
        await self.window.sees(bare(self.texts.html(key, **values)))

    async def counts(self, key: str, count: int, **values: Any) -> None:
        """Wait until these words on so many things stand there."""
        await self.window.sees(bare(self.texts.counted(key, count, **values)))

    async def taps(self, code: str, variant: Variant, letters: str = "") -> None:
        """Key a code in on the keypad, reading each time what stands there by now, and send it."""
        shown = [variant.show((symbol,)) for symbol in variant.parse(code)]
        for at, symbol in enumerate(shown):
            await self.window.button(
                f"{symbol} {letters[variant.alphabet.index(code[at])]}" if letters else symbol
            ).click()
            await self.window.sees(f"✍️ {' '.join(shown[: at + 1])}")
        await self.window.button("✓").click()

    async def looks_well(self) -> None:
        """No label is cut off, nothing sticks out, and the newest line is in sight."""
        cut = await self.window.cut_labels()
        assert not cut, cut
        assert await self.window.is_at_the_bottom()
        assert await self.window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    async def sees_picture(self, key: str, **values: Any) -> None:
        """Wait until a picture stands there that says these words, and has been painted."""
        said = self.window.message(bare(self.texts.html(key, **values)))
        painted = said.locator(".photo img")
        await expect(painted).to_be_visible()
        assert await painted.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 0


def bare(html: str) -> str:
    """The text without its tags, as it is read."""
    return unescape(TAG.sub("", html))


@asynccontextmanager
async def reading(browser: Browser, stage: Stage, language: str) -> AsyncIterator[Reader]:
    """Somebody new who has greeted the bot; some of them look at it in the dark."""
    person = await stage.sandbox.person(NAMES[language], language)
    await person.send("/rules")
    await person.presses(texts_in(language).plain("menu.back"))
    async with window_of(browser, stage, person, person.id, PHONE, dark=language == DARK) as window:
        reader = Reader(person, window, texts_in(language))
        await reader.sees("home.hello", name=person.name)
        yield reader
