"""Two replicas on one database: whatever they are told at once, nothing is lost, doubled or locked for ever."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.outbox import RetireItem
from bot.app.registry import KINDS
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import Job, Work
from bot.game.daily import DAY
from bot.storage import migrations
from bot.storage.session import UnusableDatabase
from bot.storage.store import DatabaseStore, store_at
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.storage.committer import Committer, assert_nothing_is_lost
from tests.bot.storage.databases import rows_at, waiting_at
from tests.bot.storage.stores import (
    BOT,
    TABLE,
    delivered,
    errors_of,
    is_new,
    loaded,
    opened,
    saving,
    screen,
    showing,
    table_in,
)

CHAT, OTHER = Chat(5), Chat(-6)
DEADLOCK = "deadlock detected"
HUNDREDS = 500

Both = tuple[DatabaseStore, DatabaseStore]


@pytest_asyncio.fixture
async def both(postgres: Cluster, url: str) -> AsyncIterator[Both]:
    """Two replicas, which must not have locked each other out."""
    before = postgres.log.count(DEADLOCK)
    async with opened(url) as one, opened(url) as other:
        yield one, other
    assert postgres.log.count(DEADLOCK) == before


def stored(store: DatabaseStore, job: Callable[[Work], Awaitable[Any]], *chats: int) -> Awaitable[Any]:
    return retry_until_stored(lambda: store.run(job, *chats))


async def one_more(work: Work, table_id: str = TABLE) -> int:
    """Count on the table; the number that was there."""
    game = await work.games.load(table_id, Alone)
    assert game is not None
    work.games.save(replace(game, suggestions=game.suggestions + 1))
    return game.suggestions


async def test_the_same_update_at_both_at_once_is_new_exactly_once(both: Both) -> None:
    deliveries = [(store, update) for store in both for update in range(1, 201) for _ in range(2)]
    random.Random(4).shuffle(deliveries)
    asked = (stored(store, partial(is_new, update=update), update % 20) for store, update in deliveries)
    new = await asyncio.gather(*asked)
    assert sorted(update for (_, update), first in zip(deliveries, new, strict=True) if first) == list(range(1, 201))


@pytest.mark.parametrize("chats", [(CHAT, CHAT), (CHAT, OTHER)])
async def test_a_guess_and_a_tap_at_two_replicas_or_in_two_chats_lose_nothing_of_each_other(
    both: Both, chats: tuple[Chat, Chat]
) -> None:
    await both[0].run(saving(table_in(CHAT)))
    ways = list(zip(both, chats, strict=True))
    before = await asyncio.gather(*(stored(store, one_more, chat.id) for _ in range(100) for store, chat in ways))
    assert sorted(before) == list(range(200))
    assert (await loaded(both[1])).suggestions == 200


async def test_drafts_at_two_replicas_lose_nothing_of_each_other(both: Both) -> None:
    async def one_more_symbol(work: Work) -> None:
        work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")

    await asyncio.gather(*(stored(store, one_more_symbol, CHAT.id) for _ in range(50) for store in both))
    assert await both[0].run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_items_of_a_chat_are_numbered_in_the_order_in_which_they_were_committed(both: Both) -> None:
    async def say(work: Work) -> None:
        work.tell(CHAT, screen(str(await one_more(work))))

    await both[0].run(saving(table_in(CHAT)))
    await asyncio.gather(*(stored(store, say, CHAT.id) for _ in range(60) for store in both))
    assert await delivered(both[1], CHAT.id) == [str(number) for number in range(120)]


async def test_only_one_replica_is_told_of_a_item_and_the_same_one_as_long_as_it_holds_the_chat(both: Both) -> None:
    called: list[tuple[int, set[int]]] = []
    for number, store in enumerate(both):
        store.signals.on_items = lambda debts, number=number: called.append((number, set(debts)))  # type: ignore[misc]
    await asyncio.gather(*(store.run(showing(CHAT, "hello"), CHAT.id) for store in both for _ in range(20)))
    assert {number for number, _ in called} in ({0}, {1})
    [[holder, _], *_] = called
    await both[holder].outbox.leave()
    called.clear()
    await both[1 - holder].run(showing(CHAT, "hello"), CHAT.id)
    assert called == [(1 - holder, {CHAT.id})]


@pytest.mark.parametrize("noted", [(11, 12), (12, 11), (12, 11, 12)])
async def test_of_two_messages_sent_for_one_item_the_lower_stays_whichever_is_noted_first(
    both: Both, url: str, noted: tuple[int, ...]
) -> None:
    await both[0].run(showing(CHAT, "board", "board"))
    items = await both[0].outbox.pending(CHAT.id)
    for store, message in zip(cycle(both), noted):
        await store.outbox.note_delivered(items, message, None)
    assert await rows_at(url, "SELECT message_id FROM slots") == [(12,)]
    left = await both[0].outbox.pending(CHAT.id)
    assert {(item.message, item.wholly) for item in left if isinstance(item, RetireItem)} == {(11, True)}


class Crowd:
    """Asks either replica for anything, by chance."""

    def __init__(self, both: Both, seed: int) -> None:
        self.random = random.Random(seed)
        self.both = both
        self.tables = [f"{number:016x}" for number in range(10)]
        self.actions = (self.deliver, self.grant, self.look, self.leave, self.do_what_is_due, self.forget)

    async def ask(self, number: int) -> None:
        store, chat = self.random.choice(self.both), self.random.randrange(1, 40)
        if number % 2:
            await stored(store, partial(self.play, update=number // 4, chat=Chat(chat)), chat)
        else:
            action = self.random.choice(self.actions)
            await retry_until_stored(lambda: action(store, chat))

    async def play(self, work: Work, update: int, chat: Chat) -> None:
        await is_new(work, update)
        for name in self.random.sample(self.tables, 2):
            await one_more(work, name)
        work.prefer(chat, Preferences("uk"))
        work.keep_draft(self.random.choice(self.tables), chat.id, "01")
        for to in self.random.sample(range(1, 40), 3):
            work.show(Chat(to), "menu", screen("hello"), Place.HERE)
        work.at(1.0, Job("note", self.tables[0], 0))

    async def deliver(self, store: DatabaseStore, chat: int) -> None:
        if items := await store.outbox.pending(chat):
            await store.outbox.note_delivered(items, 7, None)

    async def grant(self, store: DatabaseStore, _chat: int) -> None:
        await store.outbox.grant(0.001, 1.0)

    async def look(self, store: DatabaseStore, chat: int) -> None:
        await store.outbox.keep({chat: 0.0, 40 - chat: 0.0}, sends=True)

    async def leave(self, store: DatabaseStore, _chat: int) -> None:
        await store.outbox.leave()

    async def do_what_is_due(self, store: DatabaseStore, _chat: int) -> None:
        async def job(work: Work) -> None:
            if due := await work.due_job(9e9):
                work.drop_job(due)

        await store.run(job)

    async def forget(self, store: DatabaseStore, _chat: int) -> None:
        await store.forget(time.time() + 3 * DAY - 1000)


@pytest.mark.costly
async def test_hundreds_of_jobs_of_every_kind_at_both_end_well(both: Both) -> None:
    crowd = Crowd(both, seed=44)
    for number, table in enumerate(crowd.tables):
        await both[0].run(saving(table_in(Chat(number), table)))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(crowd.ask(number) for number in range(HUNDREDS)))
    assert sum([(await loaded(both[0], table)).suggestions for table in crowd.tables]) == HUNDREDS


@pytest.mark.costly
async def test_two_processes_that_are_told_the_same_do_each_thing_once(postgres: Cluster, url: str) -> None:
    before = postgres.log.count(DEADLOCK)
    async with Committer(url) as one, Committer(url) as other:
        await asyncio.gather(one.more(300), other.more(300))
        await one.kill()
        await other.more(100)
        await other.kill()
    assert one.seen + other.seen
    await assert_nothing_is_lost(url, one, other)
    assert postgres.log.count(DEADLOCK) == before


async def test_replicas_that_start_at_once_on_an_empty_database_make_its_schema_once(url: str) -> None:
    stores = [store_at(url, BOT, KINDS) for _ in range(5)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.run(showing(Chat(number), "a")) for number, store in enumerate(stores, 1)))
    await asyncio.gather(*(store.close() for store in stores))
    made = [(migration.number,) for migration in migrations.migrations_for("postgres")]
    assert await rows_at(url, "SELECT number FROM migrations ORDER BY number") == made
    assert await rows_at(url, "SELECT count(*) FROM budget") == [(1,)]
    assert await waiting_at(url) == [1, 2, 3, 4, 5]


async def test_replicas_that_start_at_once_with_a_broken_migration_leave_nothing_behind(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "0001_broken.sql").write_text("CREATE TABLE half (a INTEGER); SELECT nothing FROM half;")
    monkeypatch.setattr(migrations, "FOLDER", tmp_path)
    assert await errors_of(*(store_at(url, BOT, KINDS).open() for _ in range(3))) == [UnusableDatabase] * 3
    assert await rows_at(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
