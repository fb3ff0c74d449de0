"""Pictures, painted in the process that thinks, so that no player waits for another's."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.screen import Picture
from bot.app.thinking import Question
from bot.pictures import kinds, painted

REMEMBERED = 32
"""So many pictures are kept, for a sending that has to be repeated and for the rival who asks for the same one."""


class Painting:
    """Paints by asking `think`."""

    def __init__(self, think: Callable[[Question], Awaitable[Any]]) -> None:
        self._think = think
        self._pictures: OrderedDict[Picture, bytes] = OrderedDict()

    async def warm_up(self) -> None:
        """Have the painters ready in their process before somebody waits for one."""
        await self._think(Question(kinds, ()))

    async def paint(self, picture: Picture) -> bytes:
        """The picture as PNG. Raises what the painter does, and TimeoutError where no process answers."""
        if picture not in self._pictures:
            self._pictures[picture] = await self._think(Question(painted, (picture.kind, picture.given)))
            while len(self._pictures) > REMEMBERED:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(picture)
        return self._pictures[picture]
