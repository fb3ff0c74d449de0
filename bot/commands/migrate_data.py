"""`python -m bot migrate-data SOURCE TARGET`: the bot's data from SQLite to PostgreSQL."""

import argparse
import asyncio
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from tqdm import tqdm

from bot.commands.program import PROGRAM
from bot.storage.session import UnusableDatabase, driver_needed
from bot.storage.sqlite import path_in
from bot.storage.transfer import CannotMove, Source

if TYPE_CHECKING:
    from bot.storage.transfer_target import Moved

EPILOG = """
A bot may serve from SOURCE meanwhile. TARGET is made equal to SOURCE, all at once or not at all, and may be made so
again until a bot has served from it: copy while the bot runs, to see that all is well; then stop it, copy again, and
start it with DATABASE_URL=TARGET.
"""


def run(arguments: list[str]) -> int:
    """Move the data and print what was moved; returns the exit status."""
    asked = argparse.ArgumentParser(prog=f"{PROGRAM} migrate-data", description=__doc__, epilog=EPILOG)
    asked.add_argument("source", metavar="SOURCE", help="sqlite:///relative/path.db or sqlite:////absolute/path.db")
    asked.add_argument("target", metavar="TARGET", help="postgresql://user:password@host:5432/name")
    given = asked.parse_args(arguments)
    try:
        moved = asyncio.run(_move(given.source, given.target))
    except (CannotMove, UnusableDatabase) as error:
        sys.stderr.write(f"migrate-data: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    sys.stdout.write(f"{_table(moved)}\n")
    return 0


async def _move(source: str, target: str) -> "list[Moved]":
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
