from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from sandbox.client import Group, Pair, Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


@pytest.fixture
async def server() -> AsyncIterator[SandboxServer]:
    async with SandboxServer() as running:
        yield running


@pytest.fixture
async def sandbox(server: SandboxServer) -> AsyncIterator[Sandbox]:
    async with Sandbox(server.url) as connected:
        yield connected


@pytest.fixture
async def session(server: SandboxServer) -> AsyncIterator[ClientSession]:
    async with ClientSession(server.url) as opened:
        yield opened


@pytest.fixture
async def bot(server: SandboxServer, session: ClientSession, sandbox: Sandbox) -> Caller:
    return Caller(session, server.token, sandbox)


@pytest.fixture
async def alice(sandbox: Sandbox, bot: Caller) -> Person:
    """She has written to the bot, and the bot has read it."""
    person = await sandbox.person("Alice", username="alice")
    await person.send("/start")
    await bot.read_all()
    return person


@pytest.fixture
async def olena(sandbox: Sandbox) -> Person:
    return await sandbox.person("Олена", language="uk")


@pytest.fixture
async def friends(sandbox: Sandbox, bot: Caller, alice: Person, olena: Person) -> Group:
    group = await sandbox.group("Friends", alice, olena)
    await bot.read_all()
    return group


@pytest.fixture
async def pair(alice: Person, olena: Person) -> Pair:
    return await alice.meets(olena)
