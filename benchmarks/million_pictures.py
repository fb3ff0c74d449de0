"""The pictures of docs/scaling.md, from the figures that `benchmarks.million` has kept."""

import json
from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.colours import BLUE, RED
from benchmarks.million import FILE, SETUPS
from benchmarks.size import Size
from benchmarks.usage import BOT, DATABASE, OTHERS, PARTS, STAND_IN, THINKING

Kept = dict[str, Any]
LOOKS = dict(zip(SETUPS, ((BLUE, "-"), (RED, "-"), (RED, "--"), (BLUE, ":")), strict=True))
REVIEWS, CLOCKS = "reviews that wait", "the latest clock, seconds late"
SCALES = {REVIEWS: "symlog", CLOCKS: "linear"}
TITLES = {
    "half of the waits are shorter, ms": lambda step: step["p50"],
    "99 of 100 waits are shorter, ms": lambda step: step["p99"],
    REVIEWS: lambda step: (step["waiting"]["reviews"] or [0, 0])[1],
    CLOCKS: lambda step: step["latest"],
}
DISTURBED = 0.3
"""Processors that all else took, from which on a point is hollow. None: that was not measured."""
COLOURS = {BOT: BLUE, THINKING: "#e0a030", DATABASE: RED, STAND_IN: "#b0b0b0", OTHERS: "#e8e8e8"}
NAMES = {
    BOT: "the bot's loop",
    THINKING: "solving and painting",
    DATABASE: "PostgreSQL",
    STAND_IN: "Telegram's stand-in",
    OTHERS: "all else",
}


def waits(_: Size) -> Figure:
    """The plots of what people wait for, by share of the million's busiest ten minutes."""
    picture = Figure(figsize=(8, 7), layout="constrained")
    panels = picture.subplots(2, 2, sharex=True).flat
    for axes, (title, value) in zip(panels, TITLES.items(), strict=True):
        for line in kept():
            _draw(axes, line, value)
        axes.set(xscale="log", yscale=SCALES.get(title, "log"))
        if title in SCALES:
            axes.set_ylim(bottom=0)
        axes.set_title(title, fontsize=11)
        axes.set_xticks([0.01, 0.05, 0.1, 0.2, 0.5, 1], ["1 %", "5 %", "10 %", "20 %", "50 %", "100 %"], minor=False)
        axes.minorticks_off()
        axes.spines[["top", "right"]].set_visible(False)
    picture.axes[0].legend(frameon=False, fontsize=8)
    picture.supxlabel("of a million players' busiest ten minutes", fontsize=10)
    return picture


def processor(_: Size) -> Figure:
    """The plots of processor by part."""
    lines = [line for line in kept() if "30" not in line["setup"]]
    picture = Figure(figsize=(8, 3.8), layout="constrained")
    panels = picture.subplots(1, len(lines), sharey=True, squeeze=False).flat
    for axes, line in zip(panels, lines, strict=True):
        places, below = range(len(line["steps"])), [0.0] * len(line["steps"])
        for part in PARTS:
            values = [step["work"][part] or 0.0 for step in line["steps"]]
            axes.bar(places, values, bottom=below, color=COLOURS[part], label=NAMES[part])
            below = [under + value for under, value in zip(below, values, strict=True)]
        axes.set_title(line["setup"], fontsize=10)
        axes.set_xticks(places, [f"{100 * step['share']:.0f}" for step in line["steps"]], fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
    picture.axes[0].set_ylabel("processors")
    picture.axes[0].legend(frameon=False, fontsize=8)
    picture.supxlabel("% of a million players' busiest ten minutes", fontsize=10)
    return picture


def kept() -> list[Kept]:
    """The figures of each setup, in the order of the file."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def _draw(axes: Axes, line: Kept, value: Callable[[Kept], float | None]) -> None:
    colour, style = LOOKS[line["setup"]]
    points = [(step["share"], value(step)) for step in line["steps"]]
    there = [(share, found) for share, found in points if found is not None]
    disturbed = {step["share"] for step in line["steps"] if (step["work"][OTHERS] or 0.0) > DISTURBED}
    hollow = [(share, found) for share, found in there if share in disturbed]
    if there:
        axes.plot(*zip(*there, strict=True), style, marker="o", markersize=4, color=colour, label=line["setup"])
    if hollow:
        axes.plot(*zip(*hollow, strict=True), "o", markersize=4, color=colour, markerfacecolor="white")
