"""Guessing a number beside other games: each gets what is typed for it."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, misses, paired
from tests.bot.player import wrong_guesses
from tests.bot.solo.number_games import says

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_beside_a_game_of_codes_each_gets_what_is_typed_for_it(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await says(stage, alice, "/play")
    first, guess = wrong_guesses(stage.secret_of(alice.id), 2)
    await says(stage, alice, first)
    await says(stage, alice, "/number")
    await says(stage, alice, "101")
    board = await says(stage, alice, "/games")
    assert "🔢 A number from 1 to 100" in board.text
    await alice.presses("🎯", on=board)
    await stage.quiet()
    board = await says(stage, alice, guess)
    assert f"2. {guess}" in board.text
    board = await says(stage, alice, ">50")
    assert "1. >50" in board.text
    hint = await says(stage, alice, "/hint")
    assert "💡 This halves what’s left:" in hint.text


async def test_beside_a_match_questions_are_for_the_number_and_codes_for_whatever_is_looked_at(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await says(stage, pair.alice, "/number")
    await says(stage, pair.alice, ">50")
    board = await says(stage, pair.alice, "=1000")
    assert "You already know that: no. It doesn’t count." in board.text
    (guess,) = misses(1, pair.secret())
    listed = await says(stage, pair.alice, "/games")
    await pair.alice.presses("🏁 Race · Bob", on=listed)
    await stage.quiet()
    await says(stage, pair.alice, guess)
    assert guess in pair.position()
    board = await says(stage, pair.alice, "<1")
    assert "You already know that: no. It doesn’t count." in board.text
    assert "/number" not in (await says(stage, pair.bob, ">50")).text
