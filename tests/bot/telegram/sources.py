"""What it takes to hear of updates from a sandbox, in either way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from telegram import Bot

from bot.app.messages import Incoming
from bot.app.supervision import Shutdown
from bot.telegram.api import Api
from bot.telegram.receive import Intake, Receiver
from bot.telegram.setup import Registration
from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller

SECRET = "correct-horse-battery-staple"
AT_ONCE = (0.0, 0.0, 0.0)
"""Seconds before each question whether the token is really refused."""
Source = Receiver | Registration


@dataclass
class Scene:
    """A sandbox, and what it takes to hear of it."""

    server: SandboxServer
    sandbox: Sandbox
    caller: Caller
    api: Api
    bot: Bot
    shutdown: Shutdown
    time: float = 1000.0
    url: str = field(default_factory=lambda: f"http://127.0.0.1:{free_port()}/telegram")

    def registration(self) -> Registration:
        return Registration(self.bot, self.url, SECRET, self.shutdown, lambda: self.time, AT_ONCE)

    def receiver(self, intake: Intake) -> Receiver:
        return Receiver(self.api, self.bot, intake, self.shutdown, lambda: self.time, AT_ONCE)

    def source(self, intake: Intake, *, webhook: bool) -> Source:
        return self.registration() if webhook else self.receiver(intake)

    async def webhook(self) -> object:
        return (await self.caller("getWebhookInfo"))["url"]

    async def pending(self) -> int:
        return int((await self.sandbox.state())["pending"])


@asynccontextmanager
async def serving(source: Source) -> AsyncIterator[None]:
    task = asyncio.create_task(source.serve())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def until_it_is(found: Callable[[], Awaitable[object]], *, so: bool = True) -> None:
    async with asyncio.timeout(PATIENCE):
        while bool(await found()) != so:
            await asyncio.sleep(0.01)


class Slow:
    """An intake that thinks about an update for as long as the test lets it."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def read(self, update: dict[str, Any]) -> Incoming | None:
        return await self._intake.read(update)

    async def carry_out(self, _incoming: Incoming) -> None:
        self.begun.set()
        await self.may_end.wait()

    async def goes_on(self) -> None:
        """Let it be done with what it thinks about, and begin with the next."""
        self.begun.clear()
        self.may_end.set()
        self.may_end.clear()
        await self.begun.wait()
