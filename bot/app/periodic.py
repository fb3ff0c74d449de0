"""What is done again and again: once an hour what is kept no longer goes; every few seconds uptime is recorded."""

import math
from collections.abc import Awaitable, Callable
from functools import partial

from bot.app.daily.actions import pardon_lately
from bot.app.supervision import every, retry_until_stored
from bot.app.work import Store
from bot.app.world import World
from bot.game.daily import HOUR

# What is done once an hour: what is kept no longer goes, and days on which the bot was away are pardoned.


class Hourly:
    """Does it, at the start and then every hour. `forget`: deletes what is kept no longer at a time."""

    def __init__(
        self, store: Store, forget: Callable[[float], Awaitable[None]], world: World, wall: Callable[[], float]
    ) -> None:
        self._store = store
        self._forget = forget
        self._world = world
        self._wall = wall

    async def serve(self) -> None:
        """Do it until cancelled."""
        await every(HOUR, self._tidy)

    async def _tidy(self) -> None:
        await retry_until_stored(lambda: self._forget(self._wall()))
        await retry_until_stored(lambda: self._store.run(partial(pardon_lately, world=self._world)))


# Records uptime every few seconds, so that outages lengthen clocks.

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
        self._noted_at = -math.inf

    async def serve(self) -> None:
        """Record uptime while the bot attends to people, until cancelled."""
        await every(LOOK, self._look)

    async def _look(self) -> None:
        if self._now() - self._noted_at >= NOTED_EVERY and await self._attended():
            await retry_until_stored(lambda: self._note(self._now()))
            self._noted_at = self._now()
