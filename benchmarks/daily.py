"""What it costs to tell how everybody did at the code of a day, and who did best in thirty, beside recounts."""

import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, closing
from statistics import median
from typing import NamedTuple

import asyncpg

from benchmarks.contenders import in_postgres, in_sqlite
from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from bot.app.daily.model import (
    AHEAD,
    GAVE_UP,
    GIVEN_UP,
    LEAST_THAT_COUNTS,
    NEEDED,
    WINDOW,
    DailyAverages,
    DailyTries,
    Try,
    form_of,
    last_day,
)
from bot.app.daily.model import Spread as Results
from bot.app.daily.screens import Day, day_lines
from bot.app.registry import KINDS
from bot.app.texts import texts_in
from bot.app.work import Work
from bot.game.daily import OPEN_DAYS, Calendar
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore, store_at
from faults.processes.postgres import NotInstalled

DAY, BOT_ID, SEED = 7, 123456, 1
TIMES = 10
"""Measurements in a round; the median counts."""
DATABASES = (("sqlite", "SQLite", in_sqlite), ("postgres", "PostgreSQL", in_postgres))
RATIOS = tuple(f"daily.{database}.{peer}" for database, *_ in DATABASES for peer in ("row", "recount", "table"))
RECOUNT = f"""
SELECT day, CASE WHEN hints > 0 THEN 1 ELSE 0 END, CASE WHEN solved = 1 THEN guesses ELSE {GAVE_UP} END,
    coalesce(lost, -1), count(*) FROM daily_tries WHERE counts = 1 GROUP BY 1, 2, 3, 4
"""
COUNTED = f"INSERT INTO daily_counts (day, hinted, guesses, lost, finishers) {RECOUNT}"
COLUMNS = (
    *("day", "person_id", "name", "game_id", "begun_at", "ended_at"),
    *("guesses", "solved", "hints", "lost", "counts"),
)
CONDITIONS = """\
{finishers:,} people have finished one day. Milliseconds by the clock, medians. Distribution: how many came to each
result, read in a transaction. Share: the bars, and how many did worse, as the lines of a screen. One row: somebody's
own try, by its key, in a transaction as well. Recount: every try grouped by its result, by a plain query.
"""
ON_TABLE = """\
Then a third of them have played 31 days. Table: the ten who did best in thirty, and one's own tries, in a transaction.
Ending: somebody's lines in all tables to come, for the first time. Recount: the ten, by a plain query.
"""
Row = tuple[int | str | float, ...]
Ask = Callable[[], Awaitable[object]]


class TableRound(NamedTuple):
    """Milliseconds of each in one round."""

    table: float
    ending: float
    recount: float


class Round(NamedTuple):
    """Milliseconds of each in one round."""

    distribution: float
    share: float
    row: float
    recount: float


def measured(size: Size) -> Report:
    """Each database that there is.

    Ratios: `row`, the time for one row to that for the distribution; `recount`, that for a recount to distribution and
    share together; `table`, that for a recount of thirty days to the table.
    """
    lines: list[tuple[str, ...]] = [("", "results", "distribution", "share", "one row", "recount")]
    on_table: list[tuple[str, ...]] = [("", "tries", "table", "ending", "recount")]
    ratios: dict[str, Spread] = {}
    for database, name, place in DATABASES:
        try:
            results, rounds, tries, table = run(_measured(place(), size))
        except NotInstalled as error:
            print(f"{name}: {error}")
            continue
        lines.append((name, str(results), *(f"{median(times):.2f}" for times in zip(*rounds, strict=True))))
        ratios[f"daily.{database}.row"] = times_as_fast((each.distribution, each.row) for each in rounds)
        ratios[f"daily.{database}.recount"] = times_as_fast(
            (each.distribution + each.share, each.recount) for each in rounds
        )
        on_table.append((name, f"{tries:,}", *(f"{median(times):.2f}" for times in zip(*table, strict=True))))
        ratios[f"daily.{database}.table"] = times_as_fast((each.table, each.recount) for each in table)
    conditions = CONDITIONS.format(finishers=size.finishers)
    return Report(f"{conditions}\n{aligned(lines)}\n\n{ON_TABLE}\n{aligned(on_table)}", ratios)


async def _measured(
    place: AbstractAsyncContextManager[str], size: Size
) -> tuple[int, list[Round], int, list[TableRound]]:
    """How many different results there are, and the rounds; how many more tries, and the rounds on the table."""
    async with place as url:
        store = store_at(url, BOT_ID, KINDS)
        await store.open()
        try:
            await _store(url, COLUMNS, _tries(size.finishers))
            await _execute(url, COUNTED, "ANALYZE")
            rounds = [await _round(store, url) for _ in range(size.rounds)]
            results = len((await store.run(_distribution)).people)
            tries, waiting = await _play_days(store, url, size)
            return results, rounds, tries, [await _table_round(store, url, waiting) for _ in range(size.rounds)]
        finally:
            await store.close()


async def _round(store: DatabaseStore, url: str) -> Round:
    texts, mine = texts_in("uk"), Try(DAY, 1, "Ann", "g", 0.0, 1.0, 5, solved=True, lost=40, counts=True)
    results = await store.run(_distribution)

    async def share() -> object:
        return day_lines(Day(mine, results), texts)

    return Round(
        await _milliseconds(lambda: store.run(_distribution)),
        await _milliseconds(share),
        await _milliseconds(lambda: store.run(_own)),
        await _recounted(url, RECOUNT),
    )


async def _distribution(work: Work) -> Results:
    return await work.of(DailyTries).spread(DAY)


async def _own(work: Work) -> Try | None:
    return await work.of(DailyTries).attempt(DAY, 1)


async def _milliseconds(ask: Ask) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await ask()
        took.append(1000 * (time.perf_counter() - began))
    return median(took)


def _tries(finishers: int) -> list[Row]:
    """Guesses about as people need them; a fifth took hints, and some gave up. Lost: about half a turn."""
    chance = random.Random(SEED)
    tries: list[Row] = []
    for person in range(1, finishers + 1):
        guesses, lost = min(12, max(1, round(chance.gauss(5.9, 1.1)))), round(abs(chance.gauss(60, 50)))
        solved, hints = int(chance.random() > 0.03), int(chance.random() < 0.2)  # noqa: PLR2004
        tries.append((DAY, person, "Ann", f"{person:016x}", 0.0, 1.0, guesses, solved, hints, lost, 1))
    return tries


# The table of thirty days

TABLE_SEED, SHARE, AT_ONCE = 2, 3, 200
"""SHARE: of the people who finish a day so large a part plays every day. AT_ONCE: people counted in a transaction."""
TODAY = 100
DAYS = range(TODAY - WINDOW, TODAY + 1)
"""With those that are open."""
CALENDAR = Calendar()
TABLE_COLUMNS = ("day", "person_id", "name", "game_id", "begun_at", "ended_at", "guesses", "solved", "hints", "counts")
TABLE_RECOUNT = f"""
SELECT person_id, sum(CASE WHEN solved = 0 THEN {GIVEN_UP}
    WHEN guesses < {LEAST_THAT_COUNTS} THEN {LEAST_THAT_COUNTS} ELSE guesses END) * 1.0
    / count(*) AS average, count(*) AS days
FROM daily_tries WHERE day > {last_day(TODAY) - WINDOW} AND day <= {last_day(TODAY)} AND counts = 1 AND hints = 0
GROUP BY person_id HAVING count(*) >= {NEEDED} ORDER BY average, days DESC, person_id LIMIT 10
"""


async def _play_days(store: DatabaseStore, url: str, size: Size) -> tuple[int, Iterator[int]]:
    """Let people have played all these days, and be counted but for some; how many tries that are, and those people."""
    people, left = size.finishers // SHARE, size.rounds * TIMES
    chance = random.Random(TABLE_SEED)
    tries = [_try(day, person, chance) for person in range(1, people + 1) for day in DAYS]
    await _store(url, TABLE_COLUMNS, tries)
    await _execute(url, "ANALYZE")
    for first in range(left + 1, people + 1, AT_ONCE):
        await store.run(_counting(range(first, min(first + AT_ONCE, people + 1))))
    await _execute(url, "ANALYZE")
    return len(tries), iter(range(1, left + 1))


def _try(day: int, person: int, chance: random.Random) -> Row:
    guesses = min(12, max(1, round(chance.gauss(5.9, 1.1))))
    solved, hints, counts = chance.random() > 0.03, chance.random() < 0.05, chance.random() < 0.9  # noqa: PLR2004
    return day, person, "Ann", f"{person:08x}{day:08x}", 0.0, 1.0, guesses, int(solved), int(hints), int(counts)


async def _table_round(store: DatabaseStore, url: str, waiting: Iterator[int]) -> TableRound:
    """One round. `waiting`: people who are not counted yet."""

    async def ending() -> object:
        return await store.run(_counting([next(waiting)]))

    return TableRound(
        await _milliseconds(lambda: store.run(_read)),
        await _milliseconds(ending),
        await _recounted(url, TABLE_RECOUNT),
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


# The database


async def _recounted(url: str, recount: str) -> float:
    """Milliseconds of that query."""
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            return await _milliseconds(lambda: connection.fetch(recount))
        finally:
            await connection.close()
    with closing(sqlite3.connect(path)) as file:

        async def counted() -> object:
            return file.execute(recount).fetchall()

        return await _milliseconds(counted)


async def _store(url: str, columns: Sequence[str], tries: Sequence[Row]) -> None:
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            await connection.copy_records_to_table("daily_tries", records=tries, columns=columns)
        finally:
            await connection.close()
        return
    with closing(sqlite3.connect(path)) as file:
        places = ", ".join("?" * len(columns))
        file.executemany(f"INSERT INTO daily_tries ({', '.join(columns)}) VALUES ({places})", tries)
        file.commit()


async def _execute(url: str, *statements: str) -> None:
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()
        return
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
