"""Everything that is stored about one person: for each table which rows, and what is not shown of them."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson

from bot.app.ports import StorageDown
from bot.storage.keeping import KEEPING
from bot.storage.operator.connection import connected
from bot.storage.session import UnusableDatabase

MOST_BYTES = 4 * 2**20
"""Bytes of all rows together; tables that come later are cut."""
HIDDEN = "hidden while the game is on"
PERSONAL = {
    "chats": "SELECT * FROM chats WHERE chat_id = $1 LIMIT 2000",
    "people": "SELECT * FROM people WHERE person_id = $1 LIMIT 2000",
    "ratings": "SELECT * FROM ratings WHERE person_id = $1 LIMIT 2000",
    "careers": "SELECT * FROM careers WHERE person_id = $1 LIMIT 2000",
    "results": "SELECT * FROM results WHERE person_id = $1 ORDER BY ended_at DESC LIMIT 2000",
    "rivalries": "SELECT * FROM rivalries WHERE person_id = $1 ORDER BY latest DESC LIMIT 2000",
    "regulars": "SELECT * FROM regulars WHERE person_id = $1 LIMIT 2000",
    "points": "SELECT * FROM points WHERE person_id = $1 LIMIT 2000",
    "masteries": "SELECT * FROM masteries WHERE chat_id = $1 LIMIT 2000",
    "games": "SELECT * FROM games WHERE chat_id = $1 OR"
    " game_id IN (SELECT game_id FROM seats WHERE person_id = $1) ORDER BY opened_at DESC LIMIT 2000",
    "seats": "SELECT * FROM seats WHERE person_id = $1 LIMIT 2000",
    "drafts": "SELECT * FROM drafts WHERE person_id = $1 LIMIT 2000",
    "played": "SELECT * FROM played"
    " WHERE number IN (SELECT number FROM played_by WHERE person_id = $1) ORDER BY number DESC LIMIT 2000",
    "played_by": "SELECT * FROM played_by WHERE person_id = $1 ORDER BY number DESC LIMIT 2000",
    "challenges": "SELECT * FROM challenges WHERE person_id = $1 ORDER BY made_at DESC LIMIT 2000",
    "contests": "SELECT * FROM contests WHERE game_id IN (SELECT game_id FROM games WHERE chat_id = $1) LIMIT 2000",
    "entries": "SELECT * FROM entries WHERE person_id = $1 ORDER BY began_at DESC LIMIT 2000",
    "seeks": "SELECT * FROM seeks WHERE person_id = $1 LIMIT 2000",
    "blocks": "SELECT * FROM blocks WHERE person_id = $1 LIMIT 2000",
    "mutes": "SELECT * FROM mutes WHERE person_id = $1 LIMIT 2000",
    "listeners": "SELECT * FROM listeners WHERE person_id = $1 LIMIT 2000",
    "remarks": "SELECT * FROM remarks WHERE person_id = $1 ORDER BY said_at DESC LIMIT 2000",
    "reports": "SELECT * FROM reports WHERE person_id = $1 LIMIT 2000",
    "prompts": "SELECT * FROM prompts WHERE person_id = $1 LIMIT 2000",
    "last_options": "SELECT * FROM last_options WHERE chat_id = $1 LIMIT 2000",
    "slots": "SELECT * FROM slots WHERE chat_id = $1 LIMIT 2000",
    "outbox": "SELECT * FROM outbox WHERE chat_id = $1 LIMIT 2000",
    "failed_messages": "SELECT * FROM failed_messages WHERE chat_id = $1 LIMIT 2000",
    "stripped": "SELECT * FROM stripped WHERE chat_id = $1 LIMIT 2000",
    "long_jobs": "SELECT * FROM long_jobs WHERE person_id = $1 LIMIT 2000",
}
"""By table, what reads the rows that are about somebody, $1: the latest where they have an order, and not too many.

What is not here has its reason in NOT_PERSONAL.
"""
SECRET_WHILE_ON = {"games": ("body", "salt")}
"""Columns that are not shown of a game that is on."""
NOT_PERSONAL = {
    "seen_updates": "numbers of updates, by which a repeated one is known",
    "moved_groups": "groups, not people",
    "jobs": "when something of a game is due, by the game's id",
    "kept": "the bot's own secrets and marks",
    "leases": "which process sends to a chat at the moment",
    "replicas": "processes of the bot",
    "budget": "how many messages may be sent",
    "uptime": "when the bot served",
    "outages": "when it did not",
    "bands": "how many people there are in each band of ratings",
    "rooms": "how far what was said has been brought",
    "bound_cards": "which challenge stands on which card",
    "failed_updates": "bugs, without anything that anybody wrote",
}
Rows = list[Mapping[str, Any]]


async def personal_data(url: str, person: int, made_at: datetime) -> str:
    """All that is stored about a person, as JSON. Raises StorageDown.

    It is read in a thread, over a connection of its own: some tables are looked through, and nobody waits for that.
    """
    try:
        return await asyncio.to_thread(asyncio.run, _read(url, person, made_at))
    except UnusableDatabase as error:
        raise StorageDown(str(error)) from None


async def _read(url: str, person: int, made_at: datetime) -> str:
    async with connected(url) as connection:
        tables = {table: await connection.rows(statement, person) for table, statement in PERSONAL.items()}
    return written(person, made_at, tables)


def written(person: int, made_at: datetime, tables: Mapping[str, Rows]) -> str:
    """The file: for each table what it is for, how long it is kept, and the rows."""
    told, room = [], MOST_BYTES
    for table, rows in tables.items():
        shown: list[dict[str, Any]] = []
        for row in rows:
            data = _shown(table, row)
            room -= len(orjson.dumps(data))
            if room < 0:
                break
            shown.append(data)
        kept = KEEPING[table]
        about = {"table": table, "grows by": kept.grows, "is kept": kept.how_long, "because": kept.why}
        told.append(about | {"rows": shown, "left out": len(rows) - len(shown)})
    head = {
        "about": "Everything that this bot stores about you. Times are seconds since 1970 (UTC), or texts in UTC.",
        "person": person,
        "made at": made_at.isoformat(),
        "not shown": "What others have reported about you, whom it concerns; the secrets of games that are on.",
    }
    return orjson.dumps(head | {"tables": told}, option=orjson.OPT_INDENT_2).decode()


def _shown(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row, with what stands in it as JSON unfolded, and without what is secret while a game is on."""
    hides = SECRET_WHILE_ON.get(table, ()) if row.get("ended_at", 0) is None else ()
    return {name: HIDDEN if name in hides else _unfolded(value) for name, value in row.items()}


def _unfolded(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value
