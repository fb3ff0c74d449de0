"""The bot breaks a secret, and a number is guessed both ways: in real Chromium, on a phone, in every language."""

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from solver.feedback import Feedback, feedback_for
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.player import key
from tests.bot.reader import AT_LENGTH, Reader, bare, reading
from tests.bot.solo.test_in_browser import window_of
from tests.bot.solo.test_number_game import WORDS, game_of, number_of
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
SECRET = CLASSIC.parse("8305")
LIES = (Feedback(3, 0), Feedback(0, 3))
"""The first that is not the truth is told."""
LIED_IN = 3
NARROW: ViewportSize = {"width": 360, "height": 780}
IN_WORDS = {"en": "{0} bulls {1} cows", "uk": "{0} бика, {1} корови", "ru": "{0} быка и {1} коровы"}


def truth(guess: str) -> Feedback:
    return feedback_for(CLASSIC.parse(guess), SECRET)


async def asked(reader: Reader, number: int) -> str | None:
    """What the bot asks in that turn; None if no code fits the replies."""
    asks = bare(reader.texts.html("think.asks", number=number, guess="")).partition("\n")[0]
    board = reader.window.message(asks)
    doubts = reader.window.message(bare(reader.texts.counted("think.contradiction", 1)))
    await expect(board.or_(doubts)).to_be_visible()
    return None if await doubts.count() else await board.locator("code").last.inner_text()


async def taps(reader: Reader, reply: Feedback) -> None:
    """Answer on the grid."""
    await reader.window.button(key(reply.bulls, reply.cows)).click()


async def begin_aloud(reader: Reader) -> None:
    """Let the bot think aloud, and tell it what to ask first."""
    await reader.presses("menu.against", "menu.bot-guesses")
    await reader.sees("think.begin")
    await reader.looks_well()
    await reader.presses("button.aloud")
    await reader.counts("think.left", 5040, bits=reader.texts.decimal(2.7712))
    await reader.window.writes("9876")
    await reader.sees("think.asked-to", number=1, guess="9876")
    await reader.looks_well()


async def put_right(lied_to: str, lie: Feedback, reader: Reader) -> None:
    """Pick the guess that was answered with the lie, and answer it truly."""
    await reader.looks_well()
    await reader.presses("button.fix-other")
    await reader.sees("think.pick")
    await reader.looks_well()
    await reader.window.button(f"{LIED_IN}. {lied_to} {lie.bulls}\u2060🐂\u00a0{lie.cows}\u2060🐄").click()
    await reader.looks_well()
    await taps(reader, truth(lied_to))


@pytest.mark.costly
@AT_LENGTH
async def test_a_lie_in_the_third_answer_is_put_right(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        await begin_aloud(reader)
        await taps(reader, truth("9876"))
        second = await asked(reader, 2)
        assert second
        await reader.window.writes(IN_WORDS[language].format(*truth(second)))
        number, lied_to = LIED_IN, await asked(reader, LIED_IN)
        assert lied_to
        lie = next(reply for reply in LIES if reply != truth(lied_to))
        await taps(reader, lie)
        while (guess := await asked(reader, number := number + 1)) is not None:
            await taps(reader, truth(guess))
        await put_right(lied_to, lie, reader)
        while guess != CLASSIC.format(SECRET):
            guess = await asked(reader, number)
            assert guess
            await taps(reader, truth(guess))
            number += 1
        await reader.counts("think.solved", number - 1, secret=CLASSIC.format(SECRET))
        await reader.sees("think.put-right")
        await reader.looks_well()


@pytest.mark.parametrize("variant", ["three", "classic", "five", "six", "5x8r", "7x4r"])
async def test_no_reply_is_cut_off_on_a_narrow_phone(browser: Browser, stage: Stage, variant: str) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send(f"/think {variant}")
    await olena.sees("Моя спроба 1")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.page.set_viewport_size(NARROW)
        await window.sees("Моя спроба 1")
        assert await window.cut_labels() == []


# A number.


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
