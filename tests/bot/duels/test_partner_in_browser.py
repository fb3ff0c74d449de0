"""Matches against the bot in real Chromium, on a phone, in every language: one is lost, the next one won."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.app.model.options import LEVELS
from bot.app.screens.arranging import partners_name
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.test_partner import number_of_the_bot
from tests.bot.reader import AT_LENGTH, Reader, reading
from tests.sandbox.page.stage import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
SOON_BROKEN, OUT_OF_THE_WAY = "0125", "9876"
"""The expert breaks the one in three guesses; the beginner does not come near the other in two."""
MISSES = ("5678", "6789", "7895", "8956")
BEGINNER = {"en": "beginner", "uk": "новачок", "ru": "новичок"}


def typed(window: Window, code: str) -> Locator:
    """What the person has written that begins so."""
    return window.messages.filter(has_text=re.compile(rf"^{code}"))


def _of_level(rival: str, window: Window) -> Locator:
    """The button that chooses that level, on which its figure stands as well."""
    return window.page.get_by_role("button", name=re.compile(rf"^{rival} · \d"))


async def begin_against(rival: str, reader: Reader) -> None:
    """Choose a level from the list of all, and keep a secret that it breaks soon."""
    await reader.presses("menu.against", "menu.levels")
    for level in LEVELS:
        await expect(_of_level(partners_name(level, reader.texts), reader.window)).to_be_visible()
    await reader.looks_well()
    await _of_level(rival, reader.window).click()
    await reader.window.sees("🤫")
    await reader.looks_well()
    await reader.window.writes(SOON_BROKEN)
    await reader.sees("match.with", name=rival)
    await expect(typed(reader.window, SOON_BROKEN)).to_have_count(0)


async def lose(rival: str, secret: str, reader: Reader) -> None:
    """Guess in vain until the rival has won."""
    for number, wrong in enumerate([code for code in MISSES if code != secret][:3], 1):
        await reader.window.writes(wrong)
        await expect(typed(reader.window, wrong)).to_have_count(1)
        await reader.window.sees(f"{number}. {wrong}")
        await reader.looks_well()
    await reader.sees("match.they-won", name=rival)
    await reader.sees("partner.number-held")


async def play_on(secret: str, reader: Reader) -> None:
    """Break the secret that is still held, though the match is lost."""
    await reader.presses("button.play-on")
    await reader.counts("board.guesses", 3)
    await reader.looks_well()
    await reader.window.writes(secret)
    await reader.sees("end.solved", secret=secret)
    await reader.looks_well()


async def win(secret: str, reader: Reader) -> None:
    """Break the secret with the second guess."""
    wrong = next(code for code in MISSES if code != secret)
    for number, guess in enumerate((wrong, secret), 1):
        await reader.window.writes(guess)
        await reader.window.sees(f"{number}. {guess}")
    await reader.sees("match.you-won")
    await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_a_match_is_lost_and_the_next_one_won(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, rival = reader.window, partners_name("expert", reader.texts)
        await begin_against(rival, reader)
        secret = number_of_the_bot(stage, reader.person)
        await lose(rival, secret, reader)
        await play_on(secret, reader)
        await window.writes(f"/match {BEGINNER[language]}")
        await window.sees("🤫")
        await reader.taps(OUT_OF_THE_WAY, CLASSIC)
        await window.sees("👉")
        await win(number_of_the_bot(stage, reader.person), reader)
        await reader.button("button.review").last.click()
        await reader.sees_picture("review.title", variant=reader.texts.html("variant.classic"))
        await reader.looks_well()
        await reader.button("button.next-level", level=reader.texts.plain("level.casual")).click()
        await window.sees("🤫")  # below what they look at: the button stands above the review
        assert await window.cut_labels() == []
