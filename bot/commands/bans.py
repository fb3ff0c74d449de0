"""`python -m bot bans`: who is kept away: a list to keep beside backups, for `restore --bans`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.operator import connected, who_is_banned


def run(arguments: Sequence[str]) -> int:
    """Print them, a line each: the person's number at Telegram, and since when, in seconds since 1970; returns 0."""
    argparse.ArgumentParser(prog=f"{PROGRAM} bans", description=__doc__).parse_args(arguments)
    for person, at in asyncio.run(_all()):
        sys.stdout.write(f"{person} {at}\n")
    return 0


async def _all() -> list[tuple[int, float]]:
    async with connected(settings_from_environment().database_url.get_secret_value()) as connection:
        return await who_is_banned(connection)
