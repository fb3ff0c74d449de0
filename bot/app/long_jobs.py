"""Runs long computations: jobs written by updates that were confirmed long ago, each done once."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial

import structlog

from bot.app.actions import my_data, reviews
from bot.app.features import REVIEWS
from bot.app.model.long_job import LongJob
from bot.app.model.privacy import MY_DATA
from bot.app.ports import Store, Work
from bot.app.registry import KINDS
from bot.app.retry import retry_until_stored, run_with_thoughts
from bot.app.thinking import Compute, TooMuchToThink
from bot.app.world import World
from bot.traces import trace_of

log = structlog.get_logger()
LONG_JOBS: dict[str, Callable[[LongJob, Work, World], Awaitable[None]]] = {
    reviews.OF_HISTORY: reviews.show_review_of_history,
    reviews.OF_HISTORY_AS_TEXT: reviews.show_guesses_of_history,
    MY_DATA: my_data.send,
    **KINDS.long_jobs,
}
"""The function of each kind of long job. It does nothing if its subject has moved on. A new kind is one entry."""
LOOK = 1.0
"""Seconds between looks for jobs that other replicas have put."""


class LongJobsDone:
    """Runs long jobs, one at a time. `take`: takes the next job of these kinds for this replica, as long as it lives.

    Clocks do not wait for them: they are about games that have ended, or that a person told.
    """

    def __init__(
        self, store: Store, compute: Compute, world: World, take: Callable[[Iterable[str]], Awaitable[LongJob | None]]
    ) -> None:
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
        while True:
            self._woken.clear()
            await self.do_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK)

    async def do_all(self) -> None:
        """Run all jobs that wait."""
        while (job := await retry_until_stored(lambda: self._take(LONG_JOBS))) is not None:
            await self._do(job)

    async def _do(self, job: LongJob) -> None:
        """Run the job, unless another replica has done so. Whoever asked is told if it takes too long or fails."""
        chats = (job.chat.id,) if job.chat else ()
        try:
            await run_with_thoughts(self._store, self._compute, partial(self._run, job.id), *chats, whose=job.person)
        except TooMuchToThink:
            log.warning("a long job is too much to think about", job=job.kind)
            await retry_until_stored(lambda: self._store.run(partial(_give_up, job.id, "note.too-much", ""), *chats))
        except Exception as error:  # noqa: BLE001  a bug must not stop the other jobs
            trace = trace_of(error)
            log.error("a long job failed", error=f"j{job.id}", job=job.kind, subject=job.subject, trace=trace)
            await retry_until_stored(lambda: self._store.run(partial(_give_up, job.id, "note.broken", trace), *chats))

    async def _run(self, job_id: int, work: Work) -> None:
        job = await work.long_jobs.load(job_id)
        # Another replica has done it, for example after this one was taken for dead.
        if job is None:
            return
        work.long_jobs.drop(job)
        if job.kind != MY_DATA and REVIEWS in (await work.operators.gate(job.person)).off:
            await reviews.refuse(job, "note.switched-off-now", work)
            return
        await LONG_JOBS[job.kind](job, work, self._world)


async def _give_up(job_id: int, note: str, trace: str, work: Work) -> None:
    """Drop the job and tell whoever asked why; with a trace it is stored as failed, without its content."""
    job = await work.long_jobs.load(job_id)
    if job is None:
        return
    work.long_jobs.drop(job)
    await reviews.refuse(job, note, work, **({"error": f"j{job.id}"} if trace else {}))
    if trace:
        data = {"kind": job.kind, "subject": job.subject, "turn": job.turn, "id": job.id}
        work.keep_failed(0, json.dumps({"kind": "LongJob", "job": data}), trace)
