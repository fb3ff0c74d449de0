"""Thousands who begin a game at the same moment, and this bot beside echo bots as people run them."""

import asyncio
import math
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from statistics import median

from benchmarks.altered import DELAY
from benchmarks.contenders import (
    ECHO_AIOHTTP,
    ECHO_HTTPX,
    EXTRA,
    IN_POSTGRES,
    OURS,
    PATIENCE,
    STREAM,
    Contender,
    Measured,
    begun,
    each_so_often,
    in_sqlite,
    percentile,
    steady_stream,
    work_of,
)
from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from benchmarks.plain import plain_milliseconds
from benchmarks.players import OPENING, Chats, Chatter, Opener
from bot.storage.sqlite import path_in
from faults.processes.postgres import NotInstalled

IN_SQLITE = replace(OURS, mover=Opener)
STORED = {"sqlite": IN_SQLITE, "postgres": replace(IN_POSTGRES, mover=Opener)}
SLOW = Contender(
    f"the same in SQLite, commits {1000 * DELAY:.0f} ms longer", ("benchmarks.altered", "slow"), Opener, in_sqlite
)
PEERS = {
    "stock": replace(ECHO_HTTPX, name="python-telegram-bot echo as it comes", module=("benchmarks.echo", "stock")),
    "aiohttp": ECHO_AIOHTTP,
    "aiogram": Contender("aiogram echo, uvloop", ("benchmarks.in_aiogram", "echo"), Chatter, in_sqlite),
}
FIGURES = (*PEERS, "p99", "first", "cpu", "call")
RATIOS = (
    *(f"opening.{database}.{figure}" for database in STORED for figure in FIGURES),
    "opening.slow.updates",
    "opening.slow.p50",
)
CONDITIONS = f"""\
{{openers}} private chats at once, each sending {OPENING} updates, the next as soon as a newer message answers the last:
to this bot /play and guesses typed; an echo repeats. Before that, and with other chats, {STREAM:.0f} a second, the
first second after the bot began to ask for updates apart. {{starts}} rounds, each with new processes and databases, the
bots in turn. Flood limits are lifted, for all bots alike. Calls are of the Bot API, until the bot was done; CPU is that
of the bot's own process in the same time. A bot that is not done after {PATIENCE + EXTRA:.0f} seconds, or has not given
as many answers as there are chats after {PATIENCE:.0f}, is measured by what it did. Medians of the rounds; below, of
all updates of all rounds.
"""


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


def measured(size: Size) -> Report:
    """All bots. Ratios are to each echo; processor time is compared with plain Python, measured before and after."""
    before = plain_milliseconds()
    results = run(started_in_turn((*STORED.values(), SLOW, *PEERS.values()), size))
    plain = (before, plain_milliseconds())
    by_name = {result.name: result for result in results}
    slow, ours = by_name[SLOW.name], by_name[IN_SQLITE.name]
    ratios = {
        "opening.slow.updates": Spread.of(_over(slow.busy, ours.busy)),
        "opening.slow.p50": Spread.of(_sooner(slow.quiet, ours.quiet, 0.5)),
    }
    for database, contender in STORED.items():
        if contender.name in by_name:
            ratios |= _ratios(by_name[contender.name], by_name, plain, f"opening.{database}")
    return Report(_text(results, size), ratios)


def _ratios(ours: Started, results: dict[str, Started], plain: Sequence[float], prefix: str) -> dict[str, Spread]:
    """How many times as well we did as each echo, and as plain Python, under names with that prefix."""
    beside = {peer: Spread.of(_over(ours.busy, results[echo.name].busy)) for peer, echo in PEERS.items()}
    waits = {
        "p99": Spread.of(_sooner(ours.quiet, results[ECHO_AIOHTTP.name].quiet, 0.99)),
        "first": Spread.of(_sooner(ours.first, ours.quiet, 0.99)),
    }
    work = {
        "cpu": times_as_fast((1000 * median(ours.work_per_update), took) for took in plain),
        "call": times_as_fast((1000 * median(ours.work_per_call), took) for took in plain),
    }
    return {f"{prefix}.{figure}": spread for figure, spread in (beside | waits | work).items()}


def _over(ours: Sequence[Measured], theirs: Sequence[Measured]) -> list[float]:
    """How many times as many updates a second, round by round."""
    return [mine.per_second / other.per_second for mine, other in zip(ours, theirs, strict=True)]


def _sooner(ours: Sequence[Measured], theirs: Sequence[Measured], share: float) -> list[float]:
    """How many times as short such a share of the waits were, round by round."""
    pairs = zip(ours, theirs, strict=True)
    return [other.percentile(share) / mine.percentile(share) for mine, other in pairs]


def _text(results: Sequence[Started], size: Size) -> str:
    """Two tables: all at once, and the quiet time with the disk's own figures."""
    at_once = (
        "",
        "updates/s",
        "calls/update",
        "calls/s",
        "CPU/update",
        "CPU/call",
        "p50",
        "p99",
        "unanswered",
        "API load",
    )
    quiet = ("", f"first {FIRST:.0f} s: p50", "p99", f"then at {STREAM:.0f}/s: p50", "p99")
    disk = [flush for result in results for flush in result.disk]
    itself = (f"the disk itself, 16 kB made safe ({len(disk)} times)", "", "", *_percentiles(disk))
    text = CONDITIONS.format(openers=size.openers, starts=size.starts)
    return f"{text}\n{aligned([at_once, *map(_at_once, results)])}\n\n{aligned([quiet, *map(_quiet, results), itself])}"


def _at_once(result: Started) -> tuple[str, ...]:
    busy = result.busy
    return (
        result.name,
        f"{median(load.per_second for load in busy):.0f}",
        f"{median(load.calls_per_update for load in busy):.2f}",
        f"{median(load.per_second * load.calls_per_update for load in busy):.0f}",
        f"{1e6 * median(result.work_per_update):.0f} µs",
        f"{1e6 * median(result.work_per_call):.0f} µs",
        *(f"{median(load.percentile(share) for load in busy):.2f} s" for share in (0.5, 0.99)),
        str(sum(load.unanswered for load in busy)),
        f"{median(load.api_load for load in busy):.0%}",
    )


def _quiet(result: Started) -> tuple[str, ...]:
    return (result.name, *(shown for loads in (result.first, result.quiet) for shown in _percentiles(_times(loads))))


def _times(loads: Sequence[Measured]) -> Iterable[float]:
    return chain.from_iterable(load.times for load in loads)


def _percentiles(times: Iterable[float]) -> tuple[str, ...]:
    ordered = sorted(times)
    return tuple(f"{1000 * percentile(ordered, share):.1f} ms" for share in (0.5, 0.99))


# Bots that are begun anew in each round

FIRST = 1.0
"""The seconds after a bot has begun to ask for updates that are measured apart."""
FLUSHES = 100


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


# How long the disk itself takes to make a write safe

PIECE = os.urandom(16 * 1024)
"""As much as a commit of a few updates writes."""
FILE = 4 * 2**20
"""Bytes after which writing begins at the start again, as SQLite does in its write-ahead log."""
flush = getattr(os, "fdatasync", os.fsync)  # macOS and Windows have only the latter


def flushes(folder: Path, count: int) -> list[float]:
    """Write so many pieces to a file in the folder, one after the other; returns the seconds that each flush took."""
    path = folder / "flushed"
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        return [_flush(file, place * len(PIECE) % FILE) for place in range(count)]
    finally:
        os.close(file)
        path.unlink()


def _flush(file: int, offset: int) -> float:
    os.lseek(file, offset, os.SEEK_SET)
    os.write(file, PIECE)
    began = time.perf_counter()
    flush(file)
    return time.perf_counter() - began
