"""The Mini App in the sandbox's page and real Chromium, with the bot's own process: played, followed, reloaded."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, expect

from tests.bot.conftest import Stage, staged
from tests.bot.miniapp.page import anywhere
from tests.bot.player import says, wrong_guesses
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with staged(tmp_path_factory.mktemp("app"), **anywhere()) as one:
        yield one


async def opened(window: Window, button: str = "▶️ Open board") -> FrameLocator:
    """The Mini App, once its keys stand there."""
    await window.button(button).click()
    frame = window.page.frame_locator("iframe")
    await expect(frame.locator(".key").first).to_be_visible()
    return frame


async def taps(frame: FrameLocator, code: str) -> None:
    for sign in code:
        await frame.locator(f'.key:text-is("{sign}")').click()
    await frame.locator("[data-tool=guess]").click()


RELOADS = """document.querySelector("iframe").contentWindow.postMessage('{"eventType": "reload_iframe"}', "*")"""
WORDS = [("en", "▶️ Open board", "Solved!"), ("uk", "▶️ Відкрити дошку", "Розгадано!")]


@pytest.mark.parametrize(("language", "button", "won"), WORDS)
async def test_the_day_is_played_on_the_page_and_in_the_chat_to_its_end(
    browser: Browser, stage: Stage, language: str, button: str, won: str
) -> None:
    ann = await stage.sandbox.person("Ann", language)
    await says(stage, ann, "/start", "/daily")
    secret = stage.secret_of(ann.id)
    one, two = wrong_guesses(secret, 2)
    async with window_of(browser, stage, ann, ann.id, PHONE) as window:
        frame = await opened(window, button)
        await taps(frame, one)
        await expect(frame.locator(".row.turn")).to_have_count(1)
        await ann.send(two)
        await expect(frame.locator(".row.turn")).to_have_count(2)
        await taps(frame, secret)
        await expect(frame.locator(".below")).to_contain_text(won)
    board = await ann.sees(won)
    assert all(guess in board.text for guess in (one, two, secret))


async def test_a_page_that_is_reloaded_shows_the_board_and_what_was_tapped(browser: Browser, stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await says(stage, ann, "/play")
    (one,) = wrong_guesses(stage.secret_of(ann.id), 1)
    async with window_of(browser, stage, ann, ann.id, PHONE) as window:
        frame = await opened(window)
        await taps(frame, one)
        await expect(frame.locator(".row.turn")).to_have_count(1)
        await frame.locator('.key:text-is("7")').click()
        await window.page.evaluate(RELOADS)
        await expect(frame.locator(".row.turn")).to_have_count(1)
        await expect(frame.locator(".row.draft .tile.full")).to_have_text(["7"])
