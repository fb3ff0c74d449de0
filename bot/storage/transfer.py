"""Moves all that a bot remembers from SQLite to PostgreSQL: a snapshot, one transaction, compared before the commit."""

import asyncio
import json
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncpg

from bot.app.ports import StorageDown
from bot.storage.migrations import FromTheFuture, migrations_for
from bot.storage.postgres import COPIED_FROM, Postgres
from bot.storage.postgres_session import LOST, SETTINGS, RefusedStatement

# Why data cannot be moved.


class CannotMove(Exception):
    """The data cannot be moved, and the target is as it was; the message is one line that says why."""


# Rows in types that both databases hold, and a checksum over all rows of a table.

INTEGERS = {"integer": 2**31, "bigint": 2**63}
SUMS = 2**256


class Unfit(ValueError):
    """A value that one of the databases cannot hold; the message says why, without the value."""


def integer(kind: str) -> Callable[[Any], int]:
    """A reader for a column of integers of that size."""
    bound = INTEGERS[kind]

    def read(value: Any) -> int:
        if not isinstance(value, int):
            raise Unfit(f"is {_kind(value)}, not an integer")
        if not -bound <= value < bound:
            raise Unfit(f"is too large for PostgreSQL's {kind}")
        return value

    return read


def number(value: Any) -> float:
    """The value of a floating-point column."""
    if isinstance(value, int) and int(float(value)) == value:
        return float(value)
    if not isinstance(value, float):
        raise Unfit(f"is {_kind(value)}, not a number of double precision")
    return value


def text(value: Any) -> str:
    """The value of a text column."""
    if not isinstance(value, str):
        raise Unfit(f"is {_kind(value)}, not a text")
    if "\0" in value:
        raise Unfit("has the character NUL, which PostgreSQL cannot hold")
    return value


READERS: Mapping[str, Callable[[Any], Any]] = {
    "integer": integer("integer"),
    "bigint": integer("bigint"),
    "double precision": number,
    "text": text,
}
"""Readers by PostgreSQL's name of the column's type. A new type is one entry."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that both databases have: its columns with PostgreSQL's types, and its key.

    `numbered`: the column with ascending numbers from the database.
    """

    name: str
    columns: Mapping[str, str]
    key: Sequence[str]
    numbered: str | None

    def read(self, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
        """The rows, each value read as its column's type. Raises Unfit, naming the row."""
        readers = [READERS[kind] for kind in self.columns.values()]  # our schema has no other types
        for row in rows:
            try:
                yield tuple([None if value is None else read(value) for read, value in zip(readers, row, strict=True)])
            except (Unfit, OverflowError):
                raise self._complaint(row, readers) from None

    def _complaint(self, row: Sequence[Any], readers: Sequence[Callable[[Any], Any]]) -> Unfit:
        named = dict(zip(self.columns, row, strict=True))
        which = ", ".join(f"{column} {named[column]!r:.80}" for column in self.key)
        for (column, value), read in zip(named.items(), readers, strict=True):
            try:
                value is None or read(value)
            except (Unfit, OverflowError) as error:
                return Unfit(f"{self.name}.{column} {error} (the row with {which})")
        raise AssertionError("one of the values has been refused")


@dataclass(slots=True)
class Sum:
    """The number of rows and the sum of their hashes, independent of their order."""

    rows: int = 0
    hashes: int = 0

    def add(self, row: Sequence[Any]) -> None:
        """Add a row."""
        written = json.dumps(row, separators=(",", ":")).encode()
        self.rows += 1
        self.hashes = (self.hashes + int.from_bytes(sha256(written).digest(), "big")) % SUMS

    @property
    def short(self) -> str:
        """The first digits of the sum, for people."""
        return f"{self.hashes:064x}"[:16]


def _kind(value: Any) -> str:
    return {int: "an integer", float: "a fraction", str: "a text", bytes: "bytes"}[type(value)]


# The source: a snapshot of a SQLite file.

PATIENCE = 5.0
"""Seconds to wait for locks on the file."""
AT_ONCE = 1000
"""Rows that are read at a time."""


class Source:
    """One read transaction; a bot may go on serving from the file. All methods raise CannotMove."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise CannotMove(f"{path} is not there")
        self._path = path
        with self._as_refusals():
            self._sqlite = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
            self._sqlite.row_factory = sqlite3.Row
            try:
                self._sqlite.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")
                self._sqlite.execute("BEGIN")
                self._check()
            except BaseException:
                self.close()
                raise

    def tables(self) -> list[str]:
        """The names of its tables."""
        with self._as_refusals():
            query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            return [row["name"] for row in self._sqlite.execute(query)]

    def columns(self, table: str) -> set[str]:
        """The names of the table's columns."""
        with self._as_refusals():
            return {row["name"] for row in self._sqlite.execute("SELECT name FROM pragma_table_info(?)", (table,))}

    def count(self, table: str) -> int:
        """How many rows the table has."""
        with self._as_refusals():
            [row] = self._sqlite.execute(f'SELECT COUNT(*) AS rows FROM "{table}"')  # noqa: S608  a table of ours
            return int(row["rows"])

    def last_number(self, table: str) -> int:
        """The last number that the table has assigned, even to a deleted row; 0 if it assigns none."""
        with self._as_refusals():
            [row] = self._sqlite.execute("SELECT MAX(seq) AS last FROM sqlite_sequence WHERE name = ?", (table,))
            return int(row["last"] or 0)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[sqlite3.Row]:
        """The rows of the table, with these columns."""
        named = ", ".join(f'"{column}"' for column in columns)
        with self._as_refusals():
            cursor = self._sqlite.execute(f'SELECT {named} FROM "{table}"')  # noqa: S608  a table of ours
        while some := self._next(cursor):
            yield from some

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()

    def _next(self, cursor: sqlite3.Cursor) -> list[sqlite3.Row]:
        with self._as_refusals():
            return cursor.fetchmany(AT_ONCE)

    def _check(self) -> None:
        [row] = self._sqlite.execute("PRAGMA quick_check(1)")
        if row["quick_check"] != "ok":
            raise CannotMove(f"{self._path} is damaged ({' '.join(row['quick_check'].split())})")
        if "migrations" not in self.tables():
            raise CannotMove(f"{self._path} holds no data of this bot")
        done = {row["number"] for row in self._sqlite.execute("SELECT number FROM migrations")}
        known = {migration.number for migration in migrations_for("sqlite")}
        if done - known:
            raise CannotMove(f"{self._path} was written by a newer version of the bot; run that version")
        if known - done:
            raise CannotMove(
                f"{self._path} was written by an older version of the bot; let this one serve from it once"
            )

    @contextmanager
    def _as_refusals(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            reason = str(error).partition(" with text")[0]  # the text itself may be a secret
            raise CannotMove(f"{self._path} cannot be read ({reason})") from None


# The target: a PostgreSQL database, in one transaction.

TRIGGERS = {"outbox": "newest_item"}
"""Tables with a trigger of ours, which must not drop rows that are copied."""
"""Rows that are read at a time."""
"""Seconds to wait for locks on a table."""
TIME_TO_LEAVE = 3.0
"""Seconds in which other connections to the target may end."""
LOOKS = 30
OTHERS = """
SELECT EXISTS (
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()
)
"""
OCCUPIED = "a bot serves from the target; stop it first"
NOT_A_COPY = (
    "the target holds data that would be lost: not a copy, or a bot has served from it since; name an empty one"
)
COLUMNS = """
SELECT tables.table_name, columns.column_name, columns.data_type, columns.is_identity = 'YES' AS is_numbered
FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
WHERE tables.table_schema = current_schema() AND tables.table_type = 'BASE TABLE'
ORDER BY tables.table_name, columns.ordinal_position
"""
KEYS = """
SELECT keys.table_name, keys.column_name
FROM information_schema.table_constraints AS constraints
JOIN information_schema.key_column_usage AS keys USING (constraint_schema, constraint_name)
WHERE constraints.table_schema = current_schema() AND constraints.constraint_type = 'PRIMARY KEY'
ORDER BY keys.table_name, keys.ordinal_position
"""


class Target:
    """A transaction on a database to which nobody else is connected."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def tables(self) -> dict[str, Table]:
        """Its tables by name."""
        columns, keys = defaultdict[str, list[Any]](list), defaultdict[str, list[str]](list)
        for row in await self._connection.fetch(COLUMNS):
            columns[row["table_name"]].append(row)
        for row in await self._connection.fetch(KEYS):
            keys[row["table_name"]].append(row["column_name"])
        return {
            name: Table(
                name,
                columns={row["column_name"]: row["data_type"] for row in rows},
                key=keys[name],
                numbered=next((row["column_name"] for row in rows if row["is_numbered"]), None),
            )
            for name, rows in columns.items()
        }

    async def take(self, tables: Sequence[Table]) -> None:
        """Lock these tables and empty them. Raises CannotMove if that would lose data that is no former copy."""
        await self._alone()
        names = ", ".join(f'"{table.name}"' for table in tables)
        await self._connection.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
        await self._connection.execute(f"LOCK TABLE {names}")
        is_copy = await self._connection.fetchval("SELECT EXISTS (SELECT 1 FROM kept WHERE name = $1)", COPIED_FROM)
        if not is_copy and await self._holds_data(tables):
            raise CannotMove(NOT_A_COPY)
        await self._connection.execute(f"TRUNCATE {names}")

    async def _alone(self) -> None:
        for _ in range(LOOKS):
            if not await self._connection.fetchval(OTHERS, SETTINGS["application_name"]):
                return
            await asyncio.sleep(TIME_TO_LEAVE / LOOKS)
            await self._connection.execute("SELECT pg_stat_clear_snapshot()")
        raise CannotMove(OCCUPIED)

    async def _holds_data(self, tables: Sequence[Table]) -> bool:
        parts = (f'EXISTS (SELECT 1 FROM "{table.name}")' for table in tables)  # noqa: S608  tables of ours
        return bool(await self._connection.fetchval(f"SELECT {' OR '.join(parts)}"))

    async def copy(self, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Insert the rows into the table, as they are."""
        trigger = TRIGGERS.get(table.name)
        if trigger is not None:
            await self._connection.execute(f'ALTER TABLE "{table.name}" DISABLE TRIGGER "{trigger}"')
        await self._connection.copy_records_to_table(table.name, records=rows, columns=list(table.columns))
        if trigger is not None:
            await self._connection.execute(f'ALTER TABLE "{table.name}" ENABLE TRIGGER "{trigger}"')

    async def go_on_after(self, table: Table, number: int) -> None:
        """Let the table's numbers go on after this one."""
        changed = f'ALTER TABLE "{table.name}" ALTER COLUMN "{table.numbered}" RESTART WITH {number + 1}'
        await self._connection.execute(changed)

    async def rows(self, table: Table) -> AsyncIterator[tuple[Any, ...]]:
        """The rows of the table."""
        named = ", ".join(f'"{column}"' for column in table.columns)
        query = f'SELECT {named} FROM "{table.name}"'  # noqa: S608  a table of ours
        async for row in self._connection.cursor(query, prefetch=AT_ONCE):
            yield tuple(row)

    async def mark(self, source: str) -> None:
        """Mark the data as a copy, which may be replaced by a newer one."""
        await self._connection.execute("INSERT INTO kept (name, value) VALUES ($1, $2)", COPIED_FROM, source)


# Moves the data: a snapshot on one side, one transaction on the other, compared before the commit.

NOT_MOVED = frozenset({"migrations", "replicas", "leases", "budget", "uptime"})
"""Tables about running replicas, which are not moved. All other tables are."""
ADDRESS = "the target must be like postgresql://user:password@host:5432/name"

TIME_TO_CONNECT = 10.0

Progress = Callable[[], object]
"""Called for every row that was copied, and for every row that was read back."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The row count and checksum of a table, as read from the source and read back from the target."""

    table: str
    source: Sum
    target: Sum


def rows_to_move(source: Source) -> int:
    """The number of rows to move."""
    return sum(source.count(name) for name in _names(source))


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Target]:
    """The migrated target; commits if nothing is raised. Raises CannotMove."""
    try:
        connection = await _connected(address)
        try:
            await _migrate(address)
            async with connection.transaction():
                yield Target(connection)
        finally:
            await connection.close()
    except (asyncpg.PostgresError, *LOST, StorageDown, RefusedStatement) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise CannotMove(f"the target cannot be used ({reason})") from None


async def move(source: Source, target: Target, tables: list[Table], progress: Progress) -> list[Moved]:
    """Copy the rows of these tables and compare both sides. Raises CannotMove."""
    try:
        moved = [await _copied(source, target, table, progress) for table in tables]
    except Unfit as error:
        raise CannotMove(f"the target cannot hold everything: {error}") from None
    different = [each.table for each in moved if each.source != each.target]
    if different:
        raise CannotMove(f"the copy differs from the source in {', '.join(different)}; nothing was kept of it")
    return moved


async def tables_to_move(source: Source, target: Target) -> list[Table]:
    """The tables that both sides have, with equal columns. Raises CannotMove."""
    there = await target.tables()
    for name in _names(source):
        if name not in there or source.columns(name) != set(there[name].columns):
            raise CannotMove(f"the table {name} in the source is not as the bot has made it")
    return [there[name] for name in _names(source)]


def _names(source: Source) -> list[str]:
    return [name for name in source.tables() if name not in NOT_MOVED]


async def _connected(address: str) -> Any:
    try:
        return await asyncpg.connect(address, timeout=TIME_TO_CONNECT)
    except (ValueError, OverflowError):  # the message quotes the URL, and perhaps the password
        raise CannotMove(ADDRESS) from None


async def _migrate(address: str) -> None:
    database = Postgres(address)
    try:
        await database.migrate()
    except FromTheFuture:
        raise CannotMove("the target was written by a newer version of the bot; run that version") from None
    finally:
        await database.close()


async def _copied(source: Source, target: Target, table: Table, progress: Progress) -> Moved:
    moved = Moved(table.name, Sum(), Sum())
    rows = table.read(source.rows(table.name, list(table.columns)))
    await target.copy(table, _counted(rows, moved.source, progress))
    if table.numbered is not None:
        await target.go_on_after(table, source.last_number(table.name))
    async for row in target.rows(table):
        moved.target.add(row)
        progress()
    return moved


def _counted(rows: Iterable[tuple[Any, ...]], into: Sum, progress: Progress) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        into.add(row)
        progress()
        yield row
