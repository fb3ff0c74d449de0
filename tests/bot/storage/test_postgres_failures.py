"""What happens to a PostgreSQL, and on the way to it, while the bot commits."""

import asyncio
from collections.abc import Sequence
from functools import partial

import asyncpg
import pytest

from bot.app.messages import Chat
from bot.app.registry import KINDS
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import StorageDown, Work
from bot.storage import postgres_session
from bot.storage.postgres import Postgres
from bot.storage.store import DatabaseStore, store_at
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.storage.databases import holds, rows_at, waiting_at
from tests.bot.storage.ledger import Committer, assert_nothing_is_lost
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import BOT, is_new, opened, saving, screen, showing, table_in

CHAT, OTHER = Chat(5), Chat(-6)
SOON = 1.5
"""Seconds; enough for a server that answers, on a machine that is busy."""


async def lost(store: DatabaseStore) -> None:
    """Wait until the store's connection knows that it has been cut."""
    assert isinstance(store._database, Postgres)
    async with asyncio.timeout(PATIENCE):
        while not store._database.writer._connection.is_closed():
            await asyncio.sleep(0.01)


async def test_a_server_that_is_restarted_in_the_middle_loses_nothing(postgres: Cluster, url: str) -> None:
    async with Committer(url) as committer:
        for _ in range(2):
            await committer.more(100)
            await postgres.restart_immediately()
        await committer.more(100)
        await committer.kill()
    await assert_nothing_is_lost(url, committer)


@pytest.mark.costly
async def test_connections_that_are_cut_in_the_middle_lose_nothing(postgres: Cluster, url: str) -> None:
    async with Committer(url) as committer:
        for _ in range(12):
            await committer.more(23)
            await postgres.cut_connections(url)
        await committer.more(100)
        await committer.kill()
    await assert_nothing_is_lost(url, committer)


@pytest.mark.costly
async def test_a_server_that_stands_still_for_a_while_loses_nothing(postgres: Cluster, url: str) -> None:
    async with Committer(url) as committer:
        await committer.more(100)
        postgres.pause()
        await asyncio.sleep(1)
        postgres.resume()
        await committer.more(100)
        await committer.kill()
    await assert_nothing_is_lost(url, committer)


async def test_an_answer_that_is_lost_after_the_commit_makes_nothing_happen_twice(url: str, relay: Relay) -> None:
    async with Committer(relay.url) as committer:
        for _ in range(5):
            await committer.more(50)
            relay.swallows_commits = 1
        await committer.more(50)
        await committer.kill()
    await assert_nothing_is_lost(url, committer)
    assert committer.seen  # they had been stored, and were tried again


@pytest.mark.costly
async def test_a_server_that_does_not_answer_is_told_and_passes(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_session, "TIME_TO_ANSWER", SOON)
    monkeypatch.setattr(postgres_session, "TIME_TO_CONNECT", SOON)
    async with opened(relay.url) as store:
        await store.run(showing(CHAT, "one"))
        relay.pause()
        for attempt in (store.run(showing(CHAT, "two")), store.check(), store.outbox.pending(CHAT.id)):
            with pytest.raises(StorageDown, match="TimeoutError"):
                await attempt
        relay.resume()
        await retry_until_stored(lambda: store.run(showing(CHAT, "three")))
        [three] = await store.outbox.pending(CHAT.id)
        assert three.id == 2
        await store.check()


async def test_a_connection_that_is_lost_in_the_middle_of_a_job_takes_all_of_it_along(
    postgres: Cluster, url: str
) -> None:
    cut = [True]

    async def job(work: Work) -> None:
        assert await is_new(work, 1)
        work.games.save(table_in(CHAT))
        if cut:
            cut.clear()
            await postgres.cut_connections(url)
            await lost(store)
        work.show(CHAT, "menu", screen("hello"), Place.HERE)

    async with opened(url) as store:
        with pytest.raises(StorageDown):
            await store.run(job, CHAT.id)
        assert await rows_at(url, "SELECT update_id FROM seen_updates") == []
        assert await waiting_at(url) == []
        await store.run(job, CHAT.id)
        assert await waiting_at(url) == [CHAT.id]


async def test_items_whose_commit_was_not_confirmed_are_not_forgotten(url: str, relay: Relay) -> None:
    async def job(work: Work) -> None:
        if await is_new(work, 1):
            work.show(CHAT, "menu", screen("hello"), Place.HERE)

    async with opened(relay.url) as store:
        called = set[int]()
        store.signals.on_items = called.update
        await store.outbox.keep({}, sends=True)
        relay.swallows_commits = 1
        with pytest.raises(StorageDown):
            await store.run(job, CHAT.id)
        assert await waiting_at(url) == [CHAT.id]
        await retry_until_stored(lambda: store.run(job, CHAT.id))
        kept = await store.outbox.keep({}, sends=True)
        assert called | kept.taken.keys() == {CHAT.id}


async def test_whoever_listened_hears_again_after_the_connection_was_cut(postgres: Cluster, url: str) -> None:
    heard: asyncio.Queue[list[int]] = asyncio.Queue()
    one = store_at(url, BOT, KINDS)
    one.signals.on_call = lambda chats: heard.put_nowait(list(chats))
    await one.open()
    listening = asyncio.create_task(one.listen())
    assert await asyncio.wait_for(heard.get(), 10) == []
    await postgres.cut_connections(url)
    assert await asyncio.wait_for(heard.get(), 10) == []  # it listens again, and may have missed something
    await retry_until_stored(lambda: one.run(showing(CHAT, "mine")))
    async with opened(url) as other:
        await other.run(showing(CHAT, "yours"))
        assert await asyncio.wait_for(heard.get(), 10) == [CHAT.id]
    listening.cancel()
    await one.close()


async def test_whoever_is_told_to_go_when_just_in_comes_again(relay: Relay) -> None:
    heard: asyncio.Queue[Sequence[int]] = asyncio.Queue()
    database = Postgres(relay.url)
    relay.dismisses = 1
    await database.open()
    relay.dismisses = 1
    listening = asyncio.create_task(database.listen("one", heard.put_nowait))
    assert await asyncio.wait_for(heard.get(), 10) == []
    assert relay.dismisses == 0
    listening.cancel()
    await database.close()


async def test_a_call_that_was_missed_is_made_good(url: str, relay: Relay) -> None:
    async with opened(relay.url) as deaf, opened(url) as other:
        await deaf.run(showing(CHAT, "mine"))
        await deaf.outbox.note_delivered(await deaf.outbox.pending(CHAT.id), 7, None)
        assert isinstance(deaf._database, Postgres)
        await deaf._database._ear.close()
        await other.run(showing(CHAT, "yours"))
        assert CHAT.id in (await deaf.outbox.keep({}, sends=True)).taken


async def test_a_lock_that_is_held_too_long_is_told_and_passes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres_session.SETTINGS, "lock_timeout", "300ms")
    async with opened(url) as store:
        elsewhere = await asyncpg.connect(url)
        await elsewhere.execute("BEGIN")
        await elsewhere.execute("UPDATE budget SET free_at = free_at")
        with pytest.raises(StorageDown, match="lock timeout"):
            await store.outbox.grant(0.1, 0.1)
        await store.run(showing(OTHER, "hello"), OTHER.id)
        await elsewhere.execute("COMMIT")
        await elsewhere.close()
        await store.outbox.grant(0.1, 0.1)
    assert await waiting_at(url) == [OTHER.id]


async def test_work_that_waits_while_the_server_is_away_is_done_when_it_is_back(url: str, relay: Relay) -> None:
    async with opened(relay.url) as store:
        await relay.close()
        jobs = [partial(store.run, saving(table_in(Chat(number), f"{number:016x}"))) for number in range(1, 20)]
        waiting = [asyncio.create_task(retry_until_stored(job)) for job in jobs]
        await asyncio.sleep(0.2)
        assert not any(task.done() for task in waiting)
        await relay.open()
        await asyncio.gather(*waiting)
    assert await holds(url, f"SELECT count(*) FROM {stored.GAMES} HAVING count(*) = 19") == [(19,)]
