"""What people see is what was recorded: every screen, button, answer and message that goes, in every language.

What is meant to change is recorded anew by `python -m tests.golden`; the difference is there to be read.
"""

from difflib import unified_diff

import pytest

from bot.app.texts import LANGUAGES
from tests.golden.recorded import RECORDED, file_of
from tests.golden.script import scenarios
from tests.golden.stage import recording

AROUND = 6
"""Lines of what is the same that a difference is shown with."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", scenarios())
async def test_nobody_sees_anything_else(name: str, language: str) -> None:
    before = file_of(name, language).read_text("utf-8").splitlines()
    now = (await recording(name, language)).splitlines()
    changes = list(unified_diff(before, now, "recorded", "now", lineterm="", n=AROUND))
    if changes:
        pytest.fail("\n".join([f"{name}, {language}:", *changes]), pytrace=False)


def test_every_recording_is_of_a_scenario() -> None:
    known = {file_of(name, language) for name in scenarios() for language in LANGUAGES}
    assert set(RECORDED.glob("*/*.txt")) == known
