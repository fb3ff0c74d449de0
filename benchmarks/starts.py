"""Bots that are begun anew in each round: their first second, a quiet time, and many who begin a game at once."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.chats import Chats
from benchmarks.contenders import STREAM, Contender, begun
from benchmarks.disk import flushes
from benchmarks.game import OPENING
from benchmarks.load import Measured, each_so_often, steady_stream
from benchmarks.processes import work_of
from benchmarks.size import Size
from bot.storage.sqlite import path_in
from faults.processes.postgres import NotInstalled

FIRST = 1.0
"""The seconds after a bot has begun to ask for updates that are measured apart."""
FLUSHES = 100


@dataclass(slots=True)
class Started:
    """The results of a contender, process by process. Seconds.

    `work`: of processor, of the bot's own process while all were busy. `disk`: for each flush of a write of our own to
    the folder of the database, before and after the quiet time.
    """

    name: str
    first: list[Measured] = field(default_factory=list)
    quiet: list[Measured] = field(default_factory=list)
    busy: list[Measured] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    disk: list[float] = field(default_factory=list)

    @property
    def work_per_update(self) -> list[float]:
        return [work / len(load.times) for work, load in zip(self.work, self.busy, strict=True)]

    @property
    def work_per_call(self) -> list[float]:
        return [work / load.calls for work, load in zip(self.work, self.busy, strict=True)]


def few_for(size: Size) -> int:
    """The number of chats for the first second and the quiet time: each plays one opening."""
    return math.ceil(STREAM * (FIRST + size.seconds) / OPENING)


async def started_in_turn(contenders: Sequence[Contender], size: Size) -> list[Started]:
    """The results of contenders that are begun and loaded one after the other, and next time the other way round.

    Contenders that need a PostgreSQL that is not installed are left out, and named.
    """
    results = {contender.name: Started(contender.name) for contender in contenders}
    for number in range(size.starts):
        for contender in contenders[:: -1 if number % 2 else 1]:
            if contender.name in results:
                try:
                    await _start(contender, size, results[contender.name])
                except NotInstalled as error:
                    print(f"{contender.name}: {error}")
                    del results[contender.name]
    return list(results.values())


async def _start(contender: Contender, size: Size, result: Started) -> None:
    """Begin the contender, load it once in each way, and end it."""
    few = few_for(size)
    chats = Chats([contender.mover(seed) for seed in range(few + size.openers)])
    async with begun(contender, chats) as (process, database):
        result.first.append(await steady_stream(chats, STREAM, min(FIRST, size.seconds), chats.all[:few]))
        result.disk += await _flushes(database)
        result.quiet.append(await steady_stream(chats, STREAM, size.seconds, chats.all[:few]))
        result.disk += await _flushes(database)
        worked = work_of(process)
        result.busy.append(await each_so_often(chats, chats.all[few:], OPENING))
        result.work.append(work_of(process) - worked)


async def _flushes(database: str) -> list[float]:
    path = path_in(database)
    return [] if path is None else await asyncio.to_thread(flushes, path.parent, FLUSHES)
