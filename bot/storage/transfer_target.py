"""The target of a transfer, a PostgreSQL database: filled in one transaction, compared with the source first."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg

from bot.app.work import StorageDown
from bot.storage.migrations import FromTheFuture
from bot.storage.postgres import COPIED_FROM, Postgres
from bot.storage.postgres_session import LOST, SETTINGS, RefusedStatement
from bot.storage.transfer import AT_ONCE, PATIENCE, CannotMove, Source, Sum, Table, Unfit

# The target: a PostgreSQL database, in one transaction.

TRIGGERS = {"outbox": "newest_item"}
"""Tables with a trigger of ours, which must not drop rows that are copied."""
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
