"""What every benchmark uses: its size, the loop that it runs on, figures as text, and ratios."""

import asyncio
import os
import platform
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple, Self, TypeVar

import uvloop

from solver.variant import VARIANTS, Variant

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a benchmark run. Times in seconds."""

    rounds: int
    """Rounds in which a thing and its peer are measured in turn."""
    seconds: float
    """The duration of each load of a round."""
    warm_up: float
    chats: int
    """Private chats with each bot."""
    starts: int
    """Processes of each bot whose start is measured, one after the other."""
    openers: int
    """Private chats in which a game is begun at the same moment."""
    players: int
    """People who play beside a flood."""
    pace: float
    """Updates a second of each of them."""
    crowd: int
    """People who flood together."""
    watchers: int
    """People who watch a match live."""
    visitors: int
    """People who come to it besides."""
    people: int
    """People who look for a rival in an evening."""
    evening: float
    """The simulated duration until the last of them has come."""
    stored: int
    """Sessions of others in the fuller database; the emptier one has a thousandth."""
    finishers: int
    """People who have finished the code of one day."""
    games: int
    """Positions of each kind to compute."""
    cards: int
    """Pictures that are painted one after the other."""
    variants: tuple[Variant, ...]


WHOLE = Size(
    rounds=5,
    seconds=3.0,
    warm_up=1.0,
    chats=400,
    starts=3,
    openers=2400,
    players=100,
    pace=0.5,
    crowd=1000,
    watchers=100,
    visitors=5000,
    people=10_000,
    evening=1800.0,
    stored=1_000_000,
    finishers=100_000,
    games=6,
    cards=30,
    variants=tuple(VARIANTS.values()),
)
MOMENT = Size(
    rounds=2,
    seconds=0.2,
    warm_up=0.1,
    chats=5,
    starts=1,
    openers=20,
    players=5,
    pace=10.0,
    crowd=20,
    watchers=5,
    visitors=20,
    people=30,
    evening=5.0,
    stored=2000,
    finishers=200,
    games=1,
    cards=2,
    variants=(VARIANTS["mini"], VARIANTS["cipher"]),
)


# The event loop

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. Raises exceptions of callbacks too, which a loop by itself would only log."""
    failed: list[BaseException] = []

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failed.append(context.get("exception") or RuntimeError(context["message"]))

    async def watched() -> T:
        asyncio.get_running_loop().set_exception_handler(note)
        return await work

    came_to = uvloop.run(watched())
    if failed:
        raise failed[0]
    return came_to


# Results: a text, and ratios that can be compared with those of other days


class Spread(NamedTuple):
    """A ratio over the rounds of a run: how many times as good as its peer we were. More is better."""

    least: float
    median: float
    most: float

    @classmethod
    def of(cls, rounds: Iterable[float]) -> Self:
        """The spread of at least one measured ratio."""
        known = sorted(rounds)
        return cls(known[0], median(known), known[-1])


@dataclass(frozen=True, slots=True)
class Report:
    """A text to print, and those of the declared ratios that could be measured, by name."""

    text: str
    ratios: Mapping[str, Spread]


def times_as_fast(pairs: Iterable[tuple[float, float]]) -> Spread:
    """How many times as long the peer took, over pairs of our time and the peer's."""
    return Spread.of(theirs / ours for ours, theirs in pairs)


def typical(ratios: Iterable[float]) -> Spread:
    """One figure for many variants or positions with equal weights."""
    return Spread.of([geometric_mean(ratios)])


# Figures as text


def machine() -> str:
    """The machine, and its load average."""
    runs = (
        f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    )
    return f"{runs}; load of the last minute before we began: {os.getloadavg()[0]:.1f}"


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Aligned columns, the first to the left and the rest to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join((first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))))
        for first, *rest in lines
    )


def milliseconds(works: Iterable[Callable[[], object]]) -> list[float]:
    """Milliseconds of processor time for each."""
    took = []
    for work in works:
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return took
