"""Looks at a database without changing it."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.driver import driver_needed
from bot.storage.migrations import FromTheFuture, migrations_for, not_yet_made
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import path_in

PATIENCE = 10.0
"""Seconds to wait for a server."""
DONE = "SELECT number FROM migrations"
NEWER = "it was written by a newer version of the bot; run that, or name another in DATABASE_URL"


async def database(url: str) -> tuple[bool, str]:
    """Whether the bot can serve from it, and what was found, or how to mend it."""
    path = path_in(url)
    try:
        if path is not None:
            return await asyncio.to_thread(_file, path)
        return await _server(url)
    except FromTheFuture:
        return False, NEWER
    except UnusableDatabase as error:
        return False, str(error)


def _file(path: Path) -> tuple[bool, str]:
    if not path.exists():
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        may = os.access(folder, os.W_OK)
        return may, f"{path} will be created" if may else f"{folder} cannot be written to; name another in DATABASE_URL"
    if not os.access(path, os.R_OK | os.W_OK):
        return False, f"{path} cannot be read and written; give it to the user who runs the bot"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as file:
            done = {number for (number,) in file.execute(DONE)}
    except sqlite3.Error as error:
        return False, f"{path} cannot be read ({error}); put a backup in its place"
    return True, f"{path}, {path.stat().st_size / 2**20:.1f} MB{_migrations('sqlite', done)}"


async def _server(url: str) -> tuple[bool, str]:
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra
    try:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            version = await connection.fetchval("SHOW server_version")
            begun = await connection.fetchval("SELECT to_regclass('migrations') IS NOT NULL")
            done = {row["number"] for row in await connection.fetch(DONE)} if begun else set[int]()
        finally:
            await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        return False, f"the server does not let us in ({type(error).__name__}); see DATABASE_URL, and that it runs"
    return True, f"PostgreSQL {version}{_migrations('postgres', done)}"


def _migrations(kind: str, done: set[int]) -> str:
    """What is still to be done to it. Raises FromTheFuture."""
    missing = len(not_yet_made(migrations_for(kind), done))
    return f"; {missing} migrations will be made at the start" if missing else ""
