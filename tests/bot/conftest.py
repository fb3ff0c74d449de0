"""A sandbox and a bot that most tests share, each with people of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.process import BotProcess


@dataclass(frozen=True)
class Stage:
    """A sandbox and the bot that plays in it."""

    server: SandboxServer
    sandbox: Sandbox
    bot: BotProcess

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do or to say."""
        await self.sandbox.settled()
        await self.bot.holds("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")

    def secret_of(self, chat_id: int) -> str:
        """The secret of the newest game in a chat, read from the database."""
        query = "SELECT body ->> 'position' FROM tables WHERE chat_id = ? ORDER BY opened_at DESC LIMIT 1"
        return str(self.bot.rows(query, chat_id)[0][0]).split()[2]


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """The shared stage."""
    async with _stage(tmp_path_factory.mktemp("bot")) as shared:
        yield shared


@pytest_asyncio.fixture(loop_scope="session")
async def own_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage for one test, which may break it."""
    async with _stage(tmp_path) as own:
        yield own


@asynccontextmanager
async def _stage(folder: Path) -> AsyncIterator[Stage]:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        BotProcess(server.url, server.token, folder) as bot,
    ):
        yield Stage(server, sandbox, bot)
