"""Guessing a number in real Chromium, on a phone, in every language: both ways round."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.conftest import Stage
from tests.bot.reader import AT_LENGTH, Reader, bare, reading
from tests.bot.solo.test_number_game import WORDS, game_of, number_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def asks(reader: Reader, number: int) -> None:
    """The bot asks whether it is more than that."""
    await reader.sees("number.asks", number=number, question=f">{number}")


@AT_LENGTH
async def test_a_number_is_guessed_by_tapping_and_typing(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, chat = reader.window, reader.person.id
        await reader.presses("menu.against", "menu.codes", "menu.number")
        await reader.sees("number.title", low=1, high=100)
        await reader.counts("number.needed", 7)
        await reader.looks_well()
        await window.writes(">50")
        await reader.counts("number.questions", 1, needed=7)
        for key in (reader.texts.plain("button.keypad"), "7", "5"):
            await window.button(key).click()
        await window.sees("✍️ 75")
        await reader.looks_well()
        await window.button(reader.texts.plain("button.keypad-away")).click()
        while (game := game_of(stage, chat)).only is None:
            assert game.left is not None
            await window.writes(str(game.left.best_question))
            await stage.quiet()
        await reader.sees("number.only")
        await reader.looks_well()
        await window.button(f"🎯 {number_of(stage, chat)}").click()
        await reader.sees("number.master")
        await reader.sees("number.path", path="")
        await expect(window.message(bare(reader.texts.html("number.title", low=1, high=100)))).to_have_count(1)
        await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_the_bot_guesses_and_a_lie_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    yes, no = WORDS[language]
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await window.writes("/number 1 8")
        await window.button(f"○ {reader.texts.plain('button.number-keep')}").click()
        await reader.sees("number.title-mine", low=1, high=8)
        await asks(reader, 4)
        await reader.presses("button.no")
        await asks(reader, 2)
        await window.writes(yes)
        await asks(reader, 3)
        await window.writes(f"{yes.title()}!")
        await reader.sees("number.asks-whether-it-is", number=4)
        await reader.looks_well()
        await reader.presses("button.no")
        await reader.sees("number.contradicted")
        await reader.looks_well()
        await window.writes("7")
        await reader.sees("number.wrong-for", number=7, turns=f">4\u00a0{no}")
        await reader.looks_well()
        await window.button(f"🔧 >4: {no} → {yes}").click()
        for question, answer in ((6, "yes"), (7, "no")):
            await asks(reader, question)
            await reader.presses(f"button.{answer}")
        await reader.sees("number.asks-whether-it-is", number=7)
        await reader.presses("button.yes")
        await reader.sees("number.bot-found", number=7)
        await reader.looks_well()
