"""`python -m bot numbers`: who plays how much, what waits and what failed, today (UTC) and lately."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.app.model.operators import Numbers
from bot.commands.program import PROGRAM
from bot.settings import settings_from_environment
from bot.storage.operator import counted_apart


def run(arguments: Sequence[str]) -> int:
    """Print the table; returns 0."""
    argparse.ArgumentParser(prog=f"{PROGRAM} numbers", description=__doc__).parse_args(arguments)
    sys.stdout.write(asyncio.run(_told()))
    return 0


async def _told() -> str:
    return table(await counted_apart(settings_from_environment().database_url.get_secret_value()))


def table(counted: Numbers) -> str:
    """The numbers, a line each."""
    head = f"{'':22}{'today':>10}{'7 days':>10}\n"
    since = [f"{name:22}{today:>10,}{week:>10,}\n" for name, (today, week) in counted.since.items()]
    now = [f"{name:22}{count:>10,}\n" for name, count in counted.now.items()]
    return "".join([head, *since, f"\n{'':22}{'now':>10}\n", *now])
