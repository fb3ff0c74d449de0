"""This bot as it is measured: on a slow disk, with short clocks, with a heartbeat.

`python -m benchmarks.altered slow`, `hasty` or `watched FILE` is `python -m bot` otherwise.
"""

import asyncio
import gc
import pickle
import sqlite3
import sys
import time
from array import array
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measuring import run
from bot import log as logs
from bot.__main__ import main as serve
from bot.app.model.terms import CLOCKS
from bot.serving import Serving
from bot.settings import settings_from_environment

DELAY = 0.01
"""Seconds that each commit takes longer on a slow disk."""
HASTE = 10.0
"""How many times as fast people think in `benchmarks.town`, and clocks of live matches run where the bot is hasty: so a
clock runs out as often as it would, and a run need not take minutes."""
TICK = 0.001
"""Seconds between two beats of the heart."""


def main() -> None:
    match sys.argv[1:]:
        case ["slow"]:
            sqlite3.connect = partial(sqlite3.connect, factory=Slow)  # type: ignore[assignment]
            sys.exit(serve())
        case ["hasty"]:
            hasten()
            sys.exit(serve())
        case ["watched", file]:
            Path(file).write_bytes(pickle.dumps(astuple(run(_watched()))))
        case other:
            sys.exit(f"slow, hasty or watched FILE, not {' '.join(other)}")


class Slow(sqlite3.Connection):
    """A connection that waits before it commits what was written. Checkpoints are as fast as ever."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT":
            self._wait()
        return super().execute(statement, *values)

    def commit(self) -> None:
        self._wait()
        super().commit()

    def _wait(self) -> None:
        if self.in_transaction:
            time.sleep(DELAY)  # in the thread that commits, the transaction still open: as if it waited for the disk


def hasten() -> None:
    """Shorten the clock of live matches."""
    live = CLOCKS["live"]
    assert live.seconds is not None
    assert live.reminder is not None
    CLOCKS["live"] = replace(live, seconds=live.seconds / HASTE, reminder=live.reminder / HASTE)


# The heartbeat


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


async def _watched() -> Beats:
    settings = settings_from_environment()
    redaction = logs.configure(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
    async with heart() as beats:
        await Serving(settings, redaction).run()
    return beats


if __name__ == "__main__":
    main()
