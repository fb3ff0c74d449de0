"""What a disk and an operating system do to a database."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.ports import Preferences, StorageDown, Work
from bot.storage import migrate
from bot.storage.sqlite import DamagedDatabase, SqliteStore
from tests.bot.committer import LANES, table_of
from tests.bot.process import ROOT
from tests.bot.stores import TABLE, opened, preferences, saving, showing, table_in

CHAT = Chat(5)
PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with opened(path) as fresh:
        yield fresh


async def refusal(path: Path) -> str:
    """Why the file is not opened."""
    with pytest.raises(DamagedDatabase) as refused:
        async with opened(path):
            pass
    return str(refused.value)


async def filled(path: Path) -> None:
    """A database of many pages."""
    async with opened(path) as store:
        for number in range(20):
            await store.run(showing(CHAT, "x" * 20_000, f"slot {number}"))


def assert_says_what_to_do(message: str, path: Path) -> None:
    assert message.startswith(f"DATABASE_URL: {path} ")
    assert message.splitlines() == [message]
    assert "restore a backup" in message


def write_nonsense(path: Path) -> None:
    path.write_bytes(b"this is not a database, whatever its name may say\n" * 400)


def destroy_pages(path: Path) -> None:
    """Overwrite every page of a tree but the first: it opens as if nothing had happened."""
    whole = bytearray(path.read_bytes())
    for begin in range(PAGE, len(whole), PAGE):
        if whole[begin] in {0x02, 0x05, 0x0A, 0x0D}:  # the first byte of a tree's page
            whole[begin : begin + PAGE] = b"\xa5" * PAGE
    path.write_bytes(whole)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("damage", [write_nonsense, destroy_pages, cut_off])
async def test_a_damaged_file_is_refused_at_the_start(path: Path, damage: Callable[[Path], None]) -> None:
    await filled(path)
    damage(path)
    assert_says_what_to_do(await refusal(path), path)


async def test_a_path_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "bot.db"):
        message = await refusal(path)
        assert re.fullmatch(rf"DATABASE_URL: {re.escape(str(path))} cannot be used \(.+\); check the path.*", message)


def test_the_bot_ends_with_one_line_about_a_damaged_database(path: Path) -> None:
    write_nonsense(path)
    settings = {"BOT_TOKEN": "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11", "DATABASE_URL": f"sqlite:///{path}"}
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | settings
    command = [sys.executable, "-m", "bot"]
    ended = subprocess.run(
        command, cwd=path.parent, env=environment, capture_output=True, text=True, timeout=10, check=False
    )
    assert ended.returncode == 2
    assert_says_what_to_do(ended.stderr.removesuffix("\n"), path)


async def test_migrations_are_made_once_and_never_again(path: Path) -> None:
    for _ in range(3):
        async with opened(path):
            pass
    done = sqlite3.connect(path).execute("SELECT name FROM migrations ORDER BY number").fetchall()
    assert [name for (name,) in done] == sorted(file.stem for file in migrate.FOLDER.glob("*.sql"))


async def test_a_migration_that_fails_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = path.parent / "migrations"
    shutil.copytree(migrate.FOLDER, folder)
    (folder / "9999_broken.sql").write_text("CREATE TABLE half (a INTEGER); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(migrate, "FOLDER", folder)
    assert (await refusal(path)).startswith(f"DATABASE_URL: {path} ")
    (folder / "9999_broken.sql").write_text("CREATE TABLE half (a INTEGER);")
    async with opened(path):
        pass


async def fill_up(store: SqliteStore) -> int:
    """Put letters until the disk is full; how many were put."""
    for number in range(1000):
        try:
            await store.run(showing(CHAT, "x" * 20_000, f"slot {number}"))
        except StorageDown:
            return number
    raise AssertionError("the disk was never full")


async def test_a_full_disk_is_told_and_passes(store: SqliteStore) -> None:
    await store.run(saving(table_in(CHAT)))
    ((pages,),) = store._writer.execute("PRAGMA page_count")
    store._writer.execute(f"PRAGMA max_page_count = {pages + 20}")
    put = await fill_up(store)
    assert put > 0
    with pytest.raises(StorageDown, match="full"):
        await store.run(showing(CHAT, "x" * 20_000))
    assert len(await store.outbox.pending(CHAT.id)) == put
    store._writer.execute("PRAGMA max_page_count = 100000")
    await store.run(showing(CHAT, "x" * 20_000))
    assert len(await store.outbox.pending(CHAT.id)) == put + 1
    assert await store.run(lambda work: work.table(TABLE)) == table_in(CHAT)


async def test_a_lock_that_another_program_holds_is_told_and_passes(store: SqliteStore, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageDown, match="locked"):
        await store.run(showing(CHAT, "hello"))
    other.execute("ROLLBACK")
    other.close()
    await store.run(showing(CHAT, "hello"))
    assert len(await store.outbox.pending(CHAT.id)) == 1


async def test_a_bug_of_ours_is_not_taken_for_a_passing_failure(store: SqliteStore) -> None:
    async def job(work: Work) -> None:
        work.prefer(CHAT, Preferences(style=None))  # type: ignore[arg-type]  # the column takes no NULL

    with pytest.raises(sqlite3.IntegrityError):
        await store.run(job)
    assert await store.run(lambda work: preferences(work, CHAT)) == Preferences()


def acknowledged_before_a_kill(path: Path, after: int) -> set[int]:
    """Let a process commit, kill it in the middle of its work; the updates that it said are safe."""
    command = [sys.executable, "-m", "tests.bot.committer", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(after)]
        process.kill()
        told += process.stdout.readlines()
    return {int(line) for line in told if line.endswith("\n")}


@pytest.mark.parametrize("after", [1, 60, 333])
async def test_a_killed_process_loses_nothing_that_it_acknowledged(path: Path, after: int) -> None:
    acknowledged = acknowledged_before_a_kill(path, after)
    assert len(acknowledged) >= after
    async with opened(path):
        pass
    connection = sqlite3.connect(path)
    updates = {update for (update,) in connection.execute("SELECT update_id FROM seen_updates")}
    tables = {table for (table,) in connection.execute("SELECT table_id FROM tables")}
    slots = {slot for (slot,) in connection.execute("SELECT slot FROM outbox")}
    connection.close()
    assert acknowledged <= updates
    assert len(updates - acknowledged) <= LANES
    assert tables == {table_of(update) for update in updates}
    assert slots == {f"slot {update}" for update in updates}


async def test_a_database_of_a_newer_version_is_refused(path: Path) -> None:
    async with opened(path) as store:
        store._writer.execute("INSERT INTO migrations VALUES (9999, '9999_of_the_future')")
    assert "newer version" in await refusal(path)
