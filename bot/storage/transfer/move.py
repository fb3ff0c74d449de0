"""Moves the data: a snapshot on one side, one transaction on the other, compared before the commit."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg

from bot.app.ports import StorageDown
from bot.storage.migrations import FromTheFuture
from bot.storage.postgres import Postgres
from bot.storage.postgres_session import LOST, RefusedStatement
from bot.storage.transfer.refusal import CannotMove
from bot.storage.transfer.rows import Sum, Table, Unfit
from bot.storage.transfer.source import Source
from bot.storage.transfer.target import Target

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
