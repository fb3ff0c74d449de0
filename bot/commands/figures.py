"""Commands that say how it goes: what failed, and who plays how much."""

import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.app.operators.model import Failure, Numbers
from bot.commands import parser_of
from bot.settings import database_settings
from bot.storage.operator import CannotRetry, connected, counted_apart, drop, failures, retry

HOW_TO_RETRY = """
Each line begins with an id: u and an update's number (players are told it, and the log has it), m and that of a message
that Telegram refused, j and that of a job. A message or a job can be tried again: the bot that serves takes it within a
minute. Of an update no texts are kept, so it can only be dropped.
"""
ALL = "all"
DEEDS = {"retry": (retry, "tried again"), "drop": (drop, "dropped")}


def tell_failed(arguments: Sequence[str]) -> int:
    """List the failures, or do something with them; returns 0, or 1 where it cannot be done."""
    asked = parser_of(
        "failed",
        "what failed and was kept; `retry` and `drop` do so with one of them, or with all.",
        HOW_TO_RETRY,
    )
    asked.add_argument("deed", nargs="?", choices=[*DEEDS], metavar="retry|drop")
    asked.add_argument("id", nargs="?", metavar="ID", help="as listed, or `all`")
    given = asked.parse_args(arguments)
    if given.deed and not given.id:
        asked.error(f"{given.deed} of what? Name an id, or {ALL}")
    return asyncio.run(_failed(given.deed, given.id))


async def _failed(deed: str | None, name: str | None) -> int:
    async with connected(database_settings().database_url.get_secret_value()) as connection:
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
        f"{each.id:12} {datetime.fromtimestamp(each.at, UTC):%Y-%m-%d %H:%M:%S}  {_about(each)}: {each.error}\n"
        for each in found
    )


def _about(failure: Failure) -> str:
    if failure.is_message:
        return f"to {failure.about}"
    if not failure.id.startswith("j"):
        return failure.about
    return f"{'Job' if failure.can_be_retried else 'LongJob'}:{failure.about}"


def tell_numbers(arguments: Sequence[str]) -> int:
    """Print the table; returns 0."""
    parser_of("numbers", "who plays how much, what waits and what failed, today (UTC) and lately.").parse_args(
        arguments
    )
    sys.stdout.write(asyncio.run(_counted()))
    return 0


async def _counted() -> str:
    return table(await counted_apart(database_settings().database_url.get_secret_value()))


def table(counted: Numbers) -> str:
    """The numbers, a line each."""
    head = f"{'':22}{'today':>10}{'7 days':>10}\n"
    since = [f"{name:22}{today:>10,}{week:>10,}\n" for name, (today, week) in counted.since.items()]
    now = [f"{name:22}{count:>10,}\n" for name, count in counted.now.items()]
    return "".join([head, *since, f"\n{'':22}{'now':>10}\n", *now])
