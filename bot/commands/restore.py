"""`python -m bot restore FILE`: the bot's database from a backup."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tqdm import tqdm

from bot.app.model.chats import Forgotten
from bot.commands.lists import listed
from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.backup import CannotBackUp, restored_file, restored_server
from bot.storage.operator import Since

EPILOG = """
DATABASE_URL says where it goes: a SQLite file that must not exist, or a PostgreSQL database that must be empty. No bot
may serve from it meanwhile. FILE is verified, and stays as it is. What waited to be sent when it was made is dropped;
whoever has a game running is told once, when the bot serves again, which moment it was restored to.
"""


def run(arguments: Sequence[str]) -> int:
    """Restore, and print the moment; returns the exit status."""
    asked = argparse.ArgumentParser(prog=f"{PROGRAM} restore", description=__doc__, epilog=EPILOG)
    asked.add_argument("file", metavar="FILE", type=Path)
    asked.add_argument("--forgotten", metavar="LIST", type=Path, help="what `forgotten` printed: forget them again")
    asked.add_argument("--bans", metavar="LIST", type=Path, help="what `bans` printed: keep them away again")
    given = asked.parse_args(arguments)
    file = given.file
    settings = settings_from_environment()
    try:
        forgotten = [Forgotten(*each) for each in listed(given.forgotten, "forgotten")]
        since = Since(forgotten, listed(given.bans, "bans"))
        with tqdm(unit="B", unit_scale=True, desc="restored") as bar:

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
    at = f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%S} UTC"
    sys.stdout.write(f"Restored to {at}, when a bot last served; {chats} chats will be told.\n")
    return 0
