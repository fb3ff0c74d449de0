"""Telegram's rate limits, kept before it refuses, and which item goes next: by urgency, and chats in turn."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from bot.app.delivery import ALL, FOR_MANY
from bot.app.outbox import Urgency
from bot.metrics import LIMIT_WAIT_SECONDS

# Decides which item is sent next when more wait than may be sent: by urgency, and chats in turn.

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


# Telegram's rate limits, kept before it refuses: messages a second in all, and to each chat.

TELEGRAMS_MOST = 1000
"""Messages a second that Telegram allows paying bots. Above it, limits per chat are off, for benchmarks."""
PRIVATE = (1.0, 10.0)
"""Messages a second to a private chat, and the burst."""
GROUP = (0.2, 8.0)
"""The same for a group; together no more than 20 in any minute."""
FEW = 3
"""Where fewer messages than that could be sent to a chat at once, they are scarce."""
GRANT = 0.25
"""Seconds whose messages a replica takes at a time from the common budget."""
BURST = 0.25
"""Seconds whose messages may be sent at once after a quiet time."""
VOID_AFTER = 1.0
"""Seconds after which an unused grant expires."""

SHARE_FOR_MANY = 1 / 3
"""The share of all messages that may be for many."""
RESERVES = {Urgency.ANSWER: 0.0, Urgency.NEWS: 0.0, Urgency.MANY: 0.5, Urgency.TIDYING: 1.0}
"""The part of a chat's burst that must be free, besides one message, before an item of that urgency is sent.

So no answer waits for the limit because of an item for many, and nothing ever because of tidying.
"""

Grant = Callable[[float, float, str], Awaitable[float]]
"""Takes the messages of so many seconds, with that burst, from a budget; returns the seconds to wait for them."""


@dataclass(slots=True)
class Bucket:
    """A token bucket. `rate`: tokens a second; `at`: the time of `content`."""

    rate: float
    size: float
    content: float
    at: float

    def left(self, now: float) -> float:
        """The tokens in it."""
        return min(self.size, self.content + (now - self.at) * self.rate)

    def pause(self, now: float, reserve: float = 0.0) -> float:
        """Seconds until one token may be taken and the reserved part of the others stays."""
        return max(0.0, 1 + reserve * (self.size - 1) - self.left(now)) / self.rate

    def take(self, now: float) -> None:
        """Take a token."""
        self.content = self.left(now) - 1
        self.at = now

    def debt(self, now: float) -> float:
        """Seconds until it is full."""
        return max(0.0, (self.size - self.content) / self.rate - (now - self.at))


class Budget:
    """The budget of all replicas together, taken in small grants that expire soon."""

    def __init__(self, per_second: float, grant: Grant, name: str) -> None:
        self._count = max(1, int(GRANT * per_second))
        self._per_second = per_second
        self._grant = grant
        self._name = name
        self._stock = 0
        self._void_at = 0.0

    def take_in_stock(self) -> bool:
        """Take a message of the current grant, if there is one."""
        has_one = self._stock > 0 and time.monotonic() < self._void_at
        self._stock -= has_one
        return has_one

    async def take(self) -> bool:
        """Take a message, waiting for a new grant if necessary; whether it waited. Not for concurrent calls."""
        if self.take_in_stock():
            return False
        seconds = self._count / self._per_second
        pause = await self._grant(seconds, max(BURST, seconds), self._name)
        if pause > 0:
            await asyncio.sleep(pause)
        # The caller uses one message of the grant at once.
        self._stock = self._count - 1
        self._void_at = time.monotonic() + VOID_AFTER
        return pause > 0


class Limits:
    """Decides when the next message may be sent."""

    def __init__(self, per_second: float, grant: Grant) -> None:
        self._all = Turns(Budget(per_second, grant, ALL))
        self._many = Turns(Budget(SHARE_FOR_MANY * per_second, grant, FOR_MANY))
        self._limits_chats = per_second <= TELEGRAMS_MOST
        self._chats: dict[int, Bucket] = {}

    def take_on(self, chat_id: int, debt: float) -> None:
        """Begin to limit this chat, whose limit is whole again in `debt` seconds."""
        if self._limits_chats:
            rate, size = GROUP if chat_id < 0 else PRIVATE
            content = size - rate * min(max(0.0, debt), size / rate)
            self._chats.setdefault(chat_id, Bucket(rate, size, content, time.monotonic()))

    def debt(self, chat_id: int) -> float:
        """Seconds until the chat's limit is whole again."""
        bucket = self._chats.get(chat_id)
        return 0.0 if bucket is None else bucket.debt(time.monotonic())

    def is_scarce(self, chat_id: int) -> bool:
        """Whether the message to the chat that was taken last was one of the last few for the moment."""
        bucket = self._chats.get(chat_id)
        return bucket is not None and bucket.left(time.monotonic()) + 1 < FEW

    def let_go(self, chat_id: int) -> None:
        """Forget the chat: another replica sends to it from now on."""
        self._chats.pop(chat_id, None)

    def take_at_once(self, chat_id: int, urgency: Urgency) -> bool:
        """Take what one message to the chat needs, if that takes no waiting."""
        bucket, now = self._chats.get(chat_id), time.monotonic()
        if urgency.is_for_many or (bucket is not None and bucket.pause(now) > 0) or not self._all.take_at_once():
            return False
        if bucket is not None:
            bucket.take(now)
        return True

    async def turn(self, chat_id: int, urgency: Urgency = Urgency.ANSWER) -> bool:
        """Wait until a message may be sent to the chat; whether it had to wait.

        One caller at a time for each chat. A cancelled call uses up nothing of the chat's limit.
        """
        bucket, began = self._chats.get(chat_id), time.monotonic()
        pause = 0.0 if bucket is None else bucket.pause(began, RESERVES[urgency])
        if pause > 0:
            await asyncio.sleep(pause)
        waited = urgency.is_for_many and await self._many.turn(urgency)
        waited |= await self._all.turn(urgency)
        # Taken only after the waits: a call that is cancelled meanwhile uses up nothing of the chat's limit.
        if bucket is not None:
            bucket.take(time.monotonic())
        LIMIT_WAIT_SECONDS.labels("group" if chat_id < 0 else "private").observe(time.monotonic() - began)
        return waited or pause > 0
