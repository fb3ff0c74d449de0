"""A game in a private chat, as a person plays it: through the bot's real process, over real HTTP."""

import re

import pytest

from tests.bot.conftest import Stage
from tests.bot.player import begun, sees_only, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_whole_game_is_played_and_won(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/start")
    await alice.sees("Type or tap a guess")
    secret = stage.secret_of(alice.id)
    for number, guess in enumerate(wrong_guesses(secret, 3), 1):
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        assert len(turns_on(board.text)) == number
    await alice.send(secret)
    end = await alice.sees("🎉")
    assert turns_on(end.text)[-1] == (4, secret, 4, 0)
    assert "4 guesses" in end.text
    assert "hint" not in end.text
    assert "erfect play" not in end.text, "it is one of their first games"
    assert set(end.buttons) >= {"🔄 Play again", "📊 Review", "📤 Share", "☰ Menu"}


async def test_the_board_is_one_message_and_the_newest(stage: Stage) -> None:
    alice = await begun(stage)
    for number, guess in enumerate(wrong_guesses(stage.secret_of(alice.id), 4), 1):
        sent = await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        assert board.id > sent.id
    await sees_only(alice, "4 guesses")


async def test_each_turn_stands_on_a_line_in_the_agreed_form(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await alice.send(guess)
    board = await alice.sees("1 guess so far")
    assert re.search(rf"^1\. {guess}\u00a0\u00a0\d\u2060🐂\u00a0\d\u2060🐄$", board.text, re.MULTILINE)
    assert guess in board.code


@pytest.mark.parametrize("written", ["01 23", "0-1-2-3", "０１２３", "٠١٢٣", " 0 1 2 3 "])
async def test_a_guess_may_be_written_in_many_ways(stage: Stage, written: str) -> None:
    alice = await begun(stage)
    await alice.send(written)
    await alice.sees("1. 0123")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("012", "That’s 3 digits; I need"),
        ("01234", "That’s 5 digits; I need"),
        ("0122", "2 appears more than once. They must all differ."),
        ("abcd", "“a” doesn’t fit here. I need 4 digits"),
        ("<b>x", "“<” doesn’t fit here. I need 4 digits"),
        ("9" * 4000, "That’s a lot of text! A guess is 4 different digits, like 0123."),
    ],
)
async def test_a_wrong_guess_costs_nothing_is_told_below_the_guesses_and_leaves_the_keypad(
    stage: Stage, written: str, text: str
) -> None:
    alice = await begun(stage)
    await alice.send(written)
    board = await sees_only(alice, text)
    assert board.text.splitlines()[2].startswith(f"⚠️ {text}")
    assert turns_on(board.text) == []
    assert board.button("7") is not None


async def test_a_repeated_guess_counts_only_when_sent_again(stage: Stage) -> None:
    alice = await begun(stage)
    guess, other = wrong_guesses(stage.secret_of(alice.id), 2)
    await alice.send(guess)
    await alice.sees("1 guess so far")
    await alice.send(guess)
    board = await alice.sees("Send it again to use a turn anyway.")
    assert len(turns_on(board.text)) == 1
    await alice.send(guess)
    board = await alice.sees("2 guesses so far")
    assert [turn[1] for turn in turns_on(board.text)] == [guess, guess]
    await alice.send(other)
    await alice.sees("3 guesses so far")
    await alice.send(guess)
    board = await alice.sees("Send it again to use a turn anyway.")
    assert len(turns_on(board.text)) == 3


async def test_a_guess_without_a_game_offers_to_begin_one(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("0123")
    await alice.sees("No game in progress")
    await alice.presses("Play")
    await alice.sees("I have a secret")


async def test_the_greetings_button_leads_back_to_the_game(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.send(wrong_guesses(stage.secret_of(alice.id), 1)[0])
    await alice.sees("1 guess so far")
    await alice.send("/help all")
    menu = await alice.sees("/resign — resign")
    await alice.presses("Play", on=menu)
    board = await alice.sees("1 guess so far", after=menu)
    assert "🎮 Your other games are still open: /games" not in board.text


async def test_what_is_no_guess_gets_a_friendly_line(stage: Stage) -> None:
    alice = await begun(stage)
    guess = await alice.send("0123")
    await alice.sees("1 guess so far")
    await alice.send(photo=True)
    await alice.sees("Nice! But I only understand typing and taps.")
    await alice.send(sticker="🙂")
    await alice.sees("Nice! But I only understand typing and taps.")
    await alice.edits(guess, "4567")
    await alice.sees("Edits don’t count. Send it as a new message.")
    await alice.send("/nonsense")
    board = await alice.sees("I don’t know that command; see /help.")
    assert len(turns_on(board.text)) == 1


async def test_the_menus_say_what_they_are_asked(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/rules")
    await alice.sees("Guess 0231 → 1\u2060🐂\u00a03\u2060🐄")
    await alice.presses("Back")
    await alice.sees("Hi, Alice!")
    await alice.presses("More")
    await alice.sees("☰ Everything else")
    await alice.send("/help all")
    await sees_only(alice, "/resign — resign")
