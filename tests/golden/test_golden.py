"""What people see is what was recorded: every screen, button, answer and message that goes, and every text.

What is meant to change is recorded anew by `python -m tests.golden`; the difference is there to be read.
"""

from difflib import unified_diff

import pytest

from bot.app.texts import LANGUAGES
from tests.golden.script import RECORDED, file_of, key_of, scenarios, texts_of, texts_recorded
from tests.golden.stage import recording, texts_heard


def compare(before: list[str], now: list[str], about: str) -> None:
    if changes := list(unified_diff(before, now, "recorded", "now", lineterm="", n=6)):
        pytest.fail("\n".join([f"{about}:", *changes]), pytrace=False)


@pytest.mark.parametrize("name", scenarios())
async def test_nobody_sees_anything_else(name: str) -> None:
    compare(file_of(name).read_text("utf-8").splitlines(), (await recording(name)).splitlines(), name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", scenarios())
async def test_every_text_is_as_it_was(name: str, language: str) -> None:
    """Each where it comes first, filled, in the plural that its number asks for, and not too long for Telegram."""
    recorded = texts_recorded(language)
    ours = {key_of(line) for line in recorded[name]}
    others = {key_of(line) for lines in recorded.values() for line in lines} - ours
    now = [line for line in await texts_heard(name, language) if key_of(line) not in others]
    compare(recorded[name], now, f"{name}, {language}")


def test_every_recording_is_of_a_scenario() -> None:
    assert set(RECORDED.glob("**/*.txt")) == {*map(file_of, scenarios()), *map(texts_of, LANGUAGES)}
