"""What the bot tells whoever watches over it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientConnectorError, ClientSession

from bot.app.work import StorageDown
from bot.web.pages import Health
from bot.web.server import WebServer
from faults.processes.postgres import Cluster
from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun
from tests.bot.storage.relay import Relay
from tests.bot.telegram.posting import said


async def asked(address: str, page: str, method: str = "GET") -> tuple[int, str]:
    """Status and body of a page."""
    async with ClientSession() as session, session.request(method, f"{address}{page}") as response:
        assert "Server" not in response.headers
        return response.status, (await response.text()).strip()


async def becomes(address: str, page: str, answer: tuple[int, str]) -> None:
    """Wait until the page answers so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                if await asked(address, page) == answer:
                    return
            except ClientConnectorError:
                pass  # not yet
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("webhook", [False, True])
async def test_a_bot_is_alive_at_once_and_ready_when_telegram_is_there(tmp_path: Path, *, webhook: bool) -> None:
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        await sandbox.gone(1000)
        bot = ForkedBot(server.url, server.token, tmp_path, webhook=webhook, port=free_port())
        await bot.launch()
        try:
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "telegram"))  # it may still be opening its database
            await sandbox.clear_faults()
            await becomes(bot.address, "/readyz", (200, "ready"))
            await begun(Stage(server, sandbox, bot))
            assert await asked(bot.address, "/healthz", "HEAD") == (200, "")
        finally:
            await bot.stop()


async def test_a_bot_that_waits_for_its_database_is_alive_and_not_ready(tmp_path: Path, postgres: Cluster) -> None:
    way = Relay(await postgres.new_database())
    async with SandboxServer() as server:
        bot = ForkedBot(server.url, server.token, tmp_path, port=free_port(), DATABASE_URL=way.url)
        await bot.launch()
        try:
            await becomes(bot.address, "/healthz", (200, "alive"))
            await becomes(bot.address, "/readyz", (503, "database"))
            await way.open()
            await becomes(bot.address, "/readyz", (200, "ready"))
        finally:
            await bot.stop()
            await way.close()


async def test_while_it_polls_nobody_can_push(tmp_path: Path) -> None:
    async with (
        SandboxServer() as server,
        ForkedBot(server.url, server.token, tmp_path, port=free_port()) as bot,
    ):
        words = b"POST /telegram HTTP/1.0\r\nContent-Length: 0\r\n\r\n"
        assert (await said(bot.address, words)).startswith(b"HTTP/1.0 404 ")


@asynccontextmanager
async def watched(check: Callable[[], Awaitable[None]]) -> AsyncIterator[tuple[Health, str]]:
    """The pages of a bot whose database answers `check`, and to which updates flow."""
    health, port = Health(check, lambda: None), free_port()
    health.flows = lambda: True
    server = WebServer({("GET", "/readyz"): health.ready}, "127.0.0.1", port)
    await server.start()
    try:
        yield health, f"http://127.0.0.1:{port}"
    finally:
        await server.stop()


async def test_without_its_database_it_is_not_ready() -> None:
    down = True

    async def check() -> None:
        if down:
            raise StorageDown("gone, and so is its secret-password")

    async with watched(check) as (_, address):
        assert await asked(address, "/readyz") == (503, "database")
        down = False
        await becomes(address, "/readyz", (200, "ready"))


async def test_a_database_that_hangs_is_not_waited_for() -> None:
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
