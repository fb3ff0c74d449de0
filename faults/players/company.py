"""People who play the same game, each in their own time, and agree on when nobody else does anything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Company:
    """Lets several do things at the same time, or one alone."""

    def __init__(self) -> None:
        self._busy = 0
        self._wants_peace = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Several people may do such things at the same time."""
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
        """What may end a game is done while nobody else does anything, so that all know which game they play."""
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
