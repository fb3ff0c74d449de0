"""What tests of invented entries share: texts of their own, and a person who presses what they read."""

import io
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from bot.app import texts
from bot.app.language import LOCALES
from tests.bot.inside import Inside


@contextmanager
def added(words: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Each key has that text, behind the name of the language, in every language until this ends."""
    locales = folder / "locales"
    shutil.copytree(LOCALES, locales)
    for language in texts.LANGUAGES:
        file = locales / language / texts.FILE
        catalogue = read_po(io.BytesIO(file.read_bytes()), locale=language)
        for key, text in words.items():
            catalogue.add(key, f"{language} {text}")
        with file.open("wb") as written:
            write_po(written, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "LOCALES", locales)
        texts.texts_in.cache_clear()
        yield
    texts.texts_in.cache_clear()


async def board(bot: Inside) -> str:
    """What the game that is on shows."""
    game = await bot.board_game()
    assert game is not None
    return bot.screens[f"game:{game.id}"][1].html


def labels(bot: Inside, slot: str = "menu") -> list[str]:
    """All that can be pressed there."""
    return [button.text for row in bot.screens[slot][1].rows for button in row]


async def presses(bot: Inside, label: str) -> None:
    """Press the button with that label; if it stands on several screens, on the one that came last."""
    slot, data = next(
        (slot, button.data)
        for slot, (_, screen) in reversed(bot.screens.items())
        for row in screen.rows
        for button in row
        if button.text == label and button.data
    )
    await bot.presses(data, slot)
