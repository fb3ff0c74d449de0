"""A sandbox that is heard by the test, and an intake with a database behind it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession
from telegram import Bot

from bot.app.supervision import Shutdown
from bot.app.worker import Replies, Worker
from bot.compute.processes import ThinkingProcesses
from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.receive import Intake
from bot.world import real_world
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.storage.stores import BOT, opened
from tests.bot.telegram.sources import Scene
from tests.sandbox.caller import Caller


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    http = AiohttpRequest()
    await http.initialize()
    async with SandboxServer() as server, Sandbox(server.url) as sandbox, ClientSession(server.url) as session:
        bot = Bot(server.token, f"{server.url}/bot", request=http, get_updates_request=http)
        yield Scene(server, sandbox, Caller(session, server.token, sandbox), Api(bot.base_url, http), bot, Shutdown())
        await http.shutdown()


@pytest.fixture
async def intake(tmp_path: Path) -> AsyncIterator[Intake]:
    compute = ThinkingProcesses()
    async with opened(tmp_path / "bot.db") as store:
        replies = Replies(lambda _query, _answer: None)
        yield Intake(BOT, Worker(store, compute, real_world("bot", compute.recall), replies))
    compute.close()
