"""Typed answers to puzzles, beside games that take texts as well."""

import pytest

from tests.bot.inside import inside
from tests.bot.puzzles.inside_puzzles import CHAT, Solver, first_of, solving

ONLY, LEFT, APART = (first_of(kind).number for kind in ("only", "left", "apart"))


async def guesses(ann: Solver) -> int:
    """So many guesses stand on the board of the latest game."""
    game = await ann.bot.board_game()
    return 0 if game is None else len(game.game.turns)


async def test_a_game_that_came_later_takes_what_is_typed() -> None:
    async with solving() as ann:
        await ann.follows(APART)
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        assert await guesses(ann) == 1
        assert (await ann.open()).about == str(APART)


async def test_a_puzzle_that_came_later_takes_what_is_typed_until_it_is_answered() -> None:
    async with solving() as ann:
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        await ann.follows(APART)
        assert "❌" in await ann.says("4567")
        assert await guesses(ann) == 1
        await ann.bot.says("4567")
        assert await guesses(ann) == 2


async def test_what_is_no_answer_reaches_the_game() -> None:
    async with solving() as ann:
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        await ann.follows(ONLY)
        choices = (await ann.puzzle()).choices
        other = next(code for code in ("4567", "4568", "4569", "4578", "4589") if tuple(map(int, code)) not in choices)
        await ann.bot.says(other)
        assert await guesses(ann) == 2
        assert (await ann.open()).about == str(ONLY)


async def test_a_reply_to_a_board_and_a_command_for_games_pass_the_puzzle_by() -> None:
    async with solving() as ann:
        await ann.bot.says("/play")
        game = await ann.bot.board_game()
        assert game is not None
        await ann.follows(APART)
        await ann.bot.says("0123", to=f"game:{game.id}")
        await ann.follows(APART)
        await ann.bot.says("/guess 4567")
        assert await guesses(ann) == 2
        assert (await ann.open()).about == str(APART)


async def test_a_reply_to_the_puzzle_answers_it_whatever_else_is_on() -> None:
    async with solving() as ann:
        await ann.follows(APART)
        await ann.bot.says("/play")
        await ann.bot.says("0123", to="puzzle")
        assert "❌" in ann.text
        assert await guesses(ann) == 0


@pytest.mark.parametrize(("text", "told"), [("012", "3"), ("0011", "0"), ("9999999", "7")])
async def test_whoever_plays_nothing_is_told_what_is_wrong_with_an_answer(text: str, told: str) -> None:
    async with solving() as ann:
        await ann.follows(APART)
        shown = await ann.says(text)
        assert "⚠️" in shown
        assert told in shown
        assert (await ann.open()).about == str(APART)


@pytest.mark.parametrize("slip", ["012", "0011", "01234"])
async def test_a_slip_does_not_hand_the_next_answer_to_a_game_that_is_on(slip: str) -> None:
    async with solving() as ann:
        await ann.bot.says("/play")
        await ann.bot.says("0123")
        await ann.follows(APART)
        assert "⚠️" in await ann.says(slip)
        assert "❌" in await ann.says("4567")
        assert await guesses(ann) == 1


async def test_a_longer_code_reaches_the_game_that_has_such_codes() -> None:
    async with inside(None, CHAT) as bot:
        ann = Solver(bot)
        await ann.bot.says("/play five")
        await ann.bot.says("98765")
        await ann.follows(APART)
        await ann.bot.says("98764")
        assert await guesses(ann) == 2
        assert (await ann.open()).about == str(APART)


async def test_too_few_colours_are_a_slip_as_well() -> None:
    async with solving() as ann:
        await ann.follows(first_of("apart", "mastermind").number)
        assert "⚠️" in await ann.says("RGB")


async def test_a_code_that_is_not_offered_is_no_answer() -> None:
    async with solving() as ann:
        await ann.follows(ONLY)
        guessed = (await ann.puzzle()).history[0][0]
        assert "Choose a code from the buttons." in await ann.says("".join(map(str, guessed)))
        assert (await ann.open()).is_rated
