"""Copies of the bot's database made while it is served from, and databases made from them, all or nothing."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bot.clocks import wall
from bot.storage.operator import NOTHING_SINCE, Since, connected, prepare
from bot.storage.session import UnusableDatabase, driver_needed
from bot.storage.sqlite import Sqlite

# Copies a SQLite file as of one moment by `VACUUM INTO`, while a bot may go on writing to it.
#
# SQLite's own backup (`.backup`) restarts whenever another connection writes, so it never ends while people play.
# `VACUUM INTO` reads one snapshot. Meanwhile SQLite cannot reuse its write-ahead log, which grows with every write.
# So the copy is given up before that log or a full disk harms the bot.

LARGEST_LOG = 256 * 2**20
"""Bytes of the write-ahead log at which the copy is given up: the next checkpoint writes all of them back."""
RESERVE = 64 * 2**20
"""Bytes of each disk that must stay free for the bot."""
LOOK = 0.1
"""Seconds between checks of the log and the disks."""
PATIENCE = 5.0
"""Seconds to wait for locks on the file."""
NONE = 0
"""SQLite's number for files that never shrink."""
OURS = frozenset({"migrations", "seen_updates"})
"""Tables that every database of the bot's has had."""
Tell = Callable[[int, int], None]
"""Called with the bytes copied and the bytes in all."""


class CannotBackUp(Exception):
    """There is no copy, and the bot's file is unchanged; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a copy, in bytes."""

    largest_log: int = LARGEST_LOG
    reserve: int = RESERVE


def copy_to(target: Path, source: Path, tell: Tell = lambda _done, _of: None, bounds: Bounds | None = None) -> int:
    """Copy the file, readable by its owner only; returns the bytes of the copy. Raises CannotBackUp.

    A file of the target's name is always a whole copy: it is checked and on the disk before it gets that name.
    """
    if not source.is_file():
        raise CannotBackUp(f"{source} is not there")
    part = part_of(target)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(_opened(source)) as file:
            _let_copy_shrink(file)
            _copy(file, source, part, tell, bounds or Bounds())
        _verify(part, source)
        return placed(part, target)
    except sqlite3.Error as error:
        raise CannotBackUp(f"{source} cannot be copied ({error})") from None
    except OSError as error:
        raise CannotBackUp(f"{target} cannot be written ({error.strerror})") from None
    finally:
        part.unlink(missing_ok=True)


def part_of(target: Path) -> Path:
    """The name of a copy until it is whole. Raises CannotBackUp if the target is there."""
    if target.exists():
        raise CannotBackUp(f"{target} exists already; name another file")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)  # left over by a copy that was killed
    return part


def placed(part: Path, target: Path) -> int:
    """Give a whole copy its name, so that it survives a power cut; returns its bytes."""
    _make_durable(part)
    part.rename(target)
    _make_durable(target.parent)
    return target.stat().st_size


def _opened(source: Path) -> sqlite3.Connection:
    uri = f"{source.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, timeout=PATIENCE, uri=True, isolation_level=None, check_same_thread=False)


def _let_copy_shrink(file: sqlite3.Connection) -> None:
    """Let the copy be able to give pages back, as files of before were not.

    Not where the file is: the same words would then lock it for a moment.
    """
    [(mode,)] = file.execute("PRAGMA auto_vacuum")
    if mode == NONE:
        file.execute("PRAGMA auto_vacuum = INCREMENTAL")


def _copy(file: sqlite3.Connection, source: Path, part: Path, tell: Tell, bounds: Bounds) -> None:
    """Copy in a thread, and check the limits meanwhile."""
    size = _content(file)
    if shutil.disk_usage(part.parent).free < size + bounds.reserve:
        raise CannotBackUp(f"{part.parent} has no room for {size / 2**20:.0f} MB more")
    _weigh(source, part, bounds)
    with ThreadPoolExecutor(1) as threads:
        copying = threads.submit(file.execute, "VACUUM INTO ?", (str(part),))
        try:
            for _ in _until(copying.result):
                tell(min(part.stat().st_size, size), size)
                _weigh(source, part, bounds)
        except BaseException:
            file.interrupt()
            raise
    tell(size, size)


def _content(file: sqlite3.Connection) -> int:
    """Bytes that a copy takes, approximately: deleted rows are not copied."""
    [(pages,)] = file.execute("PRAGMA page_count")
    [(free,)] = file.execute("PRAGMA freelist_count")
    [(size,)] = file.execute("PRAGMA page_size")
    return int((pages - free) * size)


def _until(result: Callable[[float], object]) -> Iterator[None]:
    """Yield after each interval until the result is there."""
    while True:
        try:
            result(LOOK)
        except NotYet:
            yield
        else:
            return


def _weigh(source: Path, part: Path, bounds: Bounds) -> None:
    """Raise CannotBackUp if going on would exceed the bounds."""
    log = source.with_name(f"{source.name}-wal")
    if log.exists() and log.stat().st_size > bounds.largest_log:
        raise CannotBackUp(f"people write faster than {source} can be copied; try again in a quieter hour")
    for folder in (source.parent, part.parent):
        if shutil.disk_usage(folder).free < bounds.reserve:
            raise CannotBackUp(f"the disk of {folder} is nearly full; make room, or name a file elsewhere")


def _verify(part: Path, source: Path) -> None:
    with closing(sqlite3.connect(part)) as copy:
        [(verdict,)] = copy.execute("PRAGMA quick_check(1)")
    if verdict != "ok":
        raise CannotBackUp(f"the copy is damaged ({' '.join(str(verdict).split())})")
    if not _tables(part):
        raise _not_ours(source)


def _tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as file:
        return {name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _not_ours(file: Path) -> CannotBackUp:
    return CannotBackUp(f"{file} holds no data of this bot; `backup` makes a whole copy, also while people play")


def _make_durable(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Backs up and restores a PostgreSQL database with PostgreSQL's own programs, pg_dump and pg_restore.

LOOK_AT_DUMP = 0.2
"""Seconds between two looks at how far it has come."""
TellWritten = Callable[[int], None]
"""Called with the bytes written so far."""


def dump_to(target: Path, url: str, tell: TellWritten = lambda _done: None) -> int:
    """Dump the database as of one moment, readable by its owner only; returns the bytes. Raises CannotBackUp."""
    part = part_of(target)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        options = ("--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        with _place(url) as place:
            _run(("pg_dump", *options, f"--dbname={place}"), lambda: tell(part.stat().st_size))
        _run(("pg_restore", "--list", str(part)))
        return placed(part, target)
    except OSError as error:
        raise CannotBackUp(f"{target} cannot be written ({error.strerror})") from None
    finally:
        part.unlink(missing_ok=True)


def restore_from(file: Path, url: str) -> None:
    """Restore a dump into an empty database, all of it or nothing. Raises CannotBackUp."""
    if not file.is_file():
        raise CannotBackUp(f"{file} is not there")
    tables = set(re.findall(r" TABLE \S+ (\S+) ", _run(("pg_restore", "--list", str(file)))))
    if not tables >= OURS:
        raise _not_ours(file)
    options = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
    with _place(url) as place:
        _run(("pg_restore", *options, f"--dbname={place}", str(file)))


def _run(command: tuple[str, ...], look: Callable[[], None] = lambda: None) -> str:
    """Run one of PostgreSQL's programs, looking at it meanwhile; what it prints. Raises CannotBackUp."""
    if shutil.which(command[0]) is None:
        raise CannotBackUp(f"{command[0]} is not installed here; it comes with PostgreSQL's client programs")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            printed, said = _said(process, look)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise CannotBackUp(f"{command[0]}: {' '.join(said.split()) or 'it failed'}")
    return printed


def _said(process: "subprocess.Popen[str]", look: Callable[[], None]) -> tuple[str, str]:
    """What the program has printed, and what it has complained of, once it has ended."""
    while True:
        try:
            return process.communicate(timeout=LOOK_AT_DUMP)
        except subprocess.TimeoutExpired:
            look()


@contextmanager
def _place(url: str) -> Iterator[str]:
    """The URL for a command line, which everybody on this machine can read: its password is in a file of ours."""
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    if not password:
        yield url
        return
    with tempfile.NamedTemporaryFile("w", prefix="pgpass") as file:  # readable by its owner only
        escaped = unquote(password).replace("\\", r"\\").replace(":", r"\:")
        file.write(f"*:*:*:*:{escaped}\n")
        file.flush()
        query = f"{parts.query}&passfile={file.name}".lstrip("&")
        yield parts._replace(netloc=f"{name}@{host}", query=query).geturl()


# Makes a database from a backup, all of it or nothing.

TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"


async def restored_file(
    file: Path, target: Path, since: Since = NOTHING_SINCE, tell: Tell = lambda _done, _of: None
) -> tuple[float | None, int]:
    """Make the SQLite file from the backup; returns its moment, and how many chats are told. Raises CannotBackUp.

    The moment is as `prepare` has it. `since`: what holds although the backup may be of before.
    """
    for left in (target, target.with_name(f"{target.name}-wal")):
        if left.exists():
            raise CannotBackUp(f"{left} is there; move it away first, or name another file in DATABASE_URL")
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = part_of(target.with_name(f"{target.name}.restoring"))
    try:
        copy_to(staged, file, tell)
        if not _tables(staged) >= OURS:
            raise _not_ours(file)
        await _migrate(staged, file)
        found = await _prepared(f"sqlite:///{staged.absolute()}", since)
        placed(staged, target)
    finally:
        for name in (staged.name, f"{staged.name}-wal", f"{staged.name}-shm", f"{staged.name}.lock"):
            staged.with_name(name).unlink(missing_ok=True)
    return found


async def restored_server(file: Path, url: str, since: Since = NOTHING_SINCE) -> tuple[float | None, int]:
    """Fill the empty PostgreSQL database from the dump; the same. Raises CannotBackUp."""
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra

        from bot.storage.postgres import Postgres  # noqa: PLC0415
    try:
        connection = await asyncpg.connect(url)
        tables = await connection.fetchval(TABLES)
        await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise CannotBackUp(f"the server does not let us in ({type(error).__name__}); see DATABASE_URL") from None
    if tables:
        raise CannotBackUp("the database is not empty; name a new one in DATABASE_URL (CREATE DATABASE makes it)")
    restore_from(file, url)  # a moment without the loop, which nobody else uses
    database = Postgres(url)
    try:
        await database.open()
        await database.close()
    except UnusableDatabase as error:
        raise CannotBackUp(f"{file} cannot be used: {error}") from None
    return await _prepared(url, since)


async def _migrate(staged: Path, file: Path) -> None:
    database = Sqlite(staged)
    try:
        await database.open()
    except UnusableDatabase as error:
        raise CannotBackUp(f"{file} cannot be used: {error}".replace(str(staged), str(file))) from None
    await database.close()


async def _prepared(url: str, since: Since) -> tuple[float | None, int]:
    async with connected(url) as connection:
        return await prepare(connection, wall(), since)
