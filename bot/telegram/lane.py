"""A chat to which this replica sends."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from bot.metrics.instruments import UPDATE_ANSWER_SECONDS


@dataclass(slots=True)
class Lane:
    """A chat to which this replica sends. While items wait it has a task, so that no chat holds up another."""

    task: asyncio.Task[None] | None = None
    woken: bool = False
    rests: int = 0
    """For so many renewals nothing has waited."""
    calls: int = 0
    """How often it was signalled that items wait. Tells whether something new has come meanwhile."""
    called: asyncio.Future[None] | None = None
    """Done at the next signal, where the task waits for one."""
    taken_at: float | None = None
    """When the update was taken whose answer waits, by time.perf_counter."""
    waits_since: float | None = None
    """Since when something waits, by time.monotonic; None: nothing does."""
    failures: int = 0
    """How many times in a row an unexpected exception kept the next item from being sent."""

    def call(self) -> None:
        """Signal that items wait, perhaps new ones."""
        self.woken, self.rests = True, 0
        if self.waits_since is None:
            self.waits_since = time.monotonic()
        self.calls += 1
        if self.called is not None and not self.called.done():
            self.called.set_result(None)

    def note_sent(self) -> None:
        """Something has been sent: if it answers an update, that has its answer."""
        if self.taken_at is not None:
            UPDATE_ANSWER_SECONDS.observe(time.perf_counter() - self.taken_at)
            self.taken_at = None
        self.waits_since = time.monotonic()

    def note_empty(self) -> None:
        """Nothing waits."""
        self.taken_at = self.waits_since = None

    async def either(self, turn: asyncio.Future[bool], calls: int) -> None:
        """Wait until `turn` is done or there have been more than `calls` signals."""
        if self.calls == calls:
            self.called = asyncio.get_running_loop().create_future()
            either: set[asyncio.Future[Any]] = {turn, self.called}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
