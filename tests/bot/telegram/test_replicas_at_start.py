"""Replicas start on an empty database while people write: no update is refused, and one secret is made up."""

import asyncio
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path

import pytest

from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess, free_port
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import rows_at

pytestmark = pytest.mark.asyncio(loop_scope="session")
PEOPLE = 12


async def test_a_replica_that_starts_beside_another_refuses_nothing(postgres: Cluster, tmp_path: Path) -> None:
    """Telegram knows the secret from the first replica, and pushes while the second still opens the database."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(SandboxServer())
        sandbox = await stack.enter_async_context(Sandbox(server.url))
        url, ports = await postgres.new_database(), (free_port(), free_port())
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram"}
        first, second = [_replica(server, tmp_path / str(port), port, settings) for port in ports]
        people = [await sandbox.person(f"P{number}") for number in range(PEOPLE)]
        writing = asyncio.create_task(_write_on(people))
        await stack.enter_async_context(first)
        await stack.enter_async_context(second)
        writing.cancel()
        await asyncio.gather(*(person.sees("🔒", within=60) for person in people))
        assert balancer.statuses[200] >= PEOPLE
        assert 401 not in balancer.statuses
        registered = await sandbox.calls("setWebhook")
        ((kept,),) = await rows_at(url, "SELECT value FROM kept WHERE name = 'webhook_secret'")
        assert {call["parameters"]["secret_token"] for call in registered} == {kept}


def _replica(server: SandboxServer, folder: Path, port: int, settings: dict[str, str]) -> BotProcess:
    folder.mkdir()
    return ForkedBot(server.url, server.token, folder, webhook=True, port=port, **settings)


async def _write_on(people: list[Person]) -> None:
    """Until cancelled, somebody or other writes to the bot every now and then."""
    for person in cycle(people):
        await person.send("/play")
        await asyncio.sleep(0.02)
