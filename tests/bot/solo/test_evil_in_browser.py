"""The bot that keeps no secret, in real Chromium, on a phone, in every language."""

import pytest
from playwright.async_api import Browser

from solver.advice import advise
from solver.evil import hardest_reply, trail
from solver.feedback import History
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.reader import AT_LENGTH, reading

pytestmark = pytest.mark.asyncio(loop_scope="session")
MINI = VARIANTS["mini"]
EVIL = {"en": "evil", "uk": "лихий", "ru": "злой"}


@pytest.mark.costly
@AT_LENGTH
async def test_the_evil_bot_is_forced_to_give_in(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await window.writes(f"/play {EVIL[language]} mini")
        await reader.sees("board.evil")
        await reader.looks_well()
        history: History = ()
        while not history or history[-1][1].bulls < MINI.length:
            guess = advise(MINI, history).guess
            history = (*history, (guess, hardest_reply(MINI, history, guess)))
            await window.writes(MINI.format(guess))
            await window.sees(f"{len(history)}. {MINI.format(guess)}")
            await reader.looks_well()
        found = trail(MINI, history)
        secret, path = MINI.format(guess), " → ".join(map(str, found.left))
        await reader.sees("end.evil", secret=secret)
        await reader.sees("end.trail", path=path, example=secret)
        await reader.presses("button.review")
        await reader.sees("review.title", variant=reader.texts.html("variant.mini"))
        await reader.looks_well()
        await reader.button("button.again").last.click()
        await reader.sees("board.evil")
        await reader.taps("4321", MINI)
        await window.sees("1. 4321")
        await reader.presses("button.resign", "button.yes-resign")
        await reader.sees("end.evil-resigned")
        await reader.looks_well()
