"""Guesses that are tapped."""

import asyncio

import pytest

from bot.app.kinds.table import after_key
from bot.app.texts import texts_in
from sandbox.client import Person
from solver.variant import variant_named
from tests.bot.conftest import Stage
from tests.bot.player import begun, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "⌫", "✓")


async def tapped(player: Person, digits: str) -> str:
    """The last answer after tapping the digits."""
    answers = [await player.presses(digit) for digit in digits]
    return answers[-1].text or ""


async def test_the_keypad_has_two_rows_of_five_then_erase_and_send(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    rows = [tuple(button.text for button in row) for row in board.keyboard]
    assert rows[:3] == [KEYS[:5], KEYS[5:10], KEYS[10:]]


async def test_a_guess_is_tapped_in_place_and_the_keypad_stays(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    assert await tapped(alice, guess) == " ".join(guess)
    await alice.presses("✓")
    after = await alice.sees(f"1. {guess}")
    assert after.id == board.id
    assert after.buttons[:12] == KEYS


async def test_the_answer_to_a_tap_shows_the_code_so_far(stage: Stage) -> None:
    alice = await begun(stage)
    assert await tapped(alice, "0") == "0 · · ·"
    assert await tapped(alice, "9") == "0 9 · ·"
    assert (await alice.presses("⌫")).text == "0 · · ·"
    assert (await alice.presses("⌫")).text == "· · · ·"
    assert (await alice.presses("⌫")).text == "Nothing to erase"


async def test_used_digits_show_a_dot_and_cannot_be_used_twice(stage: Stage) -> None:
    alice = await begun(stage)
    await tapped(alice, "01")
    board = await alice.sees("✍️ 0 1 · ·")
    assert board.buttons.count("·") == 2
    zero = next(button for row in board.keyboard for button in row if button.value.endswith(":0:0"))
    answer = await alice.forges(zero.value, on=board)
    assert answer.text == "0 is already there: 0 1 · ·"


async def test_sending_too_few_digits_says_how_many_are_missing(stage: Stage) -> None:
    alice = await begun(stage)
    await tapped(alice, "012")
    assert (await alice.presses("✓")).text == "1 more to go: 0 1 2 ·"


async def test_a_typed_guess_folds_the_keypad_into_one_button(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.send(wrong_guesses(stage.secret_of(alice.id), 1)[0])
    board = await alice.sees("1 guess so far")
    assert board.buttons == ("💡 Hint", "✏️ Notes", "🏳️ Resign", "⌨️ Keypad", "🔒 Proof")
    await alice.presses("⌨️", on=board)
    await alice.presses("✓", on=board)


async def test_however_fast_one_taps_none_is_refused(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    data = {button.text: button.value for row in board.keyboard for button in row}
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    answers = await asyncio.gather(*(alice.forges(data[digit], on=board) for digit in guess))
    assert all("·" in (answer.text or "") or answer.text == " ".join(guess) for answer in answers)
    await alice.presses("✓")
    shown = await alice.sees("1 guess so far")
    assert sorted(turns_on(shown.text)[0][1]) == sorted(guess)


async def test_a_press_on_a_board_of_an_earlier_turn_does_nothing(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    resign = board.button("Resign")
    assert resign
    await tapped(alice, wrong_guesses(stage.secret_of(alice.id), 1)[0])
    await alice.presses("✓")
    await alice.sees("1 guess so far")
    answer = await alice.forges(resign.value, on=board)
    assert answer.text == "The game has moved on; look at the board."
    await alice.sees("1 guess so far")


@pytest.mark.parametrize(("variant", "draft"), [("classic", "1"), ("repeats", "11")])
async def test_a_symbol_is_tapped_twice_where_it_may_repeat(variant: str, draft: str) -> None:
    assert after_key("1", "1", variant_named(variant), texts_in("en"))[0] == draft
