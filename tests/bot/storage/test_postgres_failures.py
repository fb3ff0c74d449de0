"""What happens to a PostgreSQL, and on the way to it: at the start, and while the bot commits."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
import structlog

from bot.app.messages import Chat
from bot.app.registry import KINDS
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import StorageDown, Work
from bot.storage import postgres_session
from bot.storage.postgres import Postgres
from bot.storage.store import DatabaseStore, store_at
from faults.processes.postgres import Cluster
from tests import stored
from tests.bot.storage.committer import Committer, assert_nothing_is_lost
from tests.bot.storage.databases import holds, rows_at, waiting_at
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import BOT, is_new, opened, refusal, saving, screen, showing, table_in
from tests.bot.telegram.sources import until

CHAT, OTHER = Chat(5), Chat(-6)
SOON = 1.5
"""Seconds; enough for a server that answers, on a machine that is busy."""


async def lost(store: DatabaseStore) -> None:
    """Wait until the store's connection knows that it has been cut."""
    assert isinstance(store._database, Postgres)
    await until(store._database.writer._connection.is_closed)


async def stand_still(postgres: Cluster, _url: str) -> None:
    postgres.pause()
    await asyncio.sleep(1)
    postgres.resume()


@pytest.mark.parametrize(
    ("happens", "times", "after"),
    [
        (lambda postgres, _url: postgres.restart_immediately(), 2, 100),
        pytest.param(lambda postgres, url: postgres.cut_connections(url), 12, 23, marks=pytest.mark.costly),
        pytest.param(stand_still, 1, 100, marks=pytest.mark.costly),
    ],
    ids=["it is restarted", "connections are cut", "it stands still"],
)
async def test_whatever_happens_to_a_server_in_the_middle_loses_nothing(
    postgres: Cluster, url: str, happens: Callable[[Cluster, str], Awaitable[None]], times: int, after: int
) -> None:
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
            await lost(store)
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


# One that is not there, or will not have the bot, when it starts


async def refused(url: str) -> str:
    """The line with which the database is refused."""
    message = await refusal(url)
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


async def test_a_server_that_is_not_there_yet_or_stands_still_at_the_start_is_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_a_database_a_host_or_a_user_that_is_not_there_is_refused_in_one_line(postgres: Cluster) -> None:
    here = f"127.0.0.1:{postgres.port}"
    assert '"nowhere" does not exist' in await refused(postgres.url("nowhere"))
    assert '"nobody" does not exist' in await refused(f"postgresql://nobody@{here}/postgres")
    assert "cannot be used: " in await refused("postgresql://postgres@no-such-host.invalid/postgres")


async def test_a_wrong_password_is_refused_and_never_shown(postgres: Cluster, url: str) -> None:
    await postgres.change(url, "CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'right'")
    rules, parts = postgres.folder / "data" / "pg_hba.conf", urlsplit(url)
    before = rules.read_text("utf-8")
    wrong, right = (
        urlunsplit(parts._replace(netloc=f"guarded:{word}@127.0.0.1:{parts.port}")) for word in ("no", "right")
    )
    try:
        rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}", "utf-8")
        await postgres.change(url, "SELECT pg_reload_conf()")
        message = await refused(wrong)
        assert ("password authentication failed" in message, wrong in message) == (True, False)
        async with opened(right) as store:
            await store.run(showing(CHAT, "hello"))
    finally:
        rules.write_text(before, "utf-8")
        await postgres.change(url, "SELECT pg_reload_conf()")
        await postgres.change(url, "REASSIGN OWNED BY guarded TO postgres; DROP ROLE guarded")


async def test_a_user_who_may_make_no_tables_is_refused(postgres: Cluster, url: str) -> None:
    await postgres.change(url, "CREATE ROLE reader LOGIN")
    parts = urlsplit(url)
    try:
        assert "may create tables" in await refused(urlunsplit(parts._replace(netloc=f"reader@127.0.0.1:{parts.port}")))
    finally:
        await postgres.change(url, "DROP ROLE reader")
