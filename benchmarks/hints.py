"""`python -m benchmarks.hints`: what each hint costs in every variant, beside trying every code in plain Python."""

from functools import partial
from statistics import median

from benchmarks.report import aligned, milliseconds
from benchmarks.solver import histories
from solver.advice import advise
from solver.analysis import information
from solver.cases import cases
from solver.feedback import History, is_consistent
from solver.knowledge import knowledge
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Variant

DEPTHS = range(6)
GAMES = 4
PLAINLY = 2


def main() -> None:
    print(
        f"A processor's milliseconds for a hint after {DEPTHS[0]} to {DEPTHS[-1]} guesses: the median, and the slowest."
    )
    print("Plain: how many codes fit and the symbols at each place, by comparing every code in plain Python.")
    head = ("", "grid and list", "cases", "own guess", "good guess", "plain", "grid: times as fast")
    print(aligned([head, *map(_row, VARIANTS.values())]))


def _row(variant: Variant) -> tuple[str, ...]:
    played = [history for depth in DEPTHS for history in histories(variant, depth, GAMES)]
    own = as_code(all_codes(variant)[variant.size // 2])
    for about in (knowledge, cases, advise):
        about(variant, played[0])  # tables are made once a process
    grid = milliseconds(partial(knowledge, variant, history) for history in played)
    others = [
        milliseconds(partial(cases, variant, history) for history in played),
        milliseconds(partial(information, variant, own, history) for history in played),
        milliseconds(partial(advise, variant, history) for history in played),
    ]
    plain = milliseconds(partial(_plainly, variant, history) for history in played[GAMES :: len(played) // PLAINLY])
    ratio = f"{median(plain) / median(grid):.0f}"
    return (variant.name, _shown(grid), *map(_shown, others), f"{median(plain):.0f}", ratio)


def _plainly(variant: Variant, history: History) -> list[set[int]]:
    left = [code for code in variant.secrets() if is_consistent(code, history)]
    return [set(symbols) for symbols in zip(*left, strict=True)]


def _shown(times: list[float]) -> str:
    return f"{median(times):.1f} {max(times):.0f}"


if __name__ == "__main__":
    main()
