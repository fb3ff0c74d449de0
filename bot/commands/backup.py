"""`python -m bot backup FILE`: a copy of the bot's SQLite file, made while people play."""

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from bot.commands.program import PROGRAM
from bot.storage.backup.copy import CannotBackUp, copy_to

EPILOG = """
DATABASE_URL says what is copied. FILE must not exist; it holds the secrets of running games. To go back to it, stop the
bot and put FILE in the place of the bot's file, whose -wal and -shm must go.
"""
SERVER = "backup: DATABASE_URL names a PostgreSQL database: back it up with pg_dump\n"


def run(arguments: list[str], database: Path | None) -> int:
    """Copy the SQLite file `database` and print the size; returns the exit status. None: the database is no file."""
    asked = argparse.ArgumentParser(prog=f"{PROGRAM} backup", description=__doc__, epilog=EPILOG)
    asked.add_argument("file", metavar="FILE", type=Path)
    target = asked.parse_args(arguments).file
    if database is None:
        sys.stderr.write(SERVER)
        return 2
    try:
        with tqdm(unit="B", unit_scale=True, desc="copied") as bar:

            def tell(done: int, of: int) -> None:
                bar.total = of
                bar.update(done - bar.n)

            size = copy_to(target, database, tell)
    except CannotBackUp as error:
        sys.stderr.write(f"backup: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    sys.stdout.write(f"{target}: {size / 2**20:.1f} MB, checked\n")
    return 0
