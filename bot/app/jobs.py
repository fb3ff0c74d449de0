"""Runs jobs, each once: those that are due, long computations, and counts for the operators."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from functools import partial

import structlog

from bot.app.actions.fair_play import Refused
from bot.app.chats import actions as moving
from bot.app.chats import handlers as chats_handlers
from bot.app.kind import LongThought
from bot.app.model.long_jobs import LongJob, LongJobs
from bot.app.operators import handlers as operators_handlers
from bot.app.operators.model import COUNT, Numbers, Operators
from bot.app.registry import KINDS, SECTIONS
from bot.app.screen import Place
from bot.app.screens.common import offer
from bot.app.supervision import every, retry_until_stored, run_with_thoughts
from bot.app.work import GRACE, MOVED, RESTORED, SHUT_OUT, Job, Store, Work
from bot.app.world import Compute, TooMuchToThink, World
from bot.game.daily import MINUTE
from bot.traces import trace_of

# Counts what operators ask for, beside the bot: looking at many rows must hold nobody up.

log = structlog.get_logger()
LOOK = 1.0
"""Seconds between looks for what was asked, for due jobs, and for long jobs that other replicas have put."""


TakesJob = Callable[[Iterable[str]], Awaitable[LongJob | None]]
"""The long job of these kinds whose turn it is; it stays with this replica until it is done or that dies."""


class Counting:
    """Counts, once for each who asks. `take`: hands out long jobs; `count`: counts, or raises whatever prevents it."""

    def __init__(self, store: Store, take: TakesJob, count: Callable[[], Awaitable[Numbers]]) -> None:
        self._store = store
        self._take = take
        self._count = count

    async def serve(self) -> None:
        """Count until cancelled."""
        await every(LOOK, self._count_all)

    async def _count_all(self) -> None:
        while (job := await retry_until_stored(lambda: self._take((COUNT,)))) is not None:
            await self._do(job)

    async def _do(self, job: LongJob) -> None:
        try:
            counted = await self._count()
        except Exception as error:  # noqa: BLE001  whoever asked is told; the bot goes on
            log.error("what an operator asked for cannot be counted", error=repr(error))
            counted = None
        await retry_until_stored(lambda: self._store.run(partial(_show, job.id, counted), job.person))


async def _show(job_id: int, counted: Numbers | None, work: Work) -> None:
    job = await work.of(LongJobs).load(job_id)
    if job is not None:
        work.of(LongJobs).drop(job)
        await operators_handlers.show_counted(job, counted, work)


# Runs scheduled jobs, each once, after all updates that were sent before it was due.

JOBS: dict[str, Callable[[Job, Work, World], Awaitable[None]]] = {
    MOVED: partial(moving.show_moved, KINDS),
    RESTORED: partial(chats_handlers.tell, KINDS),
    SHUT_OUT: partial(chats_handlers.rest, KINDS),
    **SECTIONS.jobs,
    **KINDS.jobs,
}
"""The function of each kind of job. It does nothing if its subject has moved on. Those here need the kinds."""


class DueJobs:
    """Runs due jobs. `drained`: whether no old update waits at Telegram."""

    def __init__(self, store: Store, compute: Compute, world: World, drained: Callable[[], Awaitable[bool]]) -> None:
        self._store = store
        self._compute = compute
        self._world = world
        self._drained = drained

    async def serve(self) -> None:
        """Run due jobs until cancelled."""
        await every(LOOK, self._do_all)

    async def _do_all(self) -> None:
        while await retry_until_stored(lambda: self._store.run(self._due)) is not None and await self._drained():
            await self._do_next()

    async def _due(self, work: Work) -> Job | None:
        return await work.due_job(self._world.now() - GRACE)

    async def _do_next(self) -> None:
        """Run the job that has been due longest. One that takes too long to compute is postponed by a minute.

        One that fails by a bug is stored as failed and dropped.
        """
        at_hand: list[Job] = []
        try:
            await run_with_thoughts(self._store.run, self._compute, partial(self._do, at_hand))
        except TooMuchToThink as error:
            log.warning("a job is put off: it is too much to think about", job=at_hand[-1].kind, about=str(error))
            await retry_until_stored(lambda: self._store.run(partial(_put_off, at_hand[-1])))
        except Exception as error:
            if not at_hand:
                raise
            job, trace = at_hand[-1], trace_of(error)
            log.error("job failed", error=f"j{job.id}", job=job.kind, subject=job.subject, trace=trace)
            await retry_until_stored(lambda: self._store.run(partial(_give_up_due, job, trace)))

    async def _do(self, at_hand: list[Job], work: Work) -> None:
        """Run the next job in this transaction; `at_hand` receives it, so that the caller knows which one failed."""
        job = await self._due(work)
        if job is None:
            return
        if job.kind not in JOBS:
            log.warning("nobody here knows what is due; a newer version may", job=job.kind)
            work.postpone_job(job, MINUTE)
            return
        at_hand.append(job)
        # Dropped in the job's own transaction: it is gone exactly if its writes are committed.
        work.drop_job(job)
        await JOBS[job.kind](job, work, self._world)


async def _put_off(job: Job, work: Work) -> None:
    work.postpone_job(job, MINUTE)


async def _give_up_due(job: Job, trace: str, work: Work) -> None:
    work.drop_job(job)
    work.keep_failed(0, json.dumps({"kind": "Job", "job": asdict(job)}), trace)


# Runs long computations: jobs written by updates that were confirmed long ago, each done once.

LONG_JOBS: dict[str, LongThought] = {**SECTIONS.long_jobs, **KINDS.long_jobs}
"""What is done about each kind of long job: nothing if its subject has moved on."""


class LongJobsDone:
    """Runs long jobs, one at a time. `take`: takes the next job of these kinds for this replica, as long as it lives.

    Clocks do not wait for them: they are about games that have ended, or that a person told.
    """

    def __init__(self, store: Store, compute: Compute, world: World, take: TakesJob) -> None:
        self._store = store
        self._compute = compute
        self._world = world
        self._take = take
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Signal that a job was put."""
        self._woken.set()

    async def serve(self) -> None:
        """Run jobs until cancelled."""
        await every(LOOK, self.do_all, self._woken)

    async def do_all(self) -> None:
        """Run all jobs that wait."""
        while (job := await retry_until_stored(lambda: self._take(LONG_JOBS))) is not None:
            await self._do(job)

    async def _do(self, job: LongJob) -> None:
        """Run the job, unless another replica has done so. Whoever asked is told if it takes too long or fails."""
        chats = (job.chat.id,) if job.chat else ()
        try:
            await run_with_thoughts(
                self._store.run, self._compute, partial(self._run, job.id), *chats, whose=job.person
            )
        except TooMuchToThink:
            log.warning("a long job is too much to think about", job=job.kind)
            await retry_until_stored(
                lambda: self._store.run(partial(_give_up_long, job.id, "note.too-much", ""), *chats)
            )
        except Exception as error:  # noqa: BLE001  a bug must not stop the other jobs
            trace = trace_of(error)
            log.error("a long job failed", error=f"j{job.id}", job=job.kind, subject=job.subject, trace=trace)
            await retry_until_stored(
                lambda: self._store.run(partial(_give_up_long, job.id, "note.broken", trace), *chats)
            )

    async def _run(self, job_id: int, work: Work) -> None:
        job = await work.of(LongJobs).load(job_id)
        # Another replica has done it, for example after this one was taken for dead.
        if job is None:
            return
        work.of(LongJobs).drop(job)
        thought = LONG_JOBS[job.kind]
        if thought.feature is not None and thought.feature in (await work.of(Operators).access(job.person)).off:
            await _refuse(job, "note.switched-off-now", work)
            return
        try:
            await thought.think(job, work, self._world)
        except Refused as refused:
            await _refuse(job, refused.key, work)


async def _refuse(job: LongJob, note: str, work: Work, **values: object) -> None:
    """Tell whoever asked why there is no result; `values` stand in the text of that name."""
    if job.chat is None:
        return
    known = await work.preferences(job.chat.id)
    if known.reachable:
        slot = LONG_JOBS[job.kind].slot_of(job)
        work.show(job.chat, slot, offer(known.texts, known.texts.html(note, **values)), Place.BOTTOM)


async def _give_up_long(job_id: int, note: str, trace: str, work: Work) -> None:
    """Drop the job and tell whoever asked why; with a trace it is stored as failed, without its content."""
    job = await work.of(LongJobs).load(job_id)
    if job is None:
        return
    work.of(LongJobs).drop(job)
    await _refuse(job, note, work, **({"error": f"j{job.id}"} if trace else {}))
    if trace:
        data = {"kind": job.kind, "subject": job.subject, "turn": job.turn, "id": job.id}
        work.keep_failed(0, json.dumps({"kind": "LongJob", "job": data}), trace)
