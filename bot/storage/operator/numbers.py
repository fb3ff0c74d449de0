"""How much is played, for the operator: counted by looking at many rows, so for a command and not for an update."""

import asyncio
from typing import Any

from bot.app.model.numbers import AUDIENCE, Numbers
from bot.storage.operator.connection import Connection, connected
from bot.wall_clock import wall

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
    day = 86400.0
    midnight = now - now % day
    counted = {}
    for name, statement in COUNTS.items():
        today, week = [await _count(connection, statement, begin) for begin in (midnight, now - 7 * day)]
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
