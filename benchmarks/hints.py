"""`python -m benchmarks.hints`: what each hint costs in every variant, beside trying every code in plain Python."""

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median

from benchmarks.report import aligned
from benchmarks.solver import histories
from bot.app.thinking import Question
from bot.mind import ThinkingProcess
from solver.advice import advise
from solver.analysis import information
from solver.cases import cases
from solver.feedback import History, is_consistent
from solver.knowledge import knowledge
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Variant

DEPTHS = range(1, 6)
GAMES = 4
PLAINLY = 2
TICK = 0.001
MILLISECONDS = 1000


def main() -> None:
    print(f"Milliseconds for a hint after {DEPTHS[0]} to {DEPTHS[-1]} guesses: the median, and the slowest.")
    print("Plain: how many codes fit and the symbols at each place, by comparing every code in plain Python.")
    head = ("", "grid and list", "cases", "own guess", "good guess", "plain", "grid: times as fast")
    print(aligned([head, *map(_row, VARIANTS.values())]))
    thoughts, stillness = asyncio.run(_under_load())
    print(
        f"While {thoughts} hints for all variants were thought about, the event loop stood still for {stillness:.1f} ms"
    )


def _row(variant: Variant) -> tuple[str, ...]:
    played = [history for depth in DEPTHS for history in histories(variant, depth, GAMES)]
    own = as_code(all_codes(variant)[variant.size // 2])
    for about in (knowledge, cases, advise):
        about(variant, played[0])  # tables are made once a process
    grid = _times(partial(knowledge, variant, history) for history in played)
    others = [
        _times(partial(cases, variant, history) for history in played),
        _times(partial(information, variant, own, history) for history in played),
        _times(partial(advise, variant, history) for history in played),
    ]
    plain = _times(partial(_plainly, variant, history) for history in played[:: len(played) // PLAINLY])
    ratio = f"{median(plain) / median(grid):.0f}"
    return (variant.name, _shown(grid), *map(_shown, others), f"{median(plain):.0f}", ratio)


def _plainly(variant: Variant, history: History) -> list[set[int]]:
    left = [code for code in variant.secrets() if is_consistent(code, history)]
    return [set(symbols) for symbols in zip(*left, strict=True)]


async def _under_load() -> tuple[int, float]:
    """How many hints were thought about, and for how many milliseconds at most nobody else was served meanwhile."""
    mind = ThinkingProcess()
    await mind.warm_up()
    asked = [
        Question(about, (variant, history))
        for variant in VARIANTS.values()
        for history in histories(variant, 2, GAMES)
        for about in (knowledge, cases, advise)
    ]
    work = asyncio.ensure_future(_all(mind, asked))
    longest = 0.0
    while not work.done():
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        longest = max(longest, time.perf_counter() - began - TICK)
    mind.close()
    return len(asked), MILLISECONDS * longest


async def _all(mind: ThinkingProcess, questions: list[Question]) -> None:
    for question in questions:
        await mind.think(question)


def _times(thoughts: Iterable[Callable[[], object]]) -> list[float]:
    took = []
    for thought in thoughts:
        began = time.perf_counter()
        thought()
        took.append(MILLISECONDS * (time.perf_counter() - began))
    return took


def _shown(times: list[float]) -> str:
    return f"{median(times):.1f} {max(times):.0f}"


if __name__ == "__main__":
    main()
