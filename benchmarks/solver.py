"""`python -m benchmarks.solver`: what a guess costs, beside plain numpy, and in every variant."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median

import numpy as np

from benchmarks.plain import PlainNumpy
from benchmarks.report import aligned
from solver.advice import advise
from solver.evaluate import evaluate
from solver.feedback import Feedback, History, feedback_for
from solver.greedy import Greedy
from solver.metrics import entropy
from solver.optimal import Optimal
from solver.parts import part_sizes
from solver.position import position_after
from solver.tables import Numbers, all_codes, all_secrets, as_code, candidates
from solver.variant import VARIANTS, Code, Variant

CLASSIC = VARIANTS["classic"]
FIRST: History = (((0, 1, 2, 3), Feedback(0, 1)),)
DEPTHS = range(7)
GAMES = 25
GAMES_OF_EACH = 10
IN_A_NEW_PROCESS = """
from pathlib import Path
from benchmarks.solver import VARIANTS, histories
from solver.advice import advise
for depth in range(5):
    for history in histories(VARIANTS[{name!r}], depth, 3):
        advise(VARIANTS[{name!r}], history)
print(*(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""
"""Hints, and then the most memory that was held at a time, in KB; Linux tells. A child's rusage counts its parent's."""


def main() -> None:
    print("The solver beside plain numpy with a table of all feedback and no symmetry (classic)")
    print(aligned(list(_beside_plain_numpy())))
    print()
    print(f"The slowest hint of {GAMES_OF_EACH} after so many turns, and in how many all guesses were compared")
    print(aligned([("", "codes", *map(str, DEPTHS), "exact", "peak memory"), *map(_variant, VARIANTS.values())]))


def seconds_for(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def histories(variant: Variant, depth: int, games: int) -> list[History]:
    """True histories of guesses at random."""
    dice = random.Random(depth)
    codes, secrets = all_codes(variant), all_secrets(variant).tolist()

    def drawn() -> History:
        secret = as_code(codes[dice.choice(secrets)])
        guesses = [as_code(codes[row]) for row in dice.sample(range(variant.size), depth)]
        return tuple((guess, feedback_for(guess, secret)) for guess in guesses)

    return [drawn() for _ in range(games)]


def _beside_plain_numpy() -> Iterator[tuple[str, ...]]:
    yield ("", "solver", "plain numpy", "times as fast", "slowest of ours")
    loading = seconds_for(PlainNumpy)
    plain, every = PlainNumpy(), np.arange(CLASSIC.size)
    yield _compared("made ready (import or table)", [import_seconds()], [loading])
    for history in ((), FIRST):
        left = candidates(CLASSIC, history)
        ours = [seconds_for(partial(_choice, every, left)) for _ in range(9)]
        theirs = [seconds_for(partial(plain.best, left)) for _ in range(3)]
        yield _compared(f"5040 guesses for {len(left)} candidates", ours, theirs)
    trees = [seconds_for(partial(evaluate, CLASSIC, Greedy(CLASSIC))) for _ in range(5)]
    yield _compared("the whole game by entropy", trees, [seconds_for(partial(plain.total, every))])
    for depth in DEPTHS:
        asked = histories(CLASSIC, depth, GAMES)
        ours = [seconds_for(partial(_entropy_guess, history)) for history in asked]
        theirs = [seconds_for(partial(plain.advise, history)) for history in asked[: GAMES if depth else 2]]
        yield _compared(f"a guess by entropy after {depth} turns", ours, theirs)


def _choice(guesses: Numbers, left: Numbers) -> int:
    return int(entropy(part_sizes(CLASSIC, guesses, left)).argmax())


def _entropy_guess(history: History) -> Code:
    return Greedy(CLASSIC).next_guess(position_after(CLASSIC, history))


def import_seconds() -> float:
    """What importing the solver and the first hint add to a bare interpreter."""

    def running(code: str) -> float:
        return min(seconds_for(lambda: subprocess.run([sys.executable, "-c", code], check=True)) for _ in range(3))

    hint = "from solver.advice import advise; from solver.variant import VARIANTS; advise(VARIANTS['classic'], ())"
    return running(hint) - running("pass")


def _variant(variant: Variant) -> tuple[str, ...]:
    exact, slowest = [], []
    for depth in DEPTHS:
        asked = histories(variant, depth, GAMES_OF_EACH)
        slowest.append(max(seconds_for(partial(advise, variant, history)) for history in asked))
        exact += [Optimal(variant).choice(position_after(variant, history)).exact for history in asked]
    program = IN_A_NEW_PROCESS.format(name=variant.name)
    memory = float(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout) / 1024
    times = (f"{seconds * 1000:.0f} ms" for seconds in slowest)
    return (variant.name, str(variant.size), *times, f"{sum(exact) / len(exact):.0%}", f"{memory:.0f} MB")


def _compared(what: str, ours: Iterable[float], theirs: Iterable[float]) -> tuple[str, ...]:
    mine, other = list(ours), list(theirs)
    ratio = median(other) / median(mine)
    return (what, _ms(median(mine)), _ms(median(other)), f"{ratio:,.1f}", _ms(max(mine)))


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    main()
