"""A PostgreSQL that is not there, or will not have the bot, when it starts."""

import asyncio
from urllib.parse import urlsplit, urlunsplit

import pytest
import structlog

from bot.app.messages import Chat
from bot.app.registry import KINDS
from bot.storage import postgres_session
from bot.storage.session import UnusableDatabase
from bot.storage.store import store_at
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.storage.databases import waiting_at
from tests.bot.storage.relay import Relay
from tests.bot.storage.stores import BOT, opened, showing

CHAT, OTHER = Chat(5), Chat(-6)
SOON = 1.5
"""Seconds; enough for a server that answers, on a machine that is busy."""


async def refusal(url: str) -> str:
    """The line with which the database is refused."""
    with pytest.raises(UnusableDatabase) as refused:
        await store_at(url, BOT, KINDS).open()
    message = str(refused.value)
    assert message.splitlines() == [message]
    assert message.startswith("DATABASE_URL: the database cannot be used: ")
    return message


async def test_a_server_that_is_not_there_yet_is_waited_for(url: str) -> None:
    relay = Relay(url)
    store = store_at(relay.url, BOT, KINDS)
    with structlog.testing.capture_logs() as events:
        opening = asyncio.create_task(store.open())
        async with asyncio.timeout(PATIENCE):
            while len(events) < 2:
                await asyncio.sleep(0.01)
        assert not opening.done()
    async with relay:
        await opening
        await store.run(showing(CHAT, "hello"))
        await store.close()
    assert {entry["event"] for entry in events} == {"the database cannot be reached, trying again"}
    assert await waiting_at(url) == [CHAT.id]


async def test_a_server_that_stands_still_at_the_start_is_waited_for(
    url: str, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "TIME_TO_CONNECT", SOON)
    relay.pause()
    store = store_at(relay.url, BOT, KINDS)
    with structlog.testing.capture_logs() as events:
        opening = asyncio.create_task(store.open())
        async with asyncio.timeout(PATIENCE):
            while not events:
                await asyncio.sleep(0.01)
    assert not opening.done()
    relay.resume()
    await opening
    await store.run(showing(CHAT, "hello"))
    await store.close()
    assert await waiting_at(url) == [CHAT.id]


async def test_a_database_a_host_or_a_user_that_is_not_there_is_refused_in_one_line(postgres: Cluster) -> None:
    here = f"127.0.0.1:{postgres.port}"
    assert '"nowhere" does not exist' in await refusal(postgres.url("nowhere"))
    assert '"nobody" does not exist' in await refusal(f"postgresql://nobody@{here}/postgres")
    assert "cannot be used: " in await refusal("postgresql://postgres@no-such-host.invalid/postgres")


async def test_a_wrong_password_is_refused_and_never_shown(postgres: Cluster, url: str) -> None:
    await postgres.change(url, "CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'right'")
    rules = postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text("utf-8")
    parts = urlsplit(url)
    wrong, right = (
        urlunsplit(parts._replace(netloc=f"guarded:{password}@127.0.0.1:{parts.port}")) for password in ("no", "right")
    )
    try:
        rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}", "utf-8")
        await postgres.change(url, "SELECT pg_reload_conf()")
        message = await refusal(wrong)
        assert "password authentication failed" in message
        assert wrong not in message
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
        message = await refusal(urlunsplit(parts._replace(netloc=f"reader@127.0.0.1:{parts.port}")))
        assert "may create tables" in message
    finally:
        await postgres.change(url, "DROP ROLE reader")
