"""Who sends to a chat is decided once, however closely replicas follow each other."""

import asyncio
import random
import time
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.outbox import Kept
from bot.storage import postgres_session
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.storage.stores import opened, preferences, showing
from tests.bot.telegram.post_office import PostOffice, replica

CHATS = 30
ROUNDS = 25
ORPHANED = f"""
TRUNCATE outbox, leases; UPDATE replicas SET seen_at = 0;
INSERT INTO outbox (chat_id, content) SELECT chat_id, 'x' FROM generate_series(1, {CHATS}) AS chat_id;
INSERT INTO leases SELECT chat_id, 'dead', 0, 0 FROM generate_series(1, {CHATS}) AS chat_id
"""
Both = tuple[DatabaseStore, DatabaseStore]


@pytest_asyncio.fixture
async def url(shared: str) -> str:
    return shared


@pytest_asyncio.fixture
async def both(url: str) -> AsyncIterator[Both]:
    async with opened(url) as one, opened(url) as other:
        yield one, other


async def looked(store: DatabaseStore, after: float = 0.0) -> Kept:
    await asyncio.sleep(after)
    await store.outbox.leave()
    return await store.outbox.keep({}, sends=False)


async def test_two_that_look_at_once_never_take_the_same_chat(both: Both, url: str) -> None:
    dice = random.Random(1)
    for _ in range(ROUNDS):
        await Cluster.change(url, ORPHANED)
        one, other = await asyncio.gather(*(looked(store, dice.random() / 100) for store in both))
        assert one.taken.keys().isdisjoint(other.taken)
        assert len(one.taken) + len(other.taken) == CHATS


async def test_a_look_takes_no_chat_for_which_another_replica_puts_a_item_just_then(both: Both, url: str) -> None:
    looking, putting = both
    chats: set[int] = set()
    putting.signals.on_items = chats.update
    chat = Chat(CHATS // 2)
    for _ in range(ROUNDS):
        await Cluster.change(url, ORPHANED)
        chats.clear()
        kept, _ = await asyncio.gather(looked(looking), putting.run(showing(chat, "hello"), chat.id))
        assert (chat.id in kept.taken) != (chat.id in chats)


async def test_a_chat_for_which_a_item_is_being_put_is_not_let_go(both: Both, url: str) -> None:
    holder, _ = both
    await holder.run(showing(Chat(7), "hello"), 7)
    await Cluster.change(url, "DELETE FROM outbox")
    elsewhere = await asyncpg.connect(url)
    await elsewhere.execute("BEGIN")
    await elsewhere.execute("INSERT INTO outbox (chat_id, content) VALUES (7, 'x')")
    await elsewhere.execute("UPDATE leases SET holder = holder WHERE chat_id = 7")
    letting_go = asyncio.create_task(holder.outbox.keep({7: 0.0}, sends=True))
    await asyncio.sleep(0.2)
    assert not letting_go.done()
    await elsewhere.execute("COMMIT")
    await elsewhere.close()
    kept = await letting_go
    assert (kept.released, kept.held) == (set(), {7})


async def test_a_chat_that_another_replica_has_taken_stops_no_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres_session.SETTINGS, "lock_timeout", "0")  # whoever waits for the chat waits for ever
    monkeypatch.setattr(postgres_session, "TIME_TO_ANSWER", 2 * PATIENCE)
    elsewhere = await asyncpg.connect(url)
    await elsewhere.execute("BEGIN")
    await elsewhere.execute("SELECT pg_advisory_xact_lock(5)")
    async with opened(url) as store:
        waits = asyncio.create_task(store.run(showing(Chat(5), "hello"), 5))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(store.run(showing(Chat(chat), "hello"), chat) for chat in range(6, 40)))
        assert not waits.done()
        await elsewhere.execute("COMMIT")
        await elsewhere.close()
        await waits


async def test_a_replica_that_stands_still_in_a_transaction_is_cut_off(both: Both, url: str) -> None:
    store, _ = both
    frozen = await asyncpg.connect(url, server_settings={"idle_in_transaction_session_timeout": "1s"})
    await frozen.execute("BEGIN")
    await frozen.execute("SELECT pg_advisory_xact_lock(5)")
    async with asyncio.timeout(PATIENCE):
        await store.run(showing(Chat(5), "hello"), 5)
    frozen.terminate()


async def test_what_was_lost_without_a_word_is_noticed_at_the_next_look(url: str) -> None:
    async with PostOffice(takes=0.0) as office, replica(url, office, "one") as one, one.serving():
        await one.store.run(showing(Chat(5), "one"), 5)
        await office.received(1)
        await Cluster.change(url, "UPDATE leases SET holder = 'somebody else', claimed_at = (SELECT now FROM clock)")
        async with asyncio.timeout(PATIENCE):
            while one.dispatcher._lanes:
                await asyncio.sleep(0.05)
        assert one.dispatcher._limits._chats == {}


async def test_what_begins_while_a_replica_leaves_is_not_sent_after_that(url: str) -> None:
    async with PostOffice(takes=0.5) as office, replica(url, office, "one") as one:
        await one.dispatcher._look()
        await one.store.run(showing(Chat(5), "one"), 5)
        leaving = asyncio.create_task(one.dispatcher.drain(0.2))
        await asyncio.sleep(0.1)
        await one.store.run(showing(Chat(6), "two"), 6)
        await leaving
        assert one.dispatcher._tasks() == []
        assert await Cluster.fetched(url, "SELECT count(*) FROM leases WHERE holder <> ''") == [(0,)]


@pytest.mark.parametrize("amount", [12_000])
async def test_much_that_is_old_is_forgotten_a_little_at_a_time(both: Both, url: str, amount: int) -> None:
    old = f"INSERT INTO seen_updates SELECT 1, id, 5 FROM generate_series(1, {amount}) AS id"
    await Cluster.change(url, old)
    forgetting = asyncio.create_task(both[0].forget(time.time()))
    await both[0].run(lambda work: preferences(work, Chat(5)), 5)
    await forgetting
    assert await Cluster.fetched(url, "SELECT count(*) FROM seen_updates WHERE seen_at = 5") == [(0,)]
