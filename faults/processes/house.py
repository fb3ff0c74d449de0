"""The bot's processes with their database: one on SQLite with polling, or two on PostgreSQL behind a load balancer."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from aiohttp import ClientError, ClientSession

from faults.judging.database import PostgresRows, Query, SqliteRows
from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import Replica, free_port
from sandbox.server import SandboxServer

REPLICAS = 2
LEVELS = ("DEBUG", "INFO")
"""The log levels of the replicas: at none may they log a secret."""
PAGES = ("/healthz", "/readyz", "/telegram", "/")


class House(ABC):
    """The processes and their database."""

    def __init__(self, replicas: tuple[Replica, ...], query: Query) -> None:
        self.replicas = replicas
        self.query = query

    async def revive(self, replica: Replica) -> None:
        """Start the replica with the right time, again if necessary, until it serves."""
        async with replica.starting:
            if not replica.runs:
                replica.change_clock(0)
            while not replica.runs:
                try:
                    await replica.start()
                except AssertionError:  # it exited, as a process may whose database is gone
                    await asyncio.sleep(0.3)

    async def waiting(self) -> list[tuple[int, str]]:
        """The items in the outbox: chat and text. Repeated while the database is down."""
        while True:
            try:
                rows = await self.query("SELECT chat_id, content FROM outbox")
            except Exception:  # noqa: BLE001  drivers raise many types
                await asyncio.sleep(0.1)
            else:
                return [(chat, str(json.loads(content).get("html"))) for chat, content in rows]

    async def written(self) -> dict[str, str]:
        """By name, the logs of all processes, and their health pages."""
        texts = {str(replica.log): replica.log_text() for replica in self.replicas}
        async with ClientSession() as session:
            for replica in self.replicas:
                for page in PAGES:
                    texts[replica.address + page] = await _page(session, replica.address + page)
        return texts

    @abstractmethod
    def redeliver_widely(self, times: int) -> None:
        """Let the next deliveries reach all processes at once, where there are several."""


async def _page(session: ClientSession, url: str) -> str:
    try:
        async with session.get(url) as response:
            return f"{response.headers}\n{await response.text()}"
    except ClientError as error:
        return type(error).__name__


class SqliteHouse(House):
    """One process."""

    def __init__(self, replica: Replica) -> None:
        super().__init__((replica,), SqliteRows(replica.database))
        self.replica = replica

    def redeliver_widely(self, times: int) -> None:
        """Does nothing: there is one process."""


class PostgresHouse(House):
    """Two processes, their load balancer and their PostgreSQL."""

    def __init__(self, replicas: tuple[Replica, ...], url: str, cluster: Cluster, balancer: Balancer) -> None:
        super().__init__(replicas, PostgresRows(url))
        self.url = url
        self.cluster = cluster
        self._balancer = balancer

    def redeliver_widely(self, times: int) -> None:
        """Let the next deliveries reach both processes at once."""
        self._balancer.twins += times


@asynccontextmanager
async def on_sqlite(server: SandboxServer, folder: Path, **more: str) -> AsyncIterator[SqliteHouse]:
    """A bot that serves. `more`: further settings."""
    port = free_port()
    settings = {"APP_URL": f"http://127.0.0.1:{port}/app"} | more
    async with Replica(server.url, server.token, folder, port=port, **settings) as replica:
        yield SqliteHouse(replica)


@asynccontextmanager
async def on_postgres(
    server: SandboxServer, folder: Path, cluster: Cluster, **more: str
) -> AsyncIterator[PostgresHouse]:
    """Two replicas that serve. `more`: further settings."""
    ports = [free_port() for _ in range(REPLICAS)]
    url = await cluster.new_database()
    async with AsyncExitStack() as stack:
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        entrances = {"WEBHOOK_URL": f"{balancer.address}/telegram", "APP_URL": f"{balancer.address}/app"}
        settings = {"DATABASE_URL": url, **entrances, **more}
        replicas = tuple(
            Replica(server.url, server.token, folder / str(port), webhook=True, port=port, LOG_LEVEL=level, **settings)
            for port, level in zip(ports, LEVELS, strict=True)
        )
        for replica in replicas:
            stack.push_async_callback(replica.stop)
        await asyncio.gather(*(replica.start() for replica in replicas))
        yield PostgresHouse(replicas, url, cluster, balancer)
