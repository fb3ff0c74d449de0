"""Runs scheduled jobs, each once, after all updates that were sent before it was due."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial

import structlog

from bot.app.actions import (
    challenges,
    daily_averages,
    daily_cards,
    daily_posts,
    daily_weeks,
    ledgers,
    moving,
    room,
)
from bot.app.handlers import forgetting, reminding, restored
from bot.app.handlers.duels import pairing
from bot.app.handlers.operators import bans, broadcasts
from bot.app.model.privacy import FORGET
from bot.app.outbox import MOVED, RESTORED
from bot.app.ports import Job, Store, Work
from bot.app.registry import KINDS
from bot.app.retry import retry_until_stored, run_with_thoughts
from bot.app.thinking import Compute, TooMuchToThink
from bot.app.world import World
from bot.traces import trace_of

log = structlog.get_logger()
JOBS: dict[str, Callable[[Job, Work, World], Awaitable[None]]] = {
    challenges.KIND: challenges.expire,
    pairing.KIND: pairing.look_again,
    room.KIND: room.bring_on,
    ledgers.COUNT: ledgers.count_on,
    FORGET: forgetting.forget_on,
    bans.LEAVE: bans.leave_on,
    daily_averages.COUNT: daily_averages.count_on,
    daily_cards.SHOW: daily_cards.show_on,
    daily_posts.POST: daily_posts.post_on,
    daily_weeks.TELL: daily_weeks.tell_on,
    reminding.REMIND: reminding.remind,
    broadcasts.SEND: broadcasts.send_on,
    MOVED: partial(moving.show_moved, KINDS),
    RESTORED: partial(restored.tell, KINDS),
    **KINDS.jobs,
}
"""The function of each kind of job. It does nothing if its subject has moved on. A new kind of job is one entry."""
LOOK = 1.0
"""Seconds between looks for due jobs."""
MINUTE = 60.0
GRACE = 2.0
"""Seconds that a job waits after it is due: Telegram's dates are whole seconds, and delivery takes time."""


class DueJobs:
    """Runs due jobs. `drained`: whether no old update waits at Telegram."""

    def __init__(self, store: Store, compute: Compute, world: World, drained: Callable[[], Awaitable[bool]]) -> None:
        self._store = store
        self._compute = compute
        self._world = world
        self._drained = drained

    async def serve(self) -> None:
        """Run due jobs until cancelled."""
        while True:
            while await retry_until_stored(lambda: self._store.run(self._due)) is not None and await self._drained():
                await self._do_next()
            await asyncio.sleep(LOOK)

    async def _due(self, work: Work) -> Job | None:
        return await work.due_job(self._world.now() - GRACE)

    async def _do_next(self) -> None:
        """Run the job that has been due longest. One that takes too long to compute is postponed by a minute.

        One that fails by a bug is stored as failed and dropped.
        """
        at_hand: list[Job] = []
        try:
            await run_with_thoughts(self._store, self._compute, partial(self._do, at_hand))
        except TooMuchToThink as error:
            log.warning("a job is put off: it is too much to think about", job=at_hand[-1].kind, about=str(error))
            await retry_until_stored(lambda: self._store.run(partial(_put_off, at_hand[-1])))
        except Exception as error:
            if not at_hand:
                raise
            job, trace = at_hand[-1], trace_of(error)
            log.error("job failed", error=f"j{job.id}", job=job.kind, subject=job.subject, trace=trace)
            await retry_until_stored(lambda: self._store.run(partial(_give_up, job, trace)))

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


async def _give_up(job: Job, trace: str, work: Work) -> None:
    work.drop_job(job)
    work.keep_failed(0, json.dumps({"kind": "Job", "job": asdict(job)}), trace)
