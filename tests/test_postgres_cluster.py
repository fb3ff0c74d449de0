import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE

DIES = """
import asyncio, os, signal
from faults.processes.postgres import Cluster

async def main():
    cluster = Cluster()
    await cluster.start()
    cluster.pause()
    print(cluster.folder, (cluster.folder / "data" / "postmaster.pid").read_text().split()[0], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def has_ended(process: str) -> bool:
    """Whether it does nothing any more; what was its parent may still have to hear of it."""
    try:
        return Path("/proc", process, "cmdline").read_bytes() == b""
    except (FileNotFoundError, ProcessLookupError):
        return True


async def test_a_new_database_is_empty_and_keeps_what_is_put_into_it_for_this_machine_alone(postgres: Cluster) -> None:
    one, other = await postgres.new_database(), await postgres.new_database()
    await postgres.change(one, "CREATE TABLE things AS SELECT CAST($1 AS text) AS name", "horn")
    assert await postgres.fetched(one, "SELECT name, $1 + 1 FROM things", 6) == [("horn", 7)]
    assert postgres.rows(one, "SELECT name FROM things") == [("horn",)]
    assert await postgres.fetched(other, "SELECT 1 FROM pg_tables WHERE tablename = 'things'") == []
    asked = "SELECT current_setting('listen_addresses'), current_setting('fsync')"
    assert await postgres.fetched(postgres.url("postgres"), asked) == [("127.0.0.1", "on")]
    assert (postgres.folder / "data").stat().st_uid != 0


async def test_an_immediate_restart_cuts_everybody_off_and_keeps_what_was_committed(postgres: Cluster) -> None:
    url = await postgres.new_database()
    await postgres.change(url, "CREATE TABLE things AS SELECT 1 AS number")
    connection = await asyncpg.connect(url)
    await postgres.restart_immediately()
    await until(connection.is_closed)
    assert await postgres.fetched(url, "SELECT number FROM things") == [(1,)]
    assert "was not properly shut down" in postgres.log


async def test_only_connections_to_that_database_are_cut(postgres: Cluster) -> None:
    one, other = await postgres.new_database(), await postgres.new_database()
    cut = [await asyncpg.connect(one) for _ in range(3)]
    kept = await asyncpg.connect(other)
    assert await postgres.cut_connections(one) == len(cut)
    await until(lambda: all(connection.is_closed() for connection in cut))
    assert await kept.fetchval("SELECT 1") == 1
    await kept.close()


async def test_a_paused_cluster_answers_once_it_is_resumed(postgres: Cluster) -> None:
    connection = await asyncpg.connect(postgres.url("postgres"))
    postgres.pause()
    try:
        answer = asyncio.create_task(connection.fetchval("SELECT 1"))
        newcomer = asyncio.create_task(asyncpg.connect(postgres.url("postgres")))
        assert (await asyncio.wait({answer, newcomer}, timeout=0.3))[0] == set()
    finally:
        postgres.resume()
    assert await answer == 1
    for each in (await newcomer, connection):
        await each.close()


@pytest.mark.needs("postgresql")
async def test_it_goes_away_even_when_it_is_paused() -> None:
    cluster = Cluster()
    await cluster.start()
    server = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
    cluster.pause()
    await cluster.stop()
    assert not cluster.folder.exists()
    await until(lambda: has_ended(server))


@pytest.mark.needs("postgresql")
async def test_it_does_not_outlive_a_process_that_is_killed() -> None:
    command = [sys.executable, "-c", DIES]
    killed = await asyncio.to_thread(subprocess.run, command, check=False, stdout=subprocess.PIPE, text=True)
    folder, server = killed.stdout.split()
    assert killed.returncode == -9
    await until(lambda: has_ended(server) and not Path(folder).exists())
