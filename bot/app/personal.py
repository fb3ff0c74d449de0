"""All that is stored about one person, as one JSON file: read beside the work of others, and sent once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import structlog

from bot.app.handlers.privacy import MY_DATA
from bot.app.model.long_job import LongJob
from bot.app.ports import Store, Work, World
from bot.app.retry import retry_until_stored
from bot.app.screens.privacy import my_data

log = structlog.get_logger()
LOOK = 1.0
"""Seconds between looks for what other replicas have put."""
Take = Callable[[Iterable[str]], Awaitable[LongJob | None]]
Read = Callable[[int, datetime], Awaitable[str]]
"""All that is stored about the person, as JSON; made at that time."""


class PersonalData:
    """Answers who asks what is stored about them. `take`: takes the next job of these kinds; `read` reads the rows."""

    def __init__(self, store: Store, world: World, take: Take, read: Read) -> None:
        self._store = store
        self._world = world
        self._take = take
        self._read = read
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Signal that a job was put."""
        self._woken.set()

    async def serve(self) -> None:
        """Answer until cancelled."""
        while True:
            self._woken.clear()
            while (job := await retry_until_stored(lambda: self._take([MY_DATA]))) is not None:
                await self._answer(job)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK)

    async def _answer(self, job: LongJob) -> None:
        made_at = datetime.fromtimestamp(int(self._world.now()), UTC)
        written = await retry_until_stored(lambda: self._read(job.person, made_at))
        await retry_until_stored(lambda: self._store.run(partial(_send, job.id, written), job.person))


async def _send(job_id: int, written: str, work: Work) -> None:
    """Send the file, unless that has been done."""
    job = await work.long_jobs.load(job_id)
    if job is None:
        return
    work.long_jobs.drop(job)
    if job.chat is not None:
        work.tell(job.chat, my_data((await work.preferences(job.chat.id)).texts, written))
