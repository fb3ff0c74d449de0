"""`backup` and `migrate-data`: a whole copy, while people play, or none and one line that says why."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, permutations
from operator import methodcaller
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tqdm import tqdm

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.outbox import OutboxItem
from bot.app.screen import Place
from bot.app.work import Job, Work
from bot.commands.copies import backup, migrate_data
from bot.storage import backup as copying
from bot.storage import sqlite
from bot.storage.backup import Bounds, CannotBackUp, copy_to
from faults.processes.postgres import Cluster
from sandbox.client import Message
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.environment import TOKEN
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun, talk, turns_on, wrong_guesses
from tests.bot.storage.stores import TABLE, open_once, opened, saving, screen, showing, table_in
from tests.bot.storage.transferable import OF_THE_MOMENT, TABLES, change, held, holds, move
from tests.bot.strategies import CHAT, PRIVATE, tables
from tests.bot.typed import typed, typed_in

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBER = st.integers(-(2**63), 2**63 - 1)
Doing = Callable[[Work], None]
KNOWN = st.builds(Preferences, st.none() | TEXT, st.none() | TEXT, TEXT, st.booleans(), st.booleans())


def doing(name: str, *given: st.SearchStrategy[Any], last: tuple[object, ...] = ()) -> st.SearchStrategy[Doing]:
    return st.tuples(*given).map(lambda values: methodcaller(name, *values, *last))


DOINGS: st.SearchStrategy[Alone | Doing] = st.one_of(
    tables(most=3),
    doing("prefer", st.builds(Chat, NUMBER), KNOWN),
    doing("keep_draft", st.just(TABLE), NUMBER, TEXT),
    doing("show", CHAT, st.sampled_from(["menu", "board"]), TEXT.map(screen), last=(Place.HERE,)),
    doing("strip", CHAT, st.integers(1, 2**31)),
    doing("keep_failed", NUMBER, TEXT, last=("why",)),
    doing("at", st.floats(allow_nan=False), st.builds(Job, TEXT, st.just(TABLE), st.integers(0, 2**31 - 1))),
)


@dataclass(frozen=True)
class Moving:
    """A file with one of each, and an empty database to which it is to be moved."""

    source: Path
    target: str
    postgres: Cluster
    capsys: pytest.CaptureFixture[str]

    def move(self) -> None:
        """Move it, and find the same in both."""
        assert move(self.source, self.target) == 0
        assert self.there() == held(self.source)

    def there(self) -> dict[str, list[Any]]:
        return holds(self.postgres, self.target)

    def refused(self, source: Path | str | None = None, target: str | None = None) -> str:
        """The one line that the command ends with."""
        self.capsys.readouterr()
        given = source if isinstance(source, str) else f"sqlite:///{source or self.source}"
        assert migrate_data([given, target or self.target]) == 2
        output = self.capsys.readouterr()
        *bar, line = output.err.strip().splitlines()
        assert (output.out, [part for part in bar if "copied and compared" not in part]) == ("", [])
        return line.removeprefix("migrate-data: ")

    def meddle(self, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
        """Let something happen whenever the progress bar moves on."""

        class Meddling(tqdm):  # type: ignore[type-arg]
            def update(self, n: float | None = 1) -> bool | None:
                act()
                return super().update(n)

        monkeypatch.setattr("bot.commands.copies.tqdm", Meddling)

    def changed(self, *statements: str) -> None:
        for statement in statements:
            asyncio.run(self.postgres.change(self.target, statement))


@pytest.fixture
def moving(source: Path, target: str, postgres: Cluster, capsys: pytest.CaptureFixture[str]) -> Moving:
    return Moving(source, target, postgres, capsys)


def test_all_of_every_table_is_moved_and_told(moving: Moving) -> None:
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    with closing(sqlite3.connect(moving.source)) as connection:
        assert {name for (name,) in connection.execute(names)} - OF_THE_MOMENT == TABLES.keys()
    moving.move()
    output = moving.capsys.readouterr()
    assert "100%" in output.err
    lines = {line.split()[0]: line.split()[1:] for line in output.out.splitlines()[1:-1]}
    for name, rows in held(moving.source).items():
        ours, theirs, sum_of_ours, sum_of_theirs = lines[name]
        assert (int(ours), int(theirs), sum_of_theirs) == (len(rows), len(rows), sum_of_ours), name
        assert rows, name


def test_what_was_put_in_the_place_of_others_drops_nothing_on_the_way(moving: Moving) -> None:
    newer = "INSERT INTO outbox (letter_id, chat_id, slot, content, since) VALUES (1000, 5, 'menu', 'new', 900)"
    change(moving.source, newer, newer.replace("1000", "999").replace("900", "NULL"))  # in this order both are there
    assert len(held(moving.source)["outbox"]) >= 2
    moving.move()
    moving.changed(newer.replace("1000", "1001"))
    [left] = asyncio.run(Cluster.fetched(moving.target, "SELECT letter_id FROM outbox WHERE chat_id = 5"))
    assert left == (1001,)


def test_no_number_is_given_twice(source: Path, target: str) -> None:
    async def next_items() -> list[OutboxItem]:
        async with opened(source) as here, opened(target) as there:
            for store in (here, there):
                await store.run(showing(PRIVATE, "three"))
            return [(await store.outbox.pending(PRIVATE.id))[-1] for store in (here, there)]

    change(source, "DELETE FROM outbox")  # the items have left, their numbers must not come again
    assert move(source, target) == 0
    here, there = asyncio.run(next_items())
    assert here == there


@pytest.fixture(scope="module")
def growing(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    return tmp_path_factory.mktemp("growing") / "bot.db", asyncio.run(postgres.new_database())


@pytest.mark.costly
@settings(max_examples=25)
@given(doings=st.lists(DOINGS, max_size=10))
def test_whatever_is_remembered_is_moved_and_again(growing: tuple[Path, str], postgres: Cluster, doings: Any) -> None:
    async def job(work: Work, doing: Alone | Doing) -> None:
        if isinstance(doing, Alone):
            known = await work.games.load(doing.id, Alone)
            work.games.save(replace(doing, revision=known.revision if known else 0))
        else:
            doing(work)

    async def done(file: Path) -> None:
        async with opened(file) as store:
            for doing in doings:
                await store.run(partial(job, doing=doing))

    file, url = growing
    asyncio.run(done(file))
    assert move(file, url) == 0
    assert holds(postgres, url) == held(file)


def test_a_copy_can_be_made_anew_also_of_values_that_differ_in_kind_only(moving: Moving) -> None:
    moving.move()
    kinds = "UPDATE jobs SET due_at = 3", "UPDATE slots SET below = '4'", f"UPDATE {stored.DRAFTS} SET symbols = 5"
    one_more = "INSERT INTO slots VALUES (1, 'menu', 2, 3, 4, 5.0)"
    change(moving.source, *kinds, "DELETE FROM mutes", f"UPDATE {stored.GAMES} SET chat_id = 7", one_more)
    assert moving.there() != held(moving.source)
    moving.move()


def test_one_moment_is_moved_whatever_is_written_meanwhile(moving: Moving, monkeypatch: pytest.MonkeyPatch) -> None:
    before, failed = held(moving.source), "INSERT INTO failed_updates VALUES (2, 2, '', '')"
    moving.meddle(monkeypatch, lambda: change(moving.source, failed, f"DELETE FROM {stored.GAMES}"))
    assert move(moving.source, moving.target) == 0
    assert moving.there() == before != held(moving.source)


def test_a_copy_that_was_tampered_with_is_caught_and_not_kept(moving: Moving) -> None:
    moving.move()
    before = moving.there()
    moving.changed(
        "CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.below = 99; RETURN NEW; END'",
        "CREATE TRIGGER meddle BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION meddle()",
    )
    assert moving.refused() == "the copy differs from the source in slots; nothing was kept of it"
    assert moving.there() == before


@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_goes_on_where_its_data_was_moved_to(own_stage: Stage, postgres: Cluster) -> None:
    target, folder = await postgres.new_database(), own_stage.bot.database.parent
    alice = await begun(own_stage)
    guesses = wrong_guesses(own_stage.secret_of(alice.id), 3)
    await talk(f"{guesses[0]} → 1 guess so far", alice)
    for is_served in (True, False):
        status, printed = await typed(folder, "migrate-data", f"sqlite:///{own_stage.bot.database}", target)
        assert status == 0, printed
        assert "rows are there, and the same" in printed, printed
        if is_served:
            await talk(f"{guesses[1]} → 2 guesses so far", alice)
            await own_stage.bot.stop()
    shutil.rmtree(folder)
    folder.mkdir()
    async with ForkedBot(own_stage.server.url, own_stage.server.token, folder, DATABASE_URL=target):
        assert guessed(await talk(f"{guesses[2]} → 3 guesses so far", alice)) == guesses


def guessed(board: Message) -> list[str]:
    return [guess for _, guess, *_ in turns_on(board.text)]


# It changes nothing where it cannot do all: one line says why


def test_what_a_bot_has_served_from_is_not_overwritten(moving: Moving) -> None:
    async def served() -> None:
        async with opened(moving.target) as store:
            await store.run(showing(PRIVATE, "hello"))

    def refused() -> str:
        before, line = moving.there(), moving.refused()
        assert moving.there() == before
        return line

    asyncio.run(served())
    assert "not a copy" in refused()
    moving.changed("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    moving.move()
    asyncio.run(open_once(moving.target))  # which is enough for a copy
    assert "a bot has served from it since" in refused()


async def test_a_target_that_a_bot_serves_from_is_refused(moving: Moving) -> None:
    async with opened(moving.source), opened(moving.target):
        line = await asyncio.to_thread(moving.refused)
    assert line == "a bot serves from the target; stop it first"


UNMOVABLE = {
    "UPDATE slots SET slot = 'me' || char(0) || 'nu'": "slots.slot has the character NUL",
    "UPDATE drafts SET symbols = x'00ff'": "drafts.symbols is bytes, not a text (the row with game_id '0123456789a",
    "UPDATE drafts SET symbols = CAST(x'ff' AS TEXT)": "cannot be read (Could not decode to UTF-8 column 'symbols')",
    "UPDATE slots SET below = 'few'": "slots.below is a text, not an integer (the row with chat_id 1001, slot 'menu')",
    "UPDATE slots SET below = 1.5": "slots.below is a fraction, not an integer",
    "UPDATE slots SET below = 2147483648": "slots.below is too large for PostgreSQL's integer",
    "UPDATE jobs SET due_at = 'soon'": "jobs.due_at is a text, not a number",
    "ALTER TABLE drafts ADD COLUMN colour TEXT": "the table drafts in the source is not as the bot has made it",
    "CREATE TABLE lost_and_found (id)": "the table lost_and_found in the source is not as the bot has made it",
    "DELETE FROM migrations WHERE number = 2": "was written by an older version of the bot",
    "INSERT INTO migrations VALUES (99, 'later')": "was written by a newer version of the bot",
    "DROP TABLE migrations": "holds no data of this bot",
}


def test_what_cannot_be_moved_is_told_and_nothing_is(moving: Moving) -> None:
    moving.move()
    before, whole = moving.there(), moving.source.read_bytes()
    for number, (statement, text) in enumerate(UNMOVABLE.items()):
        odd = moving.source.with_name(f"{number}.db")  # a row that could not be decoded may hold the one before open
        odd.write_bytes(whole)
        change(odd, statement)
        assert text in moving.refused(odd), statement
        assert moving.there() == before, statement


def test_a_damaged_or_another_file_or_none_is_told(moving: Moving) -> None:
    content = bytearray(moving.source.read_bytes())
    content[4096 * 3 : 4096 * 6] = b"\x5a" * (4096 * 3)
    moving.source.write_bytes(content)
    line = moving.refused()
    assert line.startswith(f"{moving.source} ")
    assert "damaged" in line
    poem, none = moving.source.with_name("poem.txt"), moving.source.with_name("none.db")
    poem.write_text("no database\n" * 1000)
    assert "cannot be read (file is not a database)" in moving.refused(poem)
    assert moving.refused(none) == f"{none} is not there"
    assert not none.exists()
    for url in ("bot.db", "postgresql://localhost/bot", "mysql://localhost/bot"):
        assert moving.refused(url, "postgresql://localhost/bot").startswith("the source must be sqlite:///")


WRONG_TARGETS = {
    "sqlite:///other.db": "the target must be like postgresql://",
    "postgresql://bot:s3cret/word@127.0.0.1:5432/bot": "the target must be like postgresql://",
    "postgresql://bot:s3cret@127.0.0.1:99999/bot": "the target",
    "postgresql://bot:s3cret@127.0.0.1:1/bot": "the target cannot be used (",
    "postgres://bot:s3cret@127.0.0.1:1/bot": "the target cannot be used (",
}


def test_a_wrong_target_is_told_without_its_password(moving: Moving) -> None:
    for url, text in WRONG_TARGETS.items():
        line = moving.refused(target=url)
        assert line.startswith(text), line
        assert "s3cret" not in line, line
    assert 'database "nowhere" does not exist' in moving.refused(target=moving.postgres.url("nowhere"))
    stranger = moving.postgres.url("postgres").replace("postgres@", "stranger:s3cret@")
    assert 'role "stranger" does not exist' in moving.refused(target=stranger)


def test_a_target_that_is_cut_off_in_the_middle_is_as_it_was(moving: Moving, monkeypatch: pytest.MonkeyPatch) -> None:
    moving.move()
    before, rows = moving.there(), count(1)
    change(moving.source, f"DELETE FROM {stored.GAMES}")

    def cut() -> None:
        if next(rows) == 6:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, moving.postgres.cut_connections(moving.target)).result()

    moving.meddle(monkeypatch, cut)
    assert moving.refused().startswith("the target cannot be used (")
    monkeypatch.undo()
    assert moving.there() == before
    moving.move()


# `backup`: never at the cost of those who play

MEGABYTE = 2**20


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of some size that no bot serves from."""
    path = tmp_path / "bot.db"
    filled(path, 40)
    return path


def filled(path: Path, megabytes: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS ballast (content BLOB)")
        connection.executemany("INSERT INTO ballast VALUES (?)", ((os.urandom(MEGABYTE),) for _ in range(megabytes)))
        connection.commit()


def log_of(path: Path) -> int:
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
    with closing(sqlite3.connect(target)) as copy:
        [(position,)] = copy.execute(stored.POSITIONS)
    kept = [turn.partition("=")[0] for turn in position.partition("|")[2].split()]
    assert kept == guesses[: min(len(kept), played)]
    (folder := tmp_path / "restored").mkdir()
    shutil.copy(target, folder / "bot.db")
    async with ForkedBot(own_stage.server.url, own_stage.server.token, folder):
        assert guessed(await talk(f"{guesses[-1]} → {guesses[-1]}", alice)) == [*kept, guesses[-1]]


async def test_what_is_written_meanwhile_is_not_torn(tmp_path: Path) -> None:
    async def save_and_show(work: Work, number: int) -> None:
        await saving(table_in(PRIVATE, f"{number:016}"))(work)
        await showing(PRIVATE, "hello", f"slot {number}")(work)

    path, target = tmp_path / "bot.db", tmp_path / "copy.db"
    async with opened(path) as store:
        filled(path, 60)
        copied, written = asyncio.create_task(asyncio.to_thread(copy_to, target, path)), 0
        while not copied.done():
            await store.run(partial(save_and_show, number=written))
            written += 1
        await copied
    with closing(sqlite3.connect(target)) as copy:
        [tables], [letters] = copy.execute(f"SELECT COUNT(*) FROM {stored.GAMES} UNION ALL SELECT COUNT(*) FROM outbox")
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert tables == letters <= written != 0


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


def test_a_disk_without_room_or_that_fills_up_meanwhile_ends_the_copy(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, of_others = file.with_name("copy.db"), list[int]()
    with pytest.raises(CannotBackUp, match=r"no room for \d+ MB"):
        copy_to(target, file, bounds=Bounds(reserve=2**60))
    monkeypatch.setattr(copying, "LOOK", 0.001)
    for free, why in ((50, r"no room for \d+ MB"), (90, "nearly full")):  # whatever others do on this machine's disk
        there = free * MEGABYTE
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=there - sum(of_others)))  # noqa: B023
        with pytest.raises(CannotBackUp, match=why):
            copy_to(target, file, lambda *_: of_others.append(100 * MEGABYTE), Bounds(reserve=20 * MEGABYTE))
        assert left(file.parent) == ["bot.db"]


def test_no_file_is_overwritten_and_what_a_killed_copy_left_is_no_hindrance(file: Path) -> None:
    target = file.with_name("copy.db")
    target.write_text("precious")
    with pytest.raises(CannotBackUp, match="exists already"):
        copy_to(target, file)
    assert target.read_text() == "precious"
    target.rename(file.with_name("copy.db.part"))
    assert copy_to(target, file) == target.stat().st_size
    assert left(file.parent) == ["bot.db", "copy.db"]


SERVER = "postgresql://nobody@127.0.0.1:9/bot"


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)

    def asked(name: str = "copy.db", source: str = SERVER) -> str:
        monkeypatch.setenv("DATABASE_URL", source)
        assert backup([str(tmp_path / name)]) == 2
        line = capsys.readouterr().err.splitlines()[-1]
        assert line.startswith("backup: ")
        return line

    return asked


def test_what_cannot_be_copied_is_told_in_one_line(
    tmp_path: Path, told: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (damaged := tmp_path / "damaged.db").write_bytes(b"no database at all" * 1000)
    (file := tmp_path / "bot.db").touch()
    (tmp_path / "taken.db").touch()
    assert "is not there" in told("copy.db", f"sqlite:///{tmp_path}/nowhere.db")
    assert "not a database" in told("copy.db", f"sqlite:///{damaged}")
    assert "exists already" in told("taken.db", f"sqlite:///{file}")
    assert "cannot be written" in told("nowhere/copy.db", f"sqlite:///{file}")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump is not installed here" in told()
    assert left(tmp_path) == ["bot.db", "damaged.db", "taken.db"]


@pytest.mark.needs("pg_dump")
def test_a_server_that_cannot_be_copied_is_told_in_one_line(tmp_path: Path, told: Callable[..., str]) -> None:
    assert told().startswith("backup: pg_dump: ")
    assert left(tmp_path) == []


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
