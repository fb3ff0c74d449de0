"""Puzzles that are answered while the bot is killed (-9), on both databases: rated once, none given twice."""

import json
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import pytest

from bot.app.puzzles.model import CATALOGUE
from bot.game.rating import START, WIN, after_game
from sandbox.client import Person
from tests.bot.mortal import Mortal
from tests.bot.player import data_of
from tests.bot.puzzles.inside_puzzles import numbered
from tests.bot.telegram.test_asking import answered

pytestmark = pytest.mark.asyncio(loop_scope="session")
NEXT = "Next ›"


async def kept(mortal: Mortal) -> dict[str, Any]:
    [(body,)] = await mortal.rows("SELECT body FROM puzzlers")
    return dict(json.loads(body))


async def opened(mortal: Mortal) -> int:
    return int((await kept(mortal))["open"][0])


async def answers(ann: Person, number: int) -> None:
    puzzle = numbered(number)
    for code in sorted(puzzle.right) if puzzle.choices else [min(puzzle.right)]:
        await ann.send(puzzle.variant.format(code))


def rated(numbers: list[int]) -> tuple[float, float]:
    """The rating of whoever has given right answers to these, in this order."""
    mine = START
    for number in numbers:
        listed = CATALOGUE.numbered(number)
        assert listed is not None
        mine = after_game(mine, listed.first_rating, WIN)
    return mine.value, mine.deviation


async def answers_amid_kills(mortal: Mortal, ann: Person, done: AbstractAsyncContextManager[None]) -> None:
    """Answer the open puzzle, and once more while nobody serves."""
    number = await opened(mortal)
    async with done:
        await answers(ann, number)
    await answers(ann, number)
    await mortal.rises()
    await ann.sees("✅")


async def test_the_first_puzzle_asked_for_is_given_though_the_bot_is_killed_over_it(mortal: Mortal) -> None:
    ann = await mortal.sandbox.person("Ann")
    async with mortal.killed_before_commit():
        await ann.send("/puzzle")
    assert await mortal.rows("SELECT * FROM puzzlers") == []
    await mortal.rises()
    await ann.sees(f"Puzzle #{await opened(mortal)}")


async def test_a_puzzle_answered_while_the_bot_is_killed_is_rated_once_and_another_follows(mortal: Mortal) -> None:
    ann = await mortal.sandbox.person("Ann")
    await ann.send("/puzzle")
    await mortal.quiet()
    given = [await opened(mortal)]
    await answers_amid_kills(mortal, ann, mortal.killed_before_commit())
    assert (await kept(mortal))["rated"] == 1
    [(revision,)] = await mortal.rows("SELECT revision FROM puzzlers")
    board = await ann.sees("✅")
    where = {"chat": board.chat, "message": board.id, "data": data_of(board, NEXT)}
    async with mortal.killed_after_commit(f"SELECT 1 FROM puzzlers WHERE revision > {revision}"):
        press = await ann.connection.call("POST", f"/people/{ann.id}/press", **where)  # no answer is waited for
    given.append(await opened(mortal))
    await mortal.rises()
    await answered(mortal.sandbox, str(press["query"]))
    assert await opened(mortal) == given[1], "no other is given in its place, though the press comes twice"
    await ann.sees(f"Puzzle #{given[1]}")
    await answers_amid_kills(
        mortal, ann, mortal.killed_after_commit(f"SELECT 1 FROM puzzles WHERE number = {given[1]}")
    )
    assert (await kept(mortal))["rated"] == 2
    await ann.presses(NEXT)
    given.append(await opened(mortal))
    await mortal.bot.kill()
    await answers_amid_kills(mortal, ann, nullcontext())
    assert len(set(given)) == len(given)
    assert sorted(await mortal.rows("SELECT number, revision FROM puzzles")) == sorted((number, 1) for number in given)
    puzzler = await kept(mortal)
    assert (puzzler["rated"], puzzler["right"], puzzler.get("open")) == (3, 3, None)
    assert tuple(puzzler["rating"][:2]) == pytest.approx(rated(given), abs=0.1)
    assert await mortal.rows("SELECT * FROM failed_updates") == []
