"""A number alone is a guess, and whoever keeps the number may answer as people do: through the bot's real process."""

import pytest

from bot.app.texts import texts_in
from solver.interval import between
from tests.bot.conftest import Stage
from tests.bot.solo.number_games import EVERY_LANGUAGE, begun, board_of, game_of, says

pytestmark = pytest.mark.asyncio(loop_scope="session")
GUESSED = {
    "en": ("higher", "lower", "Only one number left. Name it!"),
    "uk": ("більше", "менше", "Лишилося єдине число. Назви його!"),
    "ru": ("больше", "меньше", "Осталось единственное число. Назови его!"),
}


@EVERY_LANGUAGE
async def test_a_number_alone_is_a_guess_and_whoever_only_guesses_well_is_a_master(stage: Stage, language: str) -> None:
    alice, texts = await begun(stage, language=language), texts_in(language)
    higher, lower, only = GUESSED[language]
    while not (game := game_of(stage, alice.id)).is_over:
        assert game.left is not None
        number = game.left.middle
        board = await says(stage, alice, str(number))
        if number != game.secret:
            turn = f"{len(game.turns) + 1}. {number}\u00a0\u00a0{higher if number < (game.secret or 0) else lower}"
            assert turn in board.text
            assert (only in board.text) == (game_of(stage, alice.id).only is not None)
    end = await board_of(stage, alice)
    assert texts.counted("end.guesses", len(game.turns)) in end.text
    assert texts.plain("number.master") in end.text


@EVERY_LANGUAGE
async def test_whoever_keeps_the_number_says_higher_or_lower(stage: Stage, language: str) -> None:
    alice = await begun(stage, "1 100", language)
    await alice.presses("🤔", on=await board_of(stage, alice))
    higher, lower, _ = GUESSED[language]
    await says(stage, alice, lower)
    board = await says(stage, alice, higher)
    assert f"1. 50\u00a0\u00a0{lower}" in board.text
    assert f"2. 25\u00a0\u00a0{higher}" in board.text
    assert game_of(stage, alice.id).left == between(26, 49)
