"""A sandbox and a bot that most tests share, each with people of its own; and a database of either kind for a test."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from faults.processes.process import BotProcess
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.forked_bot import ForkedBot
from tests.bot.mortal import Mortal
from tests.bot.storage.databases import NOTHING_TO_DO
from tests.bot.storage.stores import migrated, opened
from tests.bot.storage.transferable import filled


@dataclass(frozen=True)
class Stage:
    server: SandboxServer
    sandbox: Sandbox
    bot: BotProcess

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do or to say, and everybody has seen it."""
        await self.sandbox.settled()
        await self.bot.holds(NOTHING_TO_DO)
        await self.sandbox.state()

    async def after(self, doing: Awaitable[Any]) -> Any:
        """What it comes to, once the bot is quiet again."""
        outcome = await doing
        await self.quiet()
        return outcome

    def secret_of(self, chat_id: int) -> str:
        """The secret of the newest game in a chat, read from the database."""
        return stored.position(self.bot, chat_id).split()[2]


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with staged(tmp_path_factory.mktemp("bot")) as shared:
        yield shared


@pytest_asyncio.fixture(loop_scope="session")
async def own_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage for one test, which may break it."""
    async with staged(tmp_path) as own:
        yield own


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A stage for the tests of one file, whose lobby is nobody else's."""
    async with staged(tmp_path_factory.mktemp("lobby")) as own:
        yield own


@pytest.fixture
def lobby(hall: Stage) -> Iterator[Stage]:
    yield hall
    hall.bot.change("DELETE FROM seeks")


@asynccontextmanager
async def staged(folder: Path, **how: Any) -> AsyncIterator[Stage]:
    """A sandbox and a bot of their own; `how`: what else the bot is told."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, folder, **how) as bot,
    ):
        yield Stage(server, sandbox, bot)


@pytest.fixture
def blank(cluster: Cluster | None, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/bot.db" if cluster is None else asyncio.run(cluster.new_database())


@pytest.fixture(scope="session")
def migrated_there(postgres: Cluster) -> str:
    """The name of a database that is migrated and holds nothing: to copy it is quicker than to migrate another."""

    async def made() -> str:
        url = await postgres.new_database()
        async with opened(url):
            return url.rpartition("/")[2]

    return asyncio.run(made())


@pytest.fixture
def shared(postgres: Cluster, migrated_there: str) -> Iterator[str]:
    """The URL of a database that several replicas may share: migrated, and it holds nothing."""
    url = asyncio.run(postgres.new_database(migrated_there))
    yield url
    asyncio.run(postgres.drop(url))


@pytest.fixture
def place(request: pytest.FixtureRequest, cluster: Cluster | None, tmp_path: Path) -> str:
    if cluster is not None:
        return str(request.getfixturevalue("shared"))
    (tmp_path / "bot.db").write_bytes(migrated())
    return f"sqlite:///{tmp_path}/bot.db"


@pytest_asyncio.fixture
async def store(place: str) -> AsyncIterator[DatabaseStore]:
    async with opened(place) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def one_of_each(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a file with one of each holds."""
    file = tmp_path_factory.mktemp("filled") / "bot.db"
    asyncio.run(filled(file))
    return file.read_bytes()


@pytest.fixture
def source(tmp_path: Path, one_of_each: bytes) -> Path:
    file = tmp_path / "bot.db"
    file.write_bytes(one_of_each)
    return file


@pytest.fixture
def target(postgres: Cluster) -> str:
    return asyncio.run(postgres.new_database())


@pytest_asyncio.fixture(loop_scope="session")
async def mortal(place: str, tmp_path: Path) -> AsyncIterator[Mortal]:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, DATABASE_URL=place) as bot,
    ):
        yield Mortal(sandbox, bot, place)
