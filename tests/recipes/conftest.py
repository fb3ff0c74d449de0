"""The copy in which everything has been made up, and the bot that runs from it."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from faults.processes.process import BotProcess
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.recipes.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The copy."""
    with House(tmp_path_factory.mktemp("house")) as copy:
        copy.build()
        yield copy


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def muu(house: House, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """The real bot out of the copy, in a sandbox."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        BotProcess(
            server.url, server.token, tmp_path_factory.mktemp("bot"), PYTHONPATH=str(house.folder), CALM="1.5"
        ) as bot,
    ):
        yield Stage(server, sandbox, bot)
