"""What was kept as failed: listed, tried again, dropped."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.app.urgency import Urgency
from bot.storage.operator.connection import Connection
from bot.wall_clock import wall

UPDATES = "SELECT update_id, failed_at, content, error FROM failed_updates ORDER BY failed_at, update_id"
MESSAGES = "SELECT letter_id, chat_id, failed_at, content, error FROM failed_messages ORDER BY failed_at, letter_id"
DROP_UPDATE = "DELETE FROM failed_updates WHERE update_id = $1 AND failed_at = $2 AND content = $3"
DROP_MESSAGE = "DELETE FROM failed_messages WHERE letter_id = $1"
PUT_MESSAGE = "INSERT INTO outbox (chat_id, slot, content, urgency) VALUES ($1, '', $2, $3)"
PUT_JOB = "INSERT INTO jobs (due_at, kind, subject, turn) VALUES ($1, $2, $3, $4)"


class CannotRetry(Exception):
    """It cannot be tried again; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed. `id`: `u` with the number of an update, `m` of a message, `j` of a job."""

    id: str
    failed_at: float
    about: str
    error: str
    row: Mapping[str, Any]


async def failures(connection: Connection) -> list[Failure]:
    """All that is kept as failed, the oldest first."""
    found = [_update(row) for row in await connection.rows(UPDATES)]
    found += [_message(row) for row in await connection.rows(MESSAGES)]
    return sorted(found, key=lambda failure: failure.failed_at)


async def retry(failure: Failure, connection: Connection) -> None:
    """Put a message into the outbox once more, or a job in line. Raises CannotRetry."""
    if failure.id.startswith("m"):
        row = failure.row
        await connection.rows(PUT_MESSAGE, row["chat_id"], row["content"], Urgency.NEWS.value)
    else:
        job = json.loads(failure.row["content"])
        if job.get("kind") != "Job":
            raise CannotRetry("of updates and of what takes long no texts are kept, so whoever played has to try again")
        await connection.rows(PUT_JOB, wall(), job["job"]["kind"], job["job"]["subject"], job["job"]["turn"])
    await drop(failure, connection)


async def drop(failure: Failure, connection: Connection) -> None:
    """Delete it."""
    row = failure.row
    if failure.id.startswith("m"):
        await connection.rows(DROP_MESSAGE, row["letter_id"])
    else:
        await connection.rows(DROP_UPDATE, row["update_id"], row["failed_at"], row["content"])


def _update(row: Mapping[str, Any]) -> Failure:
    content = json.loads(row["content"])
    job = content.get("job")
    if job is None:
        return Failure(f"u{row['update_id']}", row["failed_at"], content.get("wished", "?"), _last(row), row)
    return Failure(f"j{job.get('id', 0)}", row["failed_at"], f"{content['kind']}:{job['kind']}", _last(row), row)


def _message(row: Mapping[str, Any]) -> Failure:
    return Failure(f"m{row['letter_id']}", row["failed_at"], f"to {row['chat_id']}", _last(row), row)


def _last(row: Mapping[str, Any]) -> str:
    """The last line of a trace: the exception."""
    lines = [line for line in str(row["error"]).splitlines() if line.strip()]
    return lines[-1].strip() if lines else "?"
