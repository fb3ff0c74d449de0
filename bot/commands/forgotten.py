"""`python -m bot forgotten`: who asked to be forgotten: a list to keep beside backups, for `restore --forgotten`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.app.model.chats import Forgotten
from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.operator import connected, who_was_forgotten


def run(arguments: Sequence[str]) -> int:
    """Print them, a line each: the person's number at Telegram, and when, in seconds since 1970; returns 0."""
    argparse.ArgumentParser(prog=f"{PROGRAM} forgotten", description=__doc__).parse_args(arguments)
    for each in asyncio.run(_all()):
        sys.stdout.write(f"{each.person} {each.at}\n")
    return 0


async def _all() -> list[Forgotten]:
    async with connected(settings_from_environment().database_url.get_secret_value()) as connection:
        return await who_was_forgotten(connection)
