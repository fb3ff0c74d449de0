"""What is done once an hour: what is kept no longer goes, and days on which the bot was away are pardoned."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol

from bot.app.actions.days import pardon_lately
from bot.app.ports import Store
from bot.app.retry import retry_until_stored
from bot.app.world import World

HOUR = 3600.0


class ForgettingStore(Store, Protocol):
    """A database that knows how long what is kept."""

    async def forget(self, now: float) -> None:
        """Delete what is kept no longer at that time, a few rows at a time."""


class Hourly:
    """Does it, at the start and then every hour. `wall`: the time by which rows age."""

    def __init__(self, store: ForgettingStore, world: World, wall: Callable[[], float]) -> None:
        self._store = store
        self._world = world
        self._wall = wall

    async def serve(self) -> None:
        """Do it until cancelled."""
        while True:
            await retry_until_stored(lambda: self._store.forget(self._wall()))
            await retry_until_stored(lambda: self._store.run(partial(pardon_lately, world=self._world)))
            await asyncio.sleep(HOUR)
