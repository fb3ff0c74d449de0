"""Databases as they stood before all games came into one table: schema 0013, with rows that the bot had written then.

`rows_of_0013.json` was recorded once from the bot of that version, while people played with it in every way.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from bot.storage.migrations import MIGRATIONS, Migration, migrations_for
from bot.storage.sqlite import path_in

Row = dict[str, Any]
LAST = 13
ROWS: dict[str, list[Row]] = json.loads(Path(__file__).with_name("rows_of_0013.json").read_text("utf-8"))
"""By table."""
NEVER_ENDED = "e" * 16
"""The id of a table that is over, though nobody wrote down since when."""


def _without_end(rows: list[Row]) -> Row:
    """A row as it may have come to be once: over, with no time of its end."""
    over = next(row for row in rows if row["is_over"])
    return over | {"table_id": NEVER_ENDED, "body": json.dumps(json.loads(over["body"]) | {"ended_at": None})}


ROWS["tables"].append(_without_end(ROWS["tables"]))


async def write_before(place: str) -> None:
    """Make the schema of that version and write the rows into it."""
    file = path_in(place)
    if file is None:
        await _write_to_postgres(place)
    else:
        _write_to_sqlite(file)


def _write_to_sqlite(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(_schema("sqlite"))
        for table, rows in ROWS.items():
            places = ", ".join("?" * len(rows[0]))
            statement = f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({places})"
            connection.executemany(statement, [tuple(row.values()) for row in rows])


async def _write_to_postgres(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_schema("postgres"))
        for table, rows in ROWS.items():
            places = ", ".join(f"${number}" for number in range(1, len(rows[0]) + 1))
            statement = f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({places})"
            await connection.executemany(statement, [tuple(row.values()) for row in rows])
        for table, numbered in (("outbox", "letter_id"), ("jobs", "job_id"), ("long_jobs", "job_id")):
            last = max(row[numbered] for row in ROWS[table])
            await connection.execute("SELECT setval(pg_get_serial_sequence($1, $2), $3)", table, numbered, last)
    finally:
        await connection.close()


def _schema(kind: str) -> str:
    made: list[Migration] = migrations_for(kind)[:LAST]
    return f"{MIGRATIONS};\n" + "\n".join(migration.script + migration.record for migration in made)
