"""`python -m bot backup`: a whole copy while people play, or none, and never at the cost of those who play."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import permutations
from pathlib import Path

import pytest

from bot.app.work import Work
from bot.commands.copies import backup as run
from bot.storage import backup as copying
from bot.storage import sqlite
from bot.storage.backup import Bounds, CannotBackUp, copy_to
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.environment import TOKEN
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk, turns_on
from tests.bot.storage.stores import opened, saving, showing, table_in
from tests.bot.strategies import PRIVATE
from tests.bot.typed import typed_in

MEGABYTE = 2**20


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of some size that no bot serves from."""
    path = tmp_path / "bot.db"
    filled(path, 40)
    return path


def filled(path: Path, megabytes: int) -> None:
    """Make the file, or make it larger."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS ballast (content BLOB)")
        rows = ((os.urandom(MEGABYTE),) for _ in range(megabytes))
        connection.executemany("INSERT INTO ballast VALUES (?)", rows)
        connection.commit()


def log_of(path: Path) -> int:
    """Bytes of the write-ahead log."""
    return path.with_name(f"{path.name}-wal").stat().st_size


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.costly
@pytest.mark.asyncio(loop_scope="session")
async def test_a_copy_is_made_while_people_play_and_the_game_goes_on_from_it(own_stage: Stage, tmp_path: Path) -> None:
    bot, target = own_stage.bot, tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    alice = await begun(own_stage)
    secret = own_stage.secret_of(alice.id)
    guesses = [guess for guess in map("".join, permutations("0123456789", 4)) if guess != secret]
    filled(bot.database, 60)
    copied = asyncio.create_task(typed_in(tmp_path, bot.environment, "backup", str(target)))
    played = 0
    while not copied.done() or played < 3:
        await talk(f"{guesses[played]} → {played + 1}. {guesses[played]}", alice)
        played += 1
        await asyncio.sleep(0.1)
    status, printed = await copied
    assert status == 0, printed
    assert (left(target.parent), target.stat().st_mode & 0o077) == (["copy.db"], 0)
    await talk(f"{guesses[played]} → {played + 1}. {guesses[played]}", alice)
    await own_stage.sandbox.settled()  # else whoever comes back is told of the last guess once more
    await bot.kill()
    kept = len(turns_in(target))
    assert turns_in(target) == guesses[: min(kept, played)]
    (folder := tmp_path / "restored").mkdir()
    shutil.copy(target, folder / "bot.db")
    async with ForkedBot(own_stage.server.url, own_stage.server.token, folder):
        board = await talk(f"{guesses[-1]} → {guesses[-1]}", alice)
    assert [guess for _, guess, *_ in turns_on(board.text)] == [*guesses[:kept], guesses[-1]]


def turns_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        [(position,)] = connection.execute(stored.POSITIONS)
    return [turn.partition("=")[0] for turn in position.partition("|")[2].split()]


async def test_what_is_written_meanwhile_is_not_torn(tmp_path: Path) -> None:
    """Each piece of work writes a game and an item; the copy has both of it or neither."""
    path, target = tmp_path / "bot.db", tmp_path / "copy.db"
    async with opened(path) as store:
        filled(path, 60)
        copied, written = asyncio.create_task(asyncio.to_thread(copy_to, target, path)), 0
        while not copied.done():
            await store.run(partial(save_and_show, written))
            written += 1
        await copied
    with closing(sqlite3.connect(target)) as copy:
        counted = f"SELECT (SELECT COUNT(*) FROM {stored.GAMES}), (SELECT COUNT(*) FROM outbox)"
        [(tables, letters)] = copy.execute(counted)
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert tables == letters <= written != 0


async def save_and_show(number: int, work: Work) -> None:
    """A game and an item, in one piece of work."""
    await saving(table_in(PRIVATE, f"{number:016}"))(work)
    await showing(PRIVATE, "hello", f"slot {number}")(work)


def test_a_log_that_grows_too_long_ends_the_copy(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "LOOK", 0.001)
    with closing(sqlite3.connect(file)) as writer:
        bounds = Bounds(largest_log=log_of(file) if file.with_name("bot.db-wal").exists() else MEGABYTE)

        def write_on(done: int, of: int) -> None:
            assert 0 <= done <= of
            writer.execute("INSERT INTO ballast VALUES (?)", (os.urandom(2 * MEGABYTE),))
            writer.commit()

        with pytest.raises(CannotBackUp, match="quieter hour"):
            copy_to(file.with_name("copy.db"), file, write_on, bounds)
        writer.execute("INSERT INTO ballast VALUES ('still written')")
        writer.commit()
    assert left(file.parent) == ["bot.db"]


def test_a_disk_without_room_for_it_is_left_alone(file: Path) -> None:
    for bounds in (Bounds(reserve=2**60), Bounds(reserve=shutil.disk_usage(file.parent).free - 10 * MEGABYTE)):
        with pytest.raises(CannotBackUp, match=r"no room for \d+ MB"):
            copy_to(file.with_name("copy.db"), file, bounds=bounds)
        assert left(file.parent) == ["bot.db"]


def test_a_disk_that_fills_up_meanwhile_ends_the_copy(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "LOOK", 0.001)
    ballast = file.with_name("ballast")

    def fill_up(_done: int, _of: int) -> None:
        with ballast.open("ab") as more:
            more.write(bytes(10 * MEGABYTE))
            more.flush()
            os.fsync(more.fileno())

    free = shutil.disk_usage(file.parent).free
    with pytest.raises(CannotBackUp, match=r"nearly full|no room"):
        copy_to(file.with_name("copy.db"), file, fill_up, Bounds(reserve=free - 50 * MEGABYTE))
    assert left(file.parent) == ["ballast", "bot.db"]


def test_no_file_is_overwritten_and_what_a_killed_copy_left_is_no_hindrance(file: Path) -> None:
    target = file.with_name("copy.db")
    target.write_text("precious")
    with pytest.raises(CannotBackUp, match="exists already"):
        copy_to(target, file)
    assert target.read_text() == "precious"
    target.rename(file.with_name("copy.db.part"))
    assert copy_to(target, file) == target.stat().st_size
    assert left(file.parent) == ["bot.db", "copy.db"]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def asked(name: str, source: str) -> str:
        monkeypatch.setenv("BOT_TOKEN", TOKEN)
        monkeypatch.setenv("DATABASE_URL", source)
        assert run([str(tmp_path / name)]) == 2
        line = capsys.readouterr().err.splitlines()[-1]
        assert line.startswith("backup: ")
        return line

    return asked


def test_what_cannot_be_copied_is_told_in_one_line(tmp_path: Path, told: Callable[..., str]) -> None:
    (damaged := tmp_path / "damaged.db").write_bytes(b"no database at all" * 1000)
    (file := tmp_path / "bot.db").touch()
    (tmp_path / "taken.db").touch()
    assert "is not there" in told("copy.db", f"sqlite:///{tmp_path}/nowhere.db")
    assert "not a database" in told("copy.db", f"sqlite:///{damaged}")
    assert "exists already" in told("taken.db", f"sqlite:///{file}")
    assert "cannot be written" in told("nowhere/copy.db", f"sqlite:///{file}")
    assert left(tmp_path) == ["bot.db", "damaged.db", "taken.db"]


SERVER = "postgresql://nobody@127.0.0.1:9/bot"


@pytest.mark.needs("pg_dump")
def test_a_server_that_cannot_be_copied_is_told_in_one_line(tmp_path: Path, told: Callable[..., str]) -> None:
    assert told("copy.db", SERVER).startswith("backup: pg_dump: ")
    assert left(tmp_path) == []


def test_what_copies_a_server_is_named_where_it_is_missing(
    tmp_path: Path, told: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump is not installed here" in told("copy.db", SERVER)


async def test_a_log_that_a_reader_let_grow_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LARGEST_LOG", MEGABYTE)
    path = tmp_path / "bot.db"
    async with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute(f"SELECT COUNT(*) FROM {stored.GAMES}").fetchall()
            for number in range(20):
                await store.run(showing(PRIVATE, "x" * 400_000, f"slot {number}"))
            assert log_of(path) > 4 * MEGABYTE
            reader.execute("COMMIT")
        for number in range(3):
            await store.run(showing(PRIVATE, "hello", f"slot {number}"))
        assert log_of(path) <= MEGABYTE
