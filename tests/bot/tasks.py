"""Background tasks of the bot in this very process, for tests."""

import asyncio
from collections.abc import Callable

FOREVER = ("sending", "clocks", "reviews", "presence", "forgetting", "updates")
"""The tasks that run as long as the bot does, on any database."""


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)
