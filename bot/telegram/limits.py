"""Telegram's limits, kept by ourselves: so many messages a second in all, so many to each chat."""

import asyncio
import time
from dataclasses import dataclass

TELEGRAMS_MOST = 1000
"""Messages a second that Telegram allows at most, to bots that pay. Beyond it somebody measures: no chat is limited."""
PRIVATE = (1.0, 10.0)
"""Messages a second to one person, and how many at once."""
GROUP = (0.2, 8.0)
"""The same for a group: no more than 20 in any minute."""
KEPT = 10_000
"""So many buckets are kept before those that are full again are forgotten."""


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

    def is_full(self, now: float) -> bool:
        """Whether it has nothing to remember."""
        return self.content + (now - self.at) * self.rate >= self.size


class Limits:
    """When the next message may leave."""

    def __init__(self, per_second: float) -> None:
        now = time.monotonic()
        self._all = Bucket(per_second, max(1.0, per_second), max(1.0, per_second), now)
        self._limits_chats = per_second <= TELEGRAMS_MOST
        self._chats: dict[int, Bucket] = {}

    async def turn(self, chat_id: int) -> bool:
        """Wait until a message may go to the chat; whether there was anything to wait for."""
        waited = self._limits_chats and await _wait(self._chat(chat_id))
        return await _wait(self._all) or waited

    def _chat(self, chat_id: int) -> Bucket:
        bucket = self._chats.get(chat_id)
        if bucket is None:
            now = time.monotonic()
            if len(self._chats) >= KEPT:
                self._chats = {chat: known for chat, known in self._chats.items() if not known.is_full(now)}
            rate, size = GROUP if chat_id < 0 else PRIVATE
            bucket = self._chats[chat_id] = Bucket(rate, size, size, now)
        return bucket


async def _wait(bucket: Bucket) -> bool:
    pause = bucket.wait_for_one(time.monotonic())
    if pause > 0:
        await asyncio.sleep(pause)
    return pause > 0
