"""Reviews with their pictures, and links to positions, in real Chromium, on a phone, in every language."""

import pytest
from playwright.async_api import Browser, expect

from solver.advice import advise
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, Reader, bare, reading
from tests.bot.solo.hinted import left_by
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE
from tests.solver.games import history

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
START = {"en": "Start", "uk": "Почати", "ru": "Начать"}


async def play_and_review(title: str, stage: Stage, reader: Reader) -> None:
    """Win a game with the third guess, and read its review."""
    stored.let_have_played(stage.bot, reader.person.id)
    await reader.presses("menu.play")
    await reader.window.sees("🎯")
    secret = stage.secret_of(reader.person.id)
    for guess in (*wrong_guesses(secret, 2), secret):
        await reader.window.writes(guess)
        await reader.window.sees(f". {guess}")
    await reader.presses("button.review")
    await reader.sees_picture("review.title", variant=title)
    await reader.window.sees(f"→ {secret}, ")
    await reader.looks_well()
    await reader.presses("button.all-guesses")
    await reader.sees("review.all", variant=title)
    await reader.window.sees(f"3. {secret}")
    await reader.looks_well()


async def look_at_the_position(title: str, friend: Reader) -> None:
    """What the link shows: how many codes fit, a good guess, and a review."""
    advice = advise(CLASSIC, history("9876=0B2C 5432=1B1C"))
    await friend.counts("position.left", advice.candidates)
    await friend.looks_well()
    await friend.presses("menu.advice")
    await friend.sees("board.hint-guess", guess=CLASSIC.format(advice.guess), **left_by(advice, friend.texts))
    await friend.sees("hint.why")
    await friend.looks_well()
    await friend.presses("menu.review")
    await friend.sees_picture("review.title", variant=title)
    await friend.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_a_game_is_reviewed_and_a_position_goes_to_a_friend(
    browser: Browser, stage: Stage, language: str
) -> None:
    friend = await stage.sandbox.person("Taras", language)
    async with reading(browser, stage, language) as reader:
        window, title = reader.window, reader.texts.html("variant.classic")
        await play_and_review(title, stage, reader)
        await window.writes("/review 9876 0B2C 5432 1B1C")
        await expect(window.message(bare(reader.texts.html("review.title", variant=title)))).to_have_count(2)
        await reader.looks_well()
        await reader.button("button.position").last.click()
        link = await window.copied()
    pair = await reader.person.meets(friend)
    await reader.person.send(link, chat=pair)
    async with window_of(browser, stage, friend, pair.id, PHONE) as window:
        await window.message(link).get_by_role("link").click()
        await window.button(START[language]).click()
        await look_at_the_position(title, Reader(friend, window, reader.texts))
