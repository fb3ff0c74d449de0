"""The figures that ship: solver/data/strength.jsonl, a line for each shape of a variant and strategy."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from solver.optima import LONGEST
from solver.strength.figure import Figure, figure_in, line_of
from solver.variant import VARIANTS, Variant, variant_named

FILE = Path(__file__).parents[1] / "data" / "strength.jsonl"
BEST = "optimal"
"""The strategy that plays best."""

Key = tuple[str, str]
"""A shape and the name of a strategy."""


def figure_of(variant: Variant, strategy: str) -> Figure | None:
    """The figure of the strategy at the variant; None if it was never measured."""
    return _shipped().get((variant.shape, strategy))


def best_play(variant: Variant) -> Figure | None:
    """The figure of the best play known at the variant; None if it was never measured."""
    return figure_of(variant, BEST)


def forced_within(variant: Variant) -> int | None:
    """The guesses with which an adversary that keeps no secret can always be forced; None if no play was measured.

    Play that breaks every secret within so many guesses does so whatever the replies are, as long as they are true.
    """
    best = best_play(variant)
    return None if best is None else min(best.most, LONGEST.get(variant.shape, best.most))


def figures_in(file: Path) -> dict[Key, Figure]:
    """The figures of a file; none if there is no such file. Raises ValueError or KeyError for malformed lines."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {(figure.shape, figure.strategy): figure for figure in map(figure_in, lines)}


def write_figures(figures: Iterable[Figure], file: Path) -> None:
    """Write the figures, sorted, and replace the file atomically."""
    ordered = sorted(figures, key=lambda figure: (figure.shape, figure.strategy))
    written = file.with_suffix(".new")
    written.write_text("".join(f"{line_of(figure)}\n" for figure in ordered), "utf-8")
    written.replace(file)


def variant_of_shape(shape: str) -> Variant:
    """The variant that figures of a shape are measured with: the first that ships, else that of the name `LxN`.

    Raises UnknownVariant.
    """
    return next((variant for variant in VARIANTS.values() if variant.shape == shape), None) or variant_named(shape)


@lru_cache(maxsize=1)
def _shipped() -> dict[Key, Figure]:
    return figures_in(FILE)
