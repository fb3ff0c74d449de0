"""This bot beside the same game as one would write it in aiogram with aiosqlite: a commit and a new board a message."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from statistics import median

from benchmarks.contenders import (
    OURS,
    START_TIME,
    STREAM,
    Contender,
    Measured,
    begun,
    each_so_often,
    everybody_at_once,
    in_sqlite,
    steady_stream,
    until,
    work_of,
    work_of_children,
)
from benchmarks.measuring import Report, Size, Spread, aligned, run
from benchmarks.players import Chats, Guesser

CONTENDERS = (
    replace(OURS, mover=Guesser),
    Contender("the same in aiogram and aiosqlite", ("benchmarks.in_aiogram", "game"), Guesser, in_sqlite),
)
RATIOS: tuple[str, ...] = ("peer.updates", "peer.cpu", "peer.p50", "peer.p99", "peer.moment")
REST, LONGEST_REST, IDLE = 1.0, 120.0, 0.05
"""Seconds for which the solver's processes must have taken less than so much of a processor; for how long to wait."""
CONDITIONS = f"""\
{{crowd}} private chats play the classic game to its end by typed guesses, again and again, and any newer message is the
answer. All busy: each sends its next update once the last was answered. Stream: {STREAM:.0f} a second, at random. One
moment: everybody sends one update, and nobody another. {{rounds}} rounds, the bots in turn, each with a process of its
own. Both keep games in SQLite (WAL, synchronous = FULL) and commit before they answer; this bot also confirms an
update to Telegram after its commit alone, edits the board or puts it below, and thinks about each game that is over, in
processes of its own (solver). CPU: while all are busy. Medians of the rounds.
"""


@dataclass(slots=True)
class Found:
    """What a bot did, round by round. Seconds of processor for an update while all were busy: its own, its solver's."""

    name: str
    busy: list[Measured] = field(default_factory=list)
    stream: list[Measured] = field(default_factory=list)
    moment: list[Measured] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    solver: list[float] = field(default_factory=list)


def measured(size: Size) -> Report:
    """Ratios are of ours to the peer, round by round: updates a second, processor of the bot's own process, waits."""
    ours, theirs = run(_in_turn(size))
    ratios = {
        "peer.updates": _ratios(ours.busy, theirs.busy, lambda load: 1 / load.per_second),
        "peer.cpu": Spread.of(other / mine for mine, other in zip(ours.own, theirs.own, strict=True)),
        "peer.p50": _ratios(ours.stream, theirs.stream, lambda load: load.percentile(0.5)),
        "peer.p99": _ratios(ours.stream, theirs.stream, lambda load: load.percentile(0.99)),
        "peer.moment": _ratios(ours.moment, theirs.moment, lambda load: load.percentile(0.5)),
    }
    return Report(_table((ours, theirs), size), ratios)


def _ratios(ours: Sequence[Measured], theirs: Sequence[Measured], cost: Callable[[Measured], float]) -> Spread:
    return Spread.of(cost(other) / cost(mine) for mine, other in zip(ours, theirs, strict=True))


async def _in_turn(size: Size) -> list[Found]:
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(_begun(contender, size)) for contender in CONTENDERS]
        for load in bots:
            await load.warm(size)
        for number in range(size.rounds):
            for load in bots[:: -1 if number % 2 else 1]:
                await load.once(size)
    return [load.found for load in bots]


@dataclass(frozen=True, slots=True)
class _Load:
    """A running bot under its loads."""

    chats: Chats
    work: Callable[[], tuple[float, float]]
    found: Found

    async def warm(self, size: Size) -> None:
        """Let it answer some: what it imports and reads at its start is no update's."""
        first = self.chats.all[0]
        first.act()
        await until(lambda: not first.busy, START_TIME)
        await steady_stream(self.chats, STREAM, size.seconds)
        await self._rest()

    async def once(self, size: Size) -> None:
        (own, solver), answered = self.work(), self.chats.count
        self.found.busy.append(await everybody_at_once(self.chats, size))
        (own_now, solver_now), updates = self.work(), self.chats.count - answered
        self.found.own.append((own_now - own) / updates)
        self.found.solver.append((solver_now - solver) / updates)
        await self._rest()
        self.found.stream.append(await steady_stream(self.chats, STREAM, size.seconds))
        self.found.moment.append(await each_so_often(self.chats, self.chats.all, 1))
        await self._rest()

    async def _rest(self) -> None:
        """Wait until it has thought about the games that are over, lest it does so while others are measured."""
        for _ in range(int(LONGEST_REST / REST)):
            _, before = self.work()
            await asyncio.sleep(REST)
            if self.work()[1] - before < IDLE * REST:
                break


@asynccontextmanager
async def _begun(contender: Contender, size: Size) -> AsyncIterator[_Load]:
    chats = Chats([contender.mover(seed) for seed in range(size.crowd)])
    async with begun(contender, chats) as (process, _):
        yield _Load(chats, lambda: (work_of(process), work_of_children(process)), Found(contender.name))


def _table(found: Sequence[Found], size: Size) -> str:
    head = ("", "updates/s", "all busy: p50", "p99", "CPU/update", "solver", "calls/update", f"at {STREAM:.0f}/s: p50")
    text = CONDITIONS.format(crowd=size.crowd, rounds=size.rounds)
    return f"{text}\n{aligned([(*head, 'p99', 'one moment: p50', 'p99', 'unanswered', 'API load'), *map(_row, found)])}"


def _row(found: Found) -> tuple[str, ...]:
    loads = (found.busy, found.stream, found.moment)
    busy, stream, moment = (
        [f"{1000 * median(load.percentile(share) for load in each):.1f} ms" for share in (0.5, 0.99)] for each in loads
    )
    return (
        found.name,
        f"{median(load.per_second for load in found.busy):.0f}",
        *busy,
        *(f"{1000 * median(each):.2f} ms" for each in (found.own, found.solver)),
        f"{median(load.calls_per_update for load in found.busy):.2f}",
        *stream,
        *moment,
        str(sum(load.unanswered for each in loads for load in each)),
        f"{median(load.api_load for load in found.busy):.0%}",
    )
