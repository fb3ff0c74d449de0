"""What is thought about at length: jobs that were written by updates that have long been confirmed, each done once."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import structlog

from bot.app.actions import reviews
from bot.app.kinds.alone import review
from bot.app.model.long_job import LongJob
from bot.app.patience import carried_out, until_stored
from bot.app.ports import Store, Work, World
from bot.app.registry import KINDS
from bot.app.thinking import Mind, TooMuchToThink
from bot.traces import trace_of

log = structlog.get_logger()
LONG_JOBS: dict[str, Callable[[LongJob, Work, World], Awaitable[None]]] = {
    review.REVIEW: review.show,
    reviews.TOLD: reviews.of_told,
    **KINDS.long_jobs,
}
"""What each kind does. It does nothing if what it is about has moved on. A new kind is one entry."""
LOOK = 1.0
"""Seconds between looks at what other replicas have put."""


class LongJobsDone:
    """Does them in their turn, one at a time. `take` takes the next one for this replica, as long as it lives.

    Clocks wait for none of it: it is about what has ended or what was told.
    """

    def __init__(self, store: Store, mind: Mind, world: World, take: Callable[[], Awaitable[LongJob | None]]) -> None:
        self._store = store
        self._mind = mind
        self._world = world
        self._take = take
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There is something to do."""
        self._woken.set()

    async def serve(self) -> None:
        """Do what there is to do, until cancelled."""
        while True:
            self._woken.clear()
            await self.do_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK)

    async def do_all(self) -> None:
        """Do what there is to do now."""
        while (job := await until_stored(self._take)) is not None:
            await self._do(job)

    async def _do(self, job: LongJob) -> None:
        """Do it once, unless another replica has done so. Whoever asked hears if it is too much, or breaks."""
        chats = (job.chat.id,) if job.chat else ()
        try:
            await carried_out(self._store, self._mind, partial(self._done, job.id), *chats, whose=job.person)
        except TooMuchToThink:
            log.warning("a long job is too much to think about", job=job.kind)
            await until_stored(lambda: self._store.run(partial(_given_up, job.id, "note.too-much", ""), *chats))
        except Exception as error:  # noqa: BLE001  a bug of ours, or of the solver's, must not stop the others
            trace = trace_of(error)
            log.error("a long job failed", job=job.kind, subject=job.subject, trace=trace)
            await until_stored(lambda: self._store.run(partial(_given_up, job.id, "note.broken", trace), *chats))

    async def _done(self, job_id: int, work: Work) -> None:
        job = await work.long_jobs.load(job_id)
        if job is None:
            return
        work.long_jobs.drop(job)
        await LONG_JOBS[job.kind](job, work, self._world)


async def _given_up(job_id: int, note: str, trace: str, work: Work) -> None:
    """The job is done with, and whoever asked hears why; with a trace it is kept, without what it was about."""
    job = await work.long_jobs.load(job_id)
    if job is None:
        return
    work.long_jobs.drop(job)
    await reviews.refuse(job, note, work)
    if trace:
        told = {"kind": job.kind, "subject": job.subject, "turn": job.turn}
        work.keep_failed(0, json.dumps({"kind": "LongJob", "job": told}), trace)
