"""The cost of a guess, beside plain numpy, and in every variant."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

import numpy as np

from benchmarks.measuring import Report, Size, Spread, aligned, typical
from benchmarks.plain import PlainNumpy, histories
from solver.candidates import position_after
from solver.evaluate import evaluate
from solver.feedback import History, Numbers, candidates
from solver.information import entropy, part_sizes
from solver.optimal import Optimal
from solver.strategies import Greedy
from solver.suggest import advise
from solver.variant import VARIANTS, Code, Variant

DEPTHS = range(7)
OF_EACH = 4
"""How many times as many positions are compared here, since ours take fractions of milliseconds."""
RATIOS: tuple[str, ...] = ("solver.choice", "solver.game", "solver.guess")
IN_A_NEW_PROCESS = """
from pathlib import Path
from benchmarks.plain import histories
from solver.suggest import advise
from solver.variant import VARIANTS
for depth in range(5):
    for history in histories(VARIANTS[{name!r}], depth, 3):
        advise(VARIANTS[{name!r}], history)
print(*(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""
"""Hints, and then the most memory that was held at a time, in KB; Linux tells. A child's rusage counts its parent's."""
Times = tuple[Sequence[float], Sequence[float]]
"""Seconds of ours and of the peer's."""


def measured(size: Size) -> Report:
    """The cost beside plain numpy in classic, or in the smallest variant asked for; and of every variant by itself."""
    variant = VARIANTS["classic"] if VARIANTS["classic"] in size.variants else size.variants[0]
    choices, game, guesses = _choices(variant), _game(variant), _guesses(variant, OF_EACH * size.games)
    rows = {"made ready (import or table)": _ready(variant)} | choices | {"the whole game by entropy": game} | guesses
    ratios = {
        "solver.choice": typical(map(_ratio, choices.values())),
        "solver.game": Spread.of([_ratio(game)]),
        "solver.guess": typical(map(_ratio, guesses.values())),
    }
    return Report(f"{_beside_plain_numpy(variant, rows)}\n\n{_by_variant(size)}", ratios)


def _beside_plain_numpy(variant: Variant, rows: dict[str, Times]) -> str:
    text = f"The solver beside plain numpy with a table of all feedback and no symmetry ({variant.name})"
    head = ("", "solver", "plain numpy", "times as fast", "slowest of ours")
    return f"{text}\n{aligned([head, *(_compared(what, times) for what, times in rows.items())])}"


def _by_variant(size: Size) -> str:
    text = f"The slowest hint of {size.games} after so many turns, and in how many all guesses were compared"
    head = ("", "codes", *map(str, DEPTHS), "exact", "peak memory")
    return f"{text}\n{aligned([head, *(_variant(variant, size.games) for variant in size.variants)])}"


def seconds_for(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _ready(variant: Variant) -> Times:
    return [import_seconds()], [seconds_for(partial(PlainNumpy, variant))]


def _choices(variant: Variant) -> dict[str, Times]:
    """Choices among all guesses, at the beginning and after one reply."""
    plain, every = PlainNumpy(variant), np.arange(variant.size)
    found: dict[str, Times] = {}
    for history in ((), *histories(variant, 1, 1)):
        left = candidates(variant, history)
        ours = [seconds_for(partial(_choice, variant, every, left)) for _ in range(9)]
        theirs = [seconds_for(partial(plain.best, left)) for _ in range(3)]
        found[f"{variant.size} guesses for {len(left)} candidates"] = ours, theirs
    return found


def _game(variant: Variant) -> Times:
    trees = [seconds_for(partial(evaluate, variant, Greedy(variant))) for _ in range(5)]
    return trees, [seconds_for(partial(PlainNumpy(variant).total, np.arange(variant.size)))]


def _guesses(variant: Variant, games: int) -> dict[str, Times]:
    plain = PlainNumpy(variant)
    found: dict[str, Times] = {}
    for depth in DEPTHS:
        asked = histories(variant, depth, games)
        ours = [seconds_for(partial(_entropy_guess, variant, history)) for history in asked]
        theirs = [seconds_for(partial(plain.advise, history)) for history in asked[: games if depth else 2]]
        found[f"a guess by entropy after {depth} turns"] = ours, theirs
    return found


def _choice(variant: Variant, guesses: Numbers, left: Numbers) -> int:
    return int(entropy(part_sizes(variant, guesses, left)).argmax())


def _entropy_guess(variant: Variant, history: History) -> Code:
    return Greedy(variant).next_guess(position_after(variant, history))


def import_seconds() -> float:
    """Seconds that importing the solver and the first hint add to a bare interpreter."""

    def running(code: str) -> float:
        return min(seconds_for(lambda: subprocess.run([sys.executable, "-c", code], check=True)) for _ in range(3))

    hint = "from solver.suggest import advise; from solver.variant import VARIANTS; advise(VARIANTS['classic'], ())"
    return running(hint) - running("pass")


def _variant(variant: Variant, games: int) -> tuple[str, ...]:
    exact, slowest = [], []
    for depth in DEPTHS:
        asked = histories(variant, depth, games)
        slowest.append(max(seconds_for(partial(advise, variant, history)) for history in asked))
        exact += [Optimal(variant).choice(position_after(variant, history)).exact for history in asked]
    program = IN_A_NEW_PROCESS.format(name=variant.name)
    memory = float(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout) / 1024
    times = (f"{seconds * 1000:.0f} ms" for seconds in slowest)
    return (variant.name, str(variant.size), *times, f"{sum(exact) / len(exact):.0%}", f"{memory:.0f} MB")


def _ratio(times: Times) -> float:
    ours, theirs = times
    return median(theirs) / median(ours)


def _compared(what: str, times: Times) -> tuple[str, ...]:
    ours, theirs = times
    return (what, _ms(median(ours)), _ms(median(theirs)), f"{_ratio(times):,.1f}", _ms(max(ours)))


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
