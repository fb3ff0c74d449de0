"""What it takes to hear of updates from a sandbox, in either way, and to speak to the bot's own server."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import urlsplit

from aiohttp import ClientSession
from telegram import Bot

from bot.app.messages import Incoming
from bot.app.supervision import Shutdown
from bot.telegram.api import Api
from bot.telegram.receive import Intake, Receiver
from bot.telegram.setup import Registration
from faults.processes.process import BotProcess, free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller

HEADER = "X-Telegram-Bot-Api-Secret-Token"
SECRET = "correct-horse-battery-staple"
AT_ONCE = (0.0, 0.0, 0.0)
"""Seconds before each question whether the token is really refused."""
Source = Receiver | Registration
Serving = TypeVar("Serving", Receiver, Registration, Source)


@dataclass
class Scene:
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
async def serving(source: Serving) -> AsyncIterator[Serving]:
    task = asyncio.create_task(source.serve())
    try:
        yield source
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
        self.begun.clear()
        self.may_end.set()
        self.may_end.clear()
        await self.begun.wait()


def secret_of(bot: BotProcess) -> str:
    return str(bot.rows("SELECT value FROM kept WHERE name = 'webhook_secret'")[0][0])


async def posted(bot: BotProcess, update: Any, secret: str | None = None) -> int:
    """Post an update, or any bytes, to the webhook; the status of the answer, whose body is always empty."""
    body = update if isinstance(update, bytes) else json.dumps(update).encode()
    headers = {HEADER: secret_of(bot) if secret is None else secret}
    async with ClientSession() as session, session.post(bot.webhook_url, data=BytesIO(body), headers=headers) as answer:
        assert await answer.read() == b""
        return answer.status


async def said(address: str, words: bytes, within: float = PATIENCE) -> bytes:
    """What comes back over a bare connection until the other side hangs up, or nothing more comes."""
    url = urlsplit(address)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    try:
        writer.write(words)
        heard = bytearray()
        async with asyncio.timeout(within):
            while chunk := await reader.read(65536):
                heard += chunk
        return bytes(heard)
    finally:
        writer.close()


def message(update: int, person: int, text: str) -> dict[str, Any]:
    """A message to the bot, as Telegram writes it."""
    alice = {"id": person, "is_bot": False, "first_name": "Alice", "language_code": "en"}
    chat = {"id": person, "type": "private", "first_name": "Alice"}
    content = {"message_id": update, "date": 1, "chat": chat, "from": alice, "text": text}
    return {"update_id": update, "message": content}
