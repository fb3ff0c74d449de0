"""Measures how late the event loop is: whatever holds it keeps everybody waiting."""

import asyncio
import time

from bot.metrics.instruments import LOOP_LAG_SECONDS

EVERY = 0.25
"""Seconds between two measurements."""


async def measure() -> None:
    """Measure until cancelled."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(EVERY)
        LOOP_LAG_SECONDS.observe(max(0.0, time.perf_counter() - began - EVERY))
