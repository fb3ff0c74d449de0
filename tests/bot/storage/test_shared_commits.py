"""Jobs that wait together share a transaction, and none of them spoils another."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from inspect import CORO_CLOSED, getcoroutinestate
from pathlib import Path
from typing import Any

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.outbox import ScreenItem
from bot.app.screen import Place
from bot.app.work import StaleGame, StorageDown, Work
from bot.storage.postgres import Postgres
from bot.storage.postgres_session import RefusedStatement
from bot.storage.sqlite import Sqlite
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import waiting_at
from tests.bot.storage.stores import TABLE, opened, preferences, saving, screen, showing, table_in

pytestmark = pytest.mark.both_databases

CHAT, OTHER = Chat(5), Chat(-6, 7)
PLACE = Place.BOTTOM


async def test_jobs_of_one_chat_are_done_in_the_order_they_came(store: DatabaseStore) -> None:
    async def say(work: Work, number: int) -> None:
        await preferences(work, CHAT)
        work.show(CHAT, f"slot {number}", screen(str(number)), PLACE)

    jobs = (partial(say, number=number) for number in range(90))
    await asyncio.gather(*(store.run(job, CHAT.id) for job in jobs))
    lines = []
    while items := await store.outbox.pending(CHAT.id):
        lines += [item.screen.html for item in items if isinstance(item, ScreenItem)]
        for item in items:
            await store.outbox.note_delivered([item], None, None)
    assert lines == [str(number) for number in range(90)]


async def hear_statements(store: DatabaseStore, hear: Callable[[str], None]) -> None:
    """Let `hear` have every statement that the store's writer runs from now on."""
    database = store._database
    if isinstance(database, Sqlite):
        await database.writer._connection.set_trace_callback(hear)
    elif isinstance(database, Postgres):
        database.writer._connection.add_query_logger(lambda asked: hear(asked.query))


async def commits_for(store: DatabaseStore, *jobs: Any) -> tuple[int, list[Any]]:
    """How many transactions it takes to run these jobs at once, and their outcomes."""
    statements: list[str] = []
    await hear_statements(store, statements.append)
    outcomes = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
    return statements.count("COMMIT"), outcomes


async def commits_of(store: DatabaseStore, *chats: Chat) -> int:
    """How many transactions it takes to let all these chats see something at once."""
    commits, _ = await commits_for(store, *(showing(chat, "hello") for chat in chats))
    return commits


async def test_jobs_that_wait_together_share_a_transaction(store: DatabaseStore) -> None:
    assert await commits_of(store, CHAT) == 1
    assert await commits_of(store, *(Chat(number) for number in range(1, 51))) == 1


@pytest.mark.parametrize("named", [False, True])
async def test_a_broken_write_spoils_only_its_own_job(store: DatabaseStore, place: str, *, named: bool) -> None:
    chats = [1, 2, 3, 4, 2**70, 5, 6, 7, 8]
    results = await asyncio.gather(
        *(store.run(showing(Chat(chat), "hello"), *([chat] if named else [])) for chat in chats), return_exceptions=True
    )
    broken = [chat for chat, result in zip(chats, results, strict=True) if result is not None]
    assert broken == [2**70]
    assert isinstance(results[4], OverflowError | RefusedStatement)
    assert await waiting_at(place) == list(range(1, 9))


async def test_a_broken_read_spoils_only_its_own_job(store: DatabaseStore, place: str) -> None:
    chats = [1, 2, 3, 4, 2**70, 5, 6, 7, 8]

    async def job(work: Work, chat: int) -> None:
        await work.slot_state(Chat(chat), "menu")
        work.show(Chat(chat % 1000), "menu", screen("hello"), PLACE)

    results = await asyncio.gather(*(store.run(partial(job, chat=chat)) for chat in chats), return_exceptions=True)
    assert [chat for chat, result in zip(chats, results, strict=True) if result is not None] == [2**70]
    assert await waiting_at(place) == list(range(1, 9))


async def test_a_job_that_nobody_waits_for_any_more_harms_no_other(store: DatabaseStore, place: str) -> None:
    abandoned = asyncio.create_task(store.run(showing(CHAT, "abandoned")))
    other = asyncio.create_task(store.run(showing(OTHER, "hello")))
    await asyncio.sleep(0)
    abandoned.cancel()
    await other
    assert abandoned.cancelled()
    assert OTHER.id in await waiting_at(place)


async def test_a_stale_table_spoils_only_its_own_job(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT)))
    jobs: list[Any] = [showing(Chat(number), "hello") for number in range(1, 5)]
    jobs.insert(2, saving(table_in(CHAT)))
    results = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [StaleGame]
    assert await waiting_at(place) == [1, 2, 3, 4]


async def test_only_what_is_stale_runs_alone(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT)))
    jobs: list[Any] = [showing(Chat(number), "hello") for number in range(1, 41)]
    jobs.insert(7, saving(table_in(CHAT)))
    commits, outcomes = await commits_for(store, *jobs)
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [StaleGame]
    assert commits == 1
    assert await waiting_at(place) == list(range(1, 41))


async def test_jobs_that_write_the_same_game_follow_one_another(store: DatabaseStore) -> None:
    async def suggest(work: Work) -> None:
        game = await work.games.load(TABLE, Alone)
        assert game is not None
        work.games.save(replace(game, suggestions=game.suggestions + 1))

    await store.run(saving(table_in(CHAT)))
    others = [showing(Chat(number), "hello") for number in range(1, 20)]
    commits, outcomes = await commits_for(store, suggest, *others, suggest, suggest)
    assert outcomes == [None] * len(outcomes)
    assert commits == 3
    game = await store.run(lambda work: work.games.load(TABLE, Alone))
    assert game is not None
    assert game.suggestions == 3


async def test_a_full_disk_spoils_all_of_a_batch(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        assert isinstance(store._database, Sqlite)
        writer = store._database.writer
        [[pages]] = await writer.rows("PRAGMA page_count")
        await writer.rows(f"PRAGMA max_page_count = {pages + 20}")
        jobs = [showing(Chat(number), "x" * 20_000) for number in range(1, 30)]
        outcomes = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {StorageDown}
        await writer.rows("PRAGMA max_page_count = 100000")
    assert await waiting_at(f"sqlite:///{tmp_path}/bot.db") == []


async def test_when_a_transaction_is_broken_off_no_job_of_it_is_left_behind(store: DatabaseStore) -> None:
    began = asyncio.Event()

    async def wait() -> None:
        began.set()
        await asyncio.Event().wait()

    jobs = [wait() for _ in range(3)]
    running = asyncio.create_task(store._database.writer.all(jobs))
    await began.wait()
    running.cancel()
    await asyncio.wait({running})
    assert [getcoroutinestate(job) for job in jobs] == [CORO_CLOSED] * 3


async def test_those_who_add_to_one_counter_share_a_transaction(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.points.add(-5, 1, "Ann", 1)

    assert (await commits_for(store, *[job] * 5))[0] == 1
    score = await store.run(lambda work: work.points.score(-5, 1))
    assert score is not None
    assert (score.points, score.games) == (5, 5)
