"""Two kinds of load: all chats at once (closed loop), and a steady stream (open loop)."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from benchmarks.chats import Chat, Chats
from benchmarks.size import Size

PATIENCE = 10.0
EXTRA = 10.0
"""Seconds beyond which nobody waits for those who answer, but too slowly."""
CALM = 0.2
"""Seconds without a call after which the bot is done."""
LOOK = 0.05


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a load. Times in seconds; `api_load`: the share of a core that measuring itself took.

    `calls`: the bot's calls for these chats. A board that nobody would have seen is never sent, so fast answers and few
    calls can have the same cause.
    """

    seconds: float
    times: tuple[float, ...]
    calls: int
    api_load: float
    unanswered: int

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def calls_per_update(self) -> float:
        return self.calls / len(self.times)

    def percentile(self, share: float) -> float:
        return percentile(self.times, share)


def percentile(times: Iterable[float], share: float) -> float:
    """The time that so large a share of the times do not exceed; NaN without any."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Meter:
    """Measures from now on: wall time, our own processor time, answers and calls."""

    def __init__(self, chats: Chats) -> None:
        self.times: list[float] = []
        self._chats = chats
        self._calls = chats.calls
        self._started, self._worked = time.perf_counter(), time.process_time()

    def read(self) -> Measured:
        """The result so far. Raises RuntimeError if there were no answers."""
        if not self.times:
            raise RuntimeError("the bot has not answered anything")
        took = time.perf_counter() - self._started
        load = (time.process_time() - self._worked) / took
        return Measured(took, tuple(self.times), self._chats.calls - self._calls, load, 0)


async def everybody_at_once(chats: Chats, size: Size) -> Measured:
    """Closed loop: each chat sends its next update as soon as the last one was fully answered.

    It goes on until there are as many answers as chats, however slow the machine is.
    """
    meter = Meter(chats)
    going_on = True

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        if going_on:
            chat.act()

    chats.answered = answered
    for chat in chats.all:
        chat.act()
    await asyncio.sleep(size.warm_up)
    meter = Meter(chats)
    await asyncio.sleep(size.seconds)
    await until(lambda: len(meter.times) >= len(chats.all))
    measured = meter.read()
    going_on = False
    return replace(measured, unanswered=await _unanswered(chats))


async def each_so_often(chats: Chats, some: Sequence[Chat], often: int) -> Measured:
    """Closed loop: some chats begin at once and send so many updates each, the next once the last was answered.

    Calls are counted until the bot is done, the time until the last answer. Whoever is not done when patience ends is
    measured by what it did; patience is longer with those who have given as many answers as there are chats.
    """
    meter, left = Meter(chats), dict.fromkeys(some, often)

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        left[chat] -= 1
        if left[chat]:
            chat.act()

    chats.answered = answered
    for chat in some:
        chat.act()
    await until(lambda: not any(left.values()))
    if len(meter.times) > len(some):
        await until(lambda: not any(left.values()), EXTRA)
    measured, chats.answered = meter.read(), None
    if not any(left.values()):
        await _calm(chats)
    return replace(measured, calls=meter.read().calls, unanswered=sum(chat.busy for chat in some))


async def steady_stream(
    chats: Chats, per_second: float, seconds: float, some: Sequence[Chat] | None = None
) -> Measured:
    """Open loop: updates come at random moments, whether or not the former were answered; from some chats or all."""
    meter = Meter(chats)
    idle = deque(chat for chat in some or chats.all if not chat.busy)

    def answered(chat: Chat, took: float) -> None:
        meter.times.append(took)
        idle.append(chat)

    chats.answered = answered
    dice = random.Random(1)
    due = started = time.perf_counter()
    while (due := due + dice.expovariate(per_second)) < started + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if idle:
            idle.popleft().act()
    streamed = time.perf_counter() - started
    unanswered = await _unanswered(chats)
    return replace(meter.read(), seconds=streamed, unanswered=unanswered)


async def _unanswered(chats: Chats) -> int:
    """The number of chats that still wait when patience ends."""
    await until(lambda: not any(chat.busy for chat in chats.all))
    return sum(chat.busy for chat in chats.all)


async def _calm(chats: Chats) -> None:
    """Wait until the bot makes no more calls for these chats."""
    calls = -1
    while calls != chats.calls:
        calls = chats.calls
        await asyncio.sleep(CALM)


async def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until it is true, for a limited time."""
    for _ in range(int(patience / LOOK)):
        if true():
            break
        await asyncio.sleep(LOOK)
