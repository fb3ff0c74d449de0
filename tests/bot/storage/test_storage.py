"""Units of work on real databases: all of one or nothing of it, whoever else is at work or shares its transaction."""

import asyncio
from dataclasses import replace
from functools import partial
from inspect import CORO_CLOSED, getcoroutinestate
from pathlib import Path
from typing import Any

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Shown
from bot.app.model.ratings import Score
from bot.app.outbox import RetireItem
from bot.app.rows import UnknownWrite, Writes
from bot.app.screen import Place
from bot.app.work import StaleGame, StorageDown, Work
from bot.storage.postgres import Postgres
from bot.storage.postgres_session import RefusedStatement
from bot.storage.sqlite import Sqlite
from bot.storage.store import DatabaseStore
from tests import stored
from tests.bot.storage.databases import change_at, waiting_at
from tests.bot.storage.stores import (
    TABLE,
    delivered,
    errors_of,
    is_new,
    loaded,
    open_table,
    opened,
    preferences,
    saving,
    screen,
    showing,
    table_in,
    write,
)
from tests.bot.strategies import PRIVATE

pytestmark = pytest.mark.both_databases

CHAT, OTHER = Chat(5), Chat(-6, 7)
PLACE = Place.BOTTOM


def hear(store: DatabaseStore) -> list[set[int]]:
    """The chats for which items are told from now on, each time."""
    called: list[set[int]] = []
    store.signals.on_items = lambda debts: called.append(set(debts))
    return called


async def everything(work: Work) -> None:
    """A job that writes one of each."""
    assert await is_new(work, 1)
    work.prefer(CHAT, Preferences("uk"))
    work.games.save(table_in(CHAT))
    work.keep_draft(TABLE, 1, "01")
    work.show(CHAT, "menu", screen("hello"), PLACE)
    work.strip(CHAT, 3)
    work.keep_failed(1, "{}", "why")


async def left_behind(store: DatabaseStore, place: str) -> tuple[object, ...]:
    """What is there of `everything`."""

    async def look(work: Work) -> tuple[object, ...]:
        known = await preferences(work, CHAT), await work.games.load(TABLE, Alone), await open_table(work, CHAT)
        return *known, await work.draft(TABLE, 1), await work.slot_state(CHAT, "menu")

    return *await store.run(look), await waiting_at(place)


NOTHING: tuple[object, ...] = (Preferences(), None, None, "", Shown(None, pending=False), [])
ALL = (Preferences("uk"), table_in(CHAT), table_in(CHAT), "01", Shown(None, pending=True), [CHAT.id])


async def test_a_job_writes_all_of_it_and_a_database_opened_again_holds_it(place: str) -> None:
    async with opened(place) as store:
        assert await left_behind(store, place) == NOTHING
        await store.run(everything)
        assert await left_behind(store, place) == ALL
    for _ in range(2):
        async with opened(place) as store:
            assert await left_behind(store, place) == ALL


async def test_a_job_that_raises_writes_nothing(store: DatabaseStore, place: str) -> None:
    called = hear(store)

    async def job(work: Work) -> None:
        await everything(work)
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        await store.run(job)
    assert (await left_behind(store, place), called) == (NOTHING, [])
    assert await store.run(lambda work: is_new(work, 1))


async def test_the_folder_of_a_new_file_is_made_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    async with opened(folder / "bot.db") as store:
        await store.run(everything)
        assert [file.name for file in folder.iterdir() if file.stat().st_mode & 0o077] == []
    assert (folder / "bot.db").is_file()


async def test_an_update_is_new_exactly_once_until_it_is_forgotten(store: DatabaseStore) -> None:
    answers = await asyncio.gather(*(store.run(lambda work: is_new(work, 7), CHAT.id) for _ in range(50)))
    assert answers.count(True) == 1
    assert await store.run(lambda work: is_new(work, 8))
    await store.forget(0)
    assert not await store.run(lambda work: is_new(work, 7))
    await store.forget(9e9)
    assert await store.run(lambda work: is_new(work, 7))


async def suggest(work: Work) -> None:
    game = await work.games.load(TABLE, Alone)
    assert game is not None
    work.games.save(replace(game, suggestions=game.suggestions + 1))


async def test_jobs_on_the_same_table_or_draft_lose_nothing_of_each_other(store: DatabaseStore) -> None:
    async def one_more_symbol(work: Work) -> None:
        work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")

    await store.run(saving(table_in(CHAT)))
    await asyncio.gather(*(store.run(suggest, CHAT.id) for _ in range(200)))
    await asyncio.gather(*(store.run(one_more_symbol, CHAT.id) for _ in range(100)))
    assert (await loaded(store)).suggestions == 200
    assert await store.run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_who_gets_items_is_told_after_the_commit(store: DatabaseStore) -> None:
    called, jobs = hear(store), (showing(CHAT, "a"), showing(OTHER, "b"), saving(table_in(CHAT)))
    await asyncio.gather(*map(store.run, jobs))
    assert called == [{CHAT.id, OTHER.id}]


async def test_what_could_not_be_retired_waits_as_a_item(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "hello"))
    items, called = await store.outbox.pending(CHAT.id), hear(store)
    await store.outbox.note_delivered(items, message=41, retire=40)
    (retire,) = await store.outbox.pending(CHAT.id)
    assert (retire, called) == (RetireItem(retire.id, CHAT, 40, wholly=True), [{CHAT.id}])
    assert await store.run(lambda work: work.slot_state(CHAT, "menu")) == Shown(41, pending=False)


async def test_a_table_that_somebody_else_has_saved_meanwhile_is_stale(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT)))
    read = await loaded(store)
    await store.run(saving(replace(read, suggestions=1)))
    with pytest.raises(StaleGame):
        await write(
            store,
            lambda work: work.prefer(CHAT, Preferences("uk")),
            lambda work: work.show(CHAT, "menu", screen("never seen"), PLACE),
            lambda work: work.games.save(replace(read, suggestions=2)),
        )
    found = (await loaded(store)).suggestions, await store.run(lambda work: preferences(work, CHAT))
    assert (*found, await waiting_at(place)) == (1, Preferences(), [])


async def test_the_same_table_saved_twice_in_one_job_is_saved_as_it_was_last(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(CHAT), replace(table_in(CHAT), suggestions=7)))
    assert (await loaded(store)).suggestions == 7
    assert [revision for *_, revision, _ in await stored.games_at(place)] == [1]


async def test_what_was_granted_too_early_is_waited_for_until_a_clock_jumps(store: DatabaseStore, place: str) -> None:
    for ahead, least, most in ((8, 1, 8.1), (3600, -9e9, 0.1)):
        await change_at(place, f"UPDATE budget SET free_at = (SELECT now + {ahead} FROM clock)")
        assert least < await store.outbox.grant(0.1, 0.1) <= most


async def test_what_was_kept_once_is_kept_for_good(store: DatabaseStore, place: str) -> None:
    made_up = [f"secret {number}" for number in range(20)]
    lines = await asyncio.gather(*(store.kept("webhook secret", secret) for secret in made_up))
    assert set(lines) == {lines[0]} <= set(made_up)
    await store.close()
    async with opened(place) as later:
        assert await later.kept("webhook secret", "another") == lines[0]
        assert await later.kept("something else", "another") == "another"


# Jobs that wait together share a transaction, and none of them spoils another


async def test_jobs_of_one_chat_are_done_in_the_order_they_came(store: DatabaseStore) -> None:
    async def say(work: Work, number: int) -> None:
        await preferences(work, CHAT)
        work.show(CHAT, f"slot {number}", screen(str(number)), PLACE)

    await asyncio.gather(*(store.run(partial(say, number=number), CHAT.id) for number in range(90)))
    assert await delivered(store, CHAT.id) == [str(number) for number in range(90)]


async def commits_for(store: DatabaseStore, *jobs: Any) -> tuple[int, list[Any]]:
    """How many transactions it takes to run these jobs at once, and their outcomes."""
    statements, database = list[str](), store._database
    if isinstance(database, Sqlite):
        await database.writer._connection.set_trace_callback(statements.append)
    elif isinstance(database, Postgres):
        database.writer._connection.add_query_logger(lambda asked: statements.append(asked.query))
    outcomes = await asyncio.gather(*(store.run(job) for job in jobs), return_exceptions=True)
    return statements.count("COMMIT"), outcomes


def shown_to(*chats: int) -> list[Any]:
    return [showing(Chat(chat), "hello") for chat in chats]


async def test_jobs_that_wait_together_share_a_transaction(store: DatabaseStore) -> None:
    for chats in ([CHAT.id], range(1, 51)):
        assert await commits_for(store, *shown_to(*chats)) == (1, [None] * len(chats))


@pytest.mark.parametrize("how", ["writes", "writes where it is named", "reads"])
async def test_what_is_broken_spoils_only_its_own_job(store: DatabaseStore, place: str, how: str) -> None:
    chats = [1, 2, 3, 4, 2**70, 5, 6, 7, 8]

    async def read(work: Work, chat: int) -> None:
        await work.slot_state(Chat(chat), "menu")
        work.show(Chat(chat % 1000), "menu", screen("hello"), PLACE)

    jobs = [partial(read, chat=chat) for chat in chats] if how == "reads" else shown_to(*chats)
    named = [[chat] if "named" in how else [] for chat in chats]
    doings = [store.run(job, *where) for job, where in zip(jobs, named, strict=True)]
    results = await asyncio.gather(*doings, return_exceptions=True)
    assert [chat for chat, result in zip(chats, results, strict=True) if result is not None] == [2**70]
    assert isinstance(results[4], OverflowError | RefusedStatement)
    assert await waiting_at(place) == list(range(1, 9))


async def test_a_job_that_nobody_waits_for_any_more_harms_no_other(store: DatabaseStore, place: str) -> None:
    abandoned = asyncio.create_task(store.run(showing(CHAT, "abandoned")))
    other = asyncio.create_task(store.run(showing(OTHER, "hello")))
    await asyncio.sleep(0)
    abandoned.cancel()
    await other
    assert abandoned.cancelled()
    assert OTHER.id in await waiting_at(place)


@pytest.mark.parametrize(("others", "before"), [(4, 2), (40, 7)])
async def test_what_is_stale_spoils_only_its_own_job_and_runs_alone(
    store: DatabaseStore, place: str, others: int, before: int
) -> None:
    await store.run(saving(table_in(CHAT)))
    jobs = shown_to(*range(1, others + 1))
    jobs.insert(before, saving(table_in(CHAT)))
    commits, outcomes = await commits_for(store, *jobs)
    assert (commits, [type(outcome) for outcome in outcomes if outcome is not None]) == (1, [StaleGame])
    assert await waiting_at(place) == list(range(1, others + 1))


async def test_jobs_that_write_the_same_game_follow_one_another(store: DatabaseStore) -> None:
    await store.run(saving(table_in(CHAT)))
    commits, outcomes = await commits_for(store, suggest, *shown_to(*range(1, 20)), suggest, suggest)
    assert (commits, outcomes, (await loaded(store)).suggestions) == (3, [None] * 22, 3)


async def test_a_full_disk_spoils_all_of_a_batch(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        assert isinstance(store._database, Sqlite)
        writer = store._database.writer
        [[pages]] = await writer.rows("PRAGMA page_count")
        await writer.rows(f"PRAGMA max_page_count = {pages + 20}")
        jobs = [showing(Chat(number), "x" * 20_000) for number in range(1, 30)]
        assert await errors_of(*(store.run(job) for job in jobs)) == [StorageDown] * len(jobs)
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

    assert await commits_for(store, *[job] * 5) == (1, [None] * 5)
    assert await store.run(lambda work: work.points.score(-5, 1)) == Score(1, "Ann", 5, 5)


# What is written is made, or is known to be none of ours


def test_a_row_takes_the_place_of_one_of_the_same_key_and_a_statement_without_a_place_is_refused() -> None:
    writes = Writes(("keep", "seat"))
    writes.add("keep", name="a", value="1")
    for name, value in (("b", "2"), ("a", "3")):
        writes.replace("keep", "name", name=name, value=value)
    assert list(writes.rows("keep")) == [{"name": "b", "value": "2"}, {"name": "a", "value": "3"}]
    assert list(writes.rows("seat")) == []
    for write_it in (partial(writes.add, "save_table"), partial(writes.replace, "save_table", "table_id")):
        with pytest.raises(UnknownWrite, match="save_table is not executed"):
            write_it(table_id="5a")


async def test_nothing_is_kept_of_a_work_that_writes_what_nobody_knows(store: DatabaseStore, place: str) -> None:
    async def job(work: Work) -> None:
        await showing(PRIVATE, "never seen")(work)
        work.writes.add("save_table", table_id="5a")

    with pytest.raises(UnknownWrite):
        await store.run(job)
    assert await waiting_at(place) == []
