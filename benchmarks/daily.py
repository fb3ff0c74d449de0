"""What it costs to tell how everybody did at the code of a day, and who did best in thirty, beside recounts."""

import random
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, closing
from statistics import median
from typing import NamedTuple

import asyncpg

from benchmarks.contenders import in_postgres, in_sqlite
from benchmarks.daily_table import TableRound, play_days, table_round
from benchmarks.loop import run
from benchmarks.ratios import Report, Spread, times_as_fast
from benchmarks.report import aligned
from benchmarks.size import Size
from bot.app.daily.model import GAVE_UP, DailyTries, Try
from bot.app.daily.model import Spread as Results
from bot.app.daily.screens import Day, day_lines
from bot.app.registry import KINDS
from bot.app.texts import texts_in
from bot.app.work import Work
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
            await _fill(url, size.finishers)
            rounds = [await _round(store, url) for _ in range(size.rounds)]
            results = len((await store.run(_distribution)).people)
            tries, waiting = await play_days(store, url, size)
            return results, rounds, tries, [await table_round(store, url, waiting) for _ in range(size.rounds)]
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
        await _recount_milliseconds(url),
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


async def _recount_milliseconds(url: str) -> float:
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            return await _milliseconds(lambda: connection.fetch(RECOUNT))
        finally:
            await connection.close()
    with closing(sqlite3.connect(path)) as file:

        async def recount() -> object:
            return file.execute(RECOUNT).fetchall()

        return await _milliseconds(recount)


async def _fill(url: str, finishers: int) -> None:
    """So many tries, and what they come to in all."""
    path, tries = path_in(url), _tries(finishers)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            await connection.copy_records_to_table("daily_tries", records=tries, columns=COLUMNS)
            await connection.execute(COUNTED)
            await connection.execute("ANALYZE")
        finally:
            await connection.close()
        return
    with closing(sqlite3.connect(path)) as file:
        places = ", ".join("?" * len(COLUMNS))
        file.executemany(f"INSERT INTO daily_tries ({', '.join(COLUMNS)}) VALUES ({places})", tries)
        file.execute(COUNTED)
        file.execute("ANALYZE")
        file.commit()


def _tries(finishers: int) -> list[Row]:
    """Guesses about as people need them; a fifth took hints, and some gave up. Lost: about half a turn."""
    chance = random.Random(SEED)
    tries: list[Row] = []
    for person in range(1, finishers + 1):
        guesses, lost = min(12, max(1, round(chance.gauss(5.9, 1.1)))), round(abs(chance.gauss(60, 50)))
        solved, hints = int(chance.random() > 0.03), int(chance.random() < 0.2)  # noqa: PLR2004
        tries.append((DAY, person, "Ann", f"{person:016x}", 0.0, 1.0, guesses, solved, hints, lost, 1))
    return tries
