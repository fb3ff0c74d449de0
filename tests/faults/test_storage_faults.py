"""One thing breaks in the database or on the clock while people play: the bot says so, loses nothing, and recovers."""

import asyncio
import re
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import TypeVar

import pytest

from faults.aftermath import evidence_of, playing
from faults.judging.verdict import verdict
from faults.playground import Playground, playground
from faults.processes.house import House, on_postgres, on_sqlite
from faults.processes.postgres import Cluster
from faults.processes.process import Replica
from faults.troubles.chaos import Tally, in_flight
from faults.troubles.storage import lock
from sandbox.client import PATIENCE
from sandbox.server import SandboxServer
from tests.bot.storage.test_storage import destroy_pages

AnyHouse = TypeVar("AnyHouse", bound=House)
FULL, LOCKED = "database or disk is full", "database is locked"
PLAYERS, HASTE, SEED = 8, 5.0, 1596
PAUSE = re.compile(r"storage is down, trying again.* error='?(?P<error>[^'\n]*)'? pause=(?P<pause>[\d.]+)")


@asynccontextmanager
async def people_at(
    open_house: Callable[[SandboxServer], AbstractAsyncContextManager[AnyHouse]],
) -> AsyncIterator[tuple[Playground, AnyHouse, Tally]]:
    """People who play; in the end nothing is missing. What was in flight when something broke may come twice."""
    async with playground() as ground, open_house(ground.server) as house:
        ground.settle(PLAYERS, SEED, HASTE)
        tally = Tally()
        async with playing(ground, house):
            await guesses(ground, 10)
            yield ground, house, tally
            await guesses(ground, 10)
        assert verdict(await evidence_of(ground, house, tally.in_flight)).complaints == []


async def guesses(ground: Playground, more: int) -> None:
    def shown() -> int:
        return sum(len(board.turns) for board in ground.boards().values())

    enough = shown() + more
    await until(lambda: shown() >= enough)


async def until(there: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0.05)


def pauses(replica: Replica, error: str) -> list[float]:
    matches = PAUSE.finditer(replica.log_text())
    return [float(each["pause"]) for each in matches if error in each["error"]]


async def says(house: House, page: str, answer: str) -> None:
    """Wait until this is what all replicas answer there."""
    async with asyncio.timeout(PATIENCE):
        while any(not text.endswith(answer) for at, text in (await house.written()).items() if at.endswith(page)):
            await asyncio.sleep(0.05)


@pytest.mark.costly
async def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    async with people_at(lambda server: on_sqlite(server, tmp_path)) as (_, house, _):
        ((pages,),) = await house.query("PRAGMA page_count")
        house.replica.limit_pages(pages)
        await until(lambda: max(pauses(house.replica, FULL), default=0.0) >= 0.4)  # what is free goes first
        assert {0.05, 0.1, 0.2, 0.4} <= set(pauses(house.replica, FULL))
        house.replica.limit_pages(None)


async def test_a_database_that_another_program_locks_is_told_and_passes(tmp_path: Path) -> None:
    async with people_at(lambda server: on_sqlite(server, tmp_path)) as (ground, house, _):
        locked = asyncio.create_task(lock(house, PATIENCE))
        await until(lambda: max(pauses(house.replica, LOCKED), default=0.0) >= 0.8)
        confirmed = {update.id for update in ground.state.updates.every.values() if update.confirmed}
        committed = {update for (update,) in await house.query("SELECT update_id FROM seen_updates")}
        assert confirmed <= committed
        locked.cancel()
        await asyncio.wait({locked})
        assert len(set(pauses(house.replica, LOCKED))) > 2


@pytest.mark.costly
async def test_a_damaged_file_is_told_at_the_start_and_can_be_replaced(tmp_path: Path) -> None:
    async with people_at(lambda server: on_sqlite(server, tmp_path)) as (ground, house, tally):
        await house.replica.kill()
        tally.in_flight = await in_flight(ground, house)
        with closing(sqlite3.connect(house.replica.database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that the file holds all that was committed
        copy = shutil.copy(house.replica.database, tmp_path / "copy")
        destroy_pages(house.replica.database)
        await house.replica.launch()
        assert await house.replica.exit_status() == 2
        (line,) = house.replica.news().decode().splitlines()
        assert line.startswith(f"DATABASE_URL: {house.replica.database} cannot be used")
        assert "restore a backup" in line
        shutil.copy(copy, house.replica.database)
        await house.revive(house.replica)


@pytest.mark.costly
@pytest.mark.parametrize("seconds", [-3600.0, 3600.0])
async def test_a_clock_that_jumps_an_hour_changes_nothing(tmp_path: Path, seconds: float) -> None:
    async with people_at(lambda server: on_sqlite(server, tmp_path)) as (ground, house, _):
        house.replica.change_clock(seconds)
        await guesses(ground, 20)
        assert "the clock has jumped" in house.replica.log_text()
        await guesses(ground, 20)
        ((waiting,),) = await house.query("SELECT count(*) FROM jobs")
        assert waiting < 60


@pytest.mark.costly
async def test_a_postgres_that_freezes_is_told_and_comes_back(postgres: Cluster, tmp_path: Path) -> None:
    async with people_at(lambda server: on_postgres(server, tmp_path, postgres)) as (ground, house, tally):
        began, waiting = time.time(), await house.waiting()
        house.cluster.pause()
        try:
            await says(house, "/readyz", "\ndatabase\n")
            await says(house, "/healthz", "\nalive\n")
        finally:
            house.cluster.resume()
        # To these chats a message may have gone of which no note could be taken.
        noted_late = {chat for chat, text in waiting if ground.witness.newest.get(chat) == text}
        tally.in_flight = len(noted_late | {one.chat for one in ground.witness.said if one.sent and one.when >= began})
        await guesses(ground, 10)
        await says(house, "/readyz", "\nready\n")
