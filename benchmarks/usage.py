"""What a bot uses while it is loaded: processor by part, and what waits to be sent."""

import asyncio
import re
import sqlite3
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from functools import partial

import asyncpg
import psutil
from aiohttp import ClientSession

from benchmarks.processes import work_of
from bot.storage.sqlite import path_in

BOT, THINKING, DATABASE, STAND_IN, OTHERS = "bot", "thinking", "database", "stand-in", "others"
PARTS = (BOT, THINKING, DATABASE, STAND_IN, OTHERS)
"""The bot's own processes; those that solve and paint for it; the database server's; this one, which is all
people and Telegram; and whatever else the machine did, which should be little."""
OLDEST = re.compile(r"^bullscows_outbox_oldest_seconds ([\d.e+-]+)$", re.MULTILINE)
WAITING = "SELECT (SELECT count(*) FROM outbox) AS messages, (SELECT count(*) FROM long_jobs) AS reviews"
EVERY = 1.0


@dataclass(slots=True)
class Waiting:
    """What waited while one looked: the most messages in the outbox, the most seconds of the oldest of them, and the
    reviews at the first look and at the last.
    """

    messages: int = 0
    oldest: float = 0.0
    reviews: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """The processes of a bot on its database. `server`: the database's; None: SQLite."""

    bots: Sequence[Process]
    addresses: Sequence[str]
    server: psutil.Process | None
    count: Callable[[], Awaitable[tuple[int, int]]]

    def work(self) -> dict[str, float]:
        """Seconds of processor so far, by part."""
        children = [child for bot in self.bots for child in psutil.Process(bot.pid).children(recursive=True)]
        served = [self.server, *self.server.children()] if self.server else []
        ours = {
            BOT: sum(map(work_of, self.bots)),
            THINKING: sum(map(_work, children)),
            DATABASE: sum(map(_work, served)),
            STAND_IN: time.process_time(),
        }
        machine = psutil.cpu_times()
        return ours | {OTHERS: float(sum(machine) - machine.idle - machine.iowait - sum(ours.values()))}

    async def look(self, seen: Waiting) -> None:
        """Look at what waits again and again, until cancelled."""
        async with ClientSession() as session:
            while True:
                await asyncio.sleep(EVERY)
                messages, reviews = await self.count()
                seen.messages = max(seen.messages, messages)
                seen.reviews = (seen.reviews[0] if seen.reviews else reviews, reviews)
                for address in self.addresses:
                    async with session.get(f"{address}/metrics") as page:
                        if found := OLDEST.search(await page.text()):
                            seen.oldest = max(seen.oldest, float(found[1]))


@asynccontextmanager
async def watched(bots: Sequence[Process], addresses: Sequence[str], url: str) -> AsyncIterator[Usage]:
    """The usage of these processes on the database at that URL, which can be watched until the block ends."""
    if path := path_in(url):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:

            async def count() -> tuple[int, int]:
                return tuple(file.execute(WAITING).fetchone())

            yield Usage(bots, addresses, None, count)
        return
    connection = await asyncpg.connect(url)
    try:
        backend = psutil.Process(await connection.fetchval("SELECT pg_backend_pid()"))
        yield Usage(bots, addresses, backend.parent(), partial(connection.fetchrow, WAITING))
    finally:
        await connection.close()


def _work(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        used = process.cpu_times()
        return float(used.user + used.system)
    return 0.0
