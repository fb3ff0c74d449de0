"""An hour of play on a database beside the same on an empty one: waits, processor and memory, twelfth by twelfth.

`python -m benchmarks.hour sqlite:///year.db --minutes 60` plays on the database at that URL, which changes it.
"""

from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from benchmarks.contenders import OURS, Contender, Measured, begun, memory_of, steady_stream, work_of
from benchmarks.measuring import WHOLE, aligned, run
from benchmarks.players import Chats
from sandbox.arguments import Parser, number

PARTS = 12
PER_SECOND = 40.0
"""Updates a second on each of the two."""
MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the hour on one database: how long was waited, seconds of processor, bytes of memory at its end."""

    load: Measured
    work: float
    memory: int

    @property
    def shown(self) -> tuple[str, ...]:
        """p50, p99, processor for an update, memory."""
        waits = (f"{1000 * self.load.percentile(share):.1f}" for share in (0.5, 0.99))
        return (*waits, f"{1000 * self.work / len(self.load.times):.2f}", f"{self.memory / MEGABYTE:.0f}")


def main() -> None:
    options = Parser(prog="python -m benchmarks.hour", description=__doc__)
    options.add_argument("database", help="the URL of a database that is filled; it is played on")
    options.add_argument("--minutes", type=number(float, 0), default=60.0)
    given = options.parse_args()
    print(run(played(given.database, given.minutes * 60)))


async def played(url: str, seconds: float) -> str:
    """Play on both for so long in all, in turn, a part of a twelfth each; a table of the parts."""
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(_begun(contender)) for contender in (_on(url), OURS)]
        lines = [await _twelfth(bots, seconds / PARTS / len(bots)) for _ in range(PARTS)]
    figures = ("p50 ms", "p99 ms", "CPU ms", "MB")
    head = ("part", *(f"{which}: {figure}" for which in ("given", "empty") for figure in figures))
    numbered = [(str(number), *line) for number, line in enumerate(lines, 1)]
    text = f"{WHOLE.chats} private chats, {PER_SECOND:.0f} updates a second in turn on each; CPU for an update."
    return f"{text}\n\n{aligned([head, *numbered])}"


async def _twelfth(bots: list[tuple[Chats, Process]], seconds: float) -> tuple[str, ...]:
    shown: tuple[str, ...] = ()
    for chats, process in bots:
        worked = work_of(process)
        load = await steady_stream(chats, PER_SECOND, seconds)
        shown += Part(load, work_of(process) - worked, memory_of(process)).shown
    return shown


def _on(url: str) -> Contender:
    @asynccontextmanager
    async def database() -> AsyncIterator[str]:
        yield url

    return replace(OURS, name="the given database", database=database)


@asynccontextmanager
async def _begun(contender: Contender) -> AsyncIterator[tuple[Chats, Process]]:
    chats = Chats([contender.mover(seed) for seed in range(WHOLE.chats)])
    async with begun(contender, chats) as (process, _):
        yield chats, process


if __name__ == "__main__":
    main()
