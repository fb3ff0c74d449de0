"""Pictures, painted in the process that thinks at length, so that no player waits for another's."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.screen import Picture
from bot.app.thinking import Question
from bot.pictures import kinds, painted

ROOM = 16 * 1024 * 1024
"""Bytes of pictures that are kept, for a sending that must be repeated, and for the rival who asks for the same one."""


class Painting:
    """Paints by asking `think`."""

    def __init__(self, think: Callable[[Question], Awaitable[Any]], room: int = ROOM) -> None:
        self._think = think
        self._room = room
        self._size = 0
        self._pictures: OrderedDict[Picture, bytes] = OrderedDict()

    async def warm_up(self) -> None:
        """Have the painters ready in their process before somebody waits for one."""
        await self._think(Question(kinds, ()))

    async def paint(self, picture: Picture) -> bytes:
        """The picture as PNG. Raises what the painter does, and TooMuchToThink."""
        if picture not in self._pictures:
            self._keep(picture, await self._think(Question(painted, (picture.kind, picture.given))))
        self._pictures.move_to_end(picture)
        return self._pictures[picture]

    def _keep(self, picture: Picture, png: bytes) -> None:
        """Keep the newest picture, and of the others as many as there is room for."""
        self._size += _size(picture, png) - _size(picture, self._pictures.pop(picture, None))
        self._pictures[picture] = png
        while self._size > self._room and len(self._pictures) > 1:
            self._size -= _size(*self._pictures.popitem(last=False))


def _size(picture: Picture, png: bytes | None) -> int:
    """Bytes that are kept; of None nothing is."""
    return 0 if png is None else len(png) + len(picture.given.encode())
