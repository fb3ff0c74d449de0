"""What an operator's commands do to a database, beside the bot that may serve from it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bot.app.operators.model import AUDIENCE, Failure, Numbers, failure_read
from bot.app.outbox import Urgency
from bot.app.privacy.model import FORGET, SILENTLY, Forgotten, forgetting
from bot.app.work import RESTORED
from bot.clocks import wall
from bot.game.daily import DAY
from bot.storage.migrations import FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import UnusableDatabase, driver_needed
from bot.storage.sqlite import path_in

# A connection of an operator's command: one transaction, beside the bot that may serve from the database.

PATIENCE = 10.0
"""Seconds to wait for a server, or for a lock."""
DONE = "SELECT number FROM migrations"
NEWER = "DATABASE_URL: it was written by a newer version of the bot; run that, or name another"
OLDER = "DATABASE_URL: an older version of the bot wrote it; start this one once, which migrates it"
NOTHING = "DATABASE_URL: the bot has not been there yet; start it once, or name another"


class Connection(Protocol):
    """A connection to either database."""

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """Run a statement, in which $1, $2, … stand for the values; returns its rows."""


class SqliteConnection:
    """The same, on a file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """See Connection."""
        named = {str(number): value for number, value in enumerate(values, 1)}
        return [dict(row) for row in self._file.execute(statement, named)]


class PostgresConnection:
    """The same, on a server."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """See Connection."""
        return [dict(row) for row in await self._connection.fetch(statement, *values)]


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """A connection in a transaction, which is committed at the end. Raises UnusableDatabase."""
    path = path_in(url)
    async with _file(path) if path is not None else _server(url) as connection:
        await _see_version(connection, "sqlite" if path is not None else "postgres")
        yield connection


@asynccontextmanager
async def _file(path: Path) -> AsyncIterator[Connection]:
    try:
        with closing(_opened(path)) as file, file:
            yield SqliteConnection(file)
    except sqlite3.Error as error:
        raise UnusableDatabase(f"DATABASE_URL: {path} cannot be used ({error})") from None


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise UnusableDatabase(NOTHING)
    file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=PATIENCE, uri=True)
    file.row_factory = sqlite3.Row
    return file


@asynccontextmanager
async def _server(url: str) -> AsyncIterator[Connection]:
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra
    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            async with connection.transaction():
                yield PostgresConnection(connection)
        finally:
            await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise UnusableDatabase(f"DATABASE_URL: the server does not do it ({type(error).__name__})") from None


async def _see_version(connection: Connection, kind: str) -> None:
    tables = {
        "sqlite": "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'",
        "postgres": "SELECT 1 FROM pg_tables WHERE tablename = 'migrations' AND schemaname = current_schema()",
    }
    if not await connection.rows(tables[kind]):
        raise UnusableDatabase(NOTHING)
    done = {row["number"] for row in await connection.rows(DONE)}
    try:
        missing = not_yet_made(migrations_for(kind), done)
    except FromTheFuture:
        raise UnusableDatabase(NEWER) from None
    if missing:
        raise UnusableDatabase(OLDER)


# What was kept as failed: listed, tried again, dropped.

FAILED = """
SELECT 'update' AS what, update_id AS number, failed_at, content, error, 0 AS chat_id FROM failed_updates
UNION ALL SELECT 'message', letter_id, failed_at, content, error, chat_id FROM failed_messages
ORDER BY failed_at, what DESC, number"""
DROP_UPDATE = "DELETE FROM failed_updates WHERE update_id = $1 AND failed_at = $2"
DROP_MESSAGE = "DELETE FROM failed_messages WHERE letter_id = $1"
PUT_MESSAGE = "INSERT INTO outbox (chat_id, slot, content, urgency) VALUES ($1, '', $2, $3)"
PUT_JOB = "INSERT INTO jobs (due_at, kind, subject, turn) VALUES ($1, $2, $3, $4)"


class CannotRetry(Exception):
    """It cannot be tried again; the message is one line that says why."""


async def failures(connection: Connection) -> list[Failure]:
    """All that is kept as failed, the oldest first."""
    return [failure_read(row) for row in await connection.rows(FAILED)]


async def retry(failure: Failure, connection: Connection) -> None:
    """Put a message into the outbox once more, or a job in line. Raises CannotRetry."""
    kept = failure.kept
    if not failure.can_be_retried:
        raise CannotRetry("of updates and of what takes long no texts are kept, so whoever played has to try again")
    if failure.is_message:
        await connection.rows(PUT_MESSAGE, kept["chat"], kept["content"], Urgency.NEWS.value)
    else:
        await connection.rows(PUT_JOB, wall(), kept["kind"], kept["subject"], kept["turn"])
    await drop(failure, connection)


async def drop(failure: Failure, connection: Connection) -> None:
    """Delete it."""
    number = failure.kept["number"]
    if failure.is_message:
        await connection.rows(DROP_MESSAGE, number)
    else:
        await connection.rows(DROP_UPDATE, number, failure.at)


# How much is played, for the operator: counted by looking at many rows, so for a command and not for an update.

COUNTS = {
    "people who played": """
        SELECT count(*) AS count FROM (
            SELECT starter AS person_id FROM games WHERE saved_at >= $1
            UNION SELECT seats.person_id
            FROM seats JOIN games ON games.game_id = seats.game_id WHERE games.saved_at >= $1
        ) AS people""",
    "games begun": "SELECT count(*) AS count FROM games WHERE opened_at >= $1",
    "games ended": "SELECT count(*) AS count FROM games WHERE ended_at >= $1",
    "rated games": "SELECT count(DISTINCT game_id) AS count FROM results WHERE is_rated = 1 AND ended_at >= $1",
    "remarks": "SELECT count(*) AS count FROM remarks WHERE said_at >= $1",
    "feedback": "SELECT count(*) AS count FROM feedback WHERE said_at >= $1",
    "reports": "SELECT count(*) AS count FROM reports WHERE reported_at >= $1",
    "updates failed": "SELECT count(*) AS count FROM failed_updates WHERE failed_at >= $1",
    "messages failed": "SELECT count(*) AS count FROM failed_messages WHERE failed_at >= $1",
}
"""What is counted since a moment."""
NOW = {
    "games that run": "SELECT count(*) AS count FROM games WHERE ended_at IS NULL",
    "of them matches": "SELECT count(*) AS count FROM games WHERE ended_at IS NULL AND chat_id IS NULL",
    "open challenges": "SELECT count(*) AS count FROM challenges WHERE is_open = 1",
    "people who search": "SELECT count(*) AS count FROM seeks",
    "messages that wait": "SELECT count(*) AS count FROM outbox",
    "jobs that are due": "SELECT count(*) AS count FROM jobs WHERE due_at < $1",
    "long jobs that wait": "SELECT count(*) AS count FROM long_jobs",
    "chats": "SELECT count(*) AS count FROM chats",
    AUDIENCE: "SELECT count(*) AS count FROM chats WHERE chat_id > 0 AND reachable = 1",
    "chats that left": "SELECT count(*) AS count FROM chats WHERE reachable = 0",
    "people kept away": "SELECT count(*) AS count FROM bans",
    "games played in all": "SELECT count(*) AS count FROM played",
}
"""What is counted at the moment."""


async def numbers(connection: Connection, now: float) -> Numbers:
    """Count. `now`: seconds since 1970."""
    midnight = now - now % DAY
    counted = {}
    for name, statement in COUNTS.items():
        today, week = [await _count(connection, statement, begin) for begin in (midnight, now - 7 * DAY)]
        counted[name] = (today, week)
    return Numbers(counted, {name: await _count(connection, statement, now) for name, statement in NOW.items()})


async def _count(connection: Connection, statement: str, *values: Any) -> int:
    given = values if "$1" in statement else ()
    [row] = await connection.rows(statement, *given)
    return int(row["count"])


async def counted_apart(url: str) -> Numbers:
    """Count in a thread, on a connection of its own to the database of that URL. Raises UnusableDatabase."""
    return await asyncio.to_thread(asyncio.run, _counted(url))


async def _counted(url: str) -> Numbers:
    async with connected(url) as connection:
        return await numbers(connection, wall())


# Prepares what was restored: the world has gone on since the backup.

GONE = ("DELETE FROM outbox", "DELETE FROM leases", "DELETE FROM replicas", "DELETE FROM long_jobs")
"""What was to be sent or thought about at the moment of the backup: it was, or nobody waits for it any more."""
STOPPED = "UPDATE broadcasts SET state = 'stopped', revision = revision + 1 WHERE state = 'running'"
"""What was being sent to everybody has come further since: an operator says whether it goes on."""
MOMENT = "SELECT seen_at FROM uptime WHERE EXISTS (SELECT 1 FROM chats)"
"""The time in `uptime` is at first that of the migration, at which nobody was served."""
TELL = """
INSERT INTO jobs (due_at, kind, subject, turn)
SELECT $1 + row_number() OVER (ORDER BY chat_id) / $2, $3, CAST(chat_id AS TEXT), CAST($4 AS BIGINT) FROM (
    SELECT chat_id FROM games WHERE ended_at IS NULL AND chat_id IS NOT NULL
    UNION SELECT person_id FROM seats WHERE is_over = 0
) AS chats"""
NOTE = "INSERT INTO forgotten (person_id, forgotten_at) VALUES ($1, $2) ON CONFLICT (person_id) DO NOTHING"
FORGET_AGAIN = "INSERT INTO jobs (due_at, kind, subject, turn) VALUES ($1, $2, $3, $4)"
BAN_AGAIN = "INSERT INTO bans (person_id, banned_at, banned_by) VALUES ($1, $2, 0) ON CONFLICT (person_id) DO NOTHING"
BANNED = "SELECT person_id, banned_at FROM bans ORDER BY banned_at, person_id"
FORGOTTEN = "SELECT person_id, forgotten_at FROM forgotten ORDER BY forgotten_at, person_id"
A_SECOND = 100.0
"""Chats that are told in a second, so that clocks which run out meanwhile do so in time."""


@dataclass(frozen=True, slots=True)
class Since:
    """What holds although it may have been decided after the backup: who is forgotten, who is kept away since when."""

    forgotten: Sequence[Forgotten] = ()
    banned: Sequence[tuple[int, float]] = ()


NOTHING_SINCE = Since()


async def who_is_banned(connection: Connection) -> list[tuple[int, float]]:
    """Who is kept away and since when, the first first: a list to be kept beside backups."""
    return [(row["person_id"], row["banned_at"]) for row in await connection.rows(BANNED)]


async def who_was_forgotten(connection: Connection) -> list[Forgotten]:
    """Who has asked to be forgotten, the first first: a list to be kept beside backups."""
    return [Forgotten(row["person_id"], row["forgotten_at"]) for row in await connection.rows(FORGOTTEN)]


async def prepare(connection: Connection, now: float, since: Since = NOTHING_SINCE) -> tuple[float | None, int]:
    """Drop what must not be sent again, and have everybody told who has a game; returns the moment, and how many chats.

    The moment: when a bot last served from it; None if none has served anybody. The time since counts as an outage,
    which lengthens clocks.
    """
    for statement in (*GONE, STOPPED):
        await connection.rows(statement)
    moment = next((row["seen_at"] for row in await connection.rows(MOMENT)), None)
    for person, at in since.banned:
        await connection.rows(BAN_AGAIN, person, float(at))
    for each in since.forgotten:
        await connection.rows(NOTE, each.person, float(each.at))
        await connection.rows(FORGET_AGAIN, float(now), FORGET, forgetting(each.person), SILENTLY)
    if moment is not None:
        await connection.rows(TELL, float(now), A_SECOND, RESTORED, int(moment))
    [told] = await connection.rows("SELECT count(*) AS count FROM jobs WHERE kind = $1", RESTORED)
    return moment, told["count"]
