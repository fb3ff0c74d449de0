"""Migrations are made once and wholly, or the database stays as it was."""

import re
import shutil
from pathlib import Path

import pytest

from bot.app.messages import Chat
from bot.storage import migrations
from bot.storage.sqlite import path_in
from tests import stored
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import loaded, open_once, opened, refusal, saving, showing, table_in

pytestmark = pytest.mark.both_databases

CHAT = Chat(5)
HEADER = re.compile(r"-- Older replicas beside it: (yes|no)\. Back: (.+)")
NO_WAY_BACK = "restore a backup of before"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations that a test may add to."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)
    monkeypatch.setattr(migrations, "FOLDER", folder)
    return folder


def add_migration(folder: Path, script: str) -> None:
    (folder / "9999_test.sql").write_text(script)


async def test_migrations_are_made_once_and_never_again(place: str) -> None:
    for _ in range(3):
        await open_once(place)
    made = [name for (name,) in await rows_at(place, "SELECT name FROM migrations ORDER BY number")]
    files = [*migrations.FOLDER.glob("sqlite/*.sql"), *migrations.FOLDER.glob("*.sql")]
    assert made == sorted(file.stem for file in files)


async def test_rows_are_numbered_by_a_migration_for_both_databases(place: str, folder: Path) -> None:
    add_migration(folder, f"CREATE TABLE line (number {migrations.NUMBERED}, at DOUBLE PRECISION, said BIGINT);")
    await open_once(place)
    for at in (1.5, 2.5):
        await change_at(place, f"INSERT INTO line (at, said) VALUES ({at}, {2**40})")
    assert await rows_at(place, "SELECT number, at, said FROM line ORDER BY 1") == [(1, 1.5, 2**40), (2, 2.5, 2**40)]


async def test_a_migration_that_fails_leaves_nothing_behind(place: str, folder: Path) -> None:
    add_migration(folder, "CREATE TABLE half (a INTEGER); INSERT INTO nowhere VALUES (1);")
    assert "nowhere" in await refusal(place)
    add_migration(folder, "CREATE TABLE half (a INTEGER);")
    async with opened(place) as store:
        await store.run(showing(CHAT, "hello"))
    assert await rows_at(place, "SELECT a FROM half") == []


async def test_a_migration_that_fails_leaves_the_data_of_before(place: str, folder: Path) -> None:
    async with opened(place) as store:
        await store.run(saving(table_in(CHAT)))
    add_migration(folder, f"DELETE FROM {stored.GAMES}; INSERT INTO nowhere VALUES (1);")
    await refusal(place)
    (folder / "9999_test.sql").unlink()
    async with opened(place) as store:
        assert await loaded(store) == table_in(CHAT)


async def test_a_database_of_a_newer_version_is_refused(place: str) -> None:
    await open_once(place)
    await change_at(place, "INSERT INTO migrations VALUES (9999, '9999_of_the_future')")
    assert "newer version" in await refusal(place)


async def test_every_migration_says_its_way_back_and_there_is_one_where_it_says_so(place: str) -> None:
    async with opened(place) as store:
        await store.run(saving(table_in(CHAT)))
    made, ways = migrations.migrations_for("sqlite" if path_in(place) else "postgres")[::-1], {}
    for migration in made:
        header = HEADER.match(migration.script)
        assert header, f"{migration.name}: its first line says who may serve beside it, and the way back"
        if header[2] != NO_WAY_BACK:
            ways[migration.number] = header[2]
    assert list(ways) == [migration.number for migration in made][: len(ways)]
    for number, way in ways.items():
        for statement in way.split(";")[:-1]:
            await change_at(place, statement)
        await change_at(place, f"DELETE FROM migrations WHERE number = {number}")
    async with opened(place) as store:
        assert await loaded(store) == table_in(CHAT)
