"""That we are there: noted every few seconds, so that the time in which we were not is known afterwards."""

import asyncio
import math
from collections.abc import Awaitable, Callable

from bot.app.patience import until_stored

NOTED_EVERY = 5.0
LOOK = 1.0
"""Seconds between notes, and between looks while there is something to catch up with first."""
TIME_TO_WORK = 30.0
"""Seconds for which work may be in hand, or wait for it, while somebody thinks; beyond them nobody is served."""


class Presence:
    """Notes that we serve, while we do. `attended` tells whether what people do reaches us and is being worked on."""

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
        """Look and note, until cancelled."""
        noted_at = -math.inf
        while True:
            if self._now() - noted_at >= NOTED_EVERY and await self._attended():
                await until_stored(lambda: self._note(self._now()))
                noted_at = self._now()
            await asyncio.sleep(LOOK)
