"""Several replicas send from one database: each chat is served by one of them, whatever becomes of the others."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.outbox import Kept
from bot.app.supervision import retry_until_stored
from bot.storage import postgres_session
from bot.storage.store import DatabaseStore
from bot.telegram import dispatch
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.storage.committer import Committer, stored_at
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import opened, preferences, showing
from tests.bot.telegram.post_office import PostOffice, Replica, replica
from tests.bot.telegram.sources import until

CHAT = Chat(5)


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice(takes=0.02) as open_office:
        yield open_office
    assert open_office.crowded == [], "no two ever serve a chat at once"


@asynccontextmanager
async def two(place: str, shared: str, office: PostOffice) -> AsyncIterator[tuple[Replica, Replica]]:
    both = replica(place, office, "halting"), replica(shared, office, "steady")
    async with both[0] as one, both[1] as other, one.serving(), other.serving():
        yield one, other


async def say(by: Replica, chat: Chat, text: str) -> None:
    await retry_until_stored(lambda: by.store.run(showing(chat, text, f"slot {text}"), chat.id))


async def test_whoever_holds_a_chat_sends_all_of_it_whoever_put_the_items(shared: str, office: PostOffice) -> None:
    chats = [Chat(number) for number in range(1, 11)]
    async with two(shared, shared, office) as both:
        for round_ in range(6):
            await asyncio.gather(*(say(both[(chat.id + round_) % 2], chat, f"{round_}") for chat in chats))
        await both[0].emptied()
    assert [office.texts(chat.id) for chat in chats] == [list("012345")] * len(chats)
    assert len({(sent.sender, sent.chat) for sent in office.sent}) == len(chats)
    assert {sent.sender for sent in office.sent} == {"halting", "steady"}


async def test_whoever_holds_it_is_called(shared: str, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK", "SURE"):
        monkeypatch.setattr(dispatch, name, 1000.0)
    async with replica(shared, office) as one, replica(shared, office, "two") as other, one.serving():
        await say(one, CHAT, "mine")
        await office.received(1)
        await one.emptied()
        await change_at(shared, "UPDATE replicas SET seen_at = seen_at + 2")
        await say(other, CHAT, "yours")
        await office.received(2)
    assert [(sent.sender, sent.text) for sent in office.sent] == [("one", "mine"), ("one", "yours")]


async def test_the_chats_of_a_killed_process_are_taken_over(shared: str, office: PostOffice) -> None:
    async with Committer(shared) as committer:
        await committer.more(40)
        await committer.kill()
    updates = await stored_at(shared)
    async with replica(shared, office, "heir") as heir, heir.serving():
        await office.received(len(updates))
        await heir.emptied()
    assert len(office.sent) == len(updates)
    assert await rows_at(shared, "SELECT holder FROM leases WHERE holder <> ''") == []


async def test_a_replica_that_cannot_say_that_it_lives_stops_and_is_succeeded(shared: str, office: PostOffice) -> None:
    chats = [Chat(number) for number in range(1, 9)]

    async def all_hear(text: str, by: Replica) -> None:
        await asyncio.gather(*(say(by, chat, text) for chat in chats))
        await by.emptied()

    async with Relay(shared) as relay, two(relay.url, shared, office) as (one, other):
        await all_hear("0", one)
        relay.pause()
        await all_hear("1", other)
        assert {sent.sender for sent in office.sent if sent.text == "1"} == {"steady"}
        relay.resume()
        await all_hear("2", other)
        await retry_until_stored(one.store.check)
        await all_hear("3", one)
    assert [office.texts(chat.id) for chat in chats] == [list("0123")] * len(chats)


@pytest.mark.costly
async def test_no_two_ever_serve_a_chat_at_once_though_one_stands_still(shared: str, office: PostOffice) -> None:
    chats = [Chat(number) for number in range(1, 13)]

    async def talk(by: Replica, chat: Chat) -> None:
        for number in range(15):
            await say(by, chat, f"{by.name} {number}")
            await asyncio.sleep(0.3)

    async with Relay(shared) as relay, two(relay.url, shared, office) as both:
        talks = [asyncio.create_task(talk(by, chat)) for by in both for chat in chats]
        for seconds in (0.5, 3.5):
            await asyncio.sleep(0.4)
            relay.pause()
            await asyncio.sleep(seconds)
            relay.resume()
        await asyncio.gather(*talks)
        await both[1].emptied()
    for chat in chats:
        for by in both:
            texts = [text for text in office.texts(chat.id) if text.startswith(by.name)]
            assert list(dict.fromkeys(texts)) == [f"{by.name} {number}" for number in range(15)]
        repeated = {text: count for text, count in Counter(office.texts(chat.id)).items() if count > 1}
        assert len(repeated) <= 2, repeated  # at most what was on its way when it stood still


async def test_a_replica_that_leaves_hands_over_at_once(shared: str, office: PostOffice) -> None:
    """In the database no time passes, so nobody is succeeded who has not said that they leave."""
    async with replica(shared, office) as one, replica(shared, office, "two") as other, other.serving():
        await change_at(shared, "CREATE OR REPLACE VIEW clock AS SELECT CAST(1e9 AS DOUBLE PRECISION) AS now")
        async with one.serving():
            await say(one, CHAT, "a")
            await office.received(1)
            await one.emptied()
        await say(other, CHAT, "b")
        await office.received(2)
        await other.emptied()
    assert [(sent.sender, sent.text) for sent in office.sent] == [("one", "a"), ("two", "b")]


CHATS, ROUNDS = 30, 25
ORPHANED = f"""
TRUNCATE outbox, leases; UPDATE replicas SET seen_at = 0;
INSERT INTO outbox (chat_id, content) SELECT chat_id, 'x' FROM generate_series(1, {CHATS}) AS chat_id;
INSERT INTO leases SELECT chat_id, 'dead', 0, 0 FROM generate_series(1, {CHATS}) AS chat_id
"""
Both = tuple[DatabaseStore, DatabaseStore]


@pytest_asyncio.fixture
async def both(shared: str) -> AsyncIterator[Both]:
    async with opened(shared) as one, opened(shared) as other:
        yield one, other


async def looked(store: DatabaseStore, after: float = 0.0) -> Kept:
    await asyncio.sleep(after)
    await store.outbox.leave()
    return await store.outbox.keep({}, sends=False)


async def test_two_that_look_at_once_never_take_the_same_chat(both: Both, shared: str) -> None:
    dice = random.Random(1)
    for _ in range(ROUNDS):
        await Cluster.change(shared, ORPHANED)
        one, other = await asyncio.gather(*(looked(store, dice.random() / 100) for store in both))
        assert sorted([*one.taken, *other.taken]) == [*range(1, CHATS + 1)]


async def test_a_look_takes_no_chat_for_which_another_replica_puts_a_item_just_then(both: Both, shared: str) -> None:
    looking, putting = both
    chats: set[int] = set()
    putting.signals.on_items = chats.update
    for _ in range(ROUNDS):
        await Cluster.change(shared, ORPHANED)
        chats.clear()
        kept, _ = await asyncio.gather(looked(looking), putting.run(showing(CHAT, "hello"), CHAT.id))
        assert (CHAT.id in kept.taken) != (CHAT.id in chats)


@asynccontextmanager
async def elsewhere(url: str, *statements: str) -> AsyncIterator[None]:
    """A transaction of somebody else's in which these were executed; it is committed in the end."""
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        for statement in statements:
            await connection.execute(statement)
        yield
    await connection.close()


async def test_a_chat_for_which_a_item_is_being_put_is_not_let_go(both: Both, shared: str) -> None:
    holder = both[0]
    await holder.run(showing(Chat(7), "hello"), 7)
    await Cluster.change(shared, "DELETE FROM outbox")
    put = "INSERT INTO outbox (chat_id, content) VALUES (7, 'x')"
    async with elsewhere(shared, put, "UPDATE leases SET holder = holder WHERE chat_id = 7"):
        letting_go = asyncio.create_task(holder.outbox.keep({7: 0.0}, sends=True))
        await asyncio.sleep(0.2)
        assert not letting_go.done()
    kept = await letting_go
    assert (kept.released, kept.held) == (set(), {7})


async def test_a_chat_that_is_locked_stops_no_other(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres_session.SETTINGS, "lock_timeout", "0")  # whoever waits for the chat waits for ever
    monkeypatch.setattr(postgres_session, "TIME_TO_ANSWER", 2 * PATIENCE)
    async with opened(shared) as store:
        async with elsewhere(shared, "SELECT pg_advisory_xact_lock(5)"), asyncio.timeout(PATIENCE):
            waits = asyncio.create_task(store.run(showing(CHAT, "hello"), 5))
            await asyncio.gather(*(store.run(showing(Chat(chat), "hello"), chat) for chat in range(6, 40)))
            assert not waits.done()
        await waits


async def test_a_replica_that_stands_still_in_a_transaction_is_cut_off(both: Both, shared: str) -> None:
    frozen = await asyncpg.connect(shared, server_settings={"idle_in_transaction_session_timeout": "1s"})
    for statement in ("BEGIN", "SELECT pg_advisory_xact_lock(5)"):
        await frozen.execute(statement)
    async with asyncio.timeout(PATIENCE):
        await both[0].run(showing(CHAT, "hello"), 5)
    frozen.terminate()


async def test_what_was_lost_without_a_word_is_noticed_at_the_next_look(shared: str) -> None:
    async with PostOffice(takes=0.0) as office, replica(shared, office) as one, one.serving():
        await one.store.run(showing(CHAT, "one"), 5)
        await office.received(1)
        await Cluster.change(shared, "UPDATE leases SET holder = 'somebody else', claimed_at = (SELECT now FROM clock)")
        await until(lambda: not one.dispatcher._lanes)
        assert one.dispatcher._limits._chats == {}


async def test_what_begins_while_a_replica_leaves_is_not_sent_after_that(shared: str) -> None:
    async with PostOffice(takes=0.5) as office, replica(shared, office) as one:
        await one.dispatcher._look()
        await one.store.run(showing(CHAT, "one"), 5)
        leaving = asyncio.create_task(one.dispatcher.drain(0.2))
        await asyncio.sleep(0.1)
        await one.store.run(showing(Chat(6), "two"), 6)
        await leaving
        assert one.dispatcher._tasks() == []
        assert await Cluster.fetched(shared, "SELECT count(*) FROM leases WHERE holder <> ''") == [(0,)]


async def test_much_that_is_old_is_forgotten_a_little_at_a_time(both: Both, shared: str) -> None:
    await Cluster.change(shared, "INSERT INTO seen_updates SELECT 1, id, 5 FROM generate_series(1, 12000) AS id")
    forgetting = asyncio.create_task(both[0].forget(time.time()))
    await both[0].run(lambda work: preferences(work, Chat(5)), 5)
    await forgetting
    assert await Cluster.fetched(shared, "SELECT count(*) FROM seen_updates WHERE seen_at = 5") == [(0,)]
