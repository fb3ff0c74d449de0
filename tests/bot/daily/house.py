"""A sandbox and the bot's processes, whose clocks are moved: one on SQLite with polling, or two on PostgreSQL."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot.app.daily.model import Codes
from bot.app.work import GRACE
from bot.game.daily import Calendar
from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster, Rows
from faults.processes.process import free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import NOTHING_TO_DO, holds, rows_at

NEXT_YEAR = datetime.now(UTC).year + 1
"""Clocks are set ahead, never back."""


@dataclass
class House:
    sandbox: Sandbox
    place: str
    bots: tuple[ForkedBot, ...]
    balancer: Balancer | None = None
    now: float = 0.0
    """The moment at which they were started last."""
    _moved: float = field(default=0.0, init=False)

    async def start_at(self, moment: float) -> None:
        """Stop them, and start them at that moment, until nothing is left to do."""
        await self.serve_at(moment)
        await self.quiet()

    async def serve_at(self, moment: float) -> None:
        """The same without waiting until nothing is left; Telegram's dates move too."""
        await asyncio.gather(*(bot.stop() for bot in self.bots))
        ahead = round(moment - time.time())
        await self.sandbox.clock(ahead - self._moved)
        self.now, self._moved = moment, ahead
        for bot in self.bots:
            bot.environment["CLOCK_AHEAD"] = str(ahead)
        await asyncio.gather(*(bot.start() for bot in self.bots))

    async def kill(self) -> None:
        await asyncio.gather(*(bot.kill() for bot in self.bots))

    async def quiet(self) -> None:
        """Wait until nothing is left to do, to say, or was due before they were started."""
        await self.sandbox.settled()
        await holds(self.place, f"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE due_at < {self.now - GRACE})")
        await holds(self.place, NOTHING_TO_DO)
        await self.sandbox.state()

    async def rows(self, query: str) -> Rows:
        return await rows_at(self.place, query)

    async def codes(self) -> Codes:
        kept: dict[str, str] = dict(await self.rows("SELECT name, value FROM kept"))
        return Codes(bytes.fromhex(kept["daily_key"]), Calendar(int(kept["daily_first"])))


@asynccontextmanager
async def house(folder: Path, cluster: Cluster | None) -> AsyncIterator[House]:
    """A house whose processes are not started yet: two on a server, one on a file."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(SandboxServer())
        sandbox = await stack.enter_async_context(Sandbox(server.url))
        if cluster is None:
            bot = ForkedBot(server.url, server.token, folder)
            stack.push_async_callback(bot.stop)
            yield House(sandbox, f"sqlite:///{bot.database}", (bot,))
            return
        url, ports = await cluster.new_database(), (free_port(), free_port())
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram"}
        bots = []
        for port in ports:
            (folder / str(port)).mkdir()
            bot = ForkedBot(server.url, server.token, folder / str(port), webhook=True, port=port, **settings)
            stack.push_async_callback(bot.stop)
            bots.append(bot)
        yield House(sandbox, url, tuple(bots), balancer)
