"""Two plots of the bot beside an earlier checkout of it: waits by load, and the cost of an update by rows stored.

`python -m benchmarks.curves --before FOLDER --into docs/pictures` draws load.png and stored.png and prints the figures.
"""

from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.contenders import (
    IN_POSTGRES,
    OURS,
    Contender,
    begun,
    everybody_at_once,
    percentile,
    steady_stream,
    work_of,
)
from benchmarks.draw import BLUE, DOTS, FOLDER, RED
from benchmarks.measuring import MOMENT, ROOT, WHOLE, Size, aligned, run
from benchmarks.players import Chats
from benchmarks.sessions import stocked
from sandbox.arguments import Parser

RATES = (25, 50, 100, 200, 400, 600)
"""Updates a second."""
COLOURS = {"SQLite": BLUE, "PostgreSQL": RED}
DATABASES = {"SQLite": OURS, "PostgreSQL": IN_POSTGRES}
LINES = {"now": "-", "before": "--"}


@dataclass(frozen=True, slots=True)
class Curve:
    """What one checkout showed on one database. `values`: by the load or the rows stored, milliseconds."""

    database: str
    which: str
    values: dict[float, tuple[float, ...]]


def main() -> None:
    options = Parser(prog="python -m benchmarks.curves", description=__doc__)
    options.add_argument("--before", type=Path, required=True, help="the folder of another checkout")
    options.add_argument("--into", type=Path, default=FOLDER, help="the folder of the pictures (docs/pictures)")
    options.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    options.add_argument("--moment", action="store_true", help="see whether they can be drawn")
    given = options.parse_args()
    size, folders = MOMENT if given.moment else WHOLE, {"now": ROOT, "before": given.before.absolute()}
    waits = [curve for name in given.databases for curve in run(waits_by_load(name, folders, size))]
    costs = [curve for name in given.databases for curve in run(costs_by_rows(name, folders, size))]
    for name, curves, picture in (("load", waits, _load_picture(waits)), ("stored", costs, _stored_picture(costs))):
        picture.savefig(given.into / f"{name}.png", dpi=DOTS)
        print(_table(curves), given.into / f"{name}.png", sep="\n", end="\n\n")


@asynccontextmanager
async def _begun(contender: Contender, size: Size) -> AsyncIterator[tuple[Chats, Process]]:
    chats = Chats([contender.mover(seed) for seed in range(size.chats)])
    async with begun(contender, chats) as (process, _):
        yield chats, process


async def waits_by_load(name: str, folders: dict[str, Path], size: Size) -> list[Curve]:
    """Both checkouts run the whole time; at each rate they are loaded in turn. Values: p50 and p99."""
    times: dict[str, dict[float, list[float]]] = {which: {} for which in folders}
    async with AsyncExitStack() as stack:
        bots = {
            which: await stack.enter_async_context(_begun(replace(DATABASES[name], folder=folder), size))
            for which, folder in folders.items()
        }
        for each, _ in bots.values():
            await steady_stream(each, RATES[0], size.warm_up)
        for rate in RATES[: 1 + len(size.variants)]:
            for _ in range(size.rounds):
                for which, (each, _) in bots.items():
                    times[which].setdefault(rate, []).extend((await steady_stream(each, rate, size.seconds)).times)
    return [
        Curve(name, which, {rate: _percentiles(found) for rate, found in by.items()}) for which, by in times.items()
    ]


def _percentiles(times: Sequence[float]) -> tuple[float, ...]:
    return tuple(1000 * percentile(times, share) for share in (0.5, 0.99))


async def costs_by_rows(name: str, folders: dict[str, Path], size: Size) -> list[Curve]:
    """Values: milliseconds of the bot's processor for an update while all chats are busy, both checkouts in turn."""
    costs: dict[str, dict[float, tuple[float, ...]]] = {which: {} for which in folders}
    for stored in (size.stored // 1000, size.stored // 100, size.stored // 10, size.stored):
        async with AsyncExitStack() as stack:
            bots = {
                which: await stack.enter_async_context(
                    _begun(stocked(replace(DATABASES[name], folder=folder), stored), size)
                )
                for which, folder in folders.items()
            }
            found: dict[str, list[float]] = {which: [] for which in bots}
            for _ in range(size.rounds):
                for which, (chats, process) in bots.items():
                    answered, worked = chats.count, work_of(process)
                    await everybody_at_once(chats, size)
                    found[which].append(1000 * (work_of(process) - worked) / (chats.count - answered))
        for which, each in found.items():
            costs[which][stored] = (median(each),)
    return [Curve(name, which, values) for which, values in costs.items()]


def _load_picture(curves: Sequence[Curve]) -> Figure:
    axes = (picture := Figure(figsize=(8, 4.5), layout="constrained")).subplots(1, 2, sharey=True)
    for panel, share, title in zip(axes, range(2), ("half of the waits", "99 of 100 waits"), strict=True):
        _draw(panel, curves, share)
        panel.set(title=f"{title} are shorter", xlabel="updates a second", yscale="log", xscale="log")
        rates = sorted(curves[0].values)
        panel.set_xticks(rates, [f"{rate:g}" for rate in rates], minor=False)
        panel.minorticks_off()
    axes[0].set_ylabel("milliseconds")
    axes[0].legend(frameon=False)
    return picture


def _stored_picture(curves: Sequence[Curve]) -> Figure:
    axes = (picture := Figure(figsize=(8, 4.5), layout="constrained")).subplots()
    _draw(axes, curves, 0)
    axes.set(title="What an update costs", xlabel="sessions stored", ylabel="milliseconds of processor", xscale="log")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return picture


def _draw(axes: Axes, curves: Sequence[Curve], figure: int) -> None:
    for curve in curves:
        values = [curve.values[at][figure] for at in sorted(curve.values)]
        label = f"{curve.database}, {curve.which}"
        axes.plot(
            sorted(curve.values), values, LINES[curve.which], marker="o", color=COLOURS[curve.database], label=label
        )
    axes.spines[["top", "right"]].set_visible(False)


def _table(curves: Sequence[Curve]) -> str:
    columns = sorted(curves[0].values)
    rows = [
        (f"{curve.database}, {curve.which}", *(" ".join(f"{each:.2f}" for each in curve.values[at]) for at in columns))
        for curve in curves
    ]
    return aligned([("ms", *(f"{at:,g}" for at in columns)), *rows])


if __name__ == "__main__":
    main()
