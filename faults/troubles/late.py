"""Lets a player's time in a match run out, by moving its deadline."""

import asyncio
import json
import time
from typing import Any

from faults.judging.database import Query

DAY = 86_400.0
"""Seconds by which the deadline is moved back: outages of the run happened after it, and lengthen nothing."""


async def let_time_run_out(query: Query, match: str, person: int) -> None:
    """Move the deadline of the person's present move into the past, repeating while the database is down."""
    while True:
        try:
            if await _is_moved(query, match, person):
                return
        except Exception:  # noqa: BLE001  drivers raise many types
            await asyncio.sleep(0.1)


async def _is_moved(query: Query, match: str, person: int) -> bool:
    """Whether it is done or not needed; False if somebody else has just changed the match."""
    rows = await query(f"SELECT body, revision FROM games WHERE game_id = '{match}' AND ended_at IS NULL")
    if not rows:
        return True
    ((body, revision),) = rows
    data: dict[str, Any] = json.loads(body)
    seat = next(number for number, sitter in enumerate(data["sitters"]) if sitter["person"] == person)
    sitter, over = data["sitters"][seat], time.time() - DAY
    sitter["deadline"], sitter["since"] = over, over - DAY
    alarm = sitter["awaited"] * len(data["sitters"]) + seat
    saved = "UPDATE games SET body = ?, revision = revision + 1 WHERE game_id = ? AND revision = ?"
    rung = "UPDATE jobs SET due_at = ? WHERE kind = 'clock' AND subject = ? AND turn = ?"
    values = json.dumps(data, ensure_ascii=False), match, revision
    return await query.change((saved, values), (rung, (over, match, alarm)))
