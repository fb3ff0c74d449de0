"""`python -m bot backup FILE`: a copy of the bot's database, made while people play."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.backup import CannotBackUp, copy_to, dump_to

EPILOG = """
DATABASE_URL says what is copied: a SQLite file as such, a PostgreSQL database by pg_dump. FILE must not exist; it holds
the secrets of running games. `restore` goes back to it.
"""


def run(arguments: Sequence[str]) -> int:
    """Copy the database and print the size; returns the exit status."""
    asked = argparse.ArgumentParser(prog=f"{PROGRAM} backup", description=__doc__, epilog=EPILOG)
    asked.add_argument("file", metavar="FILE", type=Path)
    target = asked.parse_args(arguments).file
    settings = settings_from_environment()
    try:
        with tqdm(unit="B", unit_scale=True, desc="copied") as bar:

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
