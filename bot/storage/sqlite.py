"""SQLite: one connection that writes, one that reads, and commits that several updates share."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import aiosql
import aiosqlite
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from bot.app.ports import Work
from bot.storage.migrate import migrate
from bot.storage.shared_commit import SharedCommit
from bot.storage.stored_outbox import StoredOutbox
from bot.storage.unit_of_work import UnitOfWork

Result = TypeVar("Result")
QUERIES = Path(__file__).parent / "queries"
PATIENCE = 5.0
"""Seconds to wait for a lock that somebody else holds on the file."""


class DamagedDatabase(Exception):
    """The file cannot be used; the message is one line that says what to do."""


class OneTripAdapter(AioSQLiteAdapter):
    """aiosql for aiosqlite with one trip to its thread for a query instead of three."""

    async def select(self, conn: Any, _query_name: str, sql: str, parameters: Any, record_class: Any = None) -> Any:  # noqa: ARG002
        """The rows, one by one."""
        for row in await conn.execute_fetchall(sql, parameters):
            yield row

    async def select_one(self, conn: Any, _query_name: str, sql: str, parameters: Any, record_class: Any = None) -> Any:  # noqa: ARG002
        """The first row, or None."""
        return next(iter(await conn.execute_fetchall(sql, parameters)), None)

    async def insert_update_delete_many(self, conn: Any, _query_name: str, sql: str, parameters: Any) -> None:
        """Run a statement for every row; the cursor is closed where it is let go."""
        await conn.executemany(sql, parameters)


class SqliteStore:
    """The port `Store` on a SQLite file. `on_letters` hears of every chat for which a commit put letters."""

    def __init__(self, path: Path, bot_id: int) -> None:
        self._path = path
        self._bot_id = bot_id
        self._connections: list[aiosqlite.Connection] = []
        self._queries: Any = aiosql.from_path(QUERIES, OneTripAdapter)
        self.on_letters: Callable[[frozenset[int]], None] = lambda _chats: None

    async def open(self) -> None:
        """Open the file, making it if there is none. Raises DamagedDatabase."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)  # it holds the secrets of running games
            self._writer = await self._connect()
            await self._check()
            await migrate(self._writer)
            self._reader = await self._connect()
        except (sqlite3.Error, OSError) as error:
            await self._disconnect()
            raise DamagedDatabase(f"DATABASE_URL: {self._path} cannot be used ({error}); {_advice(error)}") from None
        self._commits = SharedCommit(self._writer, self._queries, self._new_work, self._tell)
        self.outbox = StoredOutbox(self._queries, self._reader, self._commits.run)

    async def close(self) -> None:
        """Finish what is in hand and close the file."""
        await self._commits.close()
        await self._disconnect()

    async def _disconnect(self) -> None:
        """Close what is open: each connection has a thread, and a process does not end while one runs."""
        while self._connections:
            await self._connections.pop().close()

    async def run(self, job: Callable[[Work], Awaitable[Result]]) -> Result:
        """What `job` returns, once all that it wrote is safe. Raises StorageDown, and whatever `job` raises.

        When it raises, nothing was written.
        """
        return await self._commits.run(job)

    async def forget_updates(self, before: float) -> None:
        """Forget the ids of updates handled before that time."""

        async def job(work: UnitOfWork) -> None:
            work.write("forget_updates", before=before)

        await self._commits.run(job)

    async def _connect(self) -> aiosqlite.Connection:
        connection = await aiosqlite.connect(self._path, isolation_level=None, timeout=PATIENCE)
        self._connections.append(connection)
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        return connection

    async def _check(self) -> None:
        """Read every page: a destroyed one opens normally and would fail only when it is needed."""
        verdict = [row[0] for row in await self._writer.execute_fetchall("PRAGMA quick_check(1)")]
        if verdict != ["ok"]:
            raise sqlite3.DatabaseError(" ".join(verdict[0].split()))

    def _new_work(self) -> UnitOfWork:
        return UnitOfWork(self._queries, self._writer, self._bot_id)

    def _tell(self, chats: frozenset[int]) -> None:
        self.on_letters(chats)


RESTORE = "restore a backup, save what can be read with `sqlite3 FILE .recover`, or move the file away to begin anew"


def _advice(error: BaseException) -> str:
    return (
        RESTORE
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
        else "check the path, its rights and the disk"
    )
