"""Makes a database from a backup, all of it or nothing."""

from pathlib import Path

from bot.storage.backup.copy import CannotBackUp, Tell, copy_to, part_of, placed
from bot.storage.backup.dump import restore_from
from bot.storage.driver import driver_needed
from bot.storage.operator.connection import connected
from bot.storage.operator.restored import NOTHING_SINCE, Since, prepare
from bot.storage.session import UnusableDatabase
from bot.storage.sqlite import Sqlite
from bot.wall_clock import wall

TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"


async def restored_file(
    file: Path, target: Path, since: Since = NOTHING_SINCE, tell: Tell = lambda _done, _of: None
) -> tuple[float, int]:
    """Make the SQLite file from the backup; returns its moment, and how many chats are told. Raises CannotBackUp.

    `since`: what holds although the backup may be of before.
    """
    for left in (target, target.with_name(f"{target.name}-wal")):
        if left.exists():
            raise CannotBackUp(f"{left} is there; move it away first, or name another file in DATABASE_URL")
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = part_of(target.with_name(f"{target.name}.restoring"))
    try:
        copy_to(staged, file, tell)
        await _migrate(staged, file)
        found = await _prepared(f"sqlite:///{staged.absolute()}", since)
        placed(staged, target)
    finally:
        for name in (staged.name, f"{staged.name}-wal", f"{staged.name}-shm", f"{staged.name}.lock"):
            staged.with_name(name).unlink(missing_ok=True)
    return found


async def restored_server(file: Path, url: str, since: Since = NOTHING_SINCE) -> tuple[float, int]:
    """Fill the empty PostgreSQL database from the dump; the same. Raises CannotBackUp."""
    with driver_needed():
        import asyncpg  # noqa: PLC0415  it is an extra

        from bot.storage.postgres import Postgres  # noqa: PLC0415
    try:
        connection = await asyncpg.connect(url)
        tables = await connection.fetchval(TABLES)
        await connection.close()
    except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise CannotBackUp(f"the server does not let us in ({type(error).__name__}); see DATABASE_URL") from None
    if tables:
        raise CannotBackUp("the database is not empty; name a new one in DATABASE_URL (CREATE DATABASE makes it)")
    restore_from(file, url)  # a moment without the loop, which nobody else uses
    database = Postgres(url)
    try:
        await database.open()
        await database.close()
    except UnusableDatabase as error:
        raise CannotBackUp(f"{file} cannot be used: {error}") from None
    return await _prepared(url, since)


async def _migrate(staged: Path, file: Path) -> None:
    database = Sqlite(staged)
    try:
        await database.open()
    except UnusableDatabase as error:
        raise CannotBackUp(f"{file} cannot be used: {error}".replace(str(staged), str(file))) from None
    await database.close()


async def _prepared(url: str, since: Since) -> tuple[float, int]:
    async with connected(url) as connection:
        return await prepare(connection, wall(), since)
