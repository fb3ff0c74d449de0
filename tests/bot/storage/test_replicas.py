"""Replicas on one PostgreSQL: nothing is lost, doubled or locked for ever, whatever happens to it or on the way."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
import pytest_asyncio
import structlog

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.outbox import RetireItem
from bot.app.registry import KINDS
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import Job, StorageDown, Work
from bot.game.daily import DAY
from bot.storage import migrations, postgres_session
from bot.storage.postgres import Postgres
from bot.storage.session import UnusableDatabase
from bot.storage.store import DatabaseStore, store_at
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.storage import stores
from tests.bot.storage.committer import Committer, assert_nothing_is_lost
from tests.bot.storage.databases import holds, rows_at, waiting_at
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import BOT, TABLE, is_new, loaded, opened, saving, screen, showing, table_in
from tests.bot.telegram.sources import until
from tests.distribution import costly_but

CHAT, OTHER = Chat(5), Chat(-6)
DEADLOCK = "deadlock detected"
HUNDREDS = 500
SOON, PLENTY = 1.5, 5.0
"""Seconds: where it is tried again whatever comes of it, and enough for a server that answers on a busy machine."""
Both = tuple[DatabaseStore, DatabaseStore]


@pytest_asyncio.fixture
async def url(postgres: Cluster) -> str:
    return await postgres.new_database()


@pytest_asyncio.fixture
async def relay(url: str) -> AsyncIterator[Relay]:
    """The only way of the test's store to its database."""
    async with Relay(url) as way:
        yield way


@pytest_asyncio.fixture
async def both(postgres: Cluster, url: str) -> AsyncIterator[Both]:
    """Two replicas, which must not have locked each other out."""
    before = postgres.log.count(DEADLOCK)
    async with opened(url) as one, opened(url) as other:
        yield one, other
    assert postgres.log.count(DEADLOCK) == before


def done(store: DatabaseStore, job: Callable[[Work], Awaitable[Any]], *chats: int) -> Awaitable[Any]:
    return retry_until_stored(lambda: store.run(job, *chats))


async def one_more(work: Work, table_id: str = TABLE) -> int:
    game = await work.games.load(table_id, Alone)
    assert game is not None
    work.games.save(replace(game, suggestions=game.suggestions + 1))
    return game.suggestions


async def one_more_symbol(work: Work) -> None:
    work.keep_draft(TABLE, 1, await work.draft(TABLE, 1) + "1")


async def test_the_same_update_at_both_at_once_is_new_exactly_once(both: Both) -> None:
    deliveries = [(store, update) for store in both for update in range(1, 201) for _ in range(2)]
    random.Random(4).shuffle(deliveries)
    new = await asyncio.gather(*(done(store, partial(is_new, update=one), one % 20) for store, one in deliveries))
    assert sorted(update for (_, update), first in zip(deliveries, new, strict=True) if first) == list(range(1, 201))


@pytest.mark.parametrize("chats", [(CHAT, CHAT), (CHAT, OTHER)])
async def test_guesses_at_two_replicas_lose_nothing_of_each_other(both: Both, chats: tuple[Chat, Chat]) -> None:
    await both[0].run(saving(table_in(CHAT)))
    ways = list(zip(both, chats, strict=True))
    before = await asyncio.gather(*(done(store, one_more, chat.id) for _ in range(100) for store, chat in ways))
    assert sorted(before) == list(range(200))
    assert (await loaded(both[1])).suggestions == 200
    await asyncio.gather(*(done(store, one_more_symbol, CHAT.id) for _ in range(50) for store in both))
    assert await both[0].run(lambda work: work.draft(TABLE, 1)) == "1" * 100


async def test_items_of_a_chat_are_numbered_in_the_order_in_which_they_were_committed(both: Both) -> None:
    async def say(work: Work) -> None:
        work.tell(CHAT, screen(str(await one_more(work))))

    await both[0].run(saving(table_in(CHAT)))
    await asyncio.gather(*(done(store, say, CHAT.id) for _ in range(60) for store in both))
    assert await stores.delivered(both[1], CHAT.id) == [str(number) for number in range(120)]


async def test_only_one_replica_is_told_of_a_item_and_the_same_one_as_long_as_it_holds_the_chat(both: Both) -> None:
    called: list[tuple[int, set[int]]] = []
    for number, store in enumerate(both):
        store.signals.on_items = lambda debts, number=number: called.append((number, set(debts)))  # type: ignore[misc]
    await asyncio.gather(*(store.run(showing(CHAT, "hello"), CHAT.id) for store in both for _ in range(20)))
    [holder] = {number for number, _ in called}
    await both[holder].outbox.leave()
    called.clear()
    await both[1 - holder].run(showing(CHAT, "hello"), CHAT.id)
    assert called == [(1 - holder, {CHAT.id})]


@pytest.mark.parametrize("noted", [(11, 12), (12, 11), (12, 11, 12)])
async def test_of_two_messages_for_one_item_the_lower_stays(both: Both, url: str, noted: tuple[int, ...]) -> None:
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
        self.actions: tuple[Callable[[DatabaseStore, int], Awaitable[object]], ...] = (
            self.deliver,
            self.do_what_is_due,
            lambda store, _: store.outbox.grant(0.001, 1.0),
            lambda store, chat: store.outbox.keep({chat: 0.0, 40 - chat: 0.0}, sends=True),
            lambda store, _: store.outbox.leave(),
            lambda store, _: store.forget(time.time() + 3 * DAY - 1000),
        )

    async def ask(self, number: int) -> None:
        store, chat = self.random.choice(self.both), self.random.randrange(1, 40)
        if number % 2:
            await done(store, partial(self.play, update=number // 4, chat=Chat(chat)), chat)
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

    async def do_what_is_due(self, store: DatabaseStore, _chat: int) -> None:
        async def job(work: Work) -> None:
            if due := await work.due_job(9e9):
                work.drop_job(due)

        await store.run(job)


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
    replicas = [store_at(url, BOT, KINDS) for _ in range(5)]
    await asyncio.gather(*(store.open() for store in replicas))
    await asyncio.gather(*(store.run(showing(Chat(number), "a")) for number, store in enumerate(replicas, 1)))
    await asyncio.gather(*(store.close() for store in replicas))
    made = [(migration.number,) for migration in migrations.migrations_for("postgres")]
    assert await rows_at(url, "SELECT number FROM migrations ORDER BY number") == made
    assert (await rows_at(url, "SELECT count(*) FROM budget"), await waiting_at(url)) == ([(1,)], [1, 2, 3, 4, 5])


async def test_replicas_that_start_at_once_with_a_broken_migration_leave_nothing_behind(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "postgres").mkdir()
    (folder / "0001_broken.sql").write_text("CREATE TABLE half (a INTEGER); SELECT nothing FROM half;")
    monkeypatch.setattr(migrations, "FOLDER", tmp_path)
    assert await stores.errors_of(*(store_at(url, BOT, KINDS).open() for _ in range(3))) == [UnusableDatabase] * 3
    assert await rows_at(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []


# What happens to the server, and on the way to it, while the bot commits


async def stand_still(postgres: Cluster, _url: str) -> None:
    postgres.pause()
    await asyncio.sleep(1)
    postgres.resume()


HAPPENS: dict[str, tuple[Callable[[Cluster, str], Awaitable[object]], int, int]] = {
    "it is restarted": (lambda postgres, _url: postgres.restart_immediately(), 2, 100),
    "connections are cut": (lambda postgres, url: postgres.cut_connections(url), 12, 23),
    "it stands still": (stand_still, 1, 100),
}


@pytest.mark.parametrize("what", costly_but(("it is restarted",), tuple(HAPPENS)))
async def test_whatever_happens_to_a_server_in_the_middle_loses_nothing(postgres: Cluster, url: str, what: str) -> None:
    happens, times, after = HAPPENS[what]
    async with Committer(url) as committer:
        for _ in range(times):
            await committer.more(after)
            await happens(postgres, url)
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
    monkeypatch.setattr(postgres_session, "TIME_TO_ANSWER", PLENTY)
    monkeypatch.setattr(postgres_session, "TIME_TO_CONNECT", SOON)
    async with opened(relay.url) as store:
        await store.run(showing(CHAT, "one"))
        relay.pause()
        for attempt in (store.run(showing(CHAT, "two")), store.check(), store.outbox.pending(CHAT.id)):
            with pytest.raises(StorageDown, match="TimeoutError"):
                await attempt
        monkeypatch.undo()
        relay.resume()
        await retry_until_stored(lambda: store.run(showing(CHAT, "three")))
        assert [item.id for item in await store.outbox.pending(CHAT.id)] == [2]
        await store.check()


async def test_a_connection_that_is_lost_amid_a_job_takes_all_of_it_along(postgres: Cluster, url: str) -> None:
    cut = [True]

    async def job(work: Work) -> None:
        assert await is_new(work, 1)
        work.games.save(table_in(CHAT))
        if cut:
            cut.clear()
            await postgres.cut_connections(url)
            await until(store._database.writer._connection.is_closed)  # type: ignore[attr-defined]
        work.show(CHAT, "menu", screen("hello"), Place.HERE)

    async with opened(url) as store:
        with pytest.raises(StorageDown):
            await store.run(job, CHAT.id)
        assert (await rows_at(url, "SELECT update_id FROM seen_updates"), await waiting_at(url)) == ([], [])
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
    assert await asyncio.wait_for(heard.get(), PATIENCE) == []
    await postgres.cut_connections(url)
    assert await asyncio.wait_for(heard.get(), PATIENCE) == []  # it listens again, and may have missed something
    async with opened(url) as other:  # before the one holds the chat: after three seconds of silence it would not
        await retry_until_stored(lambda: one.run(showing(CHAT, "mine")))
        await other.run(showing(CHAT, "yours"))
        assert await asyncio.wait_for(heard.get(), PATIENCE) == [CHAT.id]
    listening.cancel()
    await one.close()


async def test_whoever_is_told_to_go_when_just_in_comes_again(relay: Relay) -> None:
    heard: asyncio.Queue[Sequence[int]] = asyncio.Queue()
    database = Postgres(relay.url)
    relay.dismisses = 1
    await database.open()
    relay.dismisses = 1
    listening = asyncio.create_task(database.listen("one", heard.put_nowait))
    assert (await asyncio.wait_for(heard.get(), PATIENCE), relay.dismisses) == ([], 0)
    listening.cancel()
    await database.close()


async def test_a_call_that_was_missed_is_made_good(url: str, relay: Relay) -> None:
    async with opened(relay.url) as deaf, opened(url) as other:
        await deaf.run(showing(CHAT, "mine"))
        await deaf.outbox.note_delivered(await deaf.outbox.pending(CHAT.id), 7, None)
        assert isinstance(deaf._database, Postgres)
        await deaf._database._ear.close()
        await deaf.outbox.keep({}, sends=True)  # a sign of life, without which the other would soon take the chat
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


async def refused(url: str) -> str:
    message = await stores.refusal(url)
    assert message.startswith("DATABASE_URL: the database cannot be used: ")
    return message


async def waited_for(relay: Relay, times: int) -> tuple["asyncio.Task[None]", list[str]]:
    """Somebody who opens the database and writes to it; what they have logged once they tried so often in vain."""

    async def served() -> None:
        async with opened(relay.url) as store:
            await store.run(showing(CHAT, "hello"))

    with structlog.testing.capture_logs() as events:
        serving = asyncio.create_task(served())
        await until(lambda: len(events) >= times)
    assert not serving.done()
    return serving, [entry["event"] for entry in events]


async def test_a_server_that_stands_still_at_the_start_is_waited_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, events = await waited_for(relay := Relay(url), 2)
    async with relay:
        await opening
    assert set(events) == {"the database cannot be reached, trying again"}
    assert await waiting_at(url) == [CHAT.id]
    monkeypatch.setattr(postgres_session, "TIME_TO_CONNECT", SOON)
    async with Relay(url) as relay:
        relay.pause()
        opening, _ = await waited_for(relay, 1)
        relay.resume()
        await opening
    assert await rows_at(url, "SELECT max(letter_id) FROM outbox") == [(2,)]


async def test_a_wrong_password_is_refused_and_never_shown(postgres: Cluster, url: str) -> None:
    await postgres.change(url, "CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'right'")
    rules, parts = postgres.folder / "data" / "pg_hba.conf", urlsplit(url)
    before, host = rules.read_text("utf-8"), f"127.0.0.1:{parts.port}"
    wrong, right = (urlunsplit(parts._replace(netloc=f"guarded:{word}@{host}")) for word in ("no", "right"))
    try:
        rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}", "utf-8")
        await postgres.change(url, "SELECT pg_reload_conf()")
        message = await refused(wrong)
        assert "password authentication failed" in message
        assert wrong not in message
        async with opened(right) as store:
            await store.run(showing(CHAT, "hello"))
    finally:
        rules.write_text(before, "utf-8")
        await postgres.change(url, "SELECT pg_reload_conf()")
        await postgres.change(url, "REASSIGN OWNED BY guarded TO postgres; DROP ROLE guarded")


async def test_a_database_a_host_or_a_user_that_is_not_there_or_may_make_no_tables_is_refused_in_one_line(
    postgres: Cluster, url: str
) -> None:
    here = f"127.0.0.1:{postgres.port}"
    assert '"nowhere" does not exist' in await refused(postgres.url("nowhere"))
    assert '"nobody" does not exist' in await refused(f"postgresql://nobody@{here}/postgres")
    assert "cannot be used: " in await refused("postgresql://postgres@no-such-host.invalid/postgres")
    await postgres.change(url, "CREATE ROLE reader LOGIN")
    try:
        assert "may create tables" in await refused(f"postgresql://reader@{here}/{url.rpartition('/')[2]}")
    finally:
        await postgres.change(url, "DROP ROLE reader")
