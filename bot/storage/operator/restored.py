"""Prepares what was restored: the world has gone on since the backup."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.privacy import FORGET, SILENTLY, Forgotten, forgetting
from bot.app.outbox import RESTORED
from bot.storage.operator.connection import Connection

GONE = ("DELETE FROM outbox", "DELETE FROM leases", "DELETE FROM replicas", "DELETE FROM long_jobs")
"""What was to be sent or thought about at the moment of the backup: it was, or nobody waits for it any more."""
STOPPED = "UPDATE broadcasts SET state = 'stopped', revision = revision + 1 WHERE state = 'running'"
"""What was being sent to everybody has come further since: an operator says whether it goes on."""
MOMENT = "SELECT seen_at FROM uptime"
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


async def prepare(connection: Connection, now: float, since: Since = NOTHING_SINCE) -> tuple[float, int]:
    """Drop what must not be sent again, and have everybody told who has a game; returns the moment, and how many chats.

    The moment: when a bot last served from it. The time since counts as an outage, which lengthens clocks.
    """
    for statement in (*GONE, STOPPED):
        await connection.rows(statement)
    [served] = await connection.rows(MOMENT)
    for person, at in since.banned:
        await connection.rows(BAN_AGAIN, person, float(at))
    for each in since.forgotten:
        await connection.rows(NOTE, each.person, float(each.at))
        await connection.rows(FORGET_AGAIN, float(now), FORGET, forgetting(each.person), SILENTLY)
    await connection.rows(TELL, float(now), A_SECOND, RESTORED, int(served["seen_at"]))
    [told] = await connection.rows("SELECT count(*) AS count FROM jobs WHERE kind = $1", RESTORED)
    return served["seen_at"], told["count"]
