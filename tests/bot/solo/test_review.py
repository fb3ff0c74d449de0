"""Games looked at afterwards, as people see them: through the bot's real process."""

import asyncio
import re

import pytest

from bot.app.advice import payload_of
from sandbox.client import Message, Person
from solver.feedback import Feedback
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
TITLES = {"en": ("Review", "Accuracy"), "uk": ("Розбір", "Точність"), "ru": ("Разбор", "Точность")}
CLASSIC = VARIANTS["classic"]


async def reviewed(stage: Stage, text: str, language: str = "en") -> tuple[Person, Message]:
    player = await stage.sandbox.person("Alice", language)
    await player.send(text)
    return player, await player.sees("📊")


@pytest.mark.parametrize("language", TITLES)
async def test_a_finished_game_is_reviewed_in_words_and_a_picture(stage: Stage, language: str) -> None:
    alice = await stage.sandbox.person("Alice", language)
    stored.let_have_played(stage.bot, alice.id)
    await alice.send("/play")
    await alice.sees("🔒")
    secret = stage.secret_of(alice.id)
    guesses = [*wrong_guesses(secret, 2), secret]
    for number, guess in enumerate(guesses, 1):
        await alice.send(guess)
        await alice.sees(f"{number}. {guess}")
    title, accuracy = TITLES[language]
    await alice.presses(f"📊 {title}")
    message = await alice.sees(accuracy)
    assert message.photo is not None
    assert re.search(rf"🏁.* {secret}, \d", message.text)
    await alice.presses("📋", on=message)
    every = await alice.sees("📋", after=message)
    for number, guess in enumerate(guesses, 1):
        assert re.search(rf"^{number}\. {guess}\b.*→.*\n(✅|👍|⚠️|❗)", every.text, re.MULTILINE)


async def test_the_same_is_played_again_below_a_review(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    stored.let_have_played(stage.bot, alice.id)
    await alice.send("/play mini")
    await alice.sees("🔒")
    await alice.send(stage.secret_of(alice.id))
    await alice.sees("🎉")
    await alice.presses("📊 Review")
    message = await alice.sees("Accuracy")
    again = message.button("Play again")
    assert again
    await asyncio.gather(*(alice.forges(again.value, on=message) for _ in range(3)))
    board = await alice.sees("4 digits from 1 to 5", after=message)
    await stage.quiet()
    assert stored.games(stage.bot, alice.id) == 2
    secret = stage.secret_of(alice.id)
    await alice.send("1234" if secret != "1234" else "4321")
    await alice.sees("1 guess so far")
    await alice.presses("Play again", on=message)
    another = await alice.sees("🎮 Your other games are still open: /games", after=board)
    assert "4 digits from 1 to 5" in another.text
    assert (await alice.sees("Accuracy")).id == message.id


async def all_guesses(player: Person, review: Message) -> str:
    await player.presses("📋 All guesses", on=review)
    return (await player.sees("📋 All guesses", after=review)).text


async def test_the_caption_names_the_three_costliest_and_says_why(stage: Stage) -> None:
    _, message = await reviewed(stage, "/review 0123 0B1C 0123 0B1C 4567 0B2C 0123 0B1C 0123 0B1C 0123 0B1C")
    assert "Weakest guesses:\n2. 0123" in message.text
    assert message.text.count("❗ mistake, ") == 3
    assert message.text.count("it asked nothing new. Best: ") == 3


async def test_the_figures_are_the_command_lines(stage: Stage) -> None:
    player, message = await reviewed(stage, "/review 0123 0B1C 4567 0B2C 7285")
    assert "≈ Partly estimated" in message.text
    every = await all_guesses(player, message)
    assert "1. 0123\u00a0\u00a00\u2060🐂\u00a01\u2060🐄 · 5040→1440 · 1.8\u00a0bits (2.8 expected)\n✅ best" in every


async def test_guesses_of_a_told_game_are_those_of_the_review_above(stage: Stage) -> None:
    alice, first = await reviewed(stage, "/review mini 1234 2B2C 1243")
    await alice.send("/review 0123 0B2C 4512")
    second = await alice.sees("Accuracy", after=first)
    assert "5040→1260" in await all_guesses(alice, second)


async def test_what_is_known_for_sure_says_so(stage: Stage) -> None:
    _, message = await reviewed(stage, "/review mini 1234 2B2C 1243")
    assert "= Exact" in message.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/review mini 1234 2B2C 1243", "120→6"),
        ("/review 0123=1b0c 4567=0b2c", "5040→"),
        ("/review colours ROYGB 1B1C", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("/review words-en-5 abide 1B1C", "abide"),
        ("/review colors ROYGB 1B1C", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("/review 4х8 0123 1B1C", "1680→"),
    ],
)
async def test_a_game_played_anywhere_is_reviewed(stage: Stage, text: str, shown: str) -> None:
    player, message = await reviewed(stage, text)
    assert shown in await all_guesses(player, message)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/review", "Send me a game: guess, reply, guess, reply…"),
        ("/review classic", "Send me a game: guess, reply, guess, reply…"),
        ("/review 0123 hello", "I can’t read “hello”. A game goes guess, reply, guess, reply:"),
        ("/review 0122 1B0C", "“0122” can’t be a guess here. 2 appears more than once"),
        ("/review 0123 3B1C", "“3B1C” can’t be: with"),
        ("/review 0123 4B0C 4567 0B0C", "There’s a guess after the one that cracked the code."),
        ("/review 0123 0B0C 4567 0B0C", "No code fits all these replies"),
    ],
)
async def test_what_is_no_game_is_answered_kindly(stage: Stage, text: str, words: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send(text)
    await alice.sees(words)


async def test_a_position_link_opens_it_for_a_hint_and_a_review(stage: Stage) -> None:
    payload = payload_of(CLASSIC, ((CLASSIC.parse("0123"), Feedback(0, 2)),))
    alice = await stage.sandbox.person("Alice")
    await alice.send(f"/start {payload}")
    board = await alice.sees("1260 codes fit")
    assert "1. 0123" in board.text
    await alice.presses("A good guess")
    await alice.sees("👉")
    await alice.presses("📊 Review")
    await alice.sees("Accuracy")


async def test_a_review_has_the_link_to_its_position(stage: Stage) -> None:
    _, message = await reviewed(stage, "/review 0123 0B2C")
    assert message.buttons == ("📋 All guesses", "🔗 Link to this game")


async def test_a_duel_is_reviewed_by_ones_own_guesses(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/match six beginner")  # a hundred and fifty thousand codes: no first guess breaks one
    await alice.sees("🤫")
    await alice.send("543210")
    await alice.sees("👉")
    await alice.send("432106")
    await alice.sees("432106")
    await alice.send("/resign")
    await alice.presses("🏳️ Yes, resign")
    await alice.presses("Show it")
    await alice.presses("📊 Review")
    review = await alice.sees("📊 Review ·")
    assert "1. 432106" in await all_guesses(alice, review)
