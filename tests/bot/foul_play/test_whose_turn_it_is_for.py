"""A clock that runs and the game shown last win: a board that nobody has touched takes nothing from a match."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import AT_ONCE, FRIENDLY, NO_CLOCK, RACE, Pair, boards_on, challenged, misses, screen
from tests.bot.player import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")

TERMS = pytest.mark.parametrize("terms", [(), (FRIENDLY, NO_CLOCK)], ids=["live", "no-clock"])


async def newcomers(stage: Stage, *terms: tuple[str, ...]) -> Pair:
    """Two who have opened the bot, each with the first board of their life, and then meet."""
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob"))
    for person in pair.both:
        await person.send("/start")
        await person.sees("hidden")
    await challenged(pair, AT_ONCE, *terms)
    return pair


def is_asked(person: Person) -> bool:
    """Whether they were asked which game is meant."""
    return any("Which one is" in message.text for message in person.messages())


@TERMS
async def test_a_code_on_the_rivals_turn_waits_for_ones_own(stage: Stage, terms: tuple[tuple[str, ...], ...]) -> None:
    pair = await newcomers(stage, *terms)
    mover, other = await pair.keep("0123", "4567")
    await other.send("8901")
    await other.sees("It’s not your turn yet. I’ll let you know.")
    await pair.guess(mover, "8901")
    await pair.guess(other, "8910")
    assert [turn[1] for turn in boards_on(screen(other).text)[0]] == ["8910"]
    assert not is_asked(other)
    assert not is_asked(mover)


@TERMS
async def test_talk_on_the_rivals_turn_reaches_the_rival(stage: Stage, terms: tuple[tuple[str, ...], ...]) -> None:
    pair = await newcomers(stage, *terms)
    mover, other = await pair.keep("0123", "4567")
    await other.send("good luck to you")
    await mover.sees(f"💬 {other.name}: good luck to you")


async def test_a_secret_is_kept_where_the_first_board_stands(stage: Stage) -> None:
    pair = await newcomers(stage)
    await pair.keep("0123", "4567")


async def test_a_touched_board_takes_nothing_while_the_clock_of_the_game_shown_last_runs(stage: Stage) -> None:
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob"))
    for person in pair.both:
        await person.send("/start")
        await person.send("9876")
        await person.sees("1. 9876")
    await challenged(pair, AT_ONCE)
    mover, other = await pair.keep("0123", "4567")
    await other.send("8901")
    await other.sees("It’s not your turn yet. I’ll let you know.")
    await pair.guess(mover, "8901")
    await pair.guess(other, "8910")
    assert [turn[1] for turn in boards_on(screen(other).text)[0]] == ["8910"]


async def test_a_board_that_was_begun_meanwhile_takes_what_is_typed(stage: Stage) -> None:
    pair = await newcomers(stage)
    mover, other = await pair.keep("0123", "4567")
    begun = await other.send("/play")
    await other.sees("hidden", after=begun)
    (guess,) = misses(1, stage.secret_of(other.id))
    await other.send(guess)
    board = await other.sees(f"1. {guess}", after=begun)
    assert [turn[1] for turn in turns_on(board.text)] == [guess]
    await pair.guess(mover, "8901")
    await pair.guess(other, "8910")
    assert [turn[1] for turn in boards_on(screen(other).text)[0]] == ["8910"]


async def test_the_only_board_of_a_newcomer_takes_the_guess(stage: Stage) -> None:
    newcomer = await stage.sandbox.person("Ann")
    await newcomer.send("/start")
    await newcomer.sees("hidden")
    (guess,) = misses(1, stage.secret_of(newcomer.id))
    await newcomer.send(guess)
    await newcomer.sees(f"1. {guess}")


async def test_two_races_at_once_are_told_apart_by_the_one_shown_last(stage: Stage) -> None:
    pair = await newcomers(stage, RACE, FRIENDLY)
    (guess,) = misses(1, pair.secret())
    await pair.guess(pair.bob, guess)
    assert [turn[1] for turn in boards_on(screen(pair.bob).text)[0]] == [guess]
