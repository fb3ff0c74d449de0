"""What a named query costs does not depend on how much is stored: steps of SQLite, buffers of PostgreSQL.

PostgreSQL does not tell the buffers of triggers, SQLite counts their steps.
"""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from bot.storage.postgres_session import SETTINGS, SessionAdapter
from bot.storage.sqlite import path_in
from bot.storage.store import queries_for
from tests.bot.storage import worst_cases as cases
from tests.bot.storage.databases import change_at
from tests.bot.storage.stores import migrated

MOST = 2
"""The most times the work with few rows that a query may do with a hundred times as many."""
NOISE = 16
"""Steps or buffers that say nothing: an index may be a level higher."""
EXCEPTIONS = {
    "drop_failures": "it looks through what failed in ninety days, which is little; no index finds a part of a text",
    "drop_drafts": "it deletes what people have typed in the one game that ends: each row was a press of its own",
    "drop_watchers": "it deletes who watched the one match that goes, as far as its end has not: each was a press",
    "forget_abandoned": "it looks through games that have run for half a year; each move would write an index",
    "stored": "it counts rows for the operator's page, beside the loop and once in 15 s at most",
    "forget_replicas": "a row for every start of a process lately; an index would be written with every sign of life",
}
"""Queries that cost more the more there is of what they are about, each with the reason why that may be."""
ALWAYS_ONE_ROW = {"budget", "uptime"}
Values = dict[str, dict[str, Any]]
Work = dict[str, int]
AS_WITH_MANY = """
SET synchronous_commit = off;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
"""
"""Few rows are on a page or two, which the planner would rather read whole; it leaves that as soon as they are many."""
SIGN_OF_LIFE = "UPDATE replicas SET seen_at = (SELECT now FROM clock) WHERE name IN ('ours', 'theirs')"


FEW = [each.between(0, each.few) for each in (*cases.BOUNDED, *cases.GROWING)]
OTHERS = [each.between(each.few, cases.TIMES * each.few) for each in cases.GROWING]
"""The statements that insert few rows of everything, and those that insert the others."""


def steps(file: Path, values: Values) -> tuple[Work, Work]:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        return _after_steps(database, FEW, values), _after_steps(database, OTHERS, values)


def _after_steps(database: sqlite3.Connection, inserts: Iterable[str], values: Values) -> Work:
    database.execute("BEGIN")
    for statement in inserts:
        database.execute(statement)
    database.execute("COMMIT")
    return {name: _steps(database, getattr(cases.queries(), name).sql, given) for name, given in values.items()}


def _steps(database: sqlite3.Connection, statement: str, values: dict[str, Any]) -> int:
    taken = count()
    database.execute("BEGIN")
    database.execute(SIGN_OF_LIFE)
    database.set_progress_handler(lambda: int(next(taken) < 0), 1)
    database.execute(statement, values).fetchall()
    database.set_progress_handler(None, 1)
    database.execute("ROLLBACK")
    return next(taken)


async def buffers(url: str, values: Values) -> tuple[Work, Work]:
    database = await asyncpg.connect(url, server_settings=SETTINGS)
    try:
        return await _after_buffers(database, FEW, values), await _after_buffers(database, OTHERS, values)
    finally:
        await database.close()


async def _after_buffers(database: Any, inserts: Iterable[str], values: Values) -> Work:
    await database.execute(AS_WITH_MANY)
    for statement in inserts:
        await database.execute(statement)
    await database.execute("VACUUM ANALYZE")
    adapter: Any = SessionAdapter()  # type: ignore[no-untyped-call]
    known = queries_for(lambda: adapter)
    return {
        name: await _buffers(database, getattr(known, name).sql, adapter._ordered(name, given))
        for name, given in values.items()
    }


async def _buffers(database: Any, statement: str, values: list[Any]) -> int:
    turn = database.transaction()
    await turn.start()
    await database.execute(SIGN_OF_LIFE)
    [[plan]] = await database.fetch(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", *values)
    await turn.rollback()
    [told] = json.loads(plan)
    return int(told["Plan"]["Shared Hit Blocks"] + told["Plan"]["Shared Read Blocks"])


async def those_that_grow(place: str, values: Values) -> dict[str, str]:
    """The queries whose work is more with a hundred times the rows, and how much."""
    file = path_in(place)
    few, many = await buffers(place, values) if file is None else steps(file, values)
    return {name: f"{was} → {many[name]}" for name, was in few.items() if many[name] > MOST * max(was, NOISE)}


def test_every_query_is_measured() -> None:
    for name in cases.names():
        assert cases.WORST[name].keys() == cases.parameters_of(name), (
            f"{name} is not measured: add the values with which it costs most to USUAL in "
            "tests/bot/storage/worst_cases.py (SPECIAL: for this query alone), and to GROWING there the rows that it "
            "may meet"
        )
    used = {name: cases.parameters_of(name) for name in cases.names()}
    given = [(name, some[name].keys()) for some in (cases.MOST_OF, cases.SPECIAL) for name in some]
    assert [name for name, values in given if not values <= used.get(name, set())] == []
    assert cases.USUAL.keys() <= set().union(*used.values())


def test_every_table_grows() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(migrated())
        found = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        tables = {name for (name,) in found} - {"migrations"}
    growing = {each.table.partition(" ")[0] for each in cases.GROWING}
    assert growing | ALWAYS_ONE_ROW == tables, "add rows of it to tests/bot/storage/worst_cases.py"
    assert {each.table.partition(" ")[0] for each in cases.BOUNDED} <= growing


async def test_no_query_costs_more_with_a_hundred_times_the_rows(place: str) -> None:
    growing = await those_that_grow(place, cases.WORST)
    unexpected = {name: cost for name, cost in growing.items() if name not in EXCEPTIONS}
    assert not unexpected, "they need an index, a limit, or a counter (or their reason in EXCEPTIONS)"
    assert growing.keys() == EXCEPTIONS.keys(), "some are exceptions no more: take them off the list"


async def test_a_query_without_its_index_is_seen(place: str) -> None:
    for index in ("slots_by_message", "entries_by_rank", "results_by_family"):
        await change_at(place, f"DROP INDEX {index}")
    seen, others = {"slot_at", "best_entries", "rating_history"}, {"shown", "entry", "rivalries"}
    some = {name: cases.WORST[name] for name in seen | others}
    assert (await those_that_grow(place, some)).keys() == seen
