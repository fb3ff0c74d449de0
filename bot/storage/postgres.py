"""PostgreSQL: one connection that writes, one that reads, one that listens to other replicas."""

import asyncio
import json
import socket
from typing import Any
from urllib.parse import unquote, urlsplit

import asyncpg
import structlog

from bot.app.supervision import Backoff
from bot.app.work import StorageDown
from bot.storage.migrations import MIGRATIONS, FromTheFuture, migrations_for, not_yet_made
from bot.storage.postgres_session import CHANNEL, LOST, PostgresSession, RefusedStatement, SessionAdapter
from bot.storage.session import OnCall, UnusableDatabase

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
OURS = "SELECT pg_advisory_xact_lock(42, 0)"
"""The lock for migrations. Locks of chats have one number, so a pair cannot collide with them."""
COPIED_FROM = "copied from"
"""The name in `kept` that marks the data as a copy, which migrate-data may replace by a newer one."""
TIME_TO_MIGRATE = 3600.0
WRONG = ("28", "3D")
"""The classes of SQLSTATE of a wrong user, password or database."""
ADVICE = "check user, password, host and database, and that the user may create tables"
NEWER = "it was written by a newer version of the bot; run that version, or name another database"


class Postgres:
    """The port `Database` on a PostgreSQL server."""

    has_replicas = True

    def __init__(self, url: str) -> None:
        self.adapter = SessionAdapter
        self._url = url
        self.writer, self.reader, self._ear = PostgresSession(url), PostgresSession(url), PostgresSession(url)

    @property
    def work_reader(self) -> PostgresSession:
        """The writer, whose transaction holds the locks."""
        return self.writer

    async def open(self) -> None:
        """Connect, waiting for the server, and migrate. Raises UnusableDatabase."""
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            try:
                await self.migrate()
                await self.writer.rows("DELETE FROM kept WHERE name = $1", [COPIED_FROM])  # no longer a mere copy
            except FromTheFuture:
                raise await self._unusable(NEWER) from None
            except RefusedStatement as error:
                raise await self._unusable(f"{error}; {ADVICE}") from None
            except StorageDown as error:
                await self.writer.roll_back()
                if _is_wrong(error.__cause__):
                    raise await self._unusable(f"{self._why(error.__cause__)}; {ADVICE}") from None
                where = urlsplit(self._url).netloc.rpartition("@")[2]
                pause = backoff.next()
                log.warning("the database cannot be reached, trying again", at=where, error=str(error), pause=pause)
                await asyncio.sleep(pause)
            else:
                return

    async def close(self) -> None:
        """Close all connections."""
        for session in (self.writer, self.reader, self._ear):
            await session.close()

    def _why(self, error: BaseException | None) -> str:
        """What is wrong, in one line. An error about the URL itself is not quoted, since it may hold the password."""
        password = urlsplit(self._url).password or ""
        quoted = bool(password) and (password in str(error) or unquote(password) in str(error))
        return "its address cannot be read" if quoted else str(error)

    async def _unusable(self, why: str) -> UnusableDatabase:
        await self.close()
        return UnusableDatabase(f"DATABASE_URL: the database cannot be used: {' '.join(why.split())}")

    async def migrate(self) -> None:
        """Migrate in one transaction, under a lock, so that only one replica does."""
        await self.writer.begin([])
        await self.writer.rows(OURS)
        await self.writer.script(MIGRATIONS)
        done = {row["number"] for row in await self.writer.rows("SELECT number FROM migrations")}
        for migration in not_yet_made(migrations_for("postgres"), done):
            await self.writer.script(migration.script + migration.record, TIME_TO_MIGRATE)
        await self.writer.commit(None)

    async def listen(self, name: str, called: OnCall) -> None:
        """Call `called` with what others tell the replica of that name, until cancelled."""
        try:
            await self._listen(name, called)
        finally:
            await self._ear.close()  # with its listeners: a new connection adds them again, once

    async def _listen(self, name: str, called: OnCall) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            lost = asyncio.Event()
            try:
                connection = await self._ear.connect()
                connection.add_termination_listener(lambda *_: lost.set())  # noqa: B023  called while it is this one
                await connection.add_listener(CHANNEL, lambda *heard: _heard(heard[-1], name, called))
            except (asyncpg.PostgresError, *LOST) as error:
                await self._ear.close()
                pause = backoff.next()
                log.warning("other replicas cannot be heard", error=f"{type(error).__name__}: {error}", pause=pause)
                await asyncio.sleep(pause)
                continue
            backoff.reset()
            called([])
            await lost.wait()


def _is_wrong(error: BaseException | None) -> bool:
    """Whether waiting is useless, because the URL or the credentials are wrong."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate).startswith(WRONG)
    return isinstance(error, ValueError) or (isinstance(error, socket.gaierror) and error.errno == socket.EAI_NONAME)


def _heard(message: Any, name: str, called: OnCall) -> None:
    data = json.loads(message)
    if data["to"] == name:
        called(data["chats"])
