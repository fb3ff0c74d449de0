"""What people have come to with puzzles, and the ratings of puzzles, as they are kept on both databases."""

from dataclasses import replace

import pytest

from bot.app.model.puzzles import CATALOGUE, Listed, OpenPuzzle, Puzzler, TriedPuzzle, puzzler_read, puzzler_written
from bot.app.work import StaleGame, Work
from bot.game.rating import START, Rating
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at

ANN, BOB = 2**40, 2
SMALL = 2048
"""Bytes: the row is read and written whole with every answer."""


def listed(number: int) -> Listed:
    found = CATALOGUE.numbered(number)
    assert found is not None
    return found


async def keep(store: DatabaseStore, puzzler: Puzzler, *puzzles: TriedPuzzle) -> None:
    async def job(work: Work) -> None:
        work.puzzles.keep_puzzler(puzzler)
        for puzzle in puzzles:
            work.puzzles.keep_rating(puzzle)

    await store.run(job)


async def puzzler_of(store: DatabaseStore, person: int) -> Puzzler:
    return await store.run(lambda work: work.puzzles.puzzler(person))


async def test_what_was_come_to_comes_back_and_nobody_else_has_it(store: DatabaseStore, place: str) -> None:
    opened = OpenPuzzle("left_pclassic_AA", ("0123",), is_rated=False, is_hinted=True, played_at=7.5)
    ann = Puzzler(ANN, Rating(1612.5, 80.25, 0.06), 100.0, 0, 3, 4, opened, 7.5).with_tried(5120).with_tried(1)
    await keep(store, ann)
    kept = await puzzler_of(store, ANN)
    assert kept == replace(ann, revision=1)
    assert kept.has_tried(5120)
    assert not kept.has_tried(2)
    assert await puzzler_of(store, BOB) == Puzzler(BOB)
    assert await rows_at(place, "SELECT person_id FROM puzzlers") == [(ANN,)]


async def test_a_puzzle_has_its_first_rating_until_it_was_tried(store: DatabaseStore) -> None:
    await keep(store, Puzzler(ANN), TriedPuzzle(7, Rating(1712.5, 187.25, 0.06)))
    rated = await store.run(lambda work: work.puzzles.rated([listed(8), listed(7)]))
    assert rated == (TriedPuzzle(8, listed(8).first_rating), TriedPuzzle(7, Rating(1712.5, 187.25, 0.06), 1))


async def test_of_two_answers_at_once_neither_is_lost(store: DatabaseStore) -> None:
    ann, bob = await puzzler_of(store, ANN), await puzzler_of(store, BOB)
    await keep(store, ann.with_tried(1))
    with pytest.raises(StaleGame):
        await keep(store, ann.with_tried(2))
    first = TriedPuzzle(7, START)
    await keep(store, bob, first)
    with pytest.raises(StaleGame):
        await keep(store, await puzzler_of(store, ANN), first)


def test_whoever_has_tried_all_takes_little_room() -> None:
    puzzler = Puzzler(ANN, Rating(2123.456789012345, 61.23456789012345, 0.0598765432109), 1.7e9)
    for number in range(1, len(CATALOGUE) + 1):
        puzzler = puzzler.with_tried(number)
    body = puzzler_written(puzzler)
    assert puzzler_read(ANN, body, 0) == puzzler
    assert len(body) < SMALL


def test_what_this_version_writes_is_read_by_those_to_come() -> None:
    body = (
        '{"rating":[1612.5,80.0,0.06],"at":100.0,"tried":"Ag==","right":1,"rated":2,"back":7.5,'
        '"open":["17",[],1,0,0.0]}'
    )
    read = puzzler_read(ANN, body, 7)
    opened = OpenPuzzle("17", is_rated=True)
    assert read == Puzzler(ANN, Rating(1612.5, 80.0, 0.06), 100.0, 2, 1, 2, opened, 7.5, revision=7)
    assert puzzler_read(ANN, "{}", 0) == Puzzler(ANN)
