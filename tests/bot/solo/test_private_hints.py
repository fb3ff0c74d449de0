"""Hints in a private chat: in steps, counted, and as good as they say."""

import asyncio

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import advised, begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_hints_come_in_steps_and_are_counted(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    await alice.sees("1 guess so far")
    await alice.send("/hint")
    board = await alice.sees("still fit")
    await alice.presses("A good guess")
    board = await alice.sees("👉 ")
    assert advised(board) in board.code
    assert "it leaves about " in board.text
    await alice.send(secret)
    end = await alice.sees("🎉")
    assert "2 hints " in end.text


async def test_a_hint_stays_on_the_board_until_the_next_guess(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await alice.send("/hint")
    await alice.sees("5040 codes still fit")
    await alice.send("12")
    board = await alice.sees("That’s 2 digits; I need")
    assert "5040 codes still fit" in board.text
    await alice.send(guess)
    board = await alice.sees("1 guess so far")
    assert "still fit" not in board.text


async def _good_guess(alice: Person) -> Message:
    """The board once hints were asked for until one is a good guess."""
    for _ in range(4):
        asked = await alice.send("/hint")
        board = await alice.sees("Hints used:", after=asked)
        if "👉" in board.text:
            return board
    raise AssertionError(board)


async def test_following_hints_wins_within_seven(stage: Stage) -> None:
    alice = await begun(stage)
    for number in range(1, 9):
        board = await _good_guess(alice)
        guess = advised(board)
        await alice.send(guess)
        board = await alice.sees(f"{number}. {guess}")
        if "🎉" in board.text:
            break
    assert "🎉" in board.text


async def test_a_double_tap_on_hint_buys_no_suggestion(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    hint = board.button("Hint")
    assert hint
    await asyncio.gather(*(alice.forges(hint.value, on=board) for _ in range(3)))
    shown = await alice.sees("5040 codes still fit")
    assert "👉" not in shown.text


async def test_a_typed_hint_climbs_from_the_weakest_to_a_good_guess(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play mini")
    await alice.sees("🎯")
    guess = next(code for code in ("1234", "2341", "3412") if code != stage.secret_of(alice.id))
    await alice.send(guess)
    await alice.sees(f"1. {guess}")
    for number, sign in enumerate(("still fit", "1│", "🧩", "👉"), 1):
        await alice.send("/hint")
        board = await alice.sees(f"Hints used: {number}")
        assert sign in board.text
    await alice.presses("↩️ Back", on=board)
    await stage.quiet()
    newest = (await alice.sees("1 guess so far")).text
    assert not any(sign in newest for sign in ("still fit", "1│", "🧩", "👉"))
