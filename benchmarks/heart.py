"""A heartbeat on the event loop: how long the loop did not look round, and how long the garbage collector took."""

import asyncio
import gc
import time
from array import array
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

TICK = 0.001


def _numbers() -> "array[float]":
    """An array, which the garbage collector need not look through."""
    return array("d")


@dataclass(frozen=True, slots=True)
class Beats:
    """When each beat came, how late, and how long the loop's thread worked meanwhile; each collection of garbage.

    Moments are seconds of `time.monotonic`, the same for all processes of a machine; all else is milliseconds.
    """

    at: "array[float]" = field(default_factory=_numbers)
    late: "array[float]" = field(default_factory=_numbers)
    work: "array[float]" = field(default_factory=_numbers)
    collected_at: "array[float]" = field(default_factory=_numbers)
    collecting: "array[float]" = field(default_factory=_numbers)

    def between(self, since: float, until: float) -> "Beats":
        """The beats and the collections that ended between two moments."""
        part = Beats()
        for at, late, work in zip(self.at, self.late, self.work, strict=True):
            if since <= at < until:
                part.at.append(at)
                part.late.append(late)
                part.work.append(work)
        for at, took in zip(self.collected_at, self.collecting, strict=True):
            if since <= at < until:
                part.collected_at.append(at)
                part.collecting.append(took)
        return part


@asynccontextmanager
async def heart() -> AsyncIterator[Beats]:
    """Watch the loop until the block ends, the last of its work included."""
    beats, going_on = Beats(), True

    async def beat() -> None:
        while going_on:
            began, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            beats.late.append(1000 * (time.perf_counter() - began - TICK))
            beats.work.append(1000 * (time.thread_time() - worked))
            beats.at.append(time.monotonic())

    beating = asyncio.ensure_future(beat())
    await asyncio.sleep(0)  # so that it has begun
    with _collections(beats):
        yield beats
    going_on = False
    await beating


@contextmanager
def _collections(beats: Beats) -> Iterator[None]:
    """Note each collection of garbage, in whichever thread."""
    began = 0.0

    def note(phase: str, _info: dict[str, Any]) -> None:
        nonlocal began
        if phase == "start":
            began = time.perf_counter()
        else:
            beats.collecting.append(1000 * (time.perf_counter() - began))
            beats.collected_at.append(time.monotonic())

    gc.callbacks.append(note)
    try:
        yield
    finally:
        gc.callbacks.remove(note)
