"""SQLite sessions: named queries, slow ones in a thread, and what becomes of a damaged file."""

import re
import sqlite3
import time
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import aiosqlite
import structlog
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from bot.app.supervision import Pace
from bot.app.work import StorageDown
from bot.metrics import note_times, timed
from bot.storage.session import Jobs
from bot.storage.writes import Shared

# A damaged database file: once damage is found, nothing is read or written, and the operator is told what to do.

log = structlog.get_logger()
RESTORE = "restore a backup, save what can be read with `sqlite3 FILE .recover`, or move the file away to begin anew"
CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damage:
    """What is known of damage to the file.

    `found`: what is broken; None: nothing, as far as we know. `is_served`: whether the log tells the operator, because
    the file has been opened; before that, the start fails instead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: str | None = None
        self.is_served = False

    def note(self, error: sqlite3.DatabaseError) -> None:
        """Note the error, if it says that the file is damaged."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in CODES:
            self.tell(str(error))

    def tell(self, what: str) -> None:
        """Stop all work on the file, and log why, once."""
        if self.found is None:
            self.found = f"the database is malformed: {' '.join(what.split())}"
            if self.is_served:
                log.error("the database is damaged", path=str(self._path), error=self.found, advice=RESTORE)


# Queries that look at many rows. On SQLite they run in a thread, so that the event loop does not wait for them.

SCANS = frozenset(
    {
        "best_of_group",
        "best_of_rivals",
        "challenges_with",
        "contests_with",
        "games_with",
        "mine_games",
        "mine_played",
        "next_games",
        "points_by_rival",
        "private_boards",
        "stored",
        "stronger",
        "unheard",
    }
)


# SQLite connections for an event loop: one that reads on the loop, and others in threads of their own.
#
# A read of ours takes some 15 microseconds, a trip to a thread and back several times that. So short reads stay on
# the loop. All else goes through aiosqlite: writes, which wait for the disk, and scans, which take long.

PASSING = ("locked", "busy", "full", "disk i/o", "unable to open", "readonly", "malformed")
"""Words in SQLite's errors that are not our fault and may pass. A damaged file waits for the operator."""
FOR_OTHERS = re.compile(r"/\*\+.*?\*/", re.DOTALL)
"""SQL that only PostgreSQL reads."""
STATEMENTS = 512
"""Compiled statements that a connection keeps: more than there are queries."""
INCREMENTAL = 2
"""SQLite's number for files that shrink when they are told to."""
GIVE_BACK = "PRAGMA incremental_vacuum(64)"
"""Gives so many pages back, which takes a few milliseconds."""
SPARE = 0.05
"""The part of a file that may be free pages."""


class ThreadSession:
    """The port `Session` over aiosqlite. Raises StorageDown for failures that may pass, else the sqlite3.Error.

    Before each INSERT, UPDATE and DELETE the driver begins a transaction, unless one is open. So statements that are
    queued behind one whose failure made SQLite roll back, as a full disk does, do not commit one by one.
    """

    def __init__(self, connection: aiosqlite.Connection, damage: Damage) -> None:
        self._connection = connection
        self._damage = damage
        self._has_written = False

    @classmethod
    async def connected(cls, path: Path, damage: Damage) -> "ThreadSession":
        """A session on the file, which is created if there is none."""
        connection = await aiosqlite.connect(path, isolation_level="IMMEDIATE", cached_statements=STATEMENTS)
        connection.row_factory = sqlite3.Row
        return cls(connection, damage)

    async def rows(self, statement: str, values: Any = ()) -> list[Any]:
        """Run a statement; returns its rows."""
        self._has_written = True
        with _translated_errors(self._damage):
            return list(await self._connection.execute_fetchall(statement, values))

    async def one(self, statement: str, values: Any = ()) -> Any:
        """The one row that the statement returns."""
        (row,) = await self.rows(statement, values)
        return row

    async def scan(self, statement: str, values: Any = ()) -> list[Any]:
        """The same as `rows`."""
        return await self.rows(statement, values)

    async def each(self, statement: str, rows: Sequence[Any]) -> list[Any]:
        """Run a statement for every row of values; returns all rows that these give.

        Of a statement that gives no rows: None for every row of the table that was hit.
        """
        self._has_written = True
        with _translated_errors(self._damage):
            given: list[Any] = await self._in_thread(_each, statement, rows)
            return given

    async def script(self, script: str) -> None:
        """Run the statements of a script."""
        with _translated_errors(self._damage):
            await self._connection.executescript(script)

    async def begin(self, chats: Sequence[int]) -> Collection[int]:  # noqa: ARG002  SQLite locks the whole file
        """Do nothing: the first statement that writes begins, and locks the file for other writers."""
        self._has_written = False
        return ()

    async def all(self, jobs: Jobs) -> list[Any]:
        """Run the jobs one after the other; returns for each its result or the exception that it raised."""
        outcomes, pace, pending = [], Pace(), iter(jobs)
        try:
            for job in pending:
                outcomes.append(await _outcome(job))
                await pace.keep()
        finally:
            for job in pending:
                job.close()
        return outcomes

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Do nothing: only one process serves from a file."""

    async def give_back(self) -> bool:
        """Give some free pages back to the disk; whether there were some to give.

        Some stay for rows to come. A file that was made before it could shrink has none to give.
        """
        numbers = "SELECT * FROM pragma_auto_vacuum, pragma_freelist_count, pragma_page_count"
        [(mode, free, pages_of_file)] = await self.rows(numbers)
        if mode != INCREMENTAL or free <= SPARE * pages_of_file:
            return False
        await self.script(GIVE_BACK)  # `rows` would stop at the first page
        return True

    async def commit(self, queries: Any, statements: Sequence[Shared] = ()) -> Shared | None:
        """Run these statements and commit, in one trip to the thread; returns once it is on the disk.

        Nothing is committed where a statement misses a row, which is returned then, or where nothing was written.
        """
        if not (statements or self._has_written):
            return None
        self._has_written, times = True, list[tuple[str, float]]()
        with _translated_errors(self._damage):
            written = [(getattr(queries, each.statement).sql, each) for each in statements]
            missed: Shared | None = await self._in_thread(_commit, written, times)
        note_times(times)
        return missed

    async def _in_thread(self, function: Callable[..., Any], *given: Any) -> Any:
        """What it comes to there: a trip to the thread and back costs more than most statements."""
        connection = self._connection
        return await connection._execute(function, connection._conn, *given)  # type: ignore[no-untyped-call]  # noqa: SLF001

    async def roll_back(self) -> None:
        """Roll back, unless SQLite has done so by itself, as it does when the disk is full. Never raises."""
        with suppress(sqlite3.Error):
            await self._connection.rollback()

    async def interrupt(self) -> None:
        """Make the statement that runs fail."""
        await self._connection.interrupt()

    async def close(self) -> None:
        """Close the file, and end the thread."""
        await self._connection.close()


class LoopReader:
    """Reads on the event loop what takes microseconds, and scans on `scanner`. It cannot write."""

    def __init__(self, path: Path, scanner: ThreadSession, damage: Damage) -> None:
        self._sqlite = sqlite3.connect(path, isolation_level=None, timeout=0, cached_statements=STATEMENTS)
        self._sqlite.row_factory = sqlite3.Row
        self._sqlite.execute("PRAGMA query_only = 1")
        self.scan = scanner.rows
        self._damage = damage

    async def rows(self, statement: str, values: Any = ()) -> list[Any]:
        """Run a reading statement; returns its rows."""
        if self._damage.found is not None:
            raise StorageDown(self._damage.found)
        try:
            return self._sqlite.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _translated(error, self._damage) from error

    async def one(self, statement: str, values: Any = ()) -> Any:
        """The one row that the statement returns."""
        (row,) = await self.rows(statement, values)
        return row

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()


class SqliteAdapter(AioSQLiteAdapter):
    """The aiosql adapter for both. The record class of the last argument is not used by our queries."""

    def process_sql(self, query_name: str, op_type: Any, sql: str) -> str:
        """The statement without what only PostgreSQL reads."""
        return str(super().process_sql(query_name, op_type, FOR_OTHERS.sub("", sql)))  # type: ignore[no-untyped-call]

    async def select(self, conn: Any, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The rows, one by one."""
        for row in await timed(name, (conn.scan if name in SCANS else conn.rows)(sql, values)):
            yield row

    async def select_one(self, conn: Any, name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The one row."""
        if name in SCANS:
            (row,) = await timed(name, conn.scan(sql, values))
            return row
        return await timed(name, conn.one(sql, values))

    async def insert_update_delete_many(self, conn: ThreadSession, name: str, sql: str, rows: Any) -> list[Any]:
        """Run a statement for every row; returns their rows."""
        return await timed(name, conn.each(sql, rows))


def _commit(
    connection: sqlite3.Connection, statements: Sequence[tuple[str, Shared]], times: list[tuple[str, float]]
) -> Shared | None:
    for sql, each in statements:
        began = time.perf_counter()
        hit = len(_each(connection, sql, each.rows))
        times.append((each.statement, time.perf_counter() - began))
        if hit < each.least:
            return each
    connection.commit()
    return None


def _each(connection: sqlite3.Connection, statement: str, rows: Sequence[Any]) -> list[Any]:
    """All rows that the statement gives for these; if it gives none: None for every row of the table that it hit."""
    if "RETURNING" in statement:
        return [given for row in rows for given in connection.execute(statement, row).fetchall()]
    return [None] * connection.executemany(statement, rows).rowcount


async def _outcome(job: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await job
    except Exception as error:  # noqa: BLE001  whoever waits for the job raises it
        return error


@contextmanager
def _translated_errors(damage: Damage) -> Iterator[None]:
    if damage.found is not None:
        raise StorageDown(damage.found)
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _translated(error, damage) from error


def _translated(error: sqlite3.DatabaseError, damage: Damage) -> Exception:
    """StorageDown for what may pass, else the error itself."""
    damage.note(error)
    return StorageDown(str(error)) if any(word in str(error).lower() for word in PASSING) else error
