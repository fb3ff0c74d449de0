"""Prepares what was restored: the world has gone on since the backup."""

from bot.app.outbox import RESTORED
from bot.storage.operator.connection import Connection

FORGET = ("DELETE FROM outbox", "DELETE FROM leases", "DELETE FROM replicas", "DELETE FROM long_jobs")
"""What was to be sent or thought about at the moment of the backup: it was, or nobody waits for it any more."""
MOMENT = "SELECT seen_at FROM uptime"
TELL = """
INSERT INTO jobs (due_at, kind, subject, turn)
SELECT $1 + row_number() OVER (ORDER BY chat_id) / $2, $3, CAST(chat_id AS TEXT), CAST($4 AS BIGINT) FROM (
    SELECT chat_id FROM games WHERE ended_at IS NULL AND chat_id IS NOT NULL
    UNION SELECT person_id FROM seats WHERE is_over = 0
) AS chats"""
A_SECOND = 100.0
"""Chats that are told in a second, so that clocks which run out meanwhile do so in time."""


async def prepare(connection: Connection, now: float) -> tuple[float, int]:
    """Drop what must not be sent again, and have everybody told who has a game; returns the moment, and how many chats.

    The moment: when a bot last served from it. The time since counts as an outage, which lengthens clocks.
    """
    for statement in FORGET:
        await connection.rows(statement)
    [served] = await connection.rows(MOMENT)
    await connection.rows(TELL, float(now), A_SECOND, RESTORED, int(served["seen_at"]))
    [told] = await connection.rows("SELECT count(*) AS count FROM jobs WHERE kind = $1", RESTORED)
    return served["seen_at"], told["count"]
