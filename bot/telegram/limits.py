"""Telegram's rate limits, kept before it refuses: messages a second in all, and to each chat."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.app.outbox import ALL, FOR_MANY
from bot.app.urgency import Urgency
from bot.metrics.instruments import LIMIT_WAIT_SECONDS
from bot.telegram.turns import Turns

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
