"""The plot of a move's cost by the number of codes."""

from functools import partial
from statistics import median

import numpy as np
from matplotlib.figure import Figure

from benchmarks.positions import histories
from benchmarks.size import Size
from benchmarks.solver import seconds_for
from solver.candidates import Position, position_after
from solver.comparison import BUDGET, comparison_of
from solver.information import entropy
from solver.optimal import Optimal
from solver.variant import Variant, variant_named

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
