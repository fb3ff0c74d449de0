"""Commands about a database as a whole: a copy, a way back to it, what to keep beside it, and the way to PostgreSQL."""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from bot.app.privacy.model import Forgotten
from bot.commands import parser_of
from bot.settings import database_settings
from bot.storage.backup import CannotBackUp, copy_to, dump_to, restored_file, restored_server
from bot.storage.operator import Since, connected, who_is_banned, who_was_forgotten
from bot.storage.session import UnusableDatabase, driver_needed
from bot.storage.sqlite import path_in
from bot.storage.transfer import CannotMove, Source

if TYPE_CHECKING:
    from bot.storage.transfer_target import Moved

UNTOLD = 0.5
"""Seconds before it is shown how far a copy is: most of what is refused is so at once, in one line."""
HOW_TO_BACK_UP = """
DATABASE_URL says what is copied: a SQLite file as such, a PostgreSQL database by pg_dump. FILE must not exist; it holds
the secrets of running games. `restore` goes back to it.
"""


def backup(arguments: Sequence[str]) -> int:
    """Copy the database and print the size; returns the exit status."""
    asked = parser_of("backup FILE", "a copy of the bot's database, made while people play.", HOW_TO_BACK_UP)
    asked.add_argument("file", metavar="FILE", type=Path)
    target = asked.parse_args(arguments).file
    settings = database_settings()
    try:
        with tqdm(unit="B", unit_scale=True, desc="copied", delay=UNTOLD) as bar:

            def tell(done: int, of: int | None = None) -> None:
                bar.total = of
                bar.update(done - bar.n)

            if settings.database_path is None:
                size = dump_to(target, settings.database_url.get_secret_value(), tell)
            else:
                size = copy_to(target, settings.database_path, tell)
    except CannotBackUp as error:
        sys.stderr.write(f"backup: {error}\n")
        return 2
    sys.stdout.write(f"{target}: {size / 2**20:.1f} MB, checked\n")
    return 0


HOW_TO_RESTORE = """
DATABASE_URL says where it goes: a SQLite file that must not exist, or a PostgreSQL database that must be empty. No bot
may serve from it meanwhile. FILE is verified, and stays as it is. What waited to be sent when it was made is dropped;
whoever has a game running is told once, when the bot serves again, which moment it was restored to.
"""


def restore(arguments: Sequence[str]) -> int:
    """Restore, and print the moment; returns the exit status."""
    asked = parser_of("restore FILE", "the bot's database from a backup.", HOW_TO_RESTORE)
    asked.add_argument("file", metavar="FILE", type=Path)
    asked.add_argument("--forgotten", metavar="LIST", type=Path, help="what `forgotten` printed: forget them again")
    asked.add_argument("--bans", metavar="LIST", type=Path, help="what `bans` printed: keep them away again")
    given = asked.parse_args(arguments)
    file = given.file
    settings = database_settings()
    try:
        forgotten = [Forgotten(*each) for each in _listed(given.forgotten, "forgotten")]
        since = Since(forgotten, _listed(given.bans, "bans"))
        with tqdm(unit="B", unit_scale=True, desc="restored", delay=UNTOLD) as bar:

            def tell(done: int, of: int) -> None:
                bar.total = of
                bar.update(done - bar.n)

            if settings.database_path is None:
                moment, chats = asyncio.run(restored_server(file, settings.database_url.get_secret_value(), since))
            else:
                moment, chats = asyncio.run(restored_file(file, settings.database_path, since, tell))
    except CannotBackUp as error:
        sys.stderr.write(f"restore: {error}\n")
        return 2
    if moment is None:
        sys.stdout.write("Restored; no bot has served anybody from it yet.\n")
        return 0
    at = f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%S} UTC"
    sys.stdout.write(f"Restored to {at}, when a bot last served; {chats} chats will be told.\n")
    return 0


def _listed(file: Path | None, command: str) -> list[tuple[int, float]]:
    """What the list holds that the command printed: a person and a moment a line; none without a file.

    Raises CannotBackUp if it is none.
    """
    if file is None:
        return []
    try:
        pairs = [line.split() for line in file.read_text("ascii").splitlines()]
        return [(int(person), float(at)) for person, at in pairs]
    except (OSError, ValueError):
        raise CannotBackUp(f"{file} is no list of `{command}`") from None


def list_forgotten(arguments: Sequence[str]) -> int:
    """Print them, a line each: the person's number at Telegram, and when, in seconds since 1970; returns 0."""
    parser_of(
        "forgotten", "who asked to be forgotten: a list to keep beside backups, for `restore --forgotten`."
    ).parse_args(arguments)
    for each in asyncio.run(_forgotten()):
        sys.stdout.write(f"{each.person} {each.at}\n")
    return 0


async def _forgotten() -> list[Forgotten]:
    async with connected(database_settings().database_url.get_secret_value()) as connection:
        return await who_was_forgotten(connection)


def list_bans(arguments: Sequence[str]) -> int:
    """Print them, a line each: the person's number at Telegram, and since when, in seconds since 1970; returns 0."""
    parser_of("bans", "who is kept away: a list to keep beside backups, for `restore --bans`.").parse_args(arguments)
    for person, at in asyncio.run(_banned()):
        sys.stdout.write(f"{person} {at}\n")
    return 0


async def _banned() -> list[tuple[int, float]]:
    async with connected(database_settings().database_url.get_secret_value()) as connection:
        return await who_is_banned(connection)


HOW_TO_MIGRATE = """
A bot may serve from SOURCE meanwhile. TARGET is made equal to SOURCE, all at once or not at all, and may be made so
again until a bot has served from it: copy while the bot runs, to see that all is well; then stop it, copy again, and
start it with DATABASE_URL=TARGET.
"""


def migrate_data(arguments: Sequence[str]) -> int:
    """Move the data and print what was moved; returns the exit status."""
    asked = parser_of("migrate-data SOURCE TARGET", "the bot's data from SQLite to PostgreSQL.", HOW_TO_MIGRATE)
    asked.add_argument("source", metavar="SOURCE", help="sqlite:///relative/path.db or sqlite:////absolute/path.db")
    asked.add_argument("target", metavar="TARGET", help="postgresql://user:password@host:5432/name")
    given = asked.parse_args(arguments)
    try:
        moved = asyncio.run(_moved(given.source, given.target))
    except (CannotMove, UnusableDatabase) as error:
        sys.stderr.write(f"migrate-data: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    sys.stdout.write(f"{_table(moved)}\n")
    return 0


async def _moved(source: str, target: str) -> "list[Moved]":
    with driver_needed():
        from bot.storage.transfer_target import ADDRESS, move, opened, rows_to_move, tables_to_move  # noqa: PLC0415
    path = path_in(source)
    if path is None:
        raise CannotMove("the source must be sqlite:///relative/path.db or sqlite:////absolute/path.db")
    if not target.startswith(("postgresql://", "postgres://")):
        raise CannotMove(ADDRESS)
    with closing(Source(path)) as snapshot:
        async with opened(target) as copy:
            tables = await tables_to_move(snapshot, copy)
            await copy.take(tables)
            with tqdm(total=2 * rows_to_move(snapshot), unit=" rows", desc="copied and compared") as bar:
                moved = await move(snapshot, copy, tables, bar.update)
            await copy.mark(source)
    return moved


def _table(moved: "list[Moved]") -> str:
    """The tables that were moved, with the checksums that both sides agree on."""
    lines = [
        f"{each.table:<16} {each.source.rows:>12,} {each.target.rows:>12,}   {each.source.short}  {each.target.short}"
        for each in moved
    ]
    head = f"{'table':<16} {'source rows':>12} {'target rows':>12}   {'source SHA-256':<16}  target SHA-256"
    rows = sum(each.target.rows for each in moved)
    return "\n".join([head, *lines, f"All {rows:,} rows are there, and the same."])
