"""Commits without pause and says so after each: `python -m tests.bot.storage.committer URL`. Made to be killed.

Each line of its output is the number of an update whose commit was acknowledged, and whether it was new.
"""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import structlog

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import Work
from tests.bot.storage.stores import opened, screen, table_in

LANES = 8
OVER = "solo classic 0834 | 0834"


def chat_of(update: int) -> Chat:
    """Where the update comes from."""
    return Chat(update % LANES + 1)


def table_of(update: int) -> str:
    """The id of the table that an update saves."""
    return f"{update:016x}"


def counter_of(chat: int) -> str:
    """The id of the table whose suggestions count the updates of a chat."""
    return f"counter {chat}"


async def committed(update: int, work: Work) -> bool:
    """Writes that belong together; whether the update was new."""
    chat = chat_of(update)
    scene = await work.scene(update, chat)
    if scene.seen:
        return False
    games = [game for game in scene.games if isinstance(game, Alone)]
    counter = games[0] if games else table_in(chat, counter_of(chat.id))
    work.games.save(replace(counter, suggestions=counter.suggestions + 1))
    work.games.save(table_in(chat, table_of(update), OVER))
    work.show(chat, f"slot {update}", screen("x" * (update % 5000)), Place.HERE)
    return True


async def main(url: str) -> None:
    async with opened(url) as store:
        numbers = count(1)

        async def stored(update: int) -> bool:
            return await store.run(lambda work: committed(update, work), chat_of(update).id)

        async def lane(numbers: Iterator[int]) -> None:
            for update in numbers:
                new = await retry_until_stored(lambda update=update: stored(update))  # type: ignore[misc]
                print(update, "new" if new else "seen", flush=True)

        await asyncio.gather(*(lane(numbers) for _ in range(LANES)))


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(sys.argv[1]))
