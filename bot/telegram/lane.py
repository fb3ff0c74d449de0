"""A chat to which this replica sends."""

import asyncio
from dataclasses import dataclass
from typing import Any


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
    failures: int = 0
    """How many times in a row an unexpected exception kept the next item from being sent."""

    def call(self) -> None:
        """Signal that items wait, perhaps new ones."""
        self.woken, self.rests = True, 0
        self.calls += 1
        if self.called is not None and not self.called.done():
            self.called.set_result(None)

    async def either(self, turn: asyncio.Future[bool], calls: int) -> None:
        """Wait until `turn` is done or there have been more than `calls` signals."""
        if self.calls == calls:
            self.called = asyncio.get_running_loop().create_future()
            either: set[asyncio.Future[Any]] = {turn, self.called}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
