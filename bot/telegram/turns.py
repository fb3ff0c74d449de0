"""Decides which item is sent next when more wait than may be sent: by urgency, and chats in turn."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Protocol

from bot.app.urgency import Urgency

MOST_PASSED = {Urgency.ANSWER: 0, Urgency.NEWS: 3, Urgency.MANY: 9, Urgency.TIDYING: 29}
"""After so many more urgent items one of this urgency goes first, so that nothing starves."""
Ticket = asyncio.Future[bool]


class Source(Protocol):
    """A budget of messages."""

    def take_in_stock(self) -> bool:
        """Take a message, if one is available without waiting."""

    async def take(self) -> bool:
        """Take a message, waiting if necessary; whether it waited. Not for concurrent calls."""


class Turns:
    """A queue for each urgency. Each chat has one item in the queues at a time, so chats take turns."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines: dict[Urgency, deque[Ticket]] = {urgency: deque() for urgency in Urgency}
        self._passed = dict.fromkeys(Urgency, 0)
        self._giving: asyncio.Task[None] | None = None

    def take_at_once(self) -> bool:
        """Take a message, if one is available and nobody waits."""
        return self._giving is None and self._source.take_in_stock()

    async def turn(self, urgency: Urgency) -> bool:
        """Wait until an item of that urgency may be sent; whether it had to wait. Raises what `take` raises."""
        if self.take_at_once():
            return False
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._lines[urgency].append(ticket)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give())
        try:
            return await ticket
        except asyncio.CancelledError:
            with suppress(ValueError):
                self._lines[urgency].remove(ticket)
            raise

    async def _give(self) -> None:
        """Take messages from the source for those who wait, as long as somebody does."""
        waited = False
        try:
            while any(self._lines.values()):
                waited |= await self._source.take()
                if (ticket := self._next()) is not None:
                    ticket.set_result(waited)
        except Exception as error:  # noqa: BLE001  the waiting calls raise it
            for line in self._lines.values():
                while (ticket := _first(line)) is not None:
                    ticket.set_exception(error)
        finally:
            self._giving = None

    def _next(self) -> Ticket | None:
        """The next waiting call; None if all have been cancelled."""
        waiting = [urgency for urgency in Urgency if self._lines[urgency]]
        if not waiting:
            return None
        passed = [urgency for urgency in waiting[1:] if self._passed[urgency] >= MOST_PASSED[urgency]]
        chosen = passed[-1] if passed else waiting[0]
        # Count, for every less urgent queue that waits, how often it was passed over.
        for urgency in waiting:
            self._passed[urgency] += urgency > chosen
        self._passed[chosen] = 0
        return _first(self._lines[chosen])


def _first(line: deque[Ticket]) -> Ticket | None:
    """Remove and return the first call that still waits."""
    while line:
        if not (ticket := line.popleft()).done():
            return ticket
    return None
