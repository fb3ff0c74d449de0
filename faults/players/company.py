"""Coordinates people who play the same game: concurrent actions, and exclusive ones."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Company:
    """A readers-writer lock: several people act at the same time, or one alone."""

    def __init__(self) -> None:
        self._busy = 0
        self._wants_peace = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """For actions that several people may do at the same time."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._wants_peace and self._busy >= 0)
            self._busy += 1
        try:
            yield
        finally:
            async with self._changed:
                self._busy -= 1
                self._changed.notify_all()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """For actions that may end a game, so that all know which game they play."""
        async with self._changed:
            self._wants_peace += 1
            await self._changed.wait_for(lambda: self._busy == 0)
            self._wants_peace -= 1
            self._busy = -1
        try:
            yield
        finally:
            async with self._changed:
                self._busy = 0
                self._changed.notify_all()
