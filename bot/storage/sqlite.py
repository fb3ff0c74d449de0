"""SQLite: a file, one connection that writes and one that reads."""

import asyncio
import os
import re
import sqlite3
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from bot.app.ports import StorageDown
from bot.storage.migrations import MIGRATIONS, FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import OnCall, UnusableDatabase
from bot.storage.sqlite_session import DirectAdapter, SqliteSession

URL = re.compile(r"sqlite:///(?P<path>.+)", re.DOTALL)
LOOK = 0.1
PATIENCE = 5.0
"""Seconds to wait at the start for a lock on the file; later a locked file raises StorageDown at once."""
LARGEST_LOG = 64 * 2**20
"""Bytes to which the write-ahead log is truncated after a checkpoint; a backup may have let it grow."""
NEWER = "run that version, or name another database"
RESTORE = "restore a backup, save what can be read with `sqlite3 FILE .recover`, or move the file away to begin anew"


def path_in(url: str) -> Path | None:
    """The file that the URL names; None if it is no SQLite URL."""
    match = URL.fullmatch(url)
    return None if match is None else Path(match["path"])


class Crowded(Exception):
    """Another process of the bot serves from the file."""


class Sqlite:
    """The port `Database` on a SQLite file."""

    adapter = DirectAdapter
    writer: SqliteSession
    reader: SqliteSession

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sessions: list[SqliteSession] = []
        self._guard: int | None = None

    async def open(self) -> None:
        """Open the file, creating it if there is none, and migrate. Raises UnusableDatabase."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)  # it holds the secrets of running games
            await self._alone()
            self.writer = self._connected()
            self._check()
            self._migrate()
            self.writer.execute("DELETE FROM leases")  # one process a file: whatever process held them is gone
            self.reader = self._connected()
        except Crowded:
            await self.close()
            raise UnusableDatabase(
                f"DATABASE_URL: another bot serves from {self._path}; stop it, or let both use PostgreSQL"
            ) from None
        except FromTheFuture:
            await self.close()
            raise UnusableDatabase(
                f"DATABASE_URL: {self._path} was written by a newer version of the bot; {NEWER}"
            ) from None
        except (sqlite3.Error, StorageDown, OSError) as error:
            await self.close()
            raise UnusableDatabase(f"DATABASE_URL: {self._path} cannot be used ({error}); {_advice(error)}") from None
        # From now on a locked file raises at once: statements run on the event loop, which must not wait.
        for session in self._sessions:
            session.wait_for_locks(0)

    async def listen(self, name: str, called: OnCall) -> None:
        """Returns at once: only one process serves from a file."""

    async def close(self) -> None:
        """Close the file."""
        while self._sessions:
            self._sessions.pop().close()
        if self._guard is not None:
            os.close(self._guard)
            self._guard = None

    async def _alone(self) -> None:
        """Lock out other processes of the bot for as long as we live. Raises Crowded if one holds the lock.

        The lock is on a file of its own: closing the database's file would release SQLite's own locks on it.
        """
        if fcntl is None:
            return
        self._guard = os.open(f"{self._path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        for _ in range(round(PATIENCE / LOOK)):
            try:
                fcntl.flock(self._guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                await asyncio.sleep(LOOK)  # it may be shutting down
            else:
                return
        raise Crowded

    def _connected(self) -> SqliteSession:
        session = SqliteSession(self._path)
        self._sessions.append(session)
        session.wait_for_locks(PATIENCE)
        session.execute("PRAGMA journal_mode = WAL")
        session.execute("PRAGMA synchronous = FULL")
        session.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
        return session

    def _check(self) -> None:
        """Read every page: a damaged one fails only when it is read."""
        verdict = [row["quick_check"] for row in self.writer.execute("PRAGMA quick_check(1)")]
        if verdict != ["ok"]:
            raise sqlite3.DatabaseError(" ".join(verdict[0].split()))

    def _migrate(self) -> None:
        """Run every migration that has not been run, each in a transaction of its own."""
        self.writer.execute(MIGRATIONS)
        done = {row["number"] for row in self.writer.execute("SELECT number FROM migrations")}
        for migration in not_yet_made(migrations_for("sqlite"), done):
            self.writer.execute_script(f"BEGIN IMMEDIATE;\n{migration.script}\n{migration.record}\nCOMMIT;")


def _advice(error: BaseException) -> str:
    damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return RESTORE if damaged or "malformed" in str(error) else "check the path, its rights and the disk"
