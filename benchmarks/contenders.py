"""The bots that are measured, each in a process of its own, and the loads that they are under."""

import asyncio
import os
import random
import resource
import signal
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import psutil

from benchmarks.measuring import ROOT, Size
from benchmarks.players import Chat, Chats, Chatter, Mover, Player
from benchmarks.telegram import TOKEN
from faults.processes.postgres import Cluster, NotInstalled

STREAM = 100.0
START_TIME = 60.0


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a load. Times in seconds; `api_load`: the share of a core that measuring itself took.

    `calls`: the bot's calls for these chats. A board that nobody would have seen is never sent, so fast answers and few
    calls can have the same cause.
    """

    seconds: float
    times: tuple[float, ...]
    calls: int
    api_load: float
    unanswered: int

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def calls_per_update(self) -> float:
        return self.calls / len(self.times)

    def percentile(self, share: float) -> float:
        return percentile(self.times, share)


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot: its command, the people who write to it, its database, and the checkout in which it is begun."""

    name: str
    module: tuple[str, ...]
    mover: Callable[[int], Mover]
    database: Callable[[], AbstractAsyncContextManager[str]]
    folder: Path = ROOT


@dataclass(slots=True)
class Outcome:
    """The results of a contender under both loads, round by round.

    `work`: seconds of processor for an update, start and end included; known once its process has ended.
    """

    name: str
    at_once: list[Measured] = field(default_factory=list)
    stream: list[Measured] = field(default_factory=list)
    work: float = 0.0
    games: int = 0


@asynccontextmanager
async def in_sqlite() -> AsyncIterator[str]:
    """The URL of a new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/benchmark.db"


@asynccontextmanager
async def in_postgres() -> AsyncIterator[str]:
    """The URL of an empty database. Raises NotInstalled."""
    async with Cluster(buffers="128MB") as cluster:
        yield await cluster.new_database()


OURS = Contender("this bot, games in SQLite", ("bot",), Player, in_sqlite)
IN_POSTGRES = Contender("this bot, games in PostgreSQL", ("bot",), Player, in_postgres)
ECHO_HTTPX = Contender("python-telegram-bot echo, HTTPX", ("benchmarks.echo", "httpx"), Chatter, in_sqlite)
ECHO_AIOHTTP = Contender(
    "python-telegram-bot echo, aiohttp and uvloop", ("benchmarks.echo", "aiohttp"), Chatter, in_sqlite
)


async def alternated(contenders: Sequence[Contender], size: Size) -> list[Outcome]:
    """The results of contenders that all run the whole time and are loaded in turn, round after round.

    Contenders that need a PostgreSQL that is not installed are left out, and named.
    """
    outcomes = []
    async with AsyncExitStack() as stack:
        loads = []
        for contender in contenders:
            try:
                outcome, load = await stack.enter_async_context(_loaded(contender, size))
            except NotInstalled as error:
                print(f"{contender.name}: {error}")
            else:
                outcomes.append(outcome)
                loads.append(load)
        for _ in range(size.rounds):
            for load in loads:
                await load()
    return outcomes


@asynccontextmanager
async def _loaded(contender: Contender, size: Size) -> AsyncIterator[tuple[Outcome, Callable[[], Awaitable[None]]]]:
    """The running contender: its results, and a function that loads it once."""
    movers = [contender.mover(seed) for seed in range(size.chats)]
    chats, outcome = Chats(movers), Outcome(contender.name)
    async with contender.database() as database, await chats.api.serve() as server, AsyncExitStack() as stack:
        process = await stack.enter_async_context(running(contender, port_of(server), database))

        async def load() -> None:
            outcome.at_once.append(await everybody_at_once(chats, size))
            outcome.stream.append(await steady_stream(chats, STREAM, size.seconds))
            if process.returncode is not None:
                raise RuntimeError(f"{contender.name} ended by itself with {process.returncode}")

        await ready(process, chats)
        yield outcome, load
        worked = _work_of_ended_processes()
        await stack.aclose()
        outcome.work = (_work_of_ended_processes() - worked) / chats.count
        outcome.games = sum(mover.games for mover in movers)


def port_of(server: asyncio.Server) -> int:
    """The port on which it listens."""
    return int(server.sockets[0].getsockname()[1])


def _work_of_ended_processes() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@asynccontextmanager
async def running(
    contender: Contender,
    port: int,
    database: str,
    messages_per_second: int = 1_000_000,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The contender's process; it gets SIGTERM at the end, and is killed if it does not exit. `settings`: others."""
    environment = os.environ | {
        "BOT_TOKEN": TOKEN,
        "BOT_API_URL": f"http://127.0.0.1:{port}",
        "DATABASE_URL": database,
        "MESSAGES_PER_SECOND": str(messages_per_second),
        "LOG_LEVEL": "WARNING",
        **settings,
    }
    command = (sys.executable, "-m", *contender.module)
    process = await asyncio.create_subprocess_exec(*command, env=environment, cwd=contender.folder)
    try:
        yield process
    finally:
        await _end(process)


@asynccontextmanager
async def begun(contender: Contender, chats: Chats) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """The contender's process once it asks for updates of these chats, and the URL of its database."""
    async with (
        contender.database() as database,
        await chats.api.serve() as server,
        running(contender, port_of(server), database) as process,
    ):
        await ready(process, chats)
        yield process, database


async def ready(process: asyncio.subprocess.Process, chats: Chats) -> None:
    """Wait until the bot asks for updates."""
    ended, polled = asyncio.create_task(process.wait()), asyncio.create_task(chats.api.polled.wait())
    await asyncio.wait({ended, polled}, timeout=START_TIME, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    polled.cancel()
    if not chats.api.polled.is_set():
        raise RuntimeError("the bot does not ask for updates")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()


# What a process has used, without those that it began


def work_of(process: Process) -> float:
    """Seconds of processor so far."""
    return processor_of(psutil.Process(process.pid))


def work_of_children(process: Process) -> float:
    """Seconds of processor so far of all processes that it began and that run: they solve and paint."""
    return sum(map(processor_of, psutil.Process(process.pid).children(recursive=True)))


def processor_of(process: psutil.Process) -> float:
    """Seconds of processor so far; 0 if it has ended."""
    with suppress(psutil.NoSuchProcess):
        used = process.cpu_times()
        return float(used.user + used.system)
    return 0.0


def memory_of(process: Process) -> int:
    """Bytes of memory that it holds now."""
    return int(psutil.Process(process.pid).memory_info().rss)


# Loads: all chats at once (closed loop), and a steady stream (open loop)

PATIENCE = 10.0
EXTRA = 10.0
"""Seconds beyond which nobody waits for those who answer, but too slowly."""
CALM = 0.2
"""Seconds without a call after which the bot is done."""
LOOK = 0.05


def percentile(times: Iterable[float], share: float) -> float:
    """The time that so large a share of the times do not exceed; NaN without any."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Meter:
    """Measures from now on: wall time, our own processor time, answers and calls."""

    def __init__(self, chats: Chats) -> None:
        self.times: list[float] = []
        self._chats = chats
        self._calls = chats.calls
        self._started, self._worked = time.perf_counter(), time.process_time()

    def read(self) -> Measured:
        """The result so far. Raises RuntimeError if there were no answers."""
        if not self.times:
            raise RuntimeError("the bot has not answered anything")
        took = time.perf_counter() - self._started
        load = (time.process_time() - self._worked) / took
        return Measured(took, tuple(self.times), self._chats.calls - self._calls, load, 0)


async def everybody_at_once(chats: Chats, size: Size) -> Measured:
    """Closed loop: each chat sends its next update as soon as the last one was fully answered.

    It goes on until there are as many answers as chats, however slow the machine is.
    """
    meter = Meter(chats)
    going_on = True

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        if going_on:
            chat.act()

    chats.answered = answered
    for chat in chats.all:
        chat.act()
    await asyncio.sleep(size.warm_up)
    meter = Meter(chats)
    await asyncio.sleep(size.seconds)
    await until(lambda: len(meter.times) >= len(chats.all))
    measured = meter.read()
    going_on = False
    return replace(measured, unanswered=await _unanswered(chats))


async def each_so_often(chats: Chats, some: Sequence[Chat], often: int) -> Measured:
    """Closed loop: some chats begin at once and send so many updates each, the next once the last was answered.

    Calls are counted until the bot is done, the time until the last answer. Whoever is not done when patience ends is
    measured by what it did; patience is longer with those who have given as many answers as there are chats.
    """
    meter, left = Meter(chats), dict.fromkeys(some, often)

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        left[chat] -= 1
        if left[chat]:
            chat.act()

    chats.answered = answered
    for chat in some:
        chat.act()
    await until(lambda: not any(left.values()))
    if len(meter.times) > len(some):
        await until(lambda: not any(left.values()), EXTRA)
    measured, chats.answered = meter.read(), None
    if not any(left.values()):
        await _calm(chats)
    return replace(measured, calls=meter.read().calls, unanswered=sum(chat.busy for chat in some))


async def steady_stream(
    chats: Chats, per_second: float, seconds: float, some: Sequence[Chat] | None = None
) -> Measured:
    """Open loop: updates come at random moments, whether or not the former were answered; from some chats or all."""
    meter = Meter(chats)
    idle = deque(chat for chat in some or chats.all if not chat.busy)

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        idle.append(chat)

    chats.answered = answered
    dice = random.Random(1)
    due = started = time.perf_counter()
    while (due := due + dice.expovariate(per_second)) < started + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if idle:
            idle.popleft().act()
    streamed = time.perf_counter() - started
    unanswered = await _unanswered(chats)
    return replace(meter.read(), seconds=streamed, unanswered=unanswered)


async def _unanswered(chats: Chats) -> int:
    """The number of chats that still wait when patience ends."""
    await until(lambda: not any(chat.busy for chat in chats.all))
    return sum(chat.busy for chat in chats.all)


async def _calm(chats: Chats) -> None:
    """Wait until the bot makes no more calls for these chats."""
    calls = -1
    while calls != chats.calls:
        calls = chats.calls
        await asyncio.sleep(CALM)


async def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until it is true, for a limited time."""
    for _ in range(int(patience / LOOK)):
        if true():
            break
        await asyncio.sleep(LOOK)
