"""Matches that end otherwise than by breaking a code, and what comes after."""

from dataclasses import replace

import pytest

from bot.app.buttons import MatchPress, read, written
from tests.bot.conftest import Stage
from tests.bot.pairs import FRIENDLY, RACE, YOUR_TURN, Pair, paired, screen

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begun(stage: Stage, *choices: tuple[str, ...]) -> Pair:
    """Each has guessed once."""
    pair = await paired(stage, *choices)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await pair.guess(second, "8901")
    return pair


async def test_who_resigns_has_lost_after_being_asked(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Give up")
    await pair.alice.sees("Resign the game?")
    await pair.alice.presses("Keep playing")
    await pair.alice.presses("Give up")
    await pair.alice.presses("Yes, resign")
    await stage.quiet()
    assert "You resigned; Bob has won." in screen(pair.alice).text
    assert "Alice resigns: you have won!" in screen(pair.bob).text
    assert "Alice — 0123" in screen(pair.bob).text
    assert "Your rating: 1500 → 1338 (−162)" in screen(pair.alice).text


async def test_a_game_is_aborted_freely_until_each_has_guessed_once(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    await second.presses("Abort")
    await second.sees("Abort the game?")
    await second.presses("Yes, abort")
    await stage.quiet()
    for person in pair.both:
        assert "The game was aborted. It counts for nobody." in screen(person).text
        assert "rating" not in screen(person).text


async def test_once_each_has_guessed_it_is_too_late_to_abort(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await pair.guess(first, "8901")
    abort = screen(second).button("Abort")
    assert abort is not None
    await pair.guess(second, "8901")
    assert screen(second).button("Abort") is None
    pressed = read(abort.value)
    assert isinstance(pressed, MatchPress)
    turn_now = written(replace(pressed, turn=2))
    answer = await second.forges(turn_now, on=screen(second))
    assert answer.alert
    assert "It is too late to abort" in (answer.text or "")
    await stage.quiet()
    assert "It is too late to abort" in screen(second).text


async def test_a_draw_needs_both(stage: Stage) -> None:
    pair = await begun(stage)
    await pair.alice.presses("Offer a draw")
    await pair.bob.sees("Alice offers a draw")
    await stage.quiet()
    assert "You have offered a draw" in screen(pair.alice).text
    await pair.bob.presses("Agree to a draw")
    await stage.quiet()
    for person in pair.both:
        assert "A draw, as you agreed." in screen(person).text


async def test_an_offer_ends_with_the_next_guess(stage: Stage) -> None:
    pair = await begun(stage)
    first, second = await pair.order()
    await first.presses("Offer a draw")
    offered = await second.sees("offers a draw")
    accept = offered.button("Agree to a draw")
    assert accept is not None
    await pair.guess(first, "2345")
    for person in pair.both:
        assert screen(person).button("Offer a draw") is not None
    answer = await second.forges(accept.value, on=screen(second))
    assert answer.text == "The game has moved on; look at the board."


async def test_a_rematch_needs_both_and_begins_once_with_sides_swapped(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("0123", "4567")
    await second.send("/resign")
    await second.presses("Yes, abort")
    end = await first.sees("The game was aborted")
    asked = await first.presses("Rematch", on=end)
    assert "I have asked" in (asked.text or "")
    await second.sees(f"{first.name} asks for a rematch!")
    button = screen(second).button("Rematch")
    assert button is not None
    wished = screen(second)
    await second.forges(button.value, on=wished)
    await second.forges(button.value, on=wished)
    await stage.quiet()
    opened = stage.bot.rows("SELECT count(*) FROM seats WHERE person_id = ?", second.id)
    assert opened == [(2,)]
    await first.send("2345")
    await second.send("6789")
    await stage.quiet()
    assert "Sides are swapped: this time you begin." in screen(second).text
    assert f"Sides are swapped: this time {second.name} begins." in screen(first).text
    assert YOUR_TURN in screen(second).text


async def test_in_a_race_too_all_buttons_go_when_it_is_over(stage: Stage) -> None:
    pair = await paired(stage, RACE, FRIENDLY)
    secret = pair.secret()
    board = screen(pair.bob)
    erase = board.button("⌫")
    assert erase is not None
    await pair.guess(pair.alice, secret)
    end = screen(pair.bob)
    assert end.button("⌫") is None
    assert (await pair.bob.forges(erase.value, on=end)).text == "This game is over."
    await pair.alice.send("0123")
    await pair.alice.sees("There is no game on")
