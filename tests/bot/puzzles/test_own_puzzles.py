"""Puzzles that one's own games came to, and their links."""

import pytest

from bot.app.links import link_to, puzzle_in
from bot.game.rating import START
from tests.bot.puzzles.inside_puzzles import Solver, solving, wrong

BADLY = ("0123", "4567", "0132", "5678")
"""Guesses of a game against 5678 of which the third asks nothing new."""


async def plays(ann: Solver, *guesses: str) -> None:
    """Play a game to its end."""
    await ann.bot.says("/play")
    for guess in guesses:
        await ann.bot.says(guess)
        if guess == "0132":
            await ann.bot.says(guess)  # meant so


async def test_a_mistake_of_ones_own_comes_first() -> None:
    async with solving() as ann:
        await plays(ann, *BADLY)
        text = await ann.says("/puzzle")
        assert "🧩 From your game: " in text
        puzzle, opened = await ann.puzzle(), await ann.open()
        assert [puzzle.variant.format(guess) for guess, _ in puzzle.history] == ["0123", "4567"]
        assert not opened.is_rated
        assert "Not rated: it comes from a game." in await ann.taps(min(puzzle.right))
        assert "✅" in ann.text
        assert (await ann.puzzler()).rating == START


async def test_each_game_is_looked_at_once_and_then_the_catalogue_has_the_next() -> None:
    async with solving() as ann:
        await plays(ann, *BADLY)
        await ann.says("/puzzle")
        await ann.taps(wrong(await ann.puzzle()))
        await ann.presses("next")
        assert (await ann.open()).listed is not None
        await ann.presses(f"give-{(await ann.open()).tag}")
        await plays(ann, *BADLY)
        await ann.says("/puzzle")
        assert (await ann.open()).listed is None


@pytest.mark.parametrize("guesses", [("5678",), ("0123", "0132", "5678")])
async def test_a_game_without_a_fitting_mistake_gives_no_puzzle(guesses: tuple[str, ...]) -> None:
    async with solving() as ann:
        await plays(ann, *guesses)
        await ann.says("/puzzle")
        assert (await ann.open()).listed is not None


async def test_the_link_to_a_puzzle_of_a_game_opens_it_for_others() -> None:
    async with solving() as ann:
        await plays(ann, *BADLY)
        await ann.says("/puzzle")
        puzzle, about = await ann.puzzle(), (await ann.open()).about
        assert puzzle_in(link_to("BullsBot", "z", about).partition("start=")[2]) == about
    async with solving() as bob:
        assert "🧩 A puzzle from a game" in await bob.follows(about)
        assert await bob.puzzle() == puzzle
        assert "✅" in await bob.taps(min(puzzle.right))
