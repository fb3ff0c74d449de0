"""SQLite: a file, a connection that writes, one for scans, and one that reads on the event loop."""

import asyncio
import os
import re
import sqlite3
from contextlib import suppress
from pathlib import Path

from bot.app.work import StorageDown
from bot.storage.migrations import MIGRATIONS, FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import OnCall, UnusableDatabase
from bot.storage.sqlite_session import RESTORE, Damage, LoopReader, SqliteAdapter, ThreadSession

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

URL = re.compile(r"sqlite:///(?P<path>.+)", re.DOTALL)
LOOK = 0.1
PATIENCE = 5.0
"""Seconds to wait at the start for a lock on the file; later a locked file raises StorageDown at once."""
LARGEST_LOG = 64 * 2**20
"""Bytes to which the write-ahead log is truncated after a checkpoint; a backup may have let it grow."""
NEWER = "run that version, or name another database"


def path_in(url: str) -> Path | None:
    """The file that the URL names; None if it is no SQLite URL."""
    match = URL.fullmatch(url)
    return None if match is None else Path(match["path"])


class Crowded(Exception):
    """Another process of the bot serves from the file."""


class Sqlite:
    """The port `Database` on a SQLite file."""

    adapter = SqliteAdapter
    has_replicas = False
    writer: ThreadSession
    reader: LoopReader

    def __init__(self, path: Path) -> None:
        self._path = path
        self._damage = Damage(path)
        self._threads: list[ThreadSession] = []
        self._check: asyncio.Task[None] | None = None
        self._guard: int | None = None

    @property
    def work_reader(self) -> LoopReader:
        """The reader: nobody else writes, and a unit of work reads nothing that its transaction has written."""
        return self.reader

    async def open(self) -> None:
        """Open the file, creating it if there is none, and migrate. Raises UnusableDatabase."""
        try:
            await self._open()
        except Crowded:
            raise await self._unusable(
                f"another bot serves from {self._path}; stop it, or let both use PostgreSQL"
            ) from None
        except FromTheFuture:
            raise await self._unusable(f"{self._path} was written by a newer version of the bot; {NEWER}") from None
        except (sqlite3.Error, StorageDown, OSError) as error:
            raise await self._unusable(f"{self._path} cannot be used ({error}); {_advice(error)}") from None
        except BaseException:
            await self.close()
            raise

    async def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(mode=0o600)  # it holds the secrets of running games
        self._path.open(
            "rb"
        ).close()  # says what is wrong with a folder, which a thread of the driver would not survive
        await self._alone()
        was_closed = not self._path.with_name(f"{self._path.name}-wal").exists()  # else its last process was killed
        self.writer = await self._connected()
        await self._migrate()
        await self.writer.rows("DELETE FROM leases")  # one process a file: whatever process held them is gone
        await self.writer.commit(None)
        scanner = await self._connected()
        await scanner.rows("PRAGMA query_only = 1")
        self.reader = LoopReader(self._path, scanner, self._damage)
        for session in self._threads:
            await session.rows("PRAGMA busy_timeout = 0")  # a locked file is told at once, and tried again
        self._damage.is_served = True
        if not was_closed:
            self._check = asyncio.create_task(self._look_for_damage(), name="check")

    async def _unusable(self, why: str) -> UnusableDatabase:
        await self.close()
        return UnusableDatabase(f"DATABASE_URL: {why}")

    async def listen(self, name: str, called: OnCall) -> None:
        """Returns at once: only one process serves from a file."""

    async def close(self) -> None:
        """Close the file."""
        if self._check is not None:
            self._check.cancel()
            await asyncio.wait({self._check})
        if hasattr(self, "reader"):
            self.reader.close()
        while self._threads:
            await self._threads.pop().close()
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

    async def _connected(self) -> ThreadSession:
        session = await ThreadSession.connected(self._path, self._damage)
        self._threads.append(session)
        await session.rows(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")
        if (await session.one("PRAGMA page_count"))["page_count"] == 0:  # a file of before is as it was made
            await session.rows("PRAGMA auto_vacuum = INCREMENTAL")
        await session.rows("PRAGMA journal_mode = WAL")
        await session.rows("PRAGMA synchronous = FULL")
        await session.rows(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
        return session

    async def _look_for_damage(self) -> None:
        """Read every page, while others write: a damaged one fails only when it is read."""
        session = await self._connected()
        try:
            with suppress(StorageDown, sqlite3.Error):  # what tells of damage has been noted
                [verdict] = await session.rows("PRAGMA quick_check(1)")
                if verdict["quick_check"] != "ok":
                    self._damage.tell(verdict["quick_check"])
        except asyncio.CancelledError:
            await session.interrupt()
            raise

    async def _migrate(self) -> None:
        """Run every migration that has not been run, each in a transaction of its own."""
        await self.writer.script(MIGRATIONS)
        done = {row["number"] for row in await self.writer.rows("SELECT number FROM migrations")}
        for migration in not_yet_made(migrations_for("sqlite"), done):
            await self.writer.script(f"BEGIN IMMEDIATE;\n{migration.script}\n{migration.record}\nCOMMIT;")


def _advice(error: BaseException) -> str:
    damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return RESTORE if damaged or "malformed" in str(error) else "check the path, its rights and the disk"
