"""A database on the server, and a way to it that a test may cut."""

from collections.abc import AsyncIterator

import pytest_asyncio

from faults.processes.postgres import Cluster
from tests.bot.storage.relay import Relay


@pytest_asyncio.fixture
async def url(postgres: Cluster) -> str:
    return await postgres.new_database()


@pytest_asyncio.fixture
async def relay(url: str) -> AsyncIterator[Relay]:
    """The only way of the test's store to its database."""
    async with Relay(url) as way:
        yield way
