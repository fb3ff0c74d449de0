"""Whatever task of a serving bot ends or breaks, people play on."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import log as logs
from bot.serving import Serving
from bot.settings import settings_from_environment
from faults.processes.postgres import Cluster
from faults.processes.process import free_port
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.conftest import Stage, staged
from tests.bot.player import begun
from tests.bot.storage.databases import rows_at
from tests.bot.tasks import FOREVER, until
from tests.bot.test_health import asked, becomes

SECRET = (0, 1, 2, 3)
"""What everybody has to find."""


@asynccontextmanager
async def served(monkeypatch: pytest.MonkeyPatch, database: str) -> AsyncIterator[tuple[Sandbox, str]]:
    """A bot in this very process, so that a test may reach its tasks; and where its pages are."""
    port = free_port()
    monkeypatch.setattr("bot.world._drawn", lambda _variant: SECRET)
    async with SandboxServer() as server, Sandbox(server.url) as sandbox:
        data = {"BOT_TOKEN": server.token, "BOT_API_URL": server.url, "DATABASE_URL": database}
        for name, value in (data | {"HOST": "127.0.0.1", "PORT": str(port), "MESSAGES_PER_SECOND": "100000"}).items():
            monkeypatch.setenv(name, value)
        settings, interval = settings_from_environment(), sys.getswitchinterval()
        serving = Serving(settings, logs.Redaction(server.token))
        task = asyncio.create_task(serving.run())
        try:
            await becomes(f"http://127.0.0.1:{port}", "/readyz", (200, "ready"))
            yield sandbox, f"http://127.0.0.1:{port}"
        finally:
            serving._shutdown._requested.set()
            await asyncio.wait({task}, timeout=15)
            sys.setswitchinterval(interval)
            gc.unfreeze()
            assert task.done()


def running(name: str) -> set[asyncio.Task[Any]]:
    return {task for task in asyncio.all_tasks() if task.get_name() == name}


@pytest.mark.costly
async def test_whichever_task_ends_it_is_begun_again_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch, cluster: Cluster | None, place: str
) -> None:
    names = FOREVER if cluster is None else (*FOREVER, "replicas")
    async with served(monkeypatch, place) as (sandbox, address):
        alice = await sandbox.person("Alice")
        await alice.send("/play")
        await alice.sees("or tap it below")
        for number, name in enumerate(names, 1):
            (task,) = running(name)
            task.cancel()
            await until(lambda name=name, task=task: running(name) - {task})  # type: ignore[misc]
            await alice.send(wrong_guess(number))
            await alice.sees(f"{number}. {wrong_guess(number)}", within=30)
        assert await asked(address, "/healthz") == (200, "alive")
    assert await rows_at(place, "SELECT * FROM failed_updates") == []


BLOWS = 60
"""So often everything is broken off: for ever, and nobody would play where a transaction takes longer than a pause."""


def wrong_guess(number: int) -> str:
    """One that is not SECRET; all different."""
    return ("9870", "8761", "7652", "6543", "5432", "4321", "3210")[number - 1]


@pytest.mark.costly
async def test_whatever_is_broken_off_while_people_play_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    async with served(monkeypatch, place) as (sandbox, _):
        people = [await sandbox.person(f"P{number}") for number in range(6)]

        async def breaks_off() -> None:
            for _ in range(BLOWS):
                for name in ("commits", "questions"):
                    for task in running(name):
                        task.cancel()
                await asyncio.sleep(0.05)

        async def plays(person: Any) -> None:
            await person.send("/play")
            await person.sees("or tap it below", within=60)
            for number in range(1, 6):
                await person.send(wrong_guess(number))
                await person.sees(f"{number}. {wrong_guess(number)}", within=60)

        breaking = asyncio.create_task(breaks_off())
        await asyncio.gather(*(plays(person) for person in people))
        breaking.cancel()
    assert await rows_at(place, "SELECT * FROM failed_updates") == []


async def test_a_real_process_tells_what_broke_a_task_and_goes_on_once_that_is_mended(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        await stage.bot.holds("SELECT 1 FROM uptime")
        stage.bot.change("ALTER TABLE uptime RENAME TO lost")
        await until(lambda: any("is begun again" in line for line in lines_about("presence", stage)))
        assert "no such table" in stage.bot.log_text()
        await begun(stage)
        stage.bot.change("UPDATE lost SET seen_at = 1")
        stage.bot.change("ALTER TABLE lost RENAME TO uptime")
        await stage.bot.holds("SELECT 1 FROM uptime WHERE seen_at > 1")


def lines_about(task: str, stage: Stage) -> list[str]:
    """What the log says about that task; others may read the same table."""
    return [line for line in stage.bot.log_text().splitlines() if f"task={task}" in line]
