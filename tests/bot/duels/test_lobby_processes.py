"""Two processes of the bot behind a balancer pair people from one lobby: everybody meets somebody, and nobody two."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
import pytest_asyncio

from faults.processes.balancer import Balancer
from faults.processes.postgres import Cluster
from faults.processes.process import free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.duels.seekers import FOUND, LOOKING, looks_again
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import rows_at

pytestmark = pytest.mark.asyncio(loop_scope="session")
PEOPLE = 12
FOUND_BY = "Tap:find"
"""How the log of a process says that somebody pressed *find a rival* there."""


@dataclass(frozen=True)
class Town:
    """People, two processes that serve them, and the database that they share."""

    sandbox: Sandbox
    bots: tuple[ForkedBot, ...]
    url: str


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def town(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(SandboxServer())
        sandbox = await stack.enter_async_context(Sandbox(server.url))
        url, ports = await postgres.new_database(), (free_port(), free_port())
        balancer = await stack.enter_async_context(Balancer(*(f"http://127.0.0.1:{port}" for port in ports)))
        settings = {"DATABASE_URL": url, "WEBHOOK_URL": f"{balancer.address}/telegram"}
        bots = []
        for port in ports:
            folder = tmp_path_factory.mktemp(str(port))
            bot = ForkedBot(server.url, server.token, folder, webhook=True, port=port, **settings)
            bots.append(await stack.enter_async_context(bot))
        yield Town(sandbox, tuple(bots), url)


@pytest.mark.costly
async def test_of_many_who_press_at_once_at_two_processes_each_meets_one_other(town: Town) -> None:
    people = [await town.sandbox.person(f"P{number}") for number in range(PEOPLE)]
    await asyncio.gather(*(looks_again(person) for person in people))
    for person in people:
        await person.sees(FOUND)
    met = Counter(person for pair in await stored.pairs_at(town.url) for person in pair)
    assert met == dict.fromkeys((person.id for person in people), 1)
    assert await rows_at(town.url, "SELECT person_id FROM seeks") == []
    assert all(FOUND_BY in bot.log_text() for bot in town.bots), "one of the two had nothing to do"


async def test_whoever_waits_is_met_by_one_of_two_who_press_at_once_at_two_processes(town: Town) -> None:
    ann, bob, cyd = [await town.sandbox.person(name) for name in ("Ann", "Bob", "Cyd")]
    await looks_again(ann)
    await ann.sees(LOOKING)
    await asyncio.gather(looks_again(bob), looks_again(cyd))
    await ann.sees(FOUND)
    await town.sandbox.settled()
    everybody = {ann.id, bob.id, cyd.id}
    [pair] = [pair for pair in await stored.pairs_at(town.url) if everybody.intersection(pair)]
    assert ann.id in pair
    assert await rows_at(town.url, "SELECT person_id FROM seeks") == [tuple(everybody.difference(pair))]
