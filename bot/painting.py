"""Paints pictures in the solver process for long computations, and caches them."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.screen import Picture
from bot.app.world import Computation
from bot.pictures import kinds, painted

ROOM = 16 * 1024 * 1024
"""Bytes of cached pictures: for messages that are sent again, and for a rival who gets the same one."""


class Painting:
    """Paints by having `think` run the painters."""

    def __init__(self, think: Callable[[Computation], Awaitable[Any]], room: int = ROOM) -> None:
        self._think = think
        self._room = room
        self._size = 0
        self._pictures: OrderedDict[Picture, bytes] = OrderedDict()

    async def warm_up(self) -> None:
        """Import the painters in their process before somebody waits for them."""
        await self._think(Computation(kinds, ()))

    async def paint(self, picture: Picture) -> bytes:
        """The picture as PNG bytes. Raises what the painter raises, and TooMuchToThink."""
        if picture not in self._pictures:
            self._keep(picture, await self._think(Computation(painted, (picture.kind, picture.given))))
        self._pictures.move_to_end(picture)
        return self._pictures[picture]

    def _keep(self, picture: Picture, png: bytes) -> None:
        """Cache the picture, and drop the oldest ones beyond ROOM."""
        self._size += _size(picture, png) - _size(picture, self._pictures.pop(picture, None))
        self._pictures[picture] = png
        while self._size > self._room and len(self._pictures) > 1:
            self._size -= _size(*self._pictures.popitem(last=False))


def _size(picture: Picture, png: bytes | None) -> int:
    """The bytes that it takes in the cache; none if it is not there."""
    return 0 if png is None else len(png) + len(picture.given.encode())
