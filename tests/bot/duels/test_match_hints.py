"""Hints between people: only in friendly games, only if both allow them, and the other hears of it."""

import asyncio

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, VOLLEY, Pair, misses, paired, screen
from tests.bot.player import advised

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def allowed(stage: Stage, *choices: tuple[str, ...]) -> Pair:
    """A friendly match in which both allow hints."""
    pair = await paired(stage, *choices, FRIENDLY)
    await pair.alice.presses("Allow hints")
    await pair.bob.sees("💡 Alice would like to allow hints, for both of you.")
    await pair.bob.presses("Allow hints")
    await stage.quiet()
    return pair


async def test_there_are_no_hints_in_a_rated_game(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.keep("9876", "5432")
    for person in pair.both:
        assert not any("💡" in button for button in screen(person).buttons)
        await person.send("/hint")
        await person.sees("No hints here: everyone thinks for themselves.")


async def test_one_alone_cannot_allow_hints(stage: Stage) -> None:
    pair = await paired(stage, FRIENDLY)
    await pair.alice.presses("Allow hints")
    await pair.alice.send("/hint")
    await pair.alice.sees("Hints work once you both allow them: 💡 below.")
    await pair.alice.presses("No hints after all")
    await pair.alice.presses("Allow hints")
    await pair.bob.sees("would like to allow hints, for both of you.")


async def test_hints_come_in_steps_on_ones_turn_and_the_other_hears_of_them(stage: Stage) -> None:
    pair = await allowed(stage)
    first, second = await pair.keep("9876", "5432")
    await first.presses("Hint")
    await first.sees("5040 codes still fit")
    await second.sees(f"💡 {first.name} took 1 hint.")
    await first.presses("A good guess")
    board = await first.sees("👉 Try")
    assert advised(board) in board.code
    await second.sees(f"💡 {first.name} took 2 hints.")
    assert "still fit" not in screen(second).text
    await second.send("/hint")
    await second.sees("You can take a hint on your turn.")
    await pair.guess(first, advised(board))
    assert "still fit" not in screen(first).text
    await second.send("/resign")
    await second.presses("🏳️ Yes, resign")
    await stage.quiet()
    assert f"💡 Hints: you 2, {second.name} 0" in screen(first).text


async def test_a_double_tap_buys_no_suggestion(stage: Stage) -> None:
    pair = await allowed(stage)
    first, second = await pair.keep("9876", "5432")
    hint = screen(first).button("Hint")
    assert hint is not None
    await asyncio.gather(*(first.forges(hint.value, on=screen(first)) for _ in range(3)))
    await stage.quiet()
    assert "5040 codes still fit" in screen(first).text
    assert "👉 Try" not in screen(first).text
    await second.sees(f"💡 {first.name} took 1 hint.")


async def test_where_both_see_every_guess_a_hint_knows_them_all(stage: Stage) -> None:
    pair = await allowed(stage, VOLLEY)
    first, second = await pair.order()
    await pair.guess(first, misses(1, pair.secret())[0])
    await second.presses("Hint")
    board = await second.sees("still fit")
    assert "5040" not in board.text
