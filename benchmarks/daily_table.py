"""What it costs to read the table of the codes of days, and to keep it, beside a recount of all tries."""

import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from statistics import median
from typing import NamedTuple

import asyncpg

from benchmarks.size import Size
from bot.app.daily.model import (
    AHEAD,
    GIVEN_UP,
    LEAST_THAT_COUNTS,
    NEEDED,
    WINDOW,
    DailyAverages,
    DailyTries,
    form_of,
    last_day,
)
from bot.app.work import Work
from bot.game.daily import OPEN_DAYS, Calendar
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore

SEED, TIMES, SHARE, AT_ONCE = 2, 10, 3, 200
"""SHARE: of the people who finish a day so large a part plays every day. AT_ONCE: people counted in a transaction."""
TODAY = 100
DAYS = range(TODAY - WINDOW, TODAY + 1)
"""With those that are open."""
CALENDAR = Calendar()
COLUMNS = ("day", "person_id", "name", "game_id", "begun_at", "ended_at", "guesses", "solved", "hints", "counts")
RECOUNT = f"""
SELECT person_id, sum(CASE WHEN solved = 0 THEN {GIVEN_UP}
    WHEN guesses < {LEAST_THAT_COUNTS} THEN {LEAST_THAT_COUNTS} ELSE guesses END) * 1.0
    / count(*) AS average, count(*) AS days
FROM daily_tries WHERE day > {last_day(TODAY) - WINDOW} AND day <= {last_day(TODAY)} AND counts = 1 AND hints = 0
GROUP BY person_id HAVING count(*) >= {NEEDED} ORDER BY average, days DESC, person_id LIMIT 10
"""
Ask = Callable[[], Awaitable[object]]


class TableRound(NamedTuple):
    """Milliseconds of each in one round."""

    table: float
    ending: float
    recount: float


async def play_days(store: DatabaseStore, url: str, size: Size) -> tuple[int, Iterator[int]]:
    """Let people have played all these days, and be counted but for some; how many tries that are, and those people."""
    people, left = size.finishers // SHARE, size.rounds * TIMES
    chance = random.Random(SEED)
    tries = [_try(day, person, chance) for person in range(1, people + 1) for day in DAYS]
    file = path_in(url)
    if file is None:
        await _copy(url, tries)
    else:
        _insert(str(file), tries)
    for first in range(left + 1, people + 1, AT_ONCE):
        await store.run(_counting(range(first, min(first + AT_ONCE, people + 1))))
    await _analyze(url)
    return len(tries), iter(range(1, left + 1))


def _try(day: int, person: int, chance: random.Random) -> tuple[int | str | float, ...]:
    guesses = min(12, max(1, round(chance.gauss(5.9, 1.1))))
    solved, hints, counts = chance.random() > 0.03, chance.random() < 0.05, chance.random() < 0.9  # noqa: PLR2004
    return day, person, "Ann", f"{person:08x}{day:08x}", 0.0, 1.0, guesses, int(solved), int(hints), int(counts)


async def table_round(store: DatabaseStore, url: str, waiting: Iterator[int]) -> TableRound:
    """One round. `waiting`: people who are not counted yet."""

    async def ending() -> object:
        return await store.run(_counting([next(waiting)]))

    return TableRound(
        await _milliseconds(lambda: store.run(_read)),
        await _milliseconds(ending),
        await _recount_milliseconds(url),
    )


async def _read(work: Work) -> object:
    """As `/top` does: ten lines, and one's own tries."""
    best = await work.of(DailyAverages).best(CALENDAR.midnight_of(TODAY), 10)
    mine = await work.of(DailyTries).attempts(1, last_day(TODAY) - WINDOW + 1, WINDOW + OPEN_DAYS)
    return best, form_of(mine, last_day(TODAY))


def _counting(people: Iterable[int]) -> Callable[[Work], Awaitable[None]]:
    """Each stands in all tables to come, as where a try ends."""
    first = last_day(TODAY)

    async def job(work: Work) -> None:
        for person in people:
            work.of(DailyAverages).precompute(person, first, TODAY + AHEAD, CALENDAR.midnight_of(TODAY))

    return job


async def _milliseconds(ask: Ask) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await ask()
        took.append(1000 * (time.perf_counter() - began))
    return median(took)


async def _recount_milliseconds(url: str) -> float:
    file = path_in(url)
    if file is None:
        connection = await asyncpg.connect(url)
        try:
            return await _milliseconds(lambda: connection.fetch(RECOUNT))
        finally:
            await connection.close()
    with closing(sqlite3.connect(file)) as database:

        async def recount() -> object:
            return database.execute(RECOUNT).fetchall()

        return await _milliseconds(recount)


async def _copy(url: str, tries: list[tuple[int | str | float, ...]]) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.copy_records_to_table("daily_tries", records=tries, columns=COLUMNS)
        await connection.execute("ANALYZE")
    finally:
        await connection.close()


def _insert(file: str, tries: list[tuple[int | str | float, ...]]) -> None:
    with closing(sqlite3.connect(file)) as database:
        places = ", ".join("?" * len(COLUMNS))
        database.executemany(f"INSERT INTO daily_tries ({', '.join(COLUMNS)}) VALUES ({places})", tries)
        database.commit()


async def _analyze(url: str) -> None:
    file = path_in(url)
    if file is None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("ANALYZE")
        finally:
            await connection.close()
        return
    with closing(sqlite3.connect(file)) as database:
        database.execute("ANALYZE")
        database.commit()
