"""What each hint costs in every variant, beside trying every code in plain Python."""

from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks.measuring import Report, Size, aligned, milliseconds, typical
from benchmarks.plain import fitting, histories
from solver.candidates import cases, knowledge
from solver.feedback import History, all_codes, as_code
from solver.information import information
from solver.suggest import advise
from solver.variant import Variant

DEPTHS = range(6)
PLAINLY = 2
"""Positions that are computed by plain Python."""
KINDS = {"grid": "grid and list", "cases": "cases", "own": "own guess", "good": "good guess"}
RATIOS = tuple(f"hints.{kind}" for kind in KINDS)
CONDITIONS = f"""\
A processor's milliseconds for a hint after {DEPTHS[0]} to {DEPTHS[-1]} guesses: the median, and the slowest.
Plain: how many codes fit and the symbols at each place, by comparing every code in plain Python.
"""


def measured(size: Size) -> Report:
    """Every kind of hint in every variant; ratios are to plain Python, typical of all variants."""
    times = {variant.name: _times(variant, size.games) for variant in size.variants}
    head = ("", *KINDS.values(), "plain", "grid: times as fast")
    table = aligned([head, *(_row(name, took) for name, took in times.items())])
    ratios = {
        f"hints.{kind}": typical(median(took["plain"]) / median(took[kind]) for took in times.values())
        for kind in KINDS
    }
    return Report(f"{CONDITIONS}\n{table}", ratios)


def _times(variant: Variant, games: int) -> dict[str, list[float]]:
    """By kind of hint, the milliseconds of each."""
    played = [history for depth in DEPTHS for history in histories(variant, depth, games)]
    own = as_code(all_codes(variant)[variant.size // 2])
    for about in (knowledge, cases, advise):
        about(variant, played[0])  # fills the caches of tables
    asked: dict[str, Callable[[History], object]] = {
        "grid": partial(knowledge, variant),
        "cases": partial(cases, variant),
        "own": partial(information, variant, own),
        "good": partial(advise, variant),
    }
    times = {kind: milliseconds(partial(about, history) for history in played) for kind, about in asked.items()}
    some = played[games :: max(1, len(played) // PLAINLY)]
    return times | {"plain": milliseconds(partial(_plainly, variant, history) for history in some)}


def _row(name: str, took: dict[str, list[float]]) -> tuple[str, ...]:
    ratio = median(took["plain"]) / median(took["grid"])
    return (name, *(_shown(took[kind]) for kind in KINDS), f"{median(took['plain']):.0f}", f"{ratio:.0f}")


def _plainly(variant: Variant, history: History) -> list[set[int]]:
    return [set(symbols) for symbols in zip(*fitting(variant, history), strict=True)]


def _shown(times: list[float]) -> str:
    return f"{median(times):.1f} {max(times):.0f}"
