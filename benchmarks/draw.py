"""`python -m benchmarks.draw` draws the pictures of docs/, all or some."""

import json
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.contenders import in_sqlite
from benchmarks.lobby import evening
from benchmarks.measuring import MOMENT, WHOLE, Size, run
from benchmarks.million import BOT, DATABASE, FILE, OTHERS, PARTS, SETUPS, STAND_IN, THINKING
from benchmarks.plain import histories
from benchmarks.solver import seconds_for
from benchmarks.watching import CROWD, LIVE, NOBODY, Round, table, watched
from bot.app.model.terms import Terms
from sandbox.arguments import Parser
from solver.candidates import Position, position_after, split
from solver.comparison import BUDGET, comparison_of
from solver.evaluate import Evaluation, Strategy, evaluate
from solver.feedback import Feedback, History, all_codes, as_code
from solver.information import entropy, information_at
from solver.optimal import Optimal
from solver.strategies import named_strategy
from solver.symmetry import different_questions, orbit_sizes
from solver.variant import VARIANTS, Variant, variant_named

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DOTS = 110
"""Dots per inch."""
BLUE, RED = "#3a7ca5", "#c1443c"


def main() -> None:
    options = Parser(prog="python -m benchmarks.draw", description=__doc__)
    options.add_argument("names", nargs="*", choices=[*PICTURES, []], metavar="name", help=", ".join(PICTURES))
    options.add_argument("--moment", action="store_true", help="see whether they can be drawn, from next to nothing")
    options.add_argument("--into", type=Path, default=FOLDER, help="the folder (docs/pictures)")
    given = options.parse_args()
    for name in given.names or PICTURES:
        PICTURES[name](MOMENT if given.moment else WHOLE).savefig(given.into / f"{name}.png", dpi=DOTS)
        print(given.into / f"{name}.png")


# Games and positions of classic

CLASSIC = VARIANTS["classic"]
AFTER_FIRST: History = (((0, 1, 2, 3), Feedback(0, 1)),)
PLAYERS = {
    "optimal": "perfect play",
    "entropy": "most information",
    "sieve": "first consistent code",
    "club": "a club player, as modelled",
}
MOST_GUESSES = 10
SAME = 6  # digits of bits that tell guesses apart


def players(_: Size) -> Figure:
    """The plot of guesses that four strategies need."""
    picture = _figure(5.4)
    panels = picture.subplots(2, 2, sharex=True, sharey=True).flat
    guesses = range(1, MOST_GUESSES + 1)
    for axes, (strategy, described) in zip(panels, PLAYERS.items(), strict=True):
        found = _evaluated(strategy)
        bars = axes.bar(guesses, [found.histogram.get(number, 0) for number in guesses], color=BLUE)
        axes.bar_label(bars, [str(found.histogram.get(number, "")) for number in guesses], fontsize=8)
        axes.set_title(f"{described}: {found.mean:.2f} on average", fontsize=11)
        axes.set_xticks(guesses)
        axes.set_ylim(0, 2800)
        axes.spines[["top", "right"]].set_visible(False)
    picture.supxlabel("guesses that a secret takes")
    picture.supylabel("secrets, of 5040")
    return picture


def questions(_: Size) -> Figure:
    """The plot of the information of all second guesses."""
    kinds = _kinds_of_guesses()
    bits = sorted(kinds)
    axes = (picture := _figure(5.4)).subplots()
    bars = axes.barh(range(len(bits)), bits, color=[BLUE if brought < bits[-1] else RED for brought in bits])
    axes.bar_label(bars, [f" {brought:.3f} × {kinds[brought][1]}" for brought in bits])
    axes.set_yticks(range(len(bits)), [f"like {kinds[brought][0]}" for brought in bits])
    axes.set(title="Second guesses after 0123=0B1C: bits × how many guesses bring them", xlabel="bits expected")
    axes.set_xlim(0, 3.4)
    axes.spines[["top", "right"]].set_visible(False)
    return picture


def _kinds_of_guesses() -> dict[float, tuple[str, int]]:
    """By information in bits, an example of a second guess, and how many have as much."""
    asked = tuple(guess for guess, _ in AFTER_FIRST)
    rows = different_questions(CLASSIC, asked)
    position = position_after(CLASSIC, AFTER_FIRST)
    kinds: dict[float, tuple[str, int]] = {}
    for row, count in zip(rows.tolist(), orbit_sizes(CLASSIC, asked, rows).tolist(), strict=True):
        guess = as_code(all_codes(CLASSIC)[row])
        bits = round(information_at(position, guess).bits, SAME)
        examples, others = kinds.get(bits, ("", 0))
        kinds[bits] = (f"{examples}, {CLASSIC.format(guess)}".lstrip(", "), others + count)
    return kinds


def candidates_left(_: Size) -> Figure:
    """The plot of candidates left under perfect play."""
    parts: dict[int, list[int]] = {0: [CLASSIC.size]}
    for turn, size in _parts(position_after(CLASSIC), named_strategy("optimal", CLASSIC, _dice())):
        parts.setdefault(turn, []).append(size)
    axes = (picture := _figure(4.2)).subplots()
    turns = sorted(parts)
    worst, average = [max(parts[turn]) for turn in turns], [_mean(parts[turn]) for turn in turns]
    axes.plot(turns, worst, "o-", color=RED, label="at worst")
    axes.plot(turns, average, "o-", color=BLUE, label="on average over the games that last so long")
    for turn, most, typical in zip(turns, worst, average, strict=True):
        axes.annotate(str(most), (turn, most), (5, 6), textcoords="offset points", color=RED)
        if typical < most:
            axes.annotate(
                _number(typical), (turn, typical), (-5, -13), textcoords="offset points", ha="right", color=BLUE
            )
    axes.set(title="Perfect play: candidates left", xlabel="guesses made", ylabel="candidates left", yscale="log")
    axes.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    axes.set_ylim(0.5, 10_000)
    axes.set_xticks(turns)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return picture


def _parts(position: Position, strategy: Strategy) -> Iterator[tuple[int, int]]:
    """Pairs of guesses made and candidates left, for all positions of the strategy's games."""
    guess = strategy.next_guess(position)
    for feedback, part in split(position, guess):
        after = Position(CLASSIC, (*position.history, (guess, feedback)), part)
        yield len(after.history), len(part)
        if feedback.bulls < len(guess):
            yield from _parts(after, strategy)


def _mean(sizes: list[int]) -> float:
    """The mean size of the part of a secret: each part is weighted by its size."""
    return sum(size * size for size in sizes) / sum(sizes)


def _number(count: float) -> str:
    return f"{count:.0f}" if count >= MOST_GUESSES else f"{count:.2g}"


def _evaluated(strategy: str) -> Evaluation:
    return evaluate(CLASSIC, named_strategy(strategy, CLASSIC, _dice()))


def _dice() -> random.Random:
    return random.Random(1)


def _figure(height: float) -> Figure:
    return Figure(figsize=(8, height), layout="constrained")


# What a move costs

SHAPES = (
    *("4x5", "4x6", "3x10", "4x7", "4x8", "4x9", "4x10", "4x11", "4x12"),
    *("4x13", "4x14", "5x10", "4x16", "5x11", "4x18", "5x12", "4x20", "6x10"),
)
TURNS = (1, 2, 3)


def growth(size: Size) -> Figure:
    """The plot of as many shapes as the size has variants, from the smallest on."""
    variants = [variant_named(shape) for shape in SHAPES[: len(size.variants) + 1]]
    sizes = [variant.size for variant in variants]
    axes = (picture := Figure(figsize=(8, 4.5), layout="constrained")).subplots()
    for turns in TURNS:
        moves = [_typical(variant, turns, size.games) for variant in variants]
        axes.plot(sizes, moves, "o-", markersize=4, label=f"a move after {turns} turn{'s' * (turns > 1)}")
    axes.plot(
        sizes,
        [_every_guess(variant, size.games) for variant in variants],
        "s--",
        color="grey",
        markersize=4,
        label="all guesses compared after 1 turn",
    )
    axes.axhline(BUDGET * 1000, color="firebrick", linewidth=1, label="the budget")
    axes.set(title="What a move costs", xlabel="codes", ylabel="milliseconds, median", xscale="log", yscale="log")
    axes.set_xticks([120, 1000, 5040, 30240, 151200], ["120", "1000", "5040", "30240", "151200"])
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return picture


def _typical(variant: Variant, turns: int, games: int) -> float:
    positions = [position_after(variant, history) for history in histories(variant, turns, games)]
    return 1000 * median(seconds_for(partial(Optimal(variant).choice_off_tree, position)) for position in positions)


def _every_guess(variant: Variant, games: int) -> float:
    """The time of comparing all guesses without symmetry."""
    positions = [position_after(variant, history) for history in histories(variant, 1, games)]
    position = sorted(positions, key=lambda position: len(position.left))[games // 2]
    return 1000 * seconds_for(partial(_compare_all, position))


def _compare_all(position: Position) -> int:
    return comparison_of(position, entropy, np.arange(position.variant.size), exact=True).best()


# The lobby

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


def _draw_differences(axes: Axes, differences: Sequence[float], at_random: Sequence[float]) -> None:
    bins = range(0, WIDEST + STEP, STEP)
    lots = f"drawn by lot: {fmean(at_random):.0f} on average"
    axes.hist(at_random, bins, color=RED, alpha=0.6, label=lots)
    axes.hist(differences, bins, color=BLUE, alpha=0.8, label=f"in the lobby: {fmean(differences):.0f} on average")
    axes.set(title="Pairs by the difference of their ratings", xlabel="points", ylabel="pairs", xlim=(0, WIDEST))


def _draw_waits(axes: Axes, waits: Mapping[Terms, Sequence[float]]) -> None:
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


# A match that others watch

WATCHED = {NOBODY: ("nobody watches", BLUE), LIVE: ("{live} watch live", "#e0a030"), CROWD: ("and {crowd} come", RED)}


def watching(size: Size) -> Figure:
    """The plots of how long players wait beside those who watch, measured now; prints the figures."""
    found = watched(size)
    print(table(found, size))
    picture = Figure(figsize=(8, 3.8), layout="constrained")
    panels = picture.subplots(1, len(found), sharey=True).flat
    for axes, (limit, rounds) in zip(panels, found.items(), strict=True):
        _draw_watched(axes, rounds, size)
        axes.set(title=f"messages a second: {limit}", xscale="log", ylim=(0, 101))
        axes.set_xticks([3, 10, 30, 100, 300, 1000], ["3", "10", "30", "100", "300", "1000"])
        axes.minorticks_off()
        axes.spines[["top", "right"]].set_visible(False)
    picture.axes[0].set_ylabel("per cent of guesses")
    picture.axes[0].legend(frameon=False, fontsize=8)
    picture.supxlabel("milliseconds from a guess to one's own board (solid), to the rival's (dotted)", fontsize=10)
    return picture


def _draw_watched(axes: Axes, rounds: Sequence[Round], size: Size) -> None:
    """The share of guesses that are shown after so long, in each situation."""
    for situation, (label, colour) in WATCHED.items():
        windows = [each[situation] for each in rounds if situation in each]
        for style, times in (("-", [window.waits for window in windows]), (":", [window.rivals for window in windows])):
            known = sorted(1000 * time for some in times for time in some)
            shares = [100 * place / len(known) for place in range(1, len(known) + 1)]
            told = label.format(live=size.watchers, crowd=size.visitors) if style == "-" else None
            axes.plot(known, shares, style, color=colour, label=told)


# A million players

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


PICTURES: Mapping[str, Callable[[Size], Figure]] = {
    "growth": growth,
    "lobby": lobby,
    "players": players,
    "questions": questions,
    "candidates": candidates_left,
    "million": waits,
    "processor": processor,
    "watching": watching,
}


if __name__ == "__main__":
    main()
