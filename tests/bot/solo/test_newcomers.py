"""The first minute of somebody who has never played: a board at once, and what the first two replies mean."""

import re

import pytest

from sandbox.client import Message
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, wrong_guesses
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")

BOARDS = {"en": "Type or tap a guess", "uk": "Загадано 4 різні цифри", "ru": "Загаданы 4 разные цифры"}
MOST_WORDS = 25
PLACED = {"en": r"place|secret", "uk": r"місц|секрет|немає", "ru": r"мест|секрет|нет"}


def explanation(board: Message, guesses: int) -> str:
    """The paragraph under the guesses; empty where that is the count of guesses."""
    paragraph = board.text.split("\n\n")[2]
    return "" if re.search(rf"\b{guesses} (guess|спроб|попыт)", paragraph) else paragraph


@pytest.mark.parametrize("language", BOARDS)
async def test_the_first_start_is_a_board_and_two_replies_are_explained(stage: Stage, language: str) -> None:
    ann = await stage.sandbox.person("Ann", language)
    await ann.send("/start")
    first = await ann.sees(BOARDS[language])
    assert len(re.findall(r"\w+", first.text)) <= MOST_WORDS
    assert not re.search("[0-9a-f]{16}", first.text)
    assert seals_in(first) == ()
    assert "🔒" not in " ".join((first.text, *first.buttons))
    assert {"1", "0", "✓"} <= set(first.buttons)
    for number, guess in enumerate(wrong_guesses(stage.secret_of(ann.id), 3), 1):
        await ann.send(guess)
        board = await ann.sees(f"{number}. {guess}")
        assert "🔒" in board.text
        assert bool(re.search(PLACED[language], explanation(board, number))) == (number <= 2), board.text


@pytest.mark.parametrize("language", BOARDS)
async def test_the_proof_of_the_first_board_is_behind_more_before_the_first_guess(stage: Stage, language: str) -> None:
    ann = await stage.sandbox.person("Ann", language)
    await ann.send("/start")
    first = await ann.sees(BOARDS[language])
    await ann.presses("☰")
    await ann.presses("🔒")
    (digest,) = re.findall(r"\b[0-9a-f]{64}\b", (await ann.sees("SHA-256")).text)
    await ann.presses("‹")
    assert (await ann.sees(BOARDS[language])).buttons == first.buttons
    guess = wrong_guesses(stage.secret_of(ann.id), 1)[0]
    await ann.send(guess)
    assert seals_in(await ann.sees(f"1. {guess}")) == (digest,)


async def test_from_the_first_board_more_leads_to_the_menu(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.send("/start")
    await ann.sees(BOARDS["en"])
    await ann.presses("☰ More")
    await ann.presses("☰ Menu")
    await ann.sees("Hi, Ann!")


async def test_whoever_is_no_newcomer_has_the_lock_on_the_board(stage: Stage) -> None:
    ann = await begun(stage, "Ann")
    board = await ann.sees("I have a secret")
    assert len(seals_in(board)) == 1
    assert "🔒 Proof" in board.buttons


async def test_a_first_guess_is_tapped_and_its_explanation_stays_while_the_next_is_tapped(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.send("/start")
    await ann.sees(BOARDS["en"])
    guess = wrong_guesses(stage.secret_of(ann.id), 1)[0]
    for digit in guess:
        await ann.presses(digit)
    await ann.presses("✓")
    said = explanation(await ann.sees(f"1. {guess}"), 1)
    assert said
    await ann.presses("1")
    assert explanation(await ann.sees("✍️"), 1) == said


async def test_the_same_board_stays_until_the_first_guess_and_then_start_greets(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.send("/start")
    await ann.sees(BOARDS["en"])
    secret = stage.secret_of(ann.id)
    again = await ann.send("/start")
    await ann.sees(BOARDS["en"], after=again)
    assert stage.secret_of(ann.id) == secret
    await ann.send(wrong_guesses(secret, 1)[0])
    await ann.sees("1 guess so far")
    await ann.send("/start")
    await ann.sees("Hi, Ann!")


async def test_whoever_has_played_is_greeted_and_told_nothing(stage: Stage) -> None:
    eve, ann = await stage.sandbox.person("Eve"), await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", eve, ann)
    await eve.send("/play", chat=group)
    await eve.sees("I have a secret", chat=group)
    await eve.send(f"/g {stage.secret_of(group.id)}", chat=group)
    await eve.sees("🎉", chat=group)
    await eve.send("/start")
    await eve.sees("Hi, Eve!")
    await eve.send("/play")
    await eve.sees("I have a secret")
    guess = wrong_guesses(stage.secret_of(eve.id), 1)[0]
    await eve.send(guess)
    assert explanation(await eve.sees(f"1. {guess}"), 1) == ""


@pytest.mark.parametrize("language", BOARDS)
async def test_the_code_of_the_day_says_what_bulls_and_cows_are_to_newcomers_alone(stage: Stage, language: str) -> None:
    ann = await stage.sandbox.person("Ann", language)
    await ann.send("/daily")
    first = await ann.sees("📅")
    assert {"🐂", "🐄"} <= set(first.text)
    assert len(seals_in(first)) == 1
    bob = await stage.sandbox.person("Bob", language)
    await bob.send("/play")
    await bob.sees("0123")
    await bob.send(wrong_guesses(stage.secret_of(bob.id), 1)[0])
    await bob.sees("1. ")
    await bob.send("/daily")
    assert not {"🐂", "🐄"} & set((await bob.sees("📅")).text)


async def test_rules_tell_of_the_game_that_is_on(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.send("/rules")
    assert "4 digits, all different" in (await ann.sees("📖")).text
    asked = await ann.send("/play repeats")
    assert "Guess 0021 → 1\u2060🐂" in (await ann.sees("I have a secret", after=asked)).text
    asked = await ann.send("/rules")
    rules = await ann.sees("📖", after=asked)
    assert "4 digits, may repeat" in rules.text
    assert "Secret 0112\nGuess 0021 → 1\u2060🐂" in rules.text
    asked = await ann.send("/play words-en-5")
    await ann.sees("I have a secret word", after=asked)
    asked = await ann.send("/rules")
    assert "I hide a word from my list: English words of 5 letters." in (await ann.sees("📖", after=asked)).text


async def test_a_position_is_played_on_from_once(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    eve = await begun(stage, "Eve")
    guess = wrong_guesses(stage.secret_of(eve.id), 1)[0]
    await eve.send(guess)
    await eve.sees("1 guess so far")
    await eve.presses("💡")
    await stage.quiet()
    asks = (await eve.sees("1 guess so far")).button("Ask")
    assert asks
    await ann.opens(asks.value)
    position = await ann.sees("🔎 A position")
    assert "🐂 right digit, right place" in position.text
    await ann.presses("Play from here", on=position)
    await ann.sees("🎲 A new secret that fits these replies. This game doesn’t count.")
    await ann.presses("Play from here", on=position)
    await stage.quiet()
    assert f"1. {guess}" in ann.messages()[-1].text
    assert stored.games(stage.bot, ann.id) == 1
