"""A SQLite connection for an event loop.

A statement on a local file takes some 15 microseconds; a trip to a thread and back takes ten times that, and more while
the loop is busy. So statements run on the loop, and only a commit, which waits for the disk, runs in a thread.
"""

import asyncio
import sqlite3
from collections.abc import Collection, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from bot.app.ports import StorageDown

PASSING = ("locked", "busy", "full", "disk i/o", "unable to open", "readonly", "malformed")
"""Words in SQLite's errors that are not our fault and may pass. A damaged file waits for the operator."""


class SqliteSession:
    """The port `Session`. Raises StorageDown for failures that may pass, else the sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._sqlite = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._sqlite.row_factory = sqlite3.Row

    def wait_for_locks(self, seconds: float) -> None:
        """Set how many seconds a statement waits, blocking the loop, for a lock on the file."""
        self.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")

    def execute(self, statement: str, values: Any = ()) -> list[Any]:
        """Run a statement; returns its rows."""
        with _translated_errors():
            return self._sqlite.execute(statement, values).fetchall()

    def execute_many(self, statement: str, rows: Iterable[Any]) -> list[Any]:
        """Run a statement for every row of values; returns all rows that these give."""
        with _translated_errors():
            if "RETURNING" in statement:
                return [found for row in rows for found in self._sqlite.execute(statement, row).fetchall()]
            self._sqlite.executemany(statement, rows)
            return []

    def execute_script(self, script: str) -> None:
        """Run the statements of a script."""
        with _translated_errors():
            self._sqlite.executescript(script)

    async def begin(self, chats: Sequence[int]) -> Collection[int]:  # noqa: ARG002  SQLite locks the whole file
        """Begin a writing transaction, which locks the file for other writers."""
        self.execute("BEGIN IMMEDIATE")
        return ()

    async def all(self, jobs: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
        """Run the jobs one after the other; returns for each its result or the exception that it raised."""
        return [await _outcome(job) for job in jobs]

    async def call(self, holder: str, chats: Sequence[int]) -> None:
        """Does nothing: only one process serves from a file."""

    async def commit(self) -> None:
        """Commit in a thread; returns once it is on the disk."""
        with _translated_errors():
            await asyncio.to_thread(self._sqlite.execute, "COMMIT")

    async def roll_back(self) -> None:
        """Roll back, unless SQLite has done so by itself, as it does when the disk is full. Never raises."""
        with suppress(sqlite3.Error):
            self._sqlite.rollback()

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()


class DirectAdapter(AioSQLiteAdapter):
    """The aiosql adapter for a SqliteSession. The record class of the last argument is not used by our queries."""

    async def select(self, conn: SqliteSession, _name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The rows, one by one."""
        for row in conn.execute(sql, values):
            yield row

    async def select_one(self, conn: SqliteSession, _name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The one row."""
        (row,) = conn.execute(sql, values)
        return row

    async def insert_update_delete_many(self, conn: SqliteSession, _name: str, sql: str, rows: Any) -> list[Any]:
        """Run a statement for every row; returns their rows."""
        return conn.execute_many(sql, rows)


async def _outcome(job: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await job
    except Exception as error:  # noqa: BLE001  whoever waits for the job raises it
        return error


@contextmanager
def _translated_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        if any(word in str(error).lower() for word in PASSING):
            raise StorageDown(str(error)) from error
        raise
