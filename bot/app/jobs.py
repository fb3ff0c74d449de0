"""What is due: jobs that were written for later, each carried out once, after all that was said before it was due."""

import asyncio
import json
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial

import structlog

from bot.app.actions import absence, alarms, challenges, clocks, lobby, matches, reviews, room
from bot.app.outbox import GONE
from bot.app.patience import carried_out, until_stored
from bot.app.ports import Job, StorageDown, Store, Work, World
from bot.app.thinking import Mind, ThinkFirst

log = structlog.get_logger()
JOBS: dict[str, Callable[[Job, Work, World], Awaitable[None]]] = {
    challenges.KIND: challenges.expire,
    clocks.CLOCK: alarms.time_is_up,
    clocks.REMIND: alarms.remind,
    lobby.KIND: lobby.look_again,
    matches.REVIEW: reviews.review,
    room.KIND: room.bring_on,
    GONE: absence.has_gone,
}
"""What each kind of job does. It does nothing if what it is about has moved on. A new kind is one entry."""
SLOW = matches.REVIEW
"""The kind that is thought about at length. It has a line of its own, lest it hold up clocks.

It is about what has ended, so it need not wait for what was said before.
"""
LOOK = 1.0
"""Seconds between looks at what is due."""
MINUTE = 60.0
GRACE = 2.0
"""Seconds that a job waits for what was said before it was due: Telegram dates by the second, and takes its time."""


Due = Callable[[Work], Awaitable[Job | None]]
"""What has been due for longest, of some kinds."""


class BrokenJob(Exception):
    """A bug of ours in carrying out the job."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.kind)
        self.job = job


class DueJobs:
    """Carries out what is due. `drained` tells whether nothing waits at Telegram that happened long ago."""

    def __init__(self, store: Store, mind: Mind, world: World, drained: Callable[[], Awaitable[bool]]) -> None:
        self._store = store
        self._mind = mind
        self._world = world
        self._drained = drained

    async def serve(self) -> None:
        """Look what is due, and do it, until cancelled."""
        await asyncio.gather(self._serve(self._quick, self._drained), self._serve(self._slow, _at_once))

    async def _serve(self, due: Due, is_time: Callable[[], Awaitable[bool]]) -> None:
        while True:
            try:
                while await until_stored(lambda: self._store.run(due)) is not None and await is_time():
                    await self._next_done(due)
            except Exception:
                log.exception("what is due could not be done")
            await asyncio.sleep(LOOK)

    async def _quick(self, work: Work) -> Job | None:
        return await work.due_job(self._world.now() - GRACE, but_for=SLOW)

    async def _slow(self, work: Work) -> Job | None:
        return await work.due_job(self._world.now() - GRACE, kind=SLOW)

    async def _next_done(self, due: Due) -> None:
        """Do what has been due for longest; what breaks on a bug of ours is kept, and comes no more."""
        try:
            await carried_out(self._store, self._mind, partial(self._done, due))
        except BrokenJob as broken:
            job, trace = broken.job, "".join(traceback.format_exception(broken))
            log.error("job failed", job=job.kind, table=job.table, trace=trace)
            await until_stored(lambda: self._store.run(lambda work: _given_up(job, trace, work)))

    async def _done(self, due: Due, work: Work) -> None:
        job = await due(work)
        if job is None:
            return
        if job.kind not in JOBS:
            log.warning("nobody here knows what is due; a newer version may", job=job.kind)
            work.postpone_job(job, MINUTE)
            return
        work.drop_job(job)
        try:
            await JOBS[job.kind](job, work, self._world)
        except (ThinkFirst, StorageDown):
            raise
        except Exception as error:
            raise BrokenJob(job) from error


async def _at_once() -> bool:
    return True


async def _given_up(job: Job, trace: str, work: Work) -> None:
    work.drop_job(job)
    work.keep_failed(0, json.dumps({"kind": "Job", "job": asdict(job)}), trace)
