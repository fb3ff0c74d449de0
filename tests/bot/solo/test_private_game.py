"""A game in a private chat, as a person plays it: through the bot's real process, over real HTTP."""

import asyncio
import hashlib
import re

import pytest

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.turns import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(stage: Stage, name: str = "Alice", language: str = "en") -> Person:
    player = await stage.sandbox.person(name, language)
    await player.send("/play")
    await player.sees("🔒")
    return player


def wrong_guesses(secret: str, count: int) -> list[str]:
    """Guesses that are all wrong, all different."""
    return [guess for guess in ("0123", "4567", "8901", "2345", "6789", "1357", "2468") if guess != secret][:count]


def advised(board: Message) -> str:
    """The guess that the hints advise."""
    found = re.search(r"A good guess: (\d{4})", board.text)
    assert found, board.text
    return found[1]


async def sees_only(player: Person, text: str) -> Message:
    """The bot's one message that the player sees, which holds the text."""

    def alone() -> Message | None:
        shown = [message for message in player.messages() if message.by_bot]
        return shown[0] if len(shown) == 1 and text in shown[0].text else None

    message = await player.connection.mirror.until(alone, 10)
    assert message is not None, player.transcript()
    return message


async def test_a_whole_game_is_played_and_won(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/start")
    await alice.sees("Hi, Alice!")
    await alice.presses("Play")
    await alice.sees("I have a secret")
    secret = stage.secret_of(alice.id)
    for number, guess in enumerate(wrong_guesses(secret, 3), 1):
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        assert len(turns_on(board.text)) == number
    await alice.send(secret)
    end = await alice.sees("🎉")
    assert turns_on(end.text)[-1] == (4, secret, 4, 0)
    assert "4 guesses" in end.text
    assert "0 hints" in end.text
    assert "5.21" in end.text
    assert set(end.buttons) >= {"🔄 Play again", "🔒 Proof", "🎯 Beat my game", "📤 Share", "📋 Copy"}


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
    assert re.search(rf"^1\. {guess}\u00a0\u00a0\d🐂\u00a0\d🐄$", board.text, re.MULTILINE)
    assert guess in board.code


@pytest.mark.parametrize("written", ["01 23", "0-1-2-3", "０１２３", "٠١٢٣", " 0 1 2 3 "])
async def test_a_guess_may_be_written_in_many_ways(stage: Stage, written: str) -> None:
    alice = await begun(stage)
    await alice.send(written)
    await alice.sees("1. 0123")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("012", "There are 3 symbols here"),
        ("01234", "There are 5 symbols here"),
        ("0122", "2 is there more than once"),
        ("abcd", "“a” does not occur here"),
        ("<b>x", "“<” does not occur here"),
        ("9" * 4000, "That is a lot of text"),
    ],
)
async def test_a_wrong_guess_costs_nothing_and_is_the_boards_last_line(stage: Stage, written: str, told: str) -> None:
    alice = await begun(stage)
    await alice.send(written)
    board = await sees_only(alice, told)
    assert told in board.text.splitlines()[-1]
    assert turns_on(board.text) == []


async def test_a_repeated_guess_counts_only_when_sent_again(stage: Stage) -> None:
    alice = await begun(stage)
    guess, other = wrong_guesses(stage.secret_of(alice.id), 2)
    await alice.send(guess)
    await alice.sees("1 guess so far")
    await alice.send(guess)
    board = await alice.sees("was asked before")
    assert len(turns_on(board.text)) == 1
    await alice.send(guess)
    board = await alice.sees("2 guesses so far")
    assert [turn[1] for turn in turns_on(board.text)] == [guess, guess]
    await alice.send(other)
    await alice.sees("3 guesses so far")
    await alice.send(guess)
    board = await alice.sees("was asked before")
    assert len(turns_on(board.text)) == 3


async def test_a_guess_without_a_game_offers_to_begin_one(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("0123")
    await alice.sees("There is no game on")
    await alice.presses("Play")
    await alice.sees("I have a secret")


async def test_hints_come_in_steps_and_are_counted(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    await alice.sees("1 guess so far")
    await alice.send("/hint")
    board = await alice.sees("still fit")
    await alice.presses("A good guess")
    board = await alice.sees("A good guess:")
    assert advised(board) in board.code
    assert "Whatever the reply" in board.text
    await alice.send(secret)
    end = await alice.sees("🎉")
    assert "2 hints " in end.text


async def test_a_hint_stays_on_the_board_until_the_next_guess(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await alice.send("/hint")
    await alice.sees("5040 codes still fit")
    await alice.send("12")
    board = await alice.sees("There are 2 symbols here")
    assert "5040 codes still fit" in board.text
    await alice.send(guess)
    board = await alice.sees("1 guess so far")
    assert "still fit" not in board.text


async def test_following_hints_wins_within_seven(stage: Stage) -> None:
    alice = await begun(stage)
    for number in range(1, 9):
        await alice.send("/hint")
        await alice.sees("still fit")
        asked = await alice.send("/hint")
        board = await alice.sees("A good guess:", after=asked)
        guess = advised(board)
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        if "🎉" in board.text:
            break
    assert "🎉" in board.text


@pytest.mark.parametrize("command", ["/resign", "/cancel"])
async def test_giving_up_shows_the_secret(stage: Stage, command: str) -> None:
    alice = await begun(stage)
    await alice.send("/hint")
    await alice.sees("still fit")
    await alice.send(command)
    await alice.sees(f"The secret was {stage.secret_of(alice.id)}")
    await alice.send(command)
    await alice.sees("There is no game on")


async def test_a_slip_on_the_button_does_not_give_the_game_up(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    board = await alice.sees("1 guess so far")
    await alice.presses("Give up", on=board)
    await alice.sees("Give up and see the secret?")
    await alice.presses("Keep playing", on=board)
    await alice.presses("Give up", on=board)
    await alice.presses("Yes, show it", on=board)
    end = await alice.sees(f"The secret was {secret}")
    assert end.id == board.id


async def test_the_greetings_button_leads_back_to_the_game(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.send(wrong_guesses(stage.secret_of(alice.id), 1)[0])
    await alice.sees("1 guess so far")
    await alice.send("/help")
    menu = await alice.sees("/resign or /cancel")
    await alice.presses("Play", on=menu)
    board = await alice.sees("1 guess so far", after=menu)
    assert "go on too" not in board.text


async def test_a_double_tap_on_hint_buys_no_suggestion(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    hint = board.button("Hint")
    assert hint
    await asyncio.gather(*(alice.forges(hint.value, on=board) for _ in range(3)))
    shown = await alice.sees("5040 codes still fit")
    assert "A good guess:" not in shown.text


async def test_playing_again_begins_one_game_however_often_it_is_pressed(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.send("/resign")
    end = await alice.sees("The secret was")
    await alice.presses("Play again", on=end)
    await alice.presses("Play again", on=end)
    await alice.sees("I have a secret")
    assert stored.games(stage.bot, alice.id) == 2


async def test_the_proof_holds(stage: Stage) -> None:
    alice = await begun(stage)
    first = await alice.sees("🔒")
    fingerprint = re.search(r"🔒 ([0-9a-f]{16})$", first.text, re.MULTILINE)
    assert fingerprint
    await alice.presses("🔒")
    digest = re.search(r"[0-9a-f]{64}", (await alice.sees("SHA-256")).text)
    assert digest
    await alice.send("/resign")
    await alice.sees("The secret was")
    await alice.presses("🔒")
    end = await alice.sees("Salt")
    secret, salt = stage.secret_of(alice.id), re.search(r"Salt ([0-9a-f]{32})", end.text)
    assert salt
    assert hashlib.sha256(f"{secret} {salt[1]}".encode()).hexdigest() == digest[0]
    assert digest[0].startswith(fingerprint[1])
    assert f"printf '{secret} {salt[1]}' | sha256sum" in end.text


async def test_sharing_tells_rows_without_digits(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    turned = secret[1:] + secret[0]
    await alice.send(turned)
    await alice.sees("1 guess so far")
    await alice.send(secret)
    end = await alice.sees("🎉")
    copy = end.button("Copy")
    assert copy
    assert copy.kind == "copy"
    assert copy.value.splitlines()[1:] == ["Solved in 2 guesses", "🐄🐄🐄🐄", "🐂🐂🐂🐂"]
    group = await stage.sandbox.group("Friends", alice, bot=False)
    (card,) = (await alice.switches("Share", group, on=end)).results
    shared = await alice.chooses(card, group)
    assert shared.text == copy.value
    assert shared.buttons == ("▶️ Play too",)


async def test_what_is_no_guess_gets_a_friendly_line(stage: Stage) -> None:
    alice = await begun(stage)
    guess = await alice.send("0123")
    await alice.sees("1 guess so far")
    await alice.send(photo=True)
    await alice.sees("I only understand what is typed or tapped")
    await alice.send(sticker="🙂")
    await alice.sees("I only understand what is typed or tapped")
    await alice.edits(guess, "4567")
    await alice.sees("An edited message changes nothing")
    await alice.send("/nonsense")
    board = await alice.sees("I do not know this command")
    assert len(turns_on(board.text)) == 1


async def test_the_menus_say_what_they_are_asked(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/rules")
    await alice.sees("1🐂\u00a03🐄")
    await alice.presses("Back")
    await alice.sees("Hi, Alice!")
    await alice.send("/help")
    await sees_only(alice, "/resign or /cancel — give up")
