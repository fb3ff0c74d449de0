"""What a disk and an operating system do to a database."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.work import StorageDown, Work
from bot.storage import sqlite
from bot.storage.postgres_session import RefusedStatement
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import Sqlite, path_in
from bot.storage.sqlite_session import ThreadSession
from bot.storage.store import DatabaseStore
from faults.processes.process import ROOT
from sandbox.client import PATIENCE
from tests.bot.storage.ledger import Committer, assert_nothing_is_lost
from tests.bot.storage.stores import TABLE, opened, preferences, refusal, saving, showing, table_in
from tests.distribution import costly_but

pytestmark = pytest.mark.both_databases

CHAT = Chat(5)
PAGE = 4096


@pytest.fixture
def place(blank: str) -> str:
    """Where nothing has been migrated yet."""
    return blank


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


def writer_on(store: DatabaseStore) -> ThreadSession:
    assert isinstance(store._database, Sqlite)
    return store._database.writer


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


@pytest.mark.costly
def test_the_bot_ends_with_one_line_about_a_damaged_database(path: Path) -> None:
    write_nonsense(path)
    settings = {"BOT_TOKEN": "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11", "DATABASE_URL": f"sqlite:///{path}"}
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | settings
    command = [sys.executable, "-m", "bot"]
    ended = subprocess.run(
        command, cwd=path.parent, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 2
    assert_says_what_to_do(ended.stderr.removesuffix("\n"), path)


async def fill_up(store: DatabaseStore) -> int:
    """Put items until the disk is full; how many were put."""
    for number in range(1000):
        try:
            await store.run(showing(CHAT, "x" * 20_000, f"slot {number}"))
        except StorageDown:
            return number
    raise AssertionError("the disk was never full")


async def test_a_full_disk_is_told_and_passes(path: Path) -> None:
    async with opened(path) as store:
        await full_and_enlarged(store, writer_on(store))


async def full_and_enlarged(store: DatabaseStore, writer: ThreadSession) -> None:
    await store.run(saving(table_in(CHAT)))
    ((pages,),) = await writer.rows("PRAGMA page_count")
    await writer.rows(f"PRAGMA max_page_count = {pages + 20}")
    put = await fill_up(store)
    assert put > 0
    with pytest.raises(StorageDown, match="full"):
        await store.run(showing(CHAT, "x" * 20_000))
    assert len(await store.outbox.pending(CHAT.id)) == put
    await writer.rows("PRAGMA max_page_count = 100000")
    await store.run(showing(CHAT, "x" * 20_000))
    assert len(await store.outbox.pending(CHAT.id)) == put + 1
    assert await store.run(lambda work: work.games.load(TABLE, Alone)) == table_in(CHAT)


async def test_a_lock_that_another_program_holds_is_told_and_passes(path: Path) -> None:
    async with opened(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageDown, match="locked"):
            await store.run(showing(CHAT, "hello"))
        other.execute("ROLLBACK")
        other.close()
        await store.run(showing(CHAT, "hello"))
        assert len(await store.outbox.pending(CHAT.id)) == 1


async def test_a_file_from_which_another_bot_serves_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.3)
    path = tmp_path / "bot.db"
    async with opened(path) as store:
        await store.run(showing(CHAT, "hello"))
        with pytest.raises(UnusableDatabase, match=r"another bot serves from .*; stop it, or let both use PostgreSQL"):
            async with opened(path):
                pass
        assert len(await store.outbox.pending(CHAT.id)) == 1
    async with opened(path):
        pass


async def test_a_bot_that_is_about_to_leave_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"

    async def follow() -> None:
        async with opened(path):
            pass

    async with opened(path):
        follower = asyncio.create_task(follow())
        await asyncio.sleep(0.3)
        assert not follower.done()
    await follower


async def test_a_bug_of_ours_is_not_taken_for_a_passing_failure(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.prefer(CHAT, Preferences(style=None))  # type: ignore[arg-type]  # the column takes no NULL

    with pytest.raises((sqlite3.IntegrityError, RefusedStatement)):
        await store.run(job)
    assert await store.run(lambda work: preferences(work, CHAT)) == Preferences()


@pytest.mark.parametrize("style", [None, "hidden\0"])
async def test_what_a_bug_of_ours_leaves_behind_tells_no_value(place: str, style: str) -> None:
    async def job(work: Work) -> None:
        work.prefer(CHAT, Preferences("hidden", style=style))

    async with opened(place) as store:
        (outcomes,) = await asyncio.gather(store.run(job), return_exceptions=True)
    refused = [sqlite3.IntegrityError, RefusedStatement] if style is None or path_in(place) is None else [type(None)]
    assert type(outcomes) in refused
    assert isinstance(outcomes, Exception | None)
    assert "hidden" not in "".join(traceback.format_exception(outcomes))


@pytest.mark.parametrize("after", costly_but((1, 60), (1, 60, 333)))
async def test_a_killed_process_loses_nothing_that_it_acknowledged(place: str, after: int) -> None:
    async with Committer(place) as committer:
        await committer.more(after)
        await committer.kill()
    async with opened(place):
        pass
    await assert_nothing_is_lost(place, committer)
    assert committer.acknowledged >= after
    assert committer.seen == []
