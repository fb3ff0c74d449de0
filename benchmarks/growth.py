"""`python -m benchmarks.growth` draws what a move costs by the number of codes: docs/pictures/growth.png."""

from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.solver import histories, seconds_for
from solver.comparison import BUDGET, judged
from solver.metrics import entropy
from solver.optimal import Optimal
from solver.position import Position, position_after
from solver.variant import Variant, variant_named

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "growth.png"
SHAPES = (
    *("4x5", "4x6", "3x10", "4x7", "4x8", "4x9", "4x10", "4x11", "4x12"),
    *("4x13", "4x14", "5x10", "4x16", "5x11", "4x18", "5x12", "4x20", "6x10"),
)
TURNS = (1, 2, 3)
GAMES = 9


def main() -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 -- large, and needed for this alone

    variants = [variant_named(shape) for shape in SHAPES]
    sizes = [variant.size for variant in variants]
    axes = (figure := Figure(figsize=(8, 4.5), layout="constrained")).subplots()
    for turns in TURNS:
        moves = [_typical(variant, turns) for variant in variants]
        axes.plot(sizes, moves, "o-", markersize=4, label=f"a move after {turns} turn{'s' * (turns > 1)}")
    axes.plot(
        sizes,
        list(map(_every_guess, variants)),
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
    figure.savefig(PICTURE, dpi=120)


def _typical(variant: Variant, turns: int) -> float:
    positions = [position_after(variant, history) for history in histories(variant, turns, GAMES)]
    return 1000 * median(seconds_for(partial(Optimal(variant).thought_out, position)) for position in positions)


def _every_guess(variant: Variant) -> float:
    """What it would take to compare all guesses without symmetry."""
    positions = [position_after(variant, history) for history in histories(variant, 1, GAMES)]
    position = sorted(positions, key=lambda position: len(position.left))[GAMES // 2]
    return 1000 * seconds_for(partial(_compare_all, position))


def _compare_all(position: Position) -> int:
    return judged(position, entropy, np.arange(position.variant.size), exact=True).best()


if __name__ == "__main__":
    main()
