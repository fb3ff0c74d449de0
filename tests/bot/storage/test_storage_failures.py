"""What a disk and an operating system do to a database: damage, a full disk, locks, kills; and how a file shrinks."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.work import StorageDown
from bot.game.daily import DAY
from bot.storage import sqlite
from bot.storage.backup import copy_to
from bot.storage.postgres_session import RefusedStatement
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import Sqlite, path_in
from bot.storage.store import DatabaseStore
from faults.processes.process import ROOT
from sandbox.client import PATIENCE
from tests.bot.environment import TOKEN
from tests.bot.storage.committer import Committer, assert_nothing_is_lost
from tests.bot.storage.stores import loaded, open_once, opened, preferences, refusal, saving, showing, table_in, write
from tests.distribution import costly_but

pytestmark = pytest.mark.both_databases

CHAT = Chat(5)
PAGE = 4096
BIG = "x" * 20_000


@pytest.fixture
def place(blank: str) -> str:
    """Where nothing has been migrated yet."""
    return blank


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


async def fill_up(store: DatabaseStore, most: int) -> int:
    """Put so many items, or until the disk is full; how many were put."""
    for number in range(most):
        try:
            await store.run(showing(CHAT, BIG, f"slot {number}"))
        except StorageDown:
            return number
    return most


def assert_says_what_to_do(message: str, path: Path) -> None:
    assert message.startswith(f"DATABASE_URL: {path} ")
    assert message.splitlines() == [message]
    assert "restore a backup" in message


def size(path: Path) -> int:
    return path.stat().st_size


def write_nonsense(path: Path) -> None:
    path.write_bytes(b"this is not a database, whatever its name may say\n" * 400)


def destroy_pages(path: Path) -> None:
    """Overwrite every page of a tree but the first: it opens as if nothing had happened."""
    whole = path.read_bytes()
    pages = range(PAGE, len(whole), PAGE)
    overwrite(path, *(page for page in pages if whole[page] in {0x02, 0x05, 0x0A, 0x0D}))  # how a tree's page begins


def overwrite(path: Path, *pages: int) -> None:
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page)
            file.write(b"\xa5" * PAGE)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: size(path) // 2])


@pytest.mark.parametrize("damage", [write_nonsense, destroy_pages, cut_off])
async def test_a_damaged_file_is_refused_at_the_start(path: Path, damage: Callable[[Path], None]) -> None:
    async with opened(path) as store:
        await fill_up(store, 20)
    damage(path)
    assert_says_what_to_do(await refusal(path), path)


async def test_a_path_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "bot.db"):
        message = await refusal(path)
        assert re.fullmatch(rf"DATABASE_URL: {re.escape(str(path))} cannot be used \(.+\); check the path.*", message)


@pytest.mark.costly
def test_the_bot_ends_with_one_line_about_a_damaged_database(path: Path) -> None:
    write_nonsense(path)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "BOT_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{path}"}
    asked: Any = {"env": environment, "capture_output": True, "text": True, "timeout": PATIENCE}
    ended = subprocess.run([sys.executable, "-m", "bot"], check=False, cwd=path.parent, **asked)
    assert ended.returncode == 2
    assert_says_what_to_do(ended.stderr.removesuffix("\n"), path)


async def test_a_full_disk_is_told_and_passes(path: Path) -> None:
    async with opened(path) as store:
        assert isinstance(store._database, Sqlite)
        writer = store._database.writer
        await store.run(saving(table_in(CHAT)))
        ((pages,),) = await writer.rows("PRAGMA page_count")
        await writer.rows(f"PRAGMA max_page_count = {pages + 20}")
        put = await fill_up(store, 1000)
        assert 0 < put < 1000
        with pytest.raises(StorageDown, match="full"):
            await store.run(showing(CHAT, BIG))
        assert len(await store.outbox.pending(CHAT.id)) == put
        await writer.rows("PRAGMA max_page_count = 100000")
        await store.run(showing(CHAT, BIG))
        assert (len(await store.outbox.pending(CHAT.id)), await loaded(store)) == (put + 1, table_in(CHAT))


async def test_a_lock_that_another_program_holds_is_told_and_passes(path: Path) -> None:
    async with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StorageDown, match="locked"):
                await store.run(showing(CHAT, "hello"))
        await store.run(showing(CHAT, "hello"))
        assert len(await store.outbox.pending(CHAT.id)) == 1


async def test_a_file_from_which_another_bot_serves_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.3)
    async with opened(path) as store:
        await store.run(showing(CHAT, "hello"))
        with pytest.raises(UnusableDatabase, match=r"another bot serves from .*; stop it, or let both use PostgreSQL"):
            await open_once(path)
        assert len(await store.outbox.pending(CHAT.id)) == 1
    await open_once(path)


async def test_a_bot_that_is_about_to_leave_is_waited_for(path: Path) -> None:
    async with opened(path):
        follower = asyncio.create_task(open_once(path))
        await asyncio.sleep(0.3)
        assert not follower.done()
    await follower


@pytest.mark.parametrize("style", [None, "hidden\0"])
async def test_a_bug_of_ours_is_not_taken_for_a_passing_failure_and_tells_no_value(place: str, style: str) -> None:
    known = Preferences("hidden", style=style)  # the column takes no NULL, PostgreSQL no NUL
    async with opened(place) as store:
        (outcome,) = await asyncio.gather(write(store, lambda work: work.prefer(CHAT, known)), return_exceptions=True)
        is_refused = style is None or path_in(place) is None
        assert type(outcome) in ((sqlite3.IntegrityError, RefusedStatement) if is_refused else (type(None),))
        found = await store.run(lambda work: preferences(work, CHAT))
    assert found == (Preferences() if is_refused else known)
    assert "hidden" not in "".join(traceback.format_exception(outcome))


@pytest.mark.parametrize("after", costly_but((1, 60), (1, 60, 333)))
async def test_a_killed_process_loses_nothing_that_it_acknowledged(place: str, after: int) -> None:
    async with Committer(place) as committer:
        await committer.more(after)
        await committer.kill()
    await open_once(place)
    await assert_nothing_is_lost(place, committer)
    assert (committer.acknowledged >= after, committer.seen) == (True, [])


# Damage to the file is looked for after an unclean end, and stops all work once it is found


@pytest.fixture
async def damaged(path: Path) -> Path:
    """A file in which the page of a table is destroyed that nothing reads at the start."""
    async with opened(path) as store:
        await store.run(saving(table_in(CHAT)))
    with closing(sqlite3.connect(path)) as database:
        [(root,)] = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'")
    overwrite(path, (root - 1) * PAGE)
    return path


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
    damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leave_as_after_a_kill(damaged)
    async with opened(damaged) as store:
        assert "malformed" in await not_ready(store)
        with pytest.raises(StorageDown, match="malformed"):
            await store.run(showing(CHAT, "hello"))
    said = capsys.readouterr().out
    assert (said.count("the database is damaged"), "restore a backup" in said) == (1, True)


async def test_damage_that_a_statement_meets_stops_all_work(damaged: Path) -> None:
    async with opened(damaged) as store:
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
        assert await fill_up(store, 300) == 300
    leave_as_after_a_kill(path)
    async with asyncio.timeout(PATIENCE):
        await open_once(path)


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


# A file gives the space of deleted rows back to the disk

NOW = 1000 * DAY


async def filled(path: Path, old: int = 2000) -> int:
    """Let the file hold 2000 rows, of which so many are old; its size."""
    await open_once(path)
    with closing(sqlite3.connect(path)) as file, file:
        rows = ((1, number if number < old else NOW + number, "x" * 3000, "") for number in range(2000))
        file.executemany("INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (?, ?, ?, ?)", rows)
    return size(path)


async def forgotten(path: Path) -> None:
    async with opened(path) as store:
        await store.forget(NOW)


@pytest.mark.parametrize(("old", "is_left"), [(40, True), (1000, False), (2000, False)])
async def test_a_file_shrinks_once_rows_are_gone_but_keeps_a_little_room_for_rows_to_come(
    path: Path, old: int, *, is_left: bool
) -> None:
    before = await filled(path, old)
    await forgotten(path)
    with closing(sqlite3.connect(path)) as file:
        [(free, pages)] = file.execute("SELECT * FROM pragma_freelist_count, pragma_page_count")
    assert 0 < free <= pages / 20 or (free == 0 and old == 2000)
    assert (size(path) == before) == is_left
    assert size(path) < before / 4 or old < 2000


@pytest.mark.costly
async def test_a_file_of_before_shrinks_once_a_backup_has_taken_its_place(tmp_path: Path, path: Path) -> None:
    await open_once(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("PRAGMA journal_mode = DELETE", "PRAGMA auto_vacuum = NONE", "VACUUM"):
            file.execute(statement)
    before, copy = await filled(path), tmp_path / "copy.db"
    copy_to(copy, path)
    for each in (path, copy):
        await forgotten(each)
    assert size(path) >= before
    assert size(copy) < before / 4
