"""What the compiled search works with: objectives, the arrays of the game and of the search, and how it is compiled."""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from solver.feedback import all_codes, all_marks, possible_feedback
from solver.variant import Variant

DEPTHS = 16
"""No game takes more guesses."""
HEAVY = 10_000_000
"""More than all guesses for all secrets together."""
TOO_LONG = 5_000_000_000_000
"""More than all secrets together cost where no game is too long; for so many secrets, still less than UNSOLVED."""
SEVENTH = 7

Steps = NDArray[np.int64]
"""By guess number: the cost of that guess for each secret that is still unknown."""


def mean(_most: int) -> Steps:
    """Every guess costs the same."""
    return np.ones(DEPTHS + 1, np.int64)


def worst(most: int) -> Steps:
    """No secret may need more than `most` guesses; fewer bring nothing."""
    steps = np.zeros(DEPTHS + 1, np.int64)
    steps[most + 1] = TOO_LONG
    return steps


def shortest(most: int) -> Steps:
    """No secret may need more than `most` guesses."""
    return mean(most) + worst(most)


def rarest(most: int) -> Steps:
    """No secret may need more than `most` guesses, and as few as can be may need so many."""
    steps = shortest(most)
    steps[most] += HEAVY
    return steps


def sevens(_most: int) -> Steps:
    """A secret that needs a seventh guess does, and one that needs an eighth does so twice."""
    steps = mean(0)
    steps[SEVENTH:] += HEAVY
    return steps


OBJECTIVES: dict[str, Callable[[int], Steps]] = {
    "mean": mean,
    "max": shortest,
    "rarest": rarest,
    "sevens": sevens,
    "worst": worst,
}
BOUNDED = ("max", "rarest", "worst")
"""Objectives under which the longest game is as short as can be."""


def estimates(steps: Steps, lower: NDArray[np.int64]) -> NDArray[np.float64]:
    """By guess number and set size: the estimated cost of a set, for ordering guesses.

    A set of n costs about n * (1.16 + 0.455 ln n) guesses, small ones somewhat more: fitted to trees of six variants,
    which differ little. The objective's extra costs are added as far as they cannot be avoided.
    """
    sizes = np.arange(lower.shape[1])
    plain = sizes * (1.16 + 0.455 * np.log(np.maximum(sizes, 1)))
    plain[:9] = [0, 1, 3, 5.2, 7.5, 9.9, 12.1, 14.5, 16.9][: len(plain)]
    unavoidable = lower // HEAVY
    if steps[SEVENTH] > 1:
        unavoidable = np.maximum(unavoidable, _sevens_to_come(sizes))
    return plain + unavoidable * HEAVY


def _sevens_to_come(sizes: NDArray[np.intp]) -> NDArray[np.float64]:
    """By guess number and set size: the estimated number of members that need a seventh guess."""
    expected = np.zeros((DEPTHS + 1, len(sizes)))
    for number, safe in enumerate((1000, 600, 180, 60, 8, 1), start=1):
        expected[number] = np.maximum(0, sizes - safe) * (1.0 if number > 5 else 0.5 ** (6 - number))  # noqa: PLR2004
    return expected


# Arrays of the search: the game, the transposition table (memory), and the workspace.

KEYS = 64
"""Replies as bulls * 8 + (bulls + cows)."""
UNSOLVED = 1 << 60
NO_GUESS = -1
TRIED = 256
WORD = 64
BLOCK = 64
"""So many guesses are rated at a time."""
SMALL = 40
SCOPE = 8000


class Game(NamedTuple):
    """The game that is searched, as arrays; codes by row number of all_codes."""

    codes: NDArray[np.uint8]
    place: NDArray[np.uint64]
    anywhere: NDArray[np.uint64]
    marks: NDArray[np.uint8]  # by code: its marks by place, then those anywhere, from WORD on; a column a code
    sign: NDArray[np.uint64]  # random; a set's hash is the xor of its members' signs
    replies: NDArray[np.int64]  # the keys that replies have, the winning one left out
    win: int
    step: NDArray[np.int64]  # by guess number: the cost of that guess for each candidate left
    lower: NDArray[np.int64]  # by guess number and set size: no set costs less
    estimate: NDArray[np.float64]  # by guess number and set size
    width: NDArray[np.int64]  # by set size: how many guesses are tried
    scope: int  # from the fourth guess on, the best are chosen out of so many
    all_rows: NDArray[np.int32]
    symbols: int


class Memory(NamedTuple):
    """The transposition table, by hash of a set: its exact cost where there is a guess, otherwise a lower bound."""

    key: NDArray[np.uint64]
    cost: NDArray[np.int64]
    guess: NDArray[np.int32]
    counts: NDArray[np.int64]  # sets remembered, sets searched, guesses scanned


class Block(NamedTuple):
    """Guesses that are rated together, and what was found of each."""

    guess: NDArray[np.int32]
    low: NDArray[np.int64]
    largest: NDArray[np.int64]
    sizes: NDArray[np.int64]  # by reply
    sums: NDArray[np.uint64]  # how many marks members share with a guess: binary digits, a word of members each
    shared: NDArray[np.uint64]  # marks at their places or anywhere, by their number: members that share so many


class Workspace(NamedTuple):
    """Scratch arrays of the search, a row a guess number."""

    place: NDArray[np.uint64]
    anywhere: NDArray[np.uint64]
    key: NDArray[np.uint8]
    children: NDArray[np.int32]
    pool: NDArray[np.int32]
    guess: NDArray[np.int32]
    low: NDArray[np.int64]
    estimate: NDArray[np.float64]
    tried: NDArray[np.uint64]
    having: NDArray[np.uint64]  # by word of members and mark: a bit for each member that has it
    third: NDArray[np.int32]  # third guesses, one of each orbit; their number comes first
    block: Block


def game_of(variant: Variant, step: Steps, width: int) -> Game:
    """The variant with the costs of an objective. At most `width` guesses are tried for a large set, 0 being all."""
    marks = all_marks(variant)
    keys = [bulls * 8 + bulls + cows for bulls, cows in possible_feedback(variant)]
    dice = np.random.default_rng(1)
    lower = lower_bounds(step, len(keys) - 1, variant.size)
    return Game(
        codes=all_codes(variant),
        place=_as_bits(marks.at_place),
        anywhere=_as_bits(marks.anywhere),
        marks=np.ascontiguousarray(np.hstack([marks.at_place, marks.anywhere + WORD]).T.astype(np.uint8)),
        sign=dice.integers(1, 1 << 63, variant.size, np.uint64),
        replies=np.array(keys[:-1], np.int64),
        win=keys[-1],
        step=step,
        lower=lower,
        estimate=estimates(step, lower),
        width=widths(width, variant.size),
        scope=SCOPE if width else variant.size,
        all_rows=np.arange(variant.size, dtype=np.int32),
        symbols=len(variant.alphabet),
    )


def widths(width: int, size: int) -> NDArray[np.int64]:
    """By set size: how many guesses to try. Small sets are cheap to search better."""
    if not width:
        return np.full(size + 1, size)
    tried = np.full(size + 1, width)
    tried[:SMALL] = 3 * width
    return tried


def lower_bounds(step: Steps, replies: int, size: int) -> NDArray[np.int64]:
    """Lower bounds of the cost, by guess number and set size: at most replies**k members are found k guesses later."""
    bounds = np.zeros((DEPTHS + 1, size + 1), np.int64)
    for number in range(DEPTHS):
        cost, done, room = 0, 0, 1
        for later in range(number, DEPTHS):
            cost += int(step[later])
            upto = min(size, done + room)
            bounds[number, done + 1 : upto + 1] = cost
            done, room = upto, room * replies
    return np.cumsum(bounds, axis=1)


def workspace_of(variant: Variant, largest: int) -> Workspace:
    """Scratch arrays for sets of up to `largest` members."""
    size = variant.size
    return Workspace(
        place=np.zeros((DEPTHS, largest), np.uint64),
        anywhere=np.zeros((DEPTHS, largest), np.uint64),
        key=np.zeros((DEPTHS, largest), np.uint8),
        children=np.zeros((DEPTHS, largest), np.int32),
        pool=np.zeros((DEPTHS, size + largest), np.int32),
        guess=np.zeros((DEPTHS, size + largest), np.int32),
        low=np.zeros((DEPTHS, size + largest), np.int64),
        estimate=np.zeros((DEPTHS, size + largest), np.float64),
        tried=np.zeros((DEPTHS, TRIED), np.uint64),
        having=np.zeros((DEPTHS, -(-largest // WORD), 2 * WORD), np.uint64),
        third=np.zeros(size + 1, np.int32),
        block=Block(
            guess=np.zeros(BLOCK, np.int32),
            low=np.zeros(BLOCK, np.int64),
            largest=np.zeros(BLOCK, np.int64),
            sizes=np.zeros((KEYS, BLOCK), np.int64),
            sums=np.zeros((4, BLOCK), np.uint64),
            shared=np.zeros((2, 8, BLOCK), np.uint64),
        ),
    )


def memory_of(bits: int) -> Memory:
    """An empty transposition table of 2**bits entries."""
    return Memory(
        key=np.zeros(1 << bits, np.uint64),
        cost=np.zeros(1 << bits, np.int64),
        guess=np.zeros(1 << bits, np.int32),
        counts=np.zeros(3, np.int64),
    )


def _as_bits(numbers: NDArray[np.intp]) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << numbers.astype(np.uint64), axis=1)
    return bits


# Functions are compiled by numba, and cached on disk for later processes.
#
# Numba checks whether the file of a function has changed, but not the files of the functions that it calls. So the
# cache folder is named by the hash of all the sources: changing one of them compiles everything anew.

_CONFIG: Any = numba.config
"""Annotated as Any because its attributes are created at import time."""
HERE = Path(__file__).parent
SOURCES = ("arrays.py", "guesses.py", "least.py", "lies.py")


def cache_folder(places: tuple[Path, ...]) -> Path | None:
    """The cache folder, in the first of the places that is writable; None if none is."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in SOURCES)).hexdigest()[:16]
    folders = (place / f"compiled-{digest}" for place in places)
    return next((folder for folder in folders if _is_writable(folder)), None)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _places() -> tuple[Path, ...]:
    """The places for the cache: beside the sources or in the user's home.

    Its files are executed, so no shared folder.
    """
    if _CONFIG.CACHE_DIR:
        return (Path(_CONFIG.CACHE_DIR),)
    return HERE / "__pycache__", Path("~/.cache/bulls-and-cows").expanduser()


def _decorator(folder: Path | None) -> Callable[..., Any]:
    if folder is None:
        return partial(numba.njit, nogil=True)
    _CONFIG.CACHE_DIR = str(folder)
    return partial(numba.njit, nogil=True, cache=True)


compiled = _decorator(cache_folder(_places()))
"""Compiles a function at its first call, unless it is in the cache.

A search may take minutes. It releases the interpreter's lock (nogil), since a cluster loses workers that do not report
for long. Functions that call each other must all have nogil, or none.
"""
