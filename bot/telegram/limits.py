"""Telegram's limits, kept by ourselves: so many messages a second in all, so many to each chat."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.app.outbox import ALL, FOR_MANY
from bot.app.urgency import Urgency
from bot.telegram.turns import Turns

TELEGRAMS_MOST = 1000
"""Messages a second that Telegram allows at most, to bots that pay. Beyond it somebody measures: no chat is limited."""
PRIVATE = (1.0, 10.0)
"""Messages a second to one person, and how many at once."""
GROUP = (0.2, 8.0)
"""The same for a group: no more than 20 in any minute."""
GRANT = 0.25
"""Seconds' worth of messages that a replica takes at a time out of what all of them may send."""
BURST = 0.25
"""Seconds' worth of messages that may be sent at once after a quiet time."""
VOID_AFTER = 1.0
"""Seconds after which what was granted and not used is void."""

SHARE_FOR_MANY = 1 / 3
"""Of all that may be sent, so much may be for many."""
RESERVES = {Urgency.ANSWER: 0.0, Urgency.NEWS: 0.0, Urgency.MANY: 0.5, Urgency.TIDYING: 1.0}
"""Which part of a chat's allowance must be there, besides one message, before such a letter leaves.

So no answer waits for the allowance because of what was for many, and nothing at all because of what only tidies up.
"""

Grant = Callable[[float, float, str], Awaitable[float]]
"""Takes the messages of so many seconds, knowing the burst, out of a budget; gives the seconds to wait for them."""


@dataclass(slots=True)
class Bucket:
    """Refills with time."""

    rate: float
    size: float
    content: float
    at: float

    def pause(self, now: float, reserve: float = 0.0) -> float:
        """The seconds until one may be taken, and that part of all others stays."""
        content = min(self.size, self.content + (now - self.at) * self.rate)
        return max(0.0, 1 + reserve * (self.size - 1) - content) / self.rate

    def take(self, now: float) -> None:
        """Take one."""
        self.content = min(self.size, self.content + (now - self.at) * self.rate) - 1
        self.at = now

    def debt(self, now: float) -> float:
        """The seconds until it is full."""
        return max(0.0, (self.size - self.content) / self.rate - (now - self.at))


class Budget:
    """What all replicas together may send, taken in small grants. What is not used soon is void."""

    def __init__(self, per_second: float, grant: Grant, name: str) -> None:
        self._count = max(1, int(GRANT * per_second))
        self._per_second = per_second
        self._grant = grant
        self._name = name
        self._stock = 0
        self._void_at = 0.0

    def take_in_stock(self) -> bool:
        """Take one of those that have been granted, if there is one."""
        has_one = self._stock > 0 and time.monotonic() < self._void_at
        self._stock -= has_one
        return has_one

    async def take(self) -> bool:
        """Take one, when it may be used; whether there was anything to wait for. One at a time may ask."""
        if self.take_in_stock():
            return False
        seconds = self._count / self._per_second
        pause = await self._grant(seconds, max(BURST, seconds), self._name)
        if pause > 0:
            await asyncio.sleep(pause)
        self._stock = self._count - 1
        self._void_at = time.monotonic() + VOID_AFTER
        return pause > 0


class Limits:
    """When the next message may leave."""

    def __init__(self, per_second: float, grant: Grant) -> None:
        self._all = Turns(Budget(per_second, grant, ALL))
        self._many = Turns(Budget(SHARE_FOR_MANY * per_second, grant, FOR_MANY))
        self._limits_chats = per_second <= TELEGRAMS_MOST
        self._chats: dict[int, Bucket] = {}

    def take_on(self, chat_id: int, debt: float) -> None:
        """From now on we send to this chat, whose allowance is whole again in `debt` seconds."""
        if self._limits_chats:
            rate, size = GROUP if chat_id < 0 else PRIVATE
            content = size - rate * min(max(0.0, debt), size / rate)
            self._chats.setdefault(chat_id, Bucket(rate, size, content, time.monotonic()))

    def debt(self, chat_id: int) -> float:
        """The seconds until the chat's allowance is whole again."""
        bucket = self._chats.get(chat_id)
        return 0.0 if bucket is None else bucket.debt(time.monotonic())

    def let_go(self, chat_id: int) -> None:
        """From now on we send to this chat no more."""
        self._chats.pop(chat_id, None)

    def take_at_once(self, chat_id: int, urgency: Urgency) -> bool:
        """Take what a letter to the chat needs, if there is nothing to wait for."""
        bucket, now = self._chats.get(chat_id), time.monotonic()
        if urgency.is_for_many or (bucket is not None and bucket.pause(now) > 0) or not self._all.take_at_once():
            return False
        if bucket is not None:
            bucket.take(now)
        return True

    async def turn(self, chat_id: int, urgency: Urgency = Urgency.ANSWER) -> bool:
        """Wait until a message may go to the chat; whether there was anything to wait for.

        One at a time may wait for a chat. To whoever gives up nothing is counted.
        """
        bucket = self._chats.get(chat_id)
        pause = 0.0 if bucket is None else bucket.pause(time.monotonic(), RESERVES[urgency])
        if pause > 0:
            await asyncio.sleep(pause)
        waited = urgency.is_for_many and await self._many.turn(urgency)
        waited |= await self._all.turn(urgency)
        if bucket is not None:
            bucket.take(time.monotonic())
        return waited or pause > 0
