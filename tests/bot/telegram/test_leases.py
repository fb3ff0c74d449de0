"""Several replicas send from one database: each chat is served by one of them, whatever becomes of the others."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.supervision import retry_until_stored
from bot.telegram import dispatch
from tests.bot.storage.databases import change_at, holds, rows_at
from tests.bot.storage.ledger import Committer, stored_at
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import showing
from tests.bot.telegram.post_office import PostOffice, Replica, replica

CHAT = Chat(5)
EMPTY = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)"


@pytest_asyncio.fixture
async def url(shared: str) -> str:
    return shared


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice(takes=0.02) as open_office:
        yield open_office


@asynccontextmanager
async def two_behind_a_relay(url: str, office: PostOffice) -> AsyncIterator[tuple[Relay, Replica, Replica]]:
    """Two replicas that serve; what lies between the first and the database is in the test's hands."""
    async with (
        Relay(url) as relay,
        replica(relay.url, office, "halting") as one,
        replica(url, office, "steady") as two,
        one.serving(),
        two.serving(),
    ):
        yield relay, one, two


async def say(by: Replica, chat: Chat, text: str) -> None:
    await retry_until_stored(lambda: by.store.run(showing(chat, text, f"slot {text}"), chat.id))


async def test_whoever_holds_a_chat_sends_all_of_it_whoever_put_the_items(url: str, office: PostOffice) -> None:
    chats = [Chat(number) for number in range(1, 11)]
    async with replica(url, office, "one") as one, replica(url, office, "two") as two, one.serving(), two.serving():
        for round_ in range(6):
            await asyncio.gather(*(say((one, two)[(chat.id + round_) % 2], chat, f"{round_}") for chat in chats))
        await holds(url, EMPTY)
    for chat in chats:
        assert office.texts(chat.id) == [str(round_) for round_ in range(6)]
        assert len({sent.sender for sent in office.sent if sent.chat == chat.id}) == 1
    assert {sent.sender for sent in office.sent} == {"one", "two"}
    assert office.crowded == []


async def test_whoever_holds_a_chat_is_called_and_need_not_look(
    url: str, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "LOOK", 1000.0)
    monkeypatch.setattr(dispatch, "SURE", 1000.0)
    async with replica(url, office, "one") as one, replica(url, office, "two") as two, one.serving():
        await say(one, CHAT, "mine")
        await office.received(1)
        await holds(url, EMPTY)
        await change_at(url, "UPDATE replicas SET seen_at = seen_at + 2")
        await say(two, CHAT, "yours")
        await office.received(2)
    assert [(sent.sender, sent.text) for sent in office.sent] == [("one", "mine"), ("one", "yours")]


async def test_the_chats_of_a_killed_process_are_taken_over(url: str, office: PostOffice) -> None:
    async with Committer(url) as committer:
        await committer.more(40)
        await committer.kill()
    updates = await stored_at(url)
    async with replica(url, office, "heir") as heir, heir.serving():
        await office.received(len(updates))
        await holds(url, EMPTY)
    assert len(office.sent) == len(updates)
    assert await rows_at(url, "SELECT holder FROM leases WHERE holder <> ''") == []


async def test_a_replica_that_cannot_say_that_it_lives_stops_and_is_succeeded(url: str, office: PostOffice) -> None:
    chats = [Chat(number) for number in range(1, 9)]
    async with two_behind_a_relay(url, office) as (relay, one, two):
        await asyncio.gather(*(say(one, chat, "0") for chat in chats))
        await office.received(len(chats))
        await holds(url, EMPTY)
        relay.pause()
        await asyncio.gather(*(say(two, chat, "1") for chat in chats))
        await holds(url, EMPTY)
        assert {sent.sender for sent in office.sent if sent.text == "1"} == {"steady"}
        relay.resume()
        await asyncio.gather(*(say(two, chat, "2") for chat in chats))
        await retry_until_stored(one.store.check)
        await asyncio.gather(*(say(one, chat, "3") for chat in chats))
        await holds(url, EMPTY)
    for chat in chats:
        assert office.texts(chat.id) == ["0", "1", "2", "3"]
    assert office.crowded == []


@pytest.mark.costly
async def test_no_two_replicas_ever_serve_a_chat_at_once_though_one_stands_still_now_and_then(
    url: str, office: PostOffice
) -> None:
    chats = [Chat(number) for number in range(1, 13)]

    async def talk(by: Replica, chat: Chat) -> None:
        for number in range(15):
            await say(by, chat, f"{by.name} {number}")
            await asyncio.sleep(0.3)

    async with two_behind_a_relay(url, office) as (relay, one, two):
        talks = [asyncio.create_task(talk(by, chat)) for by in (one, two) for chat in chats]
        for seconds in (0.5, 3.5):
            await asyncio.sleep(0.4)
            relay.pause()
            await asyncio.sleep(seconds)
            relay.resume()
        await asyncio.gather(*talks)
        await holds(url, EMPTY)
    assert office.crowded == []
    for chat in chats:
        for by in (one, two):
            texts = [text for text in office.texts(chat.id) if text.startswith(by.name)]
            assert list(dict.fromkeys(texts)) == [f"{by.name} {number}" for number in range(15)]
        repeated = {text: count for text, count in Counter(office.texts(chat.id)).items() if count > 1}
        assert len(repeated) <= 2, repeated  # at most what was on its way when it stood still


async def test_a_replica_that_leaves_hands_over_at_once(url: str, office: PostOffice) -> None:
    """In the database no time passes, so nobody is succeeded who has not said that they leave."""
    async with replica(url, office, "one") as one, replica(url, office, "two") as two, two.serving():
        await change_at(url, "CREATE OR REPLACE VIEW clock AS SELECT CAST(1e9 AS DOUBLE PRECISION) AS now")
        async with one.serving():
            await say(one, CHAT, "a")
            await office.received(1)
            await holds(url, EMPTY)
        await say(two, CHAT, "b")
        await office.received(2)
        await holds(url, EMPTY)
    assert [(sent.sender, sent.text) for sent in office.sent] == [("one", "a"), ("two", "b")]
