"""`python -m benchmarks.foul`: how long others wait while somebody plays foul, beside how long they wait without."""

import argparse
import asyncio
import math
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import uvloop

from benchmarks.bystanders import PATIENCE, Bystanders, Window
from benchmarks.report import aligned, machine
from sandbox.server import SandboxServer
from tests.bot.process import BotProcess
from tests.faults.troubles.foul import FOUL
from tests.faults.troubles.foul.scene import Scene, Strike

TO_PREPARE, TO_REST = 90.0, 20.0
NOBODY = "nobody"
"""The attack that is none: how far its ratios are from 1 is how far the others' are by chance."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured. The bot keeps Telegram's limits, as it is shipped, and so must those who play."""

    chats: int = 40
    groups: int = 4
    per_second: float = 12.0
    """Updates of all private chats together: a board each, of the thirty messages a second that Telegram allows."""
    warm_up: float = 3.0
    seconds: float = 6.0
    """Of each window."""
    rounds: int = 2
    """So often a window without the attack is followed by one with it."""
    limit: int = 30
    """Messages a second."""


USUAL = Size()
MOMENT = Size(chats=4, groups=1, per_second=4.0, warm_up=0.5, seconds=1.0, rounds=1)
"""Enough to see that it works."""
CONDITIONS = """\
{size.chats} private chats send {size.per_second:.0f} updates a second together at random moments, {size.groups} groups
one in ten seconds each; SQLite; {size.limit} messages a second, and Telegram's limits to each chat, are kept. Times are
from when a move is due, though its sender may still wait for the last, until its board (for a press: its answer) is
shown. Windows of {size.seconds:g} s without and with the attack take turns, {size.rounds} of each, each attack with a
bot of its own. Who waits for longer than {patience:.0f} s is not answered.
"""


@dataclass(frozen=True, slots=True)
class Beside:
    """What the others met without an attack and with it."""

    name: str
    without: tuple[Window, ...]
    under: tuple[Window, ...]


async def measured(names: Sequence[str], size: Size) -> list[Beside]:
    """Each attack, one after the other."""
    return [await _measured(name, size) for name in names]


async def _measured(name: str, size: Size) -> Beside:
    with tempfile.TemporaryDirectory(prefix="foul-") as folder:
        async with SandboxServer() as server:
            others = Bystanders(server.state, size.chats, size.groups, size.per_second)
            scene = Scene(server.state, random.Random(name), others.groups)
            limit = str(size.limit)
            async with BotProcess(server.url, server.token, Path(folder), MESSAGES_PER_SECOND=limit):
                await others.met(size.warm_up)
                strike = await _prepared(name, scene, others)
                without, under = [], []
                for _ in range(size.rounds):
                    without.append(await others.met(size.seconds))
                    under.append(await others.met(size.seconds, strike))
                    await others.quiet(TO_REST)
                return Beside(name, tuple(without), tuple(under))


async def _prepared(name: str, scene: Scene, others: Bystanders) -> Strike:
    """The blow, once all is ready; where the bot is too slow for that, with what is."""
    strike: Strike = _nothing
    if name in FOUL:
        with suppress(TimeoutError):
            strike = await asyncio.wait_for(FOUL[name](scene), TO_PREPARE)
    await others.quiet(TO_REST)
    return strike


async def _nothing() -> None:
    await asyncio.sleep(0.1)


def table(found: Sequence[Beside], size: Size) -> str:
    """The attacks one below the other."""
    head = ("", "p50", "attacked", "ratio", "p99", "attacked", "ratio", "unanswered", "calls/s", "attacked")
    conditions = CONDITIONS.format(size=size, patience=PATIENCE)
    return f"{conditions}\n{aligned([head, *map(_figures, found)])}\n\n{_noise(found)}"


def _figures(beside: Beside) -> tuple[str, ...]:
    times = [[took for window in windows for took in window.times] for windows in (beside.without, beside.under)]
    return (
        beside.name,
        *(cell for share in (0.5, 0.99) for cell in _compared(*(_percentile(each, share) for each in times))),
        str(sum(window.unanswered for window in beside.under)),
        *(_per_second(windows) for windows in (beside.without, beside.under)),
    )


def _compared(without: float, under: float) -> Iterator[str]:
    yield from (_milliseconds(without), _milliseconds(under), f"{under / without:.1f}")


def _per_second(windows: Sequence[Window]) -> str:
    return f"{sum(window.calls for window in windows) / sum(window.seconds for window in windows):.0f}"


def _percentile(times: Sequence[float], share: float) -> float:
    known = sorted(times)
    return known[min(len(known) - 1, int(share * len(known)))] if known else math.nan


def _noise(found: Sequence[Beside]) -> str:
    """How far apart the windows without an attack were."""
    told = []
    for share, name in ((0.5, "p50"), (0.99, "p99")):
        seen = [_percentile(window.times, share) for beside in found for window in beside.without]
        middle = _milliseconds(statistics.median(seen))
        told.append(f"{name} from {_milliseconds(min(seen))} to {_milliseconds(max(seen))} (median {middle})")
    return f"Windows without an attack: {'; '.join(told)}."


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.foul", description=__doc__)
    options.add_argument("attacks", nargs="*", metavar="attack", help=f"all, or some of {', '.join(FOUL)}")
    options.add_argument("--seconds", type=float, default=USUAL.seconds, help="how long each window lasts (6)")
    options.add_argument("--rounds", type=int, default=USUAL.rounds, help="how many windows of each kind (2)")
    options.add_argument("--moment", action="store_true", help="as small as it can be, to see that it works")
    given = options.parse_args()
    size = MOMENT if given.moment else replace(USUAL, seconds=given.seconds, rounds=given.rounds)
    print(machine())
    print(table(uvloop.run(measured((NOBODY, *(given.attacks or FOUL)), size)), size))


if __name__ == "__main__":
    main()
