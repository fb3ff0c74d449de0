"""Damage to the file is looked for after an unclean end, and stops all work once it is found."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.messages import Chat
from bot.app.work import StorageDown
from bot.storage.sqlite import Sqlite
from bot.storage.store import DatabaseStore
from sandbox.client import PATIENCE
from tests.bot.storage.stores import opened, saving, showing, table_in

CHAT = Chat(5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


async def filled_and_damaged(path: Path) -> None:
    """Destroy the page of a table that nothing reads at the start."""
    async with opened(path) as store:
        await store.run(saving(table_in(CHAT)))
    destroy_games(path)


def destroy_games(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        [(size,)] = database.execute("PRAGMA page_size")
        [(root,)] = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'")
    whole = bytearray(path.read_bytes())
    whole[(root - 1) * size : root * size] = b"\xa5" * size
    path.write_bytes(whole)


def leave_as_after_a_kill(path: Path) -> None:
    """A process that ends cleanly deletes the write-ahead log."""
    path.with_name(f"{path.name}-wal").touch()


async def not_ready(store: DatabaseStore) -> str:
    """Wait until the store's check fails; returns why it does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await store.check()
            except StorageDown as error:
                return str(error)
            await asyncio.sleep(0.01)


async def test_after_an_unclean_end_damage_is_found_and_stops_all_work(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await filled_and_damaged(path)
    leave_as_after_a_kill(path)
    async with opened(path) as store:
        assert "malformed" in await not_ready(store)
        with pytest.raises(StorageDown, match="malformed"):
            await store.run(showing(CHAT, "hello"))
    said = capsys.readouterr().out
    assert said.count("the database is damaged") == 1
    assert "restore a backup" in said


async def test_damage_that_a_statement_meets_stops_all_work(path: Path) -> None:
    await filled_and_damaged(path)
    async with opened(path) as store:
        await store.check()
        with pytest.raises(StorageDown, match="malformed"):
            await store.run(saving(table_in(CHAT)))
        assert "malformed" in await not_ready(store)


async def test_a_file_that_was_closed_is_not_checked(path: Path) -> None:
    for is_clean in (True, False):
        async with opened(path) as store:
            assert isinstance(store._database, Sqlite)
            assert (store._database._check is None) == is_clean
        leave_as_after_a_kill(path)


async def test_a_start_that_is_given_up_while_the_file_is_checked_ends(path: Path) -> None:
    async with opened(path) as store:
        for number in range(300):
            await store.run(showing(CHAT, "x" * 20_000, f"slot {number}"))
    leave_as_after_a_kill(path)
    async with asyncio.timeout(PATIENCE), opened(path):
        pass


async def test_others_may_work_while_a_file_is_opened(path: Path) -> None:
    turns = 0

    async def work() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    working = asyncio.create_task(work())
    async with opened(path):
        working.cancel()
    assert turns > 100  # it is opened and migrated in some forty trips to a thread
