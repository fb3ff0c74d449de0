"""What the bot tells whoever watches over it: /healthz, /readyz and /metrics."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientConnectorError, ClientSession
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot.app.work import StorageDown
from bot.metrics import PREFIX, REGISTRY
from bot.storage.store import DatabaseStore
from bot.web.pages import Health, is_private
from bot.web.server import WebServer
from faults.processes.postgres import Cluster
from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun
from tests.bot.storage.relay import Relay
from tests.bot.telegram.sources import said


async def asked(address: str, page: str, method: str = "GET") -> tuple[int, str]:
    async with ClientSession() as session, session.request(method, f"{address}{page}") as response:
        assert "Server" not in response.headers
        return response.status, (await response.text()).strip()


async def becomes(address: str, page: str, answer: tuple[int, str]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(ClientConnectorError):  # not yet
                if await asked(address, page) == answer:
                    return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_bot_is_alive_at_once_and_ready_when_telegram_is_there(tmp_path: Path, *, webhook: bool) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.gone(1000)
        bot = ForkedBot(server.url, server.token, tmp_path, webhook=webhook, port=free_port())
        async with launched(bot):
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "telegram"))  # it may still be opening its database
            await sandbox.clear_faults()
            await becomes(bot.address, "/readyz", (200, "ready"))
            await begun(Stage(server, sandbox, bot))
            assert await asked(bot.address, "/healthz", "HEAD") == (200, "")


@asynccontextmanager
async def launched(bot: ForkedBot) -> AsyncIterator[None]:
    await bot.launch()
    try:
        yield
    finally:
        await bot.stop()


async def test_a_bot_that_waits_for_its_database_is_alive_and_not_ready(tmp_path: Path, postgres: Cluster) -> None:
    way = Relay(await postgres.new_database())
    async with SandboxServer() as server:
        bot = ForkedBot(server.url, server.token, tmp_path, port=free_port(), DATABASE_URL=way.url)
        async with launched(bot):
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "database"))
            await way.open()
            await becomes(bot.address, "/readyz", (200, "ready"))
        await way.close()


@asynccontextmanager
async def watched(
    check: Callable[[], Awaitable[None]], failing: Callable[[], str | None] = lambda: None
) -> AsyncIterator[tuple[Health, str]]:
    """The pages of a bot whose database answers `check`, and to which updates flow."""
    health, port = Health(check, failing), free_port()
    health.flows = lambda: True
    server = WebServer({("GET", "/readyz"): health.ready, ("GET", "/healthz"): health.alive}, "127.0.0.1", port)
    await server.start()
    try:
        yield health, f"http://127.0.0.1:{port}"
    finally:
        await server.stop()


async def test_without_its_database_it_is_not_ready_and_one_that_hangs_is_not_waited_for() -> None:
    down = True

    async def check() -> None:
        if down:
            raise StorageDown("gone, and so is its secret-password")

    async with watched(check) as (_, address):
        assert await asked(address, "/readyz") == (503, "database")
        down = False
        await becomes(address, "/readyz", (200, "ready"))
    async with watched(asyncio.Event().wait) as (_, address):  # type: ignore[arg-type]
        assert await asked(address, "/readyz") == (503, "database")


async def test_the_database_is_asked_once_for_all_who_ask_together() -> None:
    questions = 0
    answered = asyncio.Event()

    async def check() -> None:
        nonlocal questions
        questions += 1
        await answered.wait()

    async with watched(check) as (health, address):
        crowd = [asyncio.create_task(asked(address, "/readyz")) for _ in range(20)]
        async with asyncio.timeout(PATIENCE):
            while not questions:
                await asyncio.sleep(0.01)
        health.flows = lambda: False
        answered.set()
        assert set(await asyncio.gather(*crowd)) == {(503, "telegram")}
    assert questions == 1


STORED = "outbox failed_updates failed_messages games matches challenges seeks jobs long_jobs reports"


async def told(address: str) -> str:
    async with ClientSession() as session, session.get(f"{address}/metrics") as response:
        assert (response.status, response.content_type) == (200, "text/plain")
        return await response.text()


def samples_in(page: str) -> list[Sample]:
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def value(page: str, name: str, **labels: str) -> float:
    samples = (each for each in samples_in(page) if each.name == f"{PREFIX}_{name}")
    return sum(each.value for each in samples if labels.items() <= each.labels.items())


async def test_a_bot_that_polls_tells_what_it_has_done_and_of_nobody_and_takes_no_updates_there(tmp_path: Path) -> None:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, port=free_port()) as bot,
    ):
        stage = Stage(server, sandbox, bot)
        words = b"POST /telegram HTTP/1.0\r\nContent-Length: 0\r\n\r\n"
        assert (await said(bot.address, words)).startswith(b"HTTP/1.0 404 "), "while it polls nobody can push"
        assert value(await told(bot.address), "updates_total") == 0
        person = await begun(stage)
        secret = stage.secret_of(person.id)
        await stage.after(person.send(secret))
        async with asyncio.timeout(PATIENCE):
            while value(page := await told(bot.address), "updates_total") < 2:  # it is written anew once a second
                await asyncio.sleep(0.1)
    assert all(sample.name.startswith(f"{PREFIX}_") for sample in samples_in(page))
    assert value(page, "updates_total", kind="said", outcome="done") >= 2
    assert value(page, "update_commit_seconds_count") == value(page, "updates_total")
    assert [value(page, f"games_{what}_total", mode="solo") for what in ("begun", "ended")] == [1, 1]
    assert value(page, "telegram_call_seconds_count", method="sendMessage") >= 2
    assert value(page, "database_query_seconds_count", query="save_game") >= 2
    assert min(value(page, name) for name in ("update_answer_seconds_count", "transaction_units_sum")) >= 2
    assert value(page, "build_info", database="sqlite") == 1
    assert person.name not in page
    assert not {str(person.id), secret} & {label for sample in samples_in(page) for label in sample.labels.values()}


async def test_every_metric_is_there_and_has_its_help_and_what_is_stored_is_counted(store: DatabaseStore) -> None:
    families = {family.name: family.documentation for family in REGISTRY.collect()}
    assert len(families) > 20
    assert all(name.startswith(f"{PREFIX}_") and told for name, told in families.items())
    assert (await store.stored()).keys() == set(STORED.split())


def test_who_asks_from_a_private_network_is_told_and_nobody_else() -> None:
    private = ["127.0.0.1", "::1", "10.1.2.3", "172.18.0.5", "192.168.1.9", "fd00::7", "::ffff:10.1.2.3"]
    public = [None, "8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "172.32.0.1"]
    assert [address for address in (*private, *public) if is_private(address)] == private
