"""GET /metrics: what a real bot tells of the games that real people play."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot.metrics import PREFIX, REGISTRY
from bot.storage.store import DatabaseStore
from bot.web.pages import is_private
from faults.processes.process import free_port
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun

STORED = {
    "outbox", "failed_updates", "failed_messages", "games", "matches", "challenges", "seeks", "jobs", "long_jobs",
    "reports",
}  # fmt: skip


async def told(address: str) -> str:
    """The page."""
    async with ClientSession() as session, session.get(f"{address}/metrics") as response:
        assert response.status == 200
        assert response.content_type == "text/plain"
        return await response.text()


def samples_in(page: str) -> list[Sample]:
    """Every sample of a page."""
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def value(page: str, name: str, **labels: str) -> float:
    """The sum of all samples of that name with these labels."""
    samples = (each for each in samples_in(page) if each.name == f"{PREFIX}_{name}")
    return sum(each.value for each in samples if labels.items() <= each.labels.items())


async def told_of(address: str, updates: int) -> str:
    """The page, once it tells of so many updates: it is written anew once a second."""
    async with asyncio.timeout(PATIENCE):
        while value(page := await told(address), "updates_total") < updates:
            await asyncio.sleep(0.1)
    return page


async def test_a_bot_tells_what_it_has_done_and_of_nobody(tmp_path: Path) -> None:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, port=free_port()) as bot,
    ):
        stage = Stage(server, sandbox, bot)
        assert value(await told(bot.address), "updates_total") == 0
        person = await begun(stage)
        secret = stage.secret_of(person.id)
        await person.send(secret)
        await stage.quiet()
        page = await told_of(bot.address, 2)
    assert all(sample.name.startswith(f"{PREFIX}_") for sample in samples_in(page))
    assert value(page, "updates_total", kind="said", outcome="done") >= 2
    assert value(page, "update_commit_seconds_count") == value(page, "updates_total")
    assert value(page, "update_answer_seconds_count") >= 2
    assert value(page, "games_begun_total", mode="solo") == 1
    assert value(page, "games_ended_total", mode="solo") == 1
    assert value(page, "telegram_call_seconds_count", method="sendMessage") >= 2
    assert value(page, "database_query_seconds_count", query="save_game") >= 2
    assert value(page, "transaction_units_sum") >= 2
    assert value(page, "build_info", database="sqlite") == 1
    assert person.name not in page
    assert not {str(person.id), secret} & {label for sample in samples_in(page) for label in sample.labels.values()}


async def test_every_metric_is_there_and_has_its_help() -> None:
    declared = {family.name for family in REGISTRY.collect()}
    assert len(declared) > 20
    assert all(family.documentation for family in REGISTRY.collect())
    assert all(name.startswith(f"{PREFIX}_") for name in declared)


async def test_what_is_stored_is_counted(store: DatabaseStore) -> None:
    assert (await store.stored()).keys() == STORED


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "10.1.2.3", "172.18.0.5", "192.168.1.9", "fd00::7", "::ffff:10.1.2.3"]
)
def test_who_asks_from_a_private_network_is_told(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize("address", [None, "8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "172.32.0.1"])
def test_who_asks_from_elsewhere_is_not(address: str | None) -> None:
    assert not is_private(address)
