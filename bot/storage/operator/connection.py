"""A connection of an operator's command: one transaction, beside the bot that may serve from the database."""

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Protocol

from bot.storage.driver import driver_needed
from bot.storage.migrations import FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import path_in

PATIENCE = 10.0
"""Seconds to wait for a server, or for a lock."""
DONE = "SELECT number FROM migrations"
NEWER = "DATABASE_URL: it was written by a newer version of the bot; run that, or name another"
OLDER = "DATABASE_URL: an older version of the bot wrote it; start this one once, which migrates it"
NOTHING = "DATABASE_URL: the bot has not been there yet; start it once, or name another"


class Connection(Protocol):
    """A connection to either database."""

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """Run a statement, in which $1, $2, … stand for the values; returns its rows."""


class SqliteConnection:
    """The same, on a file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """See Connection."""
        named = {str(number): value for number, value in enumerate(values, 1)}
        return [dict(row) for row in self._file.execute(statement, named)]


class PostgresConnection:
    """The same, on a server."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, statement: str, *values: Any) -> list[Mapping[str, Any]]:
        """See Connection."""
        return [dict(row) for row in await self._connection.fetch(statement, *values)]


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """A connection in a transaction, which is committed at the end. Raises UnusableDatabase."""
    path = path_in(url)
    async with _file(path) if path is not None else _server(url) as connection:
        await _see_version(connection, "sqlite" if path is not None else "postgres")
        yield connection


@asynccontextmanager
async def _file(path: Path) -> AsyncIterator[Connection]:
    try:
        with closing(_opened(path)) as file, file:
            yield SqliteConnection(file)
    except sqlite3.Error as error:
        raise UnusableDatabase(f"DATABASE_URL: {path} cannot be used ({error})") from None


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise UnusableDatabase(NOTHING)
    file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=PATIENCE, uri=True)
    file.row_factory = sqlite3.Row
    return file


@asynccontextmanager
async def _server(url: str) -> AsyncIterator[Connection]:
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra
    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            async with connection.transaction():
                yield PostgresConnection(connection)
        finally:
            await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise UnusableDatabase(f"DATABASE_URL: the server does not do it ({type(error).__name__})") from None


async def _see_version(connection: Connection, kind: str) -> None:
    tables = {
        "sqlite": "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'",
        "postgres": "SELECT 1 FROM pg_tables WHERE tablename = 'migrations' AND schemaname = current_schema()",
    }
    if not await connection.rows(tables[kind]):
        raise UnusableDatabase(NOTHING)
    done = {row["number"] for row in await connection.rows(DONE)}
    try:
        missing = not_yet_made(migrations_for(kind), done)
    except FromTheFuture:
        raise UnusableDatabase(NEWER) from None
    if missing:
        raise UnusableDatabase(OLDER)
