"""Lets the event loop look round while one task has much to do."""

import asyncio
import time

LONGEST = 0.002
"""Seconds of work without a pause."""


class Pace:
    """The pace of one task: call `keep` between two steps of its work."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def keep(self) -> None:
        """Let other tasks run, if this one has worked for LONGEST since it last did."""
        if time.perf_counter() - self._since > LONGEST:
            await asyncio.sleep(0)
            self._since = time.perf_counter()
