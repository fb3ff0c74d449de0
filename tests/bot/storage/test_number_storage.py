"""Games of guessing a number in either database."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.messages import Chat
from bot.app.model.number import FARTHEST, Masteries, NumberTable
from bot.app.model.table import Question
from bot.app.ports import StaleTable, Work
from bot.game.number import given_up, number_game_at
from bot.storage.store import DatabaseStore
from solver.interval import Interval
from tests.bot.storage.stores import Job

PRIVATE, GROUP = Chat(1001), Chat(-5, 7)
KEPT = NumberTable(
    id="0123456789abcdef",
    chat=GROUP,
    game=number_game_at("number -50..50 -7 | >0 <=-20"),
    starter=1001,
    starter_name="Кім 🍀",
    salt="5a" * 16,
    opened_at=100.5,
    asked_by=("Кім 🍀", "<b>"),
    step=2,
    keypad=True,
    proof=True,
    asking=Question.NEW_GAME,
    wanted=Interval(-3, 3),
    resigning=(5, 6),
    hinted=(0, 2),
)
THEIRS = NumberTable(
    id="fedcba9876543210",
    chat=PRIVATE,
    game=number_game_at("number 1..8 - | >4=no >2=yes >3=yes =4=no"),
    starter=1001,
    starter_name="Ann",
    salt="5b" * 16,
    opened_at=200.5,
    correcting=True,
)


def saved(*tables: NumberTable) -> Job:
    async def job(work: Work) -> None:
        for table in tables:
            work.numbers.save(table)

    return job


async def scene_number(store: DatabaseStore, chat: Chat, update: int) -> str | None:
    async def job(work: Work) -> str | None:
        return (await work.scene(update, chat)).number

    return await store.run(job)


@pytest.mark.parametrize("table", [KEPT, THEIRS])
async def test_a_game_is_read_as_it_was_saved(store: DatabaseStore, table: NumberTable) -> None:
    await store.run(saved(table))
    assert await store.run(lambda work: work.numbers.load(table.id)) == table
    assert await store.run(lambda work: work.numbers.latest(table.chat.id)) == table
    assert await store.run(lambda work: work.numbers.load("f" * 16)) is None
    assert await store.run(lambda work: work.numbers.latest(77)) is None


async def test_the_one_that_was_begun_last_is_the_latest_also_when_it_is_over(store: DatabaseStore) -> None:
    over = replace(THEIRS, id="a" * 16, opened_at=300.0, game=given_up(THEIRS.game), ended_at=310.0)
    await store.run(saved(THEIRS, over))
    assert await store.run(lambda work: work.numbers.latest(PRIVATE.id)) == over


async def test_a_chat_knows_the_game_that_is_on_there_and_no_other(store: DatabaseStore) -> None:
    assert await scene_number(store, PRIVATE, 1) is None
    await store.run(saved(THEIRS, KEPT))
    assert await scene_number(store, PRIVATE, 2) == THEIRS.id
    read = await store.run(lambda work: work.numbers.load(THEIRS.id))
    assert read is not None
    await store.run(saved(replace(read, game=given_up(read.game))))
    assert await scene_number(store, PRIVATE, 3) is None
    assert (await store.run(lambda work: work.matches.glance(GROUP.id))).number == KEPT.id


async def test_what_was_keyed_goes_with_the_game(store: DatabaseStore) -> None:
    async def keyed(work: Work) -> None:
        work.numbers.save(THEIRS)
        work.keep_draft(THEIRS.id, 1001, "-42")

    await store.run(keyed)
    assert await store.run(lambda work: work.draft(THEIRS.id, 1001)) == "-42"
    await store.run(saved(replace(THEIRS, game=given_up(THEIRS.game), revision=1)))
    assert await store.run(lambda work: work.draft(THEIRS.id, 1001)) == ""


async def test_masters_are_counted_with_their_widest_range(store: DatabaseStore) -> None:
    lines = (
        "1..8 5 | >4 >6 =5",
        f"{-FARTHEST}..{FARTHEST} 5 | =5",
        "1..4 1 | =2 =3 =4 =1",
        "1..8 - | >4=no >2=no >1=no =1=yes",
    )
    games = [number_game_at(f"number {line}") for line in lines]
    tables = [replace(THEIRS, id=f"{at:016x}", game=game) for at, game in enumerate(games)]
    assert await store.run(lambda work: work.numbers.masteries(PRIVATE.id)) == Masteries(0, 0)
    await store.run(saved(*tables))
    assert await store.run(lambda work: work.numbers.masteries(PRIVATE.id)) == Masteries(2, 2 * FARTHEST + 1)


async def test_of_two_who_save_at_once_one_begins_again(store: DatabaseStore) -> None:
    await store.run(saved(KEPT))
    read = await store.run(lambda work: work.numbers.load(KEPT.id))
    assert read is not None
    results = await asyncio.gather(
        *(store.run(saved(replace(read, step=step)), step) for step in (3, 4)), return_exceptions=True
    )
    assert [type(result) for result in results if result is not None] == [StaleTable]


async def test_a_game_goes_along_when_its_chat_is_renamed(store: DatabaseStore) -> None:
    async def renamed(work: Work) -> None:
        work.rename(GROUP, -100)

    await store.run(saved(KEPT))
    await store.run(renamed)
    assert await scene_number(store, Chat(-100), 4) == KEPT.id
    assert await store.run(lambda work: work.numbers.load(KEPT.id)) == replace(KEPT, chat=Chat(-100, 7))


async def test_a_format_of_a_later_version_is_refused(store: DatabaseStore) -> None:
    from_the_future = '{"format":2}'

    async def written(work: Work) -> None:
        columns = {"number_id": KEPT.id, "chat_id": 1, "is_over": 0, "mastered": 0, "opened_at": 1.0, "revision": 0}
        work.writes.add("save_number", body=from_the_future, **columns)  # type: ignore[attr-defined]

    await store.run(written)
    with pytest.raises(ValueError, match="format 2"):
        await store.run(lambda work: work.numbers.load(KEPT.id))
