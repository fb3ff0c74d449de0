"""Hints, notes, reviews and links to positions in real Chromium, on a phone, in every language."""

import pytest
from playwright.async_api import Browser, expect

from bot.app.screens.board import DEFAULT_STYLE, feedback_in
from solver.advice import Advice, advise
from solver.feedback import feedback_for
from solver.knowledge import FEW
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, EVERY_LANGUAGE, Reader, bare, reading
from tests.bot.solo.hinted import left_by
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE
from tests.solver.games import CLASSIC, MINI, history

pytestmark = pytest.mark.asyncio(loop_scope="session")
START = {"en": "Start", "uk": "Почати", "ru": "Начать"}


async def climb(advice: Advice, reader: Reader) -> None:
    """Ask for one hint after the other, from the count to the picture."""
    advised = CLASSIC.format(advice.guess)
    await reader.presses("button.hint")
    await reader.counts("board.hint-count", advice.candidates)
    await reader.looks_well()
    for step, key in (("ask.places", "hint.places"), ("ask.cases", "hint.cases")):
        await reader.presses(step)
        await reader.sees(key)
        await reader.looks_well()
    await reader.presses("ask.guess")
    await reader.sees("board.hint-guess", guess=advised, **left_by(advice, reader.texts))
    await reader.presses("ask.why")
    await reader.sees("hint.why")
    await reader.sees("hint.taken", count=5, example="0123")
    await reader.looks_well()
    await reader.presses("ask.table")
    await reader.sees_picture("replies.title", guess=advised)
    await reader.looks_well()


async def note_down(reader: Reader) -> None:
    """Tap notes, and clear them."""
    await reader.presses("button.notes")
    for key, line in (("7", "📝 ❌ 7"), ("3", "📝 ❌ 3 7"), ("7❌", "📝 ❓ 7 ❌ 3"), ("7❓", "📝 ✅ 7 ❌ 3")):
        await reader.window.button(key).click()
        await reader.window.sees(line)
    await reader.sees("notes.how")
    await reader.looks_well()
    await reader.presses("button.notes-clear")
    await expect(reader.window.message("📝")).to_have_count(0)


@pytest.mark.costly
@AT_LENGTH
async def test_every_hint_is_tapped_up_to_the_picture(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await reader.presses("menu.play")
        await window.sees("🎯")
        secret = CLASSIC.parse(stage.secret_of(reader.person.id))
        guess = (secret[1], secret[0], *[symbol for symbol in range(10) if symbol not in secret][:2])
        asked = CLASSIC.format(guess)
        await window.writes(asked)
        await reader.counts("board.guesses", 1)
        advice = advise(CLASSIC, ((guess, feedback_for(guess, secret)),))
        await climb(advice, reader)
        await window.writes(f"?{asked}")
        reply = feedback_in(DEFAULT_STYLE, feedback_for(guess, secret), reader.texts)
        await reader.sees("hint.on-the-board", guess=asked, reply=reply)
        await window.writes(f"?{asked[1:]}{asked[0]}")
        await window.sees(f"🔎 {asked[1:]}{asked[0]} ")
        await reader.looks_well()
        await reader.presses("button.hint-back")
        await note_down(reader)
        await reader.presses("button.hint-back")
        await window.writes(CLASSIC.format(secret))
        await reader.counts("end.hints", 7)
        await reader.looks_well()


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_the_few_that_fit_are_listed(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await reader.window.writes("/play mini coached")
        await reader.window.sees("🎯")
        secret = stage.secret_of(reader.person.id)
        hidden, left = MINI.parse(secret), list[str]()
        for guess in MINI.codes():
            reply = feedback_for(guess, hidden)
            left = [MINI.format(code) for code in MINI.codes() if feedback_for(guess, code) == reply]
            if 1 < len(left) <= FEW:
                await reader.window.writes(MINI.format(guess))
                break
        await reader.window.sees("🎓")
        await reader.looks_well()
        await reader.presses("button.hint", "ask.list")
        await reader.sees("hint.list", codes=" ".join(left))
        await reader.looks_well()


# Reviews with their pictures, and links to positions.


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
