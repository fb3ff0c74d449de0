"""The plots of docs/lobby.md: rating differences of pairs, and waiting times."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from benchmarks.colours import BLUE, RED
from benchmarks.contenders import in_sqlite
from benchmarks.evenings import evening
from benchmarks.loop import run
from benchmarks.size import Size
from bot.app.model.terms import Terms

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDEST, STEP = 1000, 25
LONGEST = 105


def lobby(size: Size) -> Figure:
    """The plots of an evening with arrivals over time."""
    result = run(evening("", in_sqlite(), size.people, within=size.evening))
    picture = Figure(figsize=(10, 4.2), layout="constrained")
    left, right = picture.subplots(1, 2)
    _draw_differences(left, result.differences, result.at_random)
    _draw_waits(right, result.waits)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    return picture


def _draw_differences(axes: "Axes", differences: Sequence[float], at_random: Sequence[float]) -> None:
    bins = range(0, WIDEST + STEP, STEP)
    lots = f"drawn by lot: {_mean(at_random):.0f} on average"
    axes.hist(at_random, bins, color=RED, alpha=0.6, label=lots)
    axes.hist(differences, bins, color=BLUE, alpha=0.8, label=f"in the lobby: {_mean(differences):.0f} on average")
    axes.set(title="Pairs by the difference of their ratings", xlabel="points", ylabel="pairs", xlim=(0, WIDEST))


def _draw_waits(axes: "Axes", waits: Mapping[Terms, Sequence[float]]) -> None:
    """The share of people paired after so many seconds, for the most and the least wanted terms."""
    by_number = sorted(waits.values(), key=len)
    shown = ((by_number[-1], BLUE), (by_number[len(by_number) // 2], "grey"), (by_number[0], RED))
    seconds = [step / 4 for step in range(4 * LONGEST)]
    for some, colour in shown:
        known = sorted(some)
        shares = [100 * bisect_right(known, second) / len(known) for second in seconds]
        axes.plot(seconds, shares, color=colour, label=f"{len(known)} want it: at most {known[-1]:.0f} s")
    axes.set(
        title="Who has met somebody, of all who did", xlabel="seconds of waiting", ylabel="per cent", ylim=(0, 101)
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
