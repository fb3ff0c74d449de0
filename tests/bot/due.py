"""Jobs that are due, a clock that a test sets, and what has been done."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.app.jobs import DueJobs
from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.work import GRACE, Job, Work
from bot.app.world import Computation, NeedsThought, World, recall_by
from bot.storage.store import DatabaseStore
from sandbox.client import PATIENCE
from solver.suggest import advise
from solver.variant import VARIANTS
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import screen

CHAT = Chat(5)
DUE = 1_000.0


@dataclass
class Moment:
    """A world whose clock the test sets, and whose backlog is drained when the test says so."""

    now: float = DUE + GRACE
    drained: bool = True
    asked: int = 0
    thought: list[Computation] = field(default_factory=list)
    released: list[Computation] = field(default_factory=list)
    fails: dict[int, Exception] = field(default_factory=dict)
    """By who asks (0: nobody), how their thoughts fail."""

    async def is_drained(self) -> bool:
        self.asked += 1
        return self.drained

    async def think(self, question: Computation, whose: int = 0) -> None:
        if error := self.fails.get(whose):
            raise error
        self.thought.append(question)

    def release(self, question: Computation) -> None:
        self.released.append(question)

    def recall(self, question: Computation) -> None:
        if question not in self.thought:
            raise NeedsThought(question)

    def world(self) -> World:
        nothing: Any = None
        return World("bot", lambda: self.now, nothing, nothing, nothing, nothing, recall_by(self.recall), nothing)

    def jobs(self, store: DatabaseStore) -> DueJobs:
        return DueJobs(store, self, self.world(), self.is_drained)


async def noted(job: Job, work: Work, _world: World) -> None:
    work.show(CHAT, f"note {job.id}", screen("noted"), Place.HERE)


async def thoughtful(job: Job, work: Work, world: World) -> None:
    """The same once something has been thought about."""
    world.recall(advise, VARIANTS["classic"], ())
    await noted(job, work, world)


def planned(*jobs: Job, due: float = DUE) -> Callable[[Work], Awaitable[None]]:
    async def plan(work: Work) -> None:
        for job in jobs:
            work.at(due, job)

    return plan


async def notes(place: str) -> int:
    return len(await rows_at(place, "SELECT letter_id FROM outbox"))


async def left(store: DatabaseStore) -> Job | None:
    return await store.run(lambda work: work.due_job(9e9))


async def failures(place: str) -> list[tuple[str, str]]:
    """What is kept of failures, and the line of the trace that names the cause."""
    rows = await rows_at(place, "SELECT content, error FROM failed_updates ORDER BY content")
    return [(content, next(line for line in error.splitlines() if line.endswith("Error"))) for content, error in rows]


async def looked(*runners: DueJobs, looks: int = 40) -> None:
    """Let the runners look at the clock so many times, however long that takes: for each look at what is due."""
    seen = 0

    def counted(now: Callable[[], float]) -> float:
        nonlocal seen
        seen += 1
        return now()

    for runner in runners:
        runner._world = replace(runner._world, now=partial(counted, runner._world.now))
    serving = asyncio.gather(*(runner.serve() for runner in runners))
    async with asyncio.timeout(PATIENCE):
        while seen < looks and not serving.done():
            await asyncio.sleep(0.01)
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def done_by(store: DatabaseStore, now: float, world: World, most: int = 1000) -> None:
    """What is due by then is done in that world, at most so many jobs."""

    async def drained() -> bool:
        return True

    nothing: Any = None
    jobs = DueJobs(store, nothing, world, drained)
    while most and await store.run(lambda work: work.due_job(now)) is not None:
        most -= 1
        await jobs._do_next()
