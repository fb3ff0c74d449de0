"""Records uptime every few seconds, so that outages lengthen clocks."""

import asyncio
import math
from collections.abc import Awaitable, Callable

from bot.app.retry import retry_until_stored

NOTED_EVERY = 5.0
LOOK = 1.0
"""Seconds between records, and between tries while the bot is not attending to people."""
TIME_TO_WORK = 30.0
"""Seconds for which updates may wait while others are carried out; beyond them it is an outage."""


class UptimeRecorder:
    """Records uptime. `attended`: whether updates arrive and are carried out within bounded time."""

    def __init__(
        self,
        note: Callable[[float], Awaitable[None]],
        now: Callable[[], float],
        attended: Callable[[], Awaitable[bool]],
    ) -> None:
        self._note = note
        self._now = now
        self._attended = attended

    async def serve(self) -> None:
        """Record uptime while the bot attends to people, until cancelled."""
        noted_at = -math.inf
        while True:
            if self._now() - noted_at >= NOTED_EVERY and await self._attended():
                await retry_until_stored(lambda: self._note(self._now()))
                noted_at = self._now()
            await asyncio.sleep(LOOK)
