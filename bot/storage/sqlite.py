"""SQLite: one connection that writes, one that reads, and commits that several updates share."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import aiosql

from bot.app.ports import StorageDown, Work
from bot.storage.connection import Connection, DirectAdapter
from bot.storage.migrate import FromTheFuture, migrate
from bot.storage.shared_commit import SharedCommit
from bot.storage.stored_outbox import StoredOutbox
from bot.storage.unit_of_work import UnitOfWork

Result = TypeVar("Result")
QUERIES = Path(__file__).parent / "queries"
PATIENCE = 5.0
"""Seconds to wait, at the start, for a lock that somebody else holds on the file; later we come back by ourselves."""


class DamagedDatabase(Exception):
    """The file cannot be used; the message is one line that says what to do."""


class SqliteStore:
    """The port `Store` on a SQLite file. `on_letters` hears of every chat for which a commit put letters."""

    def __init__(self, path: Path, bot_id: int) -> None:
        self._path = path
        self._bot_id = bot_id
        self._connections: list[Connection] = []
        self._queries: Any = aiosql.from_path(QUERIES, DirectAdapter)
        self.on_letters: Callable[[frozenset[int]], None] = lambda _chats: None

    async def open(self) -> None:
        """Open the file, making it if there is none. Raises DamagedDatabase."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)  # it holds the secrets of running games
            self._writer = self._connect()
            self._check()
            migrate(self._writer)
            self._reader = self._connect()
        except FromTheFuture:
            self._disconnect()
            raise DamagedDatabase(
                f"DATABASE_URL: {self._path} was written by a newer version of the bot; {NEWER}"
            ) from None
        except (sqlite3.Error, StorageDown, OSError) as error:
            self._disconnect()
            raise DamagedDatabase(f"DATABASE_URL: {self._path} cannot be used ({error}); {_advice(error)}") from None
        for connection in self._connections:
            connection.wait_for_locks(0)
        self._commits = SharedCommit(self._writer, self._queries, self._new_work, self._tell)
        self.outbox = StoredOutbox(self._queries, self._reader, self._commits.run)

    async def close(self) -> None:
        """Finish what is in hand and close the file."""
        await self._commits.close()
        self._disconnect()

    def _disconnect(self) -> None:
        while self._connections:
            self._connections.pop().close()

    async def run(self, job: Callable[[Work], Awaitable[Result]], chat: int | None = None) -> Result:  # noqa: ARG002
        """What `job` returns, once all that it wrote is safe. Raises StorageDown, and whatever `job` raises.

        When it raises, nothing was written.
        """
        return await self._commits.run(job)

    async def forget_updates(self, before: float) -> None:
        """Forget the ids of updates handled before that time."""

        async def job(work: UnitOfWork) -> None:
            work.write("forget_updates", before=before)

        await self._commits.run(job)

    def _connect(self) -> Connection:
        connection = Connection(self._path)
        self._connections.append(connection)
        connection.wait_for_locks(PATIENCE)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _check(self) -> None:
        """Read every page: a destroyed one opens normally and would fail only when it is needed."""
        verdict = [row[0] for row in self._writer.execute("PRAGMA quick_check(1)")]
        if verdict != ["ok"]:
            raise sqlite3.DatabaseError(" ".join(verdict[0].split()))

    def _new_work(self) -> UnitOfWork:
        return UnitOfWork(self._queries, self._writer, self._bot_id)

    def _tell(self, chats: frozenset[int]) -> None:
        self.on_letters(chats)


NEWER = "run that version, or name another file"
RESTORE = "restore a backup, save what can be read with `sqlite3 FILE .recover`, or move the file away to begin anew"


def _advice(error: BaseException) -> str:
    damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return RESTORE if damaged or "malformed" in str(error) else "check the path, its rights and the disk"
