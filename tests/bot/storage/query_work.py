"""The work of named queries: steps of SQLite's virtual machine, buffers of PostgreSQL.

PostgreSQL does not tell the buffers of triggers, SQLite counts their steps.
"""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg

from bot.storage.postgres_session import SETTINGS, SessionAdapter
from bot.storage.store import queries_for
from tests.bot.storage.growing_rows import BOUNDED, GROWING, TIMES

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


def growth() -> tuple[list[str], list[str]]:
    """The statements that insert few rows of everything, and those that insert the others."""
    few = [each.between(0, each.few) for each in (*BOUNDED, *GROWING)]
    return few, [each.between(each.few, TIMES * each.few) for each in GROWING]


def names() -> list[str]:
    """Every named query."""
    return sorted(name for name in _queries().available_queries if not name.endswith("_cursor"))


def parameters_of(name: str) -> set[str]:
    """The parameters of the query."""
    return set(getattr(_queries(), name).parameters or ())


@cache
def _queries() -> Any:
    return queries_for("sqlite3")


def steps(file: Path, values: Values) -> tuple[Work, Work]:
    """The steps of each query with few rows, and with a hundred times as many."""
    few, others = growth()
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        return _after_steps(database, few, values), _after_steps(database, others, values)


def _after_steps(database: sqlite3.Connection, inserts: Iterable[str], values: Values) -> Work:
    database.execute("BEGIN")
    for statement in inserts:
        database.execute(statement)
    database.execute("COMMIT")
    return {name: _steps(database, getattr(_queries(), name).sql, given) for name, given in values.items()}


def _steps(database: sqlite3.Connection, statement: str, values: dict[str, Any]) -> int:
    taken = 0

    def count() -> None:
        nonlocal taken
        taken += 1

    database.execute("BEGIN")
    database.execute(SIGN_OF_LIFE)
    database.set_progress_handler(count, 1)
    database.execute(statement, values).fetchall()
    database.set_progress_handler(None, 1)
    database.execute("ROLLBACK")
    return taken


async def buffers(url: str, values: Values) -> tuple[Work, Work]:
    """The buffers that each query touches with few rows, and with a hundred times as many."""
    few, others = growth()
    database = await asyncpg.connect(url, server_settings=SETTINGS)
    try:
        return await _after_buffers(database, few, values), await _after_buffers(database, others, values)
    finally:
        await database.close()


async def _after_buffers(database: Any, inserts: Iterable[str], values: Values) -> Work:
    await database.execute(AS_WITH_MANY)
    for statement in inserts:
        await database.execute(statement)
    await database.execute("VACUUM ANALYZE")
    adapter: Any = SessionAdapter()  # type: ignore[no-untyped-call]
    queries = queries_for(lambda: adapter)
    return {
        name: await _buffers(database, getattr(queries, name).sql, adapter._ordered(name, given))
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
