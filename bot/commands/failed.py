"""`python -m bot failed`: what failed and was kept; `retry` and `drop` do so with one of them, or with all."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.operator import CannotRetry, Failure, connected, drop, failures, retry

EPILOG = """
Each line begins with an id: u and an update's number (players are told it, and the log has it), m and that of a message
that Telegram refused, j and that of a job. A message or a job can be tried again: the bot that serves takes it within a
minute. Of an update no texts are kept, so it can only be dropped.
"""
ALL = "all"
DEEDS = {"retry": (retry, "tried again"), "drop": (drop, "dropped")}


def run(arguments: Sequence[str]) -> int:
    """List the failures, or do something with them; returns 0, or 1 where it cannot be done."""
    asked = argparse.ArgumentParser(prog=f"{PROGRAM} failed", description=__doc__, epilog=EPILOG)
    asked.add_argument("deed", nargs="?", choices=[*DEEDS], metavar="retry|drop")
    asked.add_argument("id", nargs="?", metavar="ID", help="as listed, or `all`")
    given = asked.parse_args(arguments)
    if given.deed and not given.id:
        asked.error(f"{given.deed} of what? Name an id, or {ALL}")
    return asyncio.run(_run(given.deed, given.id))


async def _run(deed: str | None, name: str | None) -> int:
    async with connected(settings_from_environment().database_url.get_secret_value()) as connection:
        found = await failures(connection)
        if deed is None:
            sys.stdout.write(_listed(found))
            return 0
        meant = [failure for failure in found if name in (ALL, failure.id)]
        if not meant and name != ALL:
            sys.stderr.write(f"failed: there is no {name}\n")
            return 1
        status = 0
        do, done = DEEDS[deed]
        for failure in meant:
            try:
                await do(failure, connection)
            except CannotRetry as error:
                sys.stderr.write(f"{failure.id}: {error}\n")
                status = 1
            else:
                sys.stdout.write(f"{failure.id}: {done}\n")
    return status


def _listed(found: list[Failure]) -> str:
    if not found:
        return "Nothing has failed.\n"
    return "".join(
        f"{each.id:12} {datetime.fromtimestamp(each.failed_at, UTC):%Y-%m-%d %H:%M:%S}  {each.about}: {each.error}\n"
        for each in found
    )
