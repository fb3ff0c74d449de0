"""A SQLite file gives the space of deleted rows back to the disk."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.game.daily import DAY
from bot.storage.backup import copy_to
from tests.bot.storage.stores import opened

NOW = 1000 * DAY


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


def fill(path: Path, old: int = 2000) -> int:
    """Let the file hold 2000 rows, of which so many are old; its size."""
    with closing(sqlite3.connect(path)) as file, file:
        rows = ((1, number if number < old else NOW + number, "x" * 3000, "") for number in range(2000))
        file.executemany("INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (?, ?, ?, ?)", rows)
    return path.stat().st_size


def size(path: Path) -> int:
    return path.stat().st_size


async def forgotten(path: Path) -> None:
    async with opened(path) as store:
        await store.forget(NOW)


async def test_a_file_shrinks_once_rows_are_gone(path: Path) -> None:
    async with opened(path):
        pass
    before = fill(path)
    await forgotten(path)
    assert size(path) < before / 4


@pytest.mark.parametrize(("old", "is_left"), [(40, True), (1000, False)])
async def test_a_file_keeps_a_little_room_for_rows_to_come(path: Path, old: int, *, is_left: bool) -> None:
    async with opened(path):
        pass
    before = fill(path, old)
    await forgotten(path)
    with closing(sqlite3.connect(path)) as file:
        [(free, pages)] = file.execute("SELECT * FROM pragma_freelist_count, pragma_page_count")
    assert 0 < free <= pages / 20
    assert (size(path) == before) == is_left


@pytest.mark.costly
async def test_a_file_of_before_shrinks_once_a_backup_has_taken_its_place(tmp_path: Path, path: Path) -> None:
    async with opened(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("journal_mode = DELETE", "auto_vacuum = NONE"):
            file.execute(f"PRAGMA {statement}")
        file.execute("VACUUM")
    before, copy = fill(path), tmp_path / "copy.db"
    copy_to(copy, path)
    for each in (path, copy):
        await forgotten(each)
    assert size(path) >= before
    assert size(copy) < before / 4
