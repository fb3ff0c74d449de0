"""Counts what operators ask for, beside the bot: looking at many rows must hold nobody up."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Protocol

import structlog

from bot.app.handlers.operators.numbers import show_counted
from bot.app.model.long_job import LongJob
from bot.app.model.numbers import COUNT, Numbers
from bot.app.ports import Store, Work
from bot.app.retry import retry_until_stored

log = structlog.get_logger()
LOOK = 1.0
"""Seconds between looks for what was asked."""


class LongJobStore(Store, Protocol):
    """A database that hands out long jobs."""

    async def take_long_job(self, kinds: Iterable[str]) -> LongJob | None:
        """The long job of these kinds whose turn it is; it stays with this replica until it is done or that dies."""


class Counting:
    """Counts, once for each who asks. `count`: counts on a connection of its own; raises whatever prevents it."""

    def __init__(self, store: LongJobStore, count: Callable[[], Awaitable[Numbers]]) -> None:
        self._store = store
        self._count = count

    async def serve(self) -> None:
        """Count until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            while (job := await retry_until_stored(lambda: self._store.take_long_job((COUNT,)))) is not None:
                await self._do(job)

    async def _do(self, job: LongJob) -> None:
        try:
            counted = await self._count()
        except Exception as error:  # noqa: BLE001  whoever asked is told; the bot goes on
            log.error("what an operator asked for cannot be counted", error=repr(error))
            counted = None
        await retry_until_stored(lambda: self._store.run(partial(_show, job.id, counted), job.person))


async def _show(job_id: int, counted: Numbers | None, work: Work) -> None:
    job = await work.long_jobs.load(job_id)
    if job is not None:
        work.long_jobs.drop(job)
        await show_counted(job, counted, work)
