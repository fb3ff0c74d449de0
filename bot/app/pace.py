"""Lets the event loop look round while one task has much to do."""

import asyncio
import time

LONGEST = 0.002
"""Seconds of work without a pause."""
AT_A_TIME = 8
"""So many tasks are started, or woken, between two looks round of the loop, which would else run all in one go."""


class Pace:
    """The pace of one task: call `keep` between two steps of its work."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def keep(self) -> None:
        """Let other tasks run, if this one has worked for LONGEST since it last did."""
        if time.perf_counter() - self._since > LONGEST:
            await asyncio.sleep(0)
            self._since = time.perf_counter()
