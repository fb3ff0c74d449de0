"""A SQLite connection for an event loop.

A statement on a local file takes some 15 microseconds; a trip to a thread and back takes ten times that, and more while
the loop is busy. So statements run at once, and only a commit, which waits for the disk, goes to a thread.
"""

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from bot.app.ports import StorageDown

PASSING = ("locked", "busy", "full", "disk i/o", "unable to open", "readonly", "malformed")
"""Words in SQLite's complaints about its surroundings, not about us. A damaged file waits for the operator."""


class Connection:
    """Statements and their rows. Raises StorageDown for what may pass by itself, and any other sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._sqlite = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def wait_for_locks(self, seconds: float) -> None:
        """How long to wait, and hold up the loop, when somebody else has locked the file."""
        self.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")

    def execute(self, statement: str, values: Any = ()) -> list[Any]:
        """Run a statement; the rows that it gives."""
        with _told():
            return self._sqlite.execute(statement, values).fetchall()

    def execute_many(self, statement: str, rows: Iterable[Any]) -> None:
        """Run a statement for every row of values."""
        with _told():
            self._sqlite.executemany(statement, rows)

    def execute_script(self, script: str) -> None:
        """Run the statements of a script."""
        with _told():
            self._sqlite.executescript(script)

    async def commit(self) -> None:
        """End the transaction; returns once it is on the disk."""
        with _told():
            await asyncio.to_thread(self._sqlite.execute, "COMMIT")

    def roll_back(self) -> None:
        """Undo the transaction, if SQLite has not done so by itself, as it does when the disk is full."""
        self._sqlite.rollback()

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()


class DirectAdapter(AioSQLiteAdapter):
    """aiosql over a Connection. What the last argument asks for, rows as objects, no query of ours wants."""

    async def select(self, conn: Connection, _name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The rows, one by one."""
        for row in conn.execute(sql, values):
            yield row

    async def select_one(self, conn: Connection, _name: str, sql: str, values: Any, _record: Any = None) -> Any:
        """The first row, or None."""
        return next(iter(conn.execute(sql, values)), None)

    async def insert_update_delete_many(self, conn: Connection, _name: str, sql: str, rows: Any) -> None:
        """Run a statement for every row."""
        conn.execute_many(sql, rows)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        if any(word in str(error).lower() for word in PASSING):
            raise StorageDown(str(error)) from error
        raise
