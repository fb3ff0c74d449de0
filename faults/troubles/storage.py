"""Injects faults into the database while the bot runs, and lets players' time run out in it."""

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

from faults.judging.database import Query
from faults.processes.house import House, PostgresHouse, SqliteHouse
from faults.troubles.chaos import Chaos, Pause

LOCKED, FULL, FROZEN = (0.3, 2.0), (0.5, 2.0), 10.0
Trouble = Callable[[random.Random], Awaitable[None]]


async def trouble_storage(house: House, chaos: Chaos, chance: random.Random, between: Pause) -> None:
    """Inject database faults again and again, each of which ends by itself."""
    troubles = _troubles(house)
    for name, trouble in _for_ever(troubles, chance):
        await asyncio.sleep(chance.uniform(*between))
        chaos.tally.faults[name] += 1
        if isinstance(house, PostgresHouse):
            await chaos.count_all_waiting()
        await trouble(chance)


def _troubles(house: House) -> dict[str, Trouble]:
    match house:
        case PostgresHouse():
            return {
                "restarted": lambda _: house.cluster.restart_immediately(),
                "cut off": lambda _: _cut_off(house),
                "frozen": lambda _: freeze(house, FROZEN),
            }
        case SqliteHouse():
            return {
                "locked": lambda chance: lock(house, chance.uniform(*LOCKED)),
                "full": lambda chance: fill_up(house, chance.uniform(*FULL)),
            }
    raise TypeError(f"no trouble is known for {house}")


def _for_ever(troubles: dict[str, Trouble], chance: random.Random) -> Iterator[tuple[str, Trouble]]:
    """The troubles in random order, each equally often."""
    while True:
        yield from chance.sample(list(troubles.items()), len(troubles))


async def _cut_off(house: PostgresHouse) -> None:
    await house.cluster.cut_connections(house.url)


async def freeze(house: PostgresHouse, seconds: float) -> None:
    """Freeze the server for so many seconds: connections stay, nothing answers."""
    house.cluster.pause()
    try:
        await asyncio.sleep(seconds)
    finally:
        house.cluster.resume()


async def lock(house: SqliteHouse, seconds: float) -> None:
    """Lock the file for writing for so many seconds."""
    with closing(
        sqlite3.connect(house.replica.database, timeout=10, isolation_level=None, check_same_thread=False)
    ) as other:
        await asyncio.to_thread(other.execute, "BEGIN EXCLUSIVE")
        await asyncio.sleep(seconds)
        other.execute("ROLLBACK")


async def fill_up(house: SqliteHouse, seconds: float) -> None:
    """Fill the disk for so many seconds."""
    ((pages,),) = await house.query("PRAGMA page_count")
    house.replica.limit_pages(pages)
    await asyncio.sleep(seconds)
    house.replica.limit_pages(None)


# Lets a player's time in a match run out, by moving its deadline.

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


async def part(query: Query, person: int, others: Iterable[int]) -> None:
    """Let all the others have blocked the person, repeating while the database is down."""
    first, *rest = (f"({other}, {person})" for other in others)
    block = "INSERT INTO blocks (person_id, blocked_id) VALUES {} ON CONFLICT DO NOTHING"
    while True:
        try:
            await query.change((block.format(first), ()), (block.format(", ".join(rest)), ()))
        except Exception:  # noqa: BLE001  drivers raise many types
            await asyncio.sleep(0.1)
        else:
            return


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
