"""Two kinds of load: everybody at once, and a steady stream."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass

from benchmarks.chats import Chat, Chats

WARM_UP = 3.0
PATIENCE = 10.0
LOOK = 0.05


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a load. Times in seconds; `api_load` is the share of a core that the measuring itself took."""

    per_second: float
    times: tuple[float, ...]
    api_load: float
    unanswered: int

    def percentile(self, share: float) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def everybody_at_once(chats: Chats, seconds: float) -> Measured:
    """Closed loop: each chat sends its next update as soon as the last one was fully answered."""
    times: list[float] = []
    going_on = True

    def answered(chat: Chat, took: float) -> None:
        times.append(took)
        if going_on:
            chat.act()

    chats.answered = answered
    for chat in chats.all:
        chat.act()
    await asyncio.sleep(WARM_UP)
    times.clear()
    started, worked = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - started
    measured = tuple(times)
    api_load = (time.process_time() - worked) / took
    going_on = False
    return Measured(len(measured) / took, measured, api_load, await _unanswered(chats))


async def steady_stream(chats: Chats, per_second: float, seconds: float) -> Measured:
    """Open loop: updates come at random moments, whether or not the former were answered."""
    times: list[float] = []
    idle = deque(chat for chat in chats.all if not chat.busy)

    def answered(chat: Chat, took: float) -> None:
        times.append(took)
        idle.append(chat)

    chats.answered = answered
    dice = random.Random(1)
    started, worked = time.perf_counter(), time.process_time()
    due = started
    while (due := due + dice.expovariate(per_second)) < started + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if idle:
            idle.popleft().act()
    took = time.perf_counter() - started
    api_load = (time.process_time() - worked) / took
    unanswered = await _unanswered(chats)
    return Measured(len(times) / took, tuple(times), api_load, unanswered)


async def _unanswered(chats: Chats) -> int:
    """How many chats still wait when patience ends."""
    for _ in range(int(PATIENCE / LOOK)):
        if not any(chat.busy for chat in chats.all):
            break
        await asyncio.sleep(LOOK)
    return sum(chat.busy for chat in chats.all)
