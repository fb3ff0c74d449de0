"""Commits without pause and says so after each: `python -m tests.bot.committer FILE`. Made to be killed.

Each line of its output is the number of an update whose commit was acknowledged.
"""

import asyncio
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bot.app.messages import Chat
from bot.app.ports import Place, Work
from tests.bot.stores import is_new, opened, screen, table_in

LANES = 8


def table_of(update: int) -> str:
    """The id of the table that an update saves."""
    return f"{update:016x}"


async def committed(update: int, work: Work) -> None:
    """Three writes that belong together."""
    if await is_new(work, update):
        chat = Chat(update % LANES + 1)
        work.save(table_in(chat, table_of(update)))
        work.show(chat, f"slot {update}", screen("x" * (update % 5000)), Place.HERE)


async def main(path: Path) -> None:
    async with opened(path) as store:
        numbers = count(1)

        async def lane(numbers: Iterator[int]) -> None:
            for update in numbers:
                await store.run(lambda work, update=update: committed(update, work))  # type: ignore[misc]
                print(update, flush=True)

        await asyncio.gather(*(lane(numbers) for _ in range(LANES)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
