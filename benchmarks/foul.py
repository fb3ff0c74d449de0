"""How long others wait while somebody plays foul, beside how long they wait without.

`python -m benchmarks.foul` measures every attack there is, or those that are named.
"""

import asyncio
import math
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bystanders import PATIENCE, Bystanders, Window
from benchmarks.loop import run
from benchmarks.ratios import Report, times_as_fast
from benchmarks.report import aligned, machine
from benchmarks.size import MOMENT, WHOLE, Size
from faults.processes.process import BotProcess
from faults.troubles.foul import FOUL
from faults.troubles.foul.scene import Scene, Strike
from sandbox.arguments import Parser
from sandbox.server import SandboxServer

TO_PREPARE = 90.0
NOBODY = "nobody"
"""No attack: how far its ratios are from 1 shows the noise of the others."""
KEPT = ("longest-message", "reviews-in-groups", "stale-in-private")
"""The attacks whose ratios are kept; they need little preparation."""
SHARES = {"p50": 0.5, "p99": 0.99}
RATIOS = tuple(f"foul.{name.replace('-', '.')}.{figure}" for name in KEPT for figure in SHARES)
LIMIT = 30
"""Messages a second, the bot's default."""
OF_PLAYERS, OF_PACE = 0.4, 0.6
"""The share of other benchmarks' players here, and of their speed: they use less than half of what may be sent."""
GROUPS = 4
TO_REST = 20.0
"""The windows that the bot may take to finish after an attack."""
CONDITIONS = """\
{chats} private chats with {pace:g} updates a second each, at random moments, {groups} groups with one in ten seconds;
SQLite; {limit} messages a second, and Telegram's limits to each chat, are kept. Times are from when a move is due,
though its sender may still wait for the last, until its board (for a press: its answer) is shown. Windows of
{seconds:.1f} s without and with the attack take turns, {rounds} of each, each attack with a bot of its own. Who
waits for longer than {patience:.0f} s is not answered.
"""


@dataclass(frozen=True, slots=True)
class Beside:
    """The bystanders' windows without an attack and with it."""

    name: str
    without: tuple[Window, ...]
    under: tuple[Window, ...]
    prepared: bool
    """Whether the attack was prepared; if the bot was too slow for that, nothing was struck."""


def measured(size: Size) -> Report:
    """Some attacks, one after the other; ratios are to the windows before them."""
    found = run(_all_measured((NOBODY, *KEPT), size))
    ratios = {
        f"foul.{beside.name.replace('-', '.')}.{figure}": times_as_fast(
            (_percentile(under.times, share), _percentile(without.times, share))
            for without, under in zip(beside.without, beside.under, strict=True)
        )
        for beside in found[1:]
        for figure, share in SHARES.items()
    }
    return Report(_table(found, size), ratios)


async def _all_measured(names: Sequence[str], size: Size) -> list[Beside]:
    return [await _measured(name, size) for name in names]


async def _measured(name: str, size: Size) -> Beside:
    seconds = _seconds(size)
    async with SandboxServer() as server:
        others = Bystanders(server.state, _chats(size), GROUPS, _pace(size))
        scene = Scene(server.state, random.Random(name), others.groups)
        with tempfile.TemporaryDirectory(prefix="foul-") as folder:
            async with BotProcess(server.url, server.token, Path(folder), MESSAGES_PER_SECOND=str(LIMIT)):
                await others.met(seconds)
                strike = await _prepared(name, scene)
                await others.quiet(TO_REST * seconds)
                without, under = [], []
                for _ in range(size.rounds):
                    without.append(await others.met(seconds))
                    under.append(await others.met(seconds, strike))
                    await others.quiet(TO_REST * seconds)
    return Beside(name, tuple(without), tuple(under), prepared=strike is not _nothing or name == NOBODY)


def _chats(size: Size) -> int:
    return max(2, round(OF_PLAYERS * size.players))


def _pace(size: Size) -> float:
    """Updates a second in each private chat."""
    return OF_PACE * size.pace


def _seconds(size: Size) -> float:
    """The duration of a window in seconds: each private chat sends something."""
    return max(size.seconds, 1 / _pace(size))


async def _prepared(name: str, scene: Scene) -> Strike:
    """The strike, once it is prepared; none if the bot is too slow for that."""
    strike: Strike = _nothing
    if name in FOUL:
        with suppress(TimeoutError):
            strike = await asyncio.wait_for(FOUL[name](scene), TO_PREPARE)
    return strike


async def _nothing() -> None:
    await asyncio.sleep(0.1)


def _table(found: Sequence[Beside], size: Size) -> str:
    """The table of attacks."""
    head = ("", "p50", "attacked", "ratio", "p99", "attacked", "ratio", "unanswered", "calls/s", "attacked")
    data = {"chats": _chats(size), "pace": _pace(size), "groups": GROUPS, "limit": LIMIT, "rounds": size.rounds}
    conditions = CONDITIONS.format(**data, seconds=_seconds(size), patience=PATIENCE)
    return f"{conditions}\n{aligned([head, *map(_figures, found)])}\n\n{_noise(found)}"


def _figures(beside: Beside) -> tuple[str, ...]:
    times = [[took for window in windows for took in window.times] for windows in (beside.without, beside.under)]
    return (
        beside.name if beside.prepared else f"{beside.name} (not prepared)",
        *(cell for share in SHARES.values() for cell in _compared(*(_percentile(each, share) for each in times))),
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
    """How far apart windows without an attack were."""
    lines = []
    for name, share in SHARES.items():
        seen = [_percentile(window.times, share) for beside in found for window in beside.without]
        middle = _milliseconds(statistics.median(seen))
        lines.append(f"{name} from {_milliseconds(min(seen))} to {_milliseconds(max(seen))} (median {middle})")
    return f"Windows without an attack: {'; '.join(lines)}."


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def main() -> None:
    options = Parser(prog="python -m benchmarks.foul", description=__doc__)
    options.add_argument("attacks", nargs="*", choices=[*FOUL, []], metavar="attack", help=", ".join(FOUL))
    options.add_argument("--moment", action="store_true", help="see whether they run; the figures mean nothing")
    given = options.parse_args()
    size = MOMENT if given.moment else WHOLE
    print(machine(), flush=True)
    print(_table(run(_all_measured((NOBODY, *(given.attacks or FOUL)), size)), size))


if __name__ == "__main__":
    main()
