"""The busiest ten minutes of a million players a day through the bot itself, at growing shares of them, until it bends.

`python -m benchmarks.million --keep` measures all setups in turn, some six minutes each, and keeps the figures in
`benchmarks/million.jsonl`, from which `python -m benchmarks.draw million processor` draws the pictures.
"""

import asyncio
import json
import os
import random
import re
import sqlite3
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from statistics import median

import asyncpg
import psutil
from aiohttp import ClientError, ClientSession

from benchmarks.contenders import (
    START_TIME,
    Contender,
    in_postgres,
    in_sqlite,
    percentile,
    port_of,
    processor_of,
    running,
    until,
    work_of,
    work_of_children,
)
from benchmarks.measuring import aligned, machine, run
from benchmarks.players import Player
from benchmarks.telegram import Pushing
from benchmarks.town import ALONE, GROUP, KINDS, LIVES, MATCH, MILLION, Person, Tally, Town
from bot.storage.sqlite import path_in
from faults.processes.postgres import free_port
from sandbox.arguments import Parser, number

FILE = Path(__file__).with_suffix(".jsonl")
SHARES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3)
FEW = (0.01, 0.02, 0.03, 0.04, 0.05)


@dataclass(slots=True)
class Waiting:
    """What waited while one looked: the most messages in the outbox, the most seconds of the oldest of them, and the
    reviews at the first look and at the last.
    """

    messages: int = 0
    oldest: float = 0.0
    reviews: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What was measured at a share of the million's busiest ten minutes.

    All is of `seconds` seconds; waits are milliseconds, reviews and clocks seconds, each None where there were none.
    `asked`: reviews asked for, besides those of matches.
    `work`: seconds of processor in a second, by part; `cost`: milliseconds of the bot's for an update.
    """

    share: float
    seconds: float
    begun: dict[str, int]
    ended: dict[str, int]
    updates: dict[str, int]
    messages: dict[str, int]
    answers: int
    unanswered: int
    p50: float
    p99: float
    asked: int
    review: float | None
    clocks: int
    late: float | None
    latest: float | None
    work: dict[str, float]
    cost: float
    waiting: Waiting


@dataclass(frozen=True, slots=True)
class Usage:
    """The processes of a bot on its database. `server`: the database's; None: SQLite."""

    bots: Sequence[Process]
    addresses: Sequence[str]
    server: psutil.Process | None
    count: Callable[[], Awaitable[tuple[int, int]]]

    def work(self) -> dict[str, float]:
        """Seconds of processor so far, by part."""
        served = [self.server, *self.server.children()] if self.server else []
        ours = {
            BOT: sum(map(work_of, self.bots)),
            THINKING: sum(map(work_of_children, self.bots)),
            DATABASE: sum(map(processor_of, served)),
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


@dataclass(frozen=True, slots=True)
class Setup:
    """How the bot is run."""

    database: Callable[[], AbstractAsyncContextManager[str]]
    shares: Sequence[float] = SHARES
    replicas: int = 1
    messages_per_second: int = 1_000_000
    """Above 1000 limits are lifted."""
    bent: float = 2000.0
    """Milliseconds; where half of all wait longer, more people tell nothing new."""


SETUPS = {
    "SQLite": Setup(in_sqlite),
    "PostgreSQL": Setup(in_postgres),
    "PostgreSQL, two replicas": Setup(in_postgres, replicas=2),
    "SQLite, 30 messages a second": Setup(in_sqlite, FEW, messages_per_second=30),
}


def main() -> None:
    options = Parser(prog="python -m benchmarks.million", description=__doc__)
    options.add_argument("setups", nargs="*", choices=[*SETUPS, []], metavar="setup", help="; ".join(SETUPS))
    options.add_argument("--seconds", type=number(float, 0), default=20.0, help="for which each share is measured")
    options.add_argument("--warm-up", type=number(float, 0), default=12.0, help="seconds before: games begin")
    options.add_argument("--shares", type=number(float, 0), nargs="+", help="of the million; else those of the setup")
    options.add_argument("--keep", action="store_true", help=f"keep the figures in {FILE.name}")
    given = options.parse_args()
    print(machine())
    for name in given.setups or SETUPS:
        setup, load = SETUPS[name], os.getloadavg()[0]
        steps = run(climbed(setup, given.shares or setup.shares, given.warm_up, given.seconds))
        print(f"\n{name}\n{table(steps)}", flush=True)
        if given.keep:
            keep(name, steps, load)


async def climbed(setup: Setup, shares: Sequence[float], warm_up: float, seconds: float) -> list[Step]:
    """The steps up to the one at which it has bent."""
    steps: list[Step] = []
    async with _begun(setup) as (town, usage):
        arrivals = Arrivals(town)
        for share in shares:
            steps.append(await arrivals.measured(share, warm_up, seconds, usage))
            if steps[-1].p50 > setup.bent:
                break
    return steps


@asynccontextmanager
async def _begun(setup: Setup) -> AsyncIterator[tuple[Town, Usage]]:
    """The town of a bot whose processes are ready."""
    addresses = [f"http://127.0.0.1:{free_port()}" for _ in range(setup.replicas)]
    pushes = setup.replicas > 1
    town = Town(partial(Pushing, addresses=[f"{each}/telegram" for each in addresses])) if pushes else Town()
    bot = Contender("the bot", ("benchmarks.altered", "hasty"), Player, setup.database)
    async with AsyncExitStack() as stack:
        url, server = await stack.enter_async_context(setup.database()), await town.api.serve()
        await stack.enter_async_context(server)
        if isinstance(town.api, Pushing):
            await stack.enter_async_context(town.api)
        bots: list[Process] = []
        for address in addresses:
            settings = _settings(address, addresses[0] if pushes else None)
            running_one = running(bot, port_of(server), url, setup.messages_per_second, settings)
            bots.append(await stack.enter_async_context(running_one))
            await _ready(address)
        yield town, await stack.enter_async_context(watched(bots, addresses, url))


def _settings(address: str, webhook: str | None) -> Mapping[str, str]:
    """The settings of a process that listens at that address, all replicas with the same webhook."""
    listens = {"HOST": "127.0.0.1", "PORT": address.rpartition(":")[2], "LOG_LEVEL": "ERROR"}
    return listens | ({"WEBHOOK_URL": f"{webhook}/telegram"} if webhook else {})


async def _ready(address: str) -> None:
    """Wait until the process says that it serves."""
    async with asyncio.timeout(START_TIME), ClientSession() as session:
        while True:
            try:
                async with session.get(f"{address}/readyz") as response:
                    if response.status == HTTPStatus.OK:
                        return
            except ClientError:
                pass
            await asyncio.sleep(0.1)


def table(steps: Sequence[Step]) -> str:
    """A line for each step."""
    head = ("share", "updates/s", "messages/s", "p50 ms", "p99 ms", "CPU ms", *PARTS, "review s", "clocks", "late s")
    return aligned([(*head, "latest", "outbox", "oldest s", "reviews", "done/s", "unanswered"), *map(_row, steps)])


def _row(step: Step) -> tuple[str, ...]:
    seconds = (step.review, step.late, step.latest)
    review, late, latest = ("-" if value is None else f"{value:.2f}" for value in seconds)
    return (
        f"{step.share:.0%}",
        f"{step.answers / step.seconds:.0f}",
        f"{sum(step.messages.values()) / step.seconds:.0f}",
        f"{step.p50:.1f}",
        f"{step.p99:.1f}",
        f"{step.cost:.2f}",
        *(f"{step.work[part]:.2f}" for part in PARTS),
        review,
        str(step.clocks),
        late,
        latest,
        str(step.waiting.messages),
        f"{step.waiting.oldest:.1f}",
        "…".join(map(str, step.waiting.reviews or ())),
        f"{reviewed(step):.1f}",
        str(step.unanswered),
    )


def reviewed(step: Step) -> float:
    """Reviews that were done in a second, or given up: those that games have brought, and no longer wait."""
    first, last = step.waiting.reviews or (0, 0)
    brought = step.ended.get(ALONE, 0) + step.ended.get(MATCH, 0) + step.asked
    return brought / step.seconds - (last - first) / max(EVERY, step.seconds - EVERY)


def keep(name: str, steps: Sequence[Step], load: float, file: Path = FILE) -> None:
    """Keep the setup's figures in the place of former ones at these shares. `load`: of the last minute before."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    kept = {line["setup"]: line for line in map(json.loads, lines)}
    day = datetime.now(UTC).date().isoformat()
    found = {step["share"]: step for step in kept.get(name, {"steps": []})["steps"]}
    found |= {step.share: asdict(step) for step in steps}
    kept[name] = {"setup": name, "day": day, "load": round(load, 2), "steps": [found[share] for share in sorted(found)]}
    file.write_text("".join(f"{json.dumps(line)}\n" for line in kept.values()), "utf-8")


# People who come

SIDES = {ALONE: 1, MATCH: 2, GROUP: 1}
"""In how many chats a game is played."""
PATIENCE = 10.0
RESTING = 200
"""So many must have played before the first of them plays again."""


class Arrivals:
    """Those who come to a town. Seeded: the same people come at the same moments."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self._dice = random.Random(1)
        self._idle: dict[bool, deque[Person]] = {True: deque(), False: deque()}
        self._lives: set[asyncio.Task[None]] = set()

    async def measured(self, share: float, warm_up: float, seconds: float, usage: Usage) -> Step:
        """Let people come for both times, and measure in the second; nobody plays on afterwards."""
        coming = asyncio.create_task(self._come(share))
        try:
            await asyncio.sleep(warm_up)
            tally = self._town.tally = Tally()
            waiting, worked, began = Waiting(), usage.work(), time.perf_counter()
            looking = asyncio.create_task(usage.look(waiting))
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            work = {part: (now - worked[part]) / took for part, now in usage.work().items()}
            looking.cancel()
        finally:
            coming.cancel()
        await asyncio.gather(coming, looking, return_exceptions=True)
        step = self._step(share, took, tally, work, waiting)
        await self._leave()
        return step

    async def _come(self, share: float) -> None:
        rates = [share * MILLION.begun[kind] for kind in KINDS]
        due = time.perf_counter()
        while True:
            due += self._dice.expovariate(sum(rates))
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            [kind] = self._dice.choices(KINDS, rates)
            self._town.tally.begun[kind] += 1
            for _ in range(SIDES[kind]):
                self._begin(kind)

    def _begin(self, kind: str) -> None:
        person = self._somebody(is_group=kind == GROUP)
        person.room.kind = kind
        life = asyncio.create_task(self._live(person, kind))
        self._lives.add(life)
        life.add_done_callback(self._lives.discard)

    async def _live(self, person: Person, kind: str) -> None:
        await LIVES[kind](person)
        self._town.tally.ended[kind] += 1
        self._idle[kind == GROUP].append(person)

    def _somebody(self, *, is_group: bool) -> Person:
        idle = self._idle[is_group]
        if len(idle) > RESTING:
            return idle.popleft()
        seed = self._dice.getrandbits(32)
        return Person(self._town.new_room(group=is_group), Player(seed), random.Random(seed), lambda: self._town.tally)

    async def _leave(self) -> None:
        """Wait until everybody has their answer, for a limited time; then nobody plays on."""
        await until(lambda: not self._town.pending, PATIENCE)
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        self._town.pending.clear()

    def _step(self, share: float, seconds: float, tally: Tally, work: dict[str, float], waiting: Waiting) -> Step:
        now = time.perf_counter()
        waits = [*tally.waits, *(now - since for since in self._town.pending.values())]
        answers = len(tally.waits)
        return Step(
            share=share,
            seconds=seconds,
            begun=dict(tally.begun),
            ended={kind: ended // SIDES[kind] for kind, ended in tally.ended.items()},
            updates=dict(tally.updates),
            messages=dict(tally.messages),
            answers=answers,
            unanswered=len(self._town.pending),
            p50=1000 * percentile(waits, 0.5),
            p99=1000 * percentile(waits, 0.99),
            asked=tally.asked,
            review=median(tally.reviews) if tally.reviews else None,
            clocks=len(tally.late),
            late=median(tally.late) if tally.late else None,
            latest=max(tally.late, default=None),
            work=work,
            cost=1000 * work[BOT] * seconds / max(1, answers),
            waiting=waiting,
        )


# What a bot uses while it is loaded

BOT, THINKING, DATABASE, STAND_IN, OTHERS = "bot", "thinking", "database", "stand-in", "others"
PARTS = (BOT, THINKING, DATABASE, STAND_IN, OTHERS)
"""The bot's own processes; those that solve and paint for it; the database server's; this one, which is all
people and Telegram; and whatever else the machine did, which should be little."""
OLDEST = re.compile(r"^bullscows_outbox_oldest_seconds ([\d.e+-]+)$", re.MULTILINE)
WAITING = "SELECT (SELECT count(*) FROM outbox) AS messages, (SELECT count(*) FROM long_jobs) AS reviews"
EVERY = 1.0


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


if __name__ == "__main__":
    main()
