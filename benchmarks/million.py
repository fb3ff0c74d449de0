"""The busiest ten minutes of a million players a day through the bot itself, at growing shares of them, until it bends.

`python -m benchmarks.million --keep` measures all setups in turn, some six minutes each, and keeps the figures in
`benchmarks/million.jsonl`, from which `python -m benchmarks.draw million processor` draws the pictures.
"""

import asyncio
import json
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path

from aiohttp import ClientError, ClientSession

from benchmarks.arrivals import Arrivals, Step
from benchmarks.contenders import START_TIME, Contender, in_postgres, in_sqlite, port_of, running
from benchmarks.day import ALONE, MATCH
from benchmarks.game import Player
from benchmarks.loop import run
from benchmarks.pushing import Pushing
from benchmarks.report import aligned, machine
from benchmarks.rooms import Town
from benchmarks.usage import EVERY, PARTS, Usage, watched
from faults.processes.postgres import free_port
from sandbox.arguments import Parser, number

FILE = Path(__file__).with_suffix(".jsonl")
SHARES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3)
FEW = (0.01, 0.02, 0.03, 0.04, 0.05)


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
    bot = Contender("the bot", ("benchmarks.hasty",), Player, setup.database)
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


if __name__ == "__main__":
    main()
