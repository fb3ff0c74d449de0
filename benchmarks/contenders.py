"""The bots that are measured, each in a process of its own."""

import asyncio
import os
import resource
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from benchmarks.chats import Chats
from benchmarks.game import Chatter, Mover, Player
from benchmarks.load import Measured, everybody_at_once, steady_stream
from benchmarks.revision import ROOT
from benchmarks.size import Size
from benchmarks.telegram import TOKEN
from faults.processes.postgres import Cluster, NotInstalled

STREAM = 100.0
START_TIME = 60.0


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
