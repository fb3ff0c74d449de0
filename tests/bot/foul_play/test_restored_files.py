"""`restore` of what is no backup is refused, whatever it is; and a moment is told only where there was one."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from faults.processes.postgres import Cluster
from sandbox.server import SandboxServer
from tests.bot.environment import TOKEN
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened
from tests.bot.typed import typed
from tests.needs import require

ADVICE = "holds no data of this bot; `backup` makes a whole copy, also while people play"


def _of_another(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE migrations (id INTEGER, migration TEXT, batch INTEGER)")


def _without_tables(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode = WAL")


FOREIGN = [Path.touch, _of_another, _without_tables]


async def _restored(folder: Path, file: Path, to: str) -> tuple[int, str]:
    status, printed = await typed(folder, "restore", str(file), BOT_TOKEN=TOKEN, DATABASE_URL=to)
    return status, printed.splitlines()[-1]


@pytest.mark.parametrize("make", FOREIGN)
async def test_a_file_of_anything_else_is_refused(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(file := tmp_path / "copy.db")
    said = await _restored(tmp_path, file, f"sqlite:///{tmp_path}/new/bot.db")
    assert said == (2, f"restore: {file} {ADVICE}")
    assert await asyncio.to_thread(lambda: list((tmp_path / "new").iterdir())) == []


async def test_a_copy_of_the_file_alone_of_a_bot_that_serves_is_refused(tmp_path: Path) -> None:
    async with SandboxServer() as server, ForkedBot(server.url, server.token, tmp_path) as bot:
        await asyncio.to_thread(shutil.copy, bot.database, copy := tmp_path / "copy.db")
    assert await _restored(tmp_path, copy, f"sqlite:///{tmp_path}/new.db") == (2, f"restore: {copy} {ADVICE}")


async def test_a_file_without_tables_is_no_backup_either(tmp_path: Path) -> None:
    (tmp_path / "bot.db").touch()
    settings = {"BOT_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path}/bot.db"}
    status, printed = await typed(tmp_path, "backup", "copy.db", **settings)
    assert (status, printed.splitlines()[-1]) == (2, f"backup: {tmp_path}/bot.db {ADVICE}")
    assert not (tmp_path / "copy.db").exists()


async def test_a_dump_of_anything_else_is_refused_and_the_database_stays_empty(
    postgres: Cluster, tmp_path: Path
) -> None:
    require("pg_dump")
    other, new = await postgres.new_database(), await postgres.new_database()
    await postgres.change(other, "CREATE TABLE migrations (id INTEGER)")
    settings = {"BOT_TOKEN": TOKEN, "DATABASE_URL": other}
    assert (await typed(tmp_path, "backup", "dump", **settings))[0] == 0
    assert await _restored(tmp_path, Path("dump"), new) == (2, f"restore: dump {ADVICE}")
    assert await rows_at(new, "SELECT 1 FROM pg_tables WHERE schemaname = current_schema()") == []


@pytest.mark.both_databases
async def test_what_nobody_was_served_from_is_restored_without_a_moment(
    cluster: Cluster | None, place: str, tmp_path: Path
) -> None:
    new = f"sqlite:///{tmp_path}/new.db" if cluster is None else await cluster.new_database()
    if cluster is not None:
        require("pg_dump")
    settings = {"BOT_TOKEN": TOKEN, "DATABASE_URL": place}
    assert (await typed(tmp_path, "backup", "copy", **settings))[0] == 0
    assert await _restored(tmp_path, Path("copy"), new) == (0, "Restored; no bot has served anybody from it yet.")
    async with opened(new):
        assert await rows_at(new, "SELECT 1 FROM jobs") == []
