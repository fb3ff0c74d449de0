"""`python -m benchmarks.solver`: what a hint costs, beside plain numpy."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median

import numpy as np

from benchmarks.plain import PlainNumpy
from benchmarks.report import aligned
from solver.advice import advise
from solver.feedback import Feedback, History, feedback_for
from solver.metrics import entropy
from solver.parts import part_sizes
from solver.tables import candidates
from solver.variant import VARIANTS

CLASSIC = VARIANTS["classic"]
FIRST: History = (((0, 1, 2, 3), Feedback(0, 1)),)
DEPTHS = range(7)
GAMES = 25


def main() -> None:
    print(
        "The solver beside plain numpy with a table of all feedback (classic, one exact entropy choice of 5040 codes)"
    )
    loading = seconds_for(PlainNumpy)
    plain = PlainNumpy()
    lines = [
        ("", "solver", "plain numpy", "times as fast", "slowest of ours"),
        _compared("made ready (import or table)", [import_seconds()], [loading]),
        _compared("one choice, 5040 candidates", _choices(()), _plain_choices(plain, ())),
        _compared("one choice, 1440 candidates", _choices(FIRST), _plain_choices(plain, FIRST)),
        *(_hints(plain, depth) for depth in DEPTHS),
    ]
    print(aligned(lines))


def seconds_for(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def import_seconds() -> float:
    """What importing the solver adds to a bare interpreter."""

    def running(code: str) -> float:
        return min(seconds_for(lambda: subprocess.run([sys.executable, "-c", code], check=True)) for _ in range(3))

    return running("import solver.advice") - running("pass")


def histories(depth: int) -> list[History]:
    """True histories of guesses at random."""
    dice = random.Random(depth)
    codes = list(CLASSIC.codes())
    secrets = dice.sample(codes, GAMES)
    return [tuple((guess, feedback_for(guess, secret)) for guess in dice.sample(codes, depth)) for secret in secrets]


def _choices(history: History) -> list[float]:
    every, left = np.arange(CLASSIC.size), candidates(CLASSIC, history)
    return [seconds_for(lambda: entropy(part_sizes(CLASSIC, every, left)).argmax()) for _ in range(9)]


def _plain_choices(plain: PlainNumpy, history: History) -> list[float]:
    left = candidates(CLASSIC, history)
    return [seconds_for(lambda: plain.best(left)) for _ in range(3)]


def _hints(plain: PlainNumpy, depth: int) -> tuple[str, ...]:
    asked = histories(depth)
    ours = [seconds_for(partial(advise, CLASSIC, history)) for history in asked]
    theirs = [seconds_for(partial(plain.advise, history)) for history in asked[: GAMES if depth else 2]]
    return _compared(f"a hint after {depth} turns", ours, theirs)


def _compared(what: str, ours: Iterable[float], theirs: Iterable[float]) -> tuple[str, ...]:
    mine, other = list(ours), list(theirs)
    ratio = median(other) / median(mine)
    return (
        what,
        _ms(median(mine)),
        _ms(median(other)),
        f"{ratio:,.1f}",
        _ms(max(mine)),
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    main()
