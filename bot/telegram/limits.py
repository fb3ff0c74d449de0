"""Telegram's limits, kept by ourselves: so many messages a second in all, so many to each chat."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

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

Grant = Callable[[float, float], Awaitable[float]]
"""Takes the messages of so many seconds, and knows the burst; gives the seconds to wait before they may be sent."""


@dataclass(slots=True)
class Bucket:
    """Refills with time; what is taken beyond its content must be waited for."""

    rate: float
    size: float
    content: float
    at: float

    def wait_for_one(self, now: float) -> float:
        """Take one; the seconds to wait before it may be used."""
        self.content = min(self.size, self.content + (now - self.at) * self.rate) - 1
        self.at = now
        return max(0.0, -self.content / self.rate)

    def debt(self, now: float) -> float:
        """The seconds until it is full."""
        return max(0.0, (self.size - self.content) / self.rate - (now - self.at))


class Budget:
    """What all replicas together may send, taken in small grants. What is not used soon is void."""

    def __init__(self, per_second: float, grant: Grant) -> None:
        self._count = max(1, int(GRANT * per_second))
        self._per_second = per_second
        self._grant = grant
        self._stock = 0
        self._void_at = 0.0
        self._taking = asyncio.Lock()

    async def take(self) -> bool:
        """Take one, when it may be used; whether there was anything to wait for."""
        async with self._taking:
            if self._stock and time.monotonic() < self._void_at:
                self._stock -= 1
                return False
            seconds = self._count / self._per_second
            pause = await self._grant(seconds, max(BURST, seconds))
            if pause > 0:
                await asyncio.sleep(pause)
            self._stock = self._count - 1
            self._void_at = time.monotonic() + VOID_AFTER
            return pause > 0


class Limits:
    """When the next message may leave."""

    def __init__(self, per_second: float, grant: Grant) -> None:
        self._all = Budget(per_second, grant)
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

    async def turn(self, chat_id: int) -> bool:
        """Wait until a message may go to the chat; whether there was anything to wait for."""
        bucket = self._chats.get(chat_id)
        pause = 0.0 if bucket is None else bucket.wait_for_one(time.monotonic())
        if pause > 0:
            await asyncio.sleep(pause)
        return await self._all.take() or pause > 0
