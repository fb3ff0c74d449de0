"""Arrays of the compiled search: the game, the transposition table (memory), and the workspace."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.building.objectives import DEPTHS, Steps, estimates
from solver.feedback import possible_feedback
from solver.tables import all_codes, all_marks
from solver.variant import Variant

KEYS = 64
"""Replies as bulls * 8 + (bulls + cows)."""
UNSOLVED = 1 << 60
NO_GUESS = -1
TRIED = 256
SMALL = 40
SCOPE = 8000


class Game(NamedTuple):
    """The game that is searched, as arrays; codes by row number of all_codes."""

    codes: NDArray[np.uint8]
    place: NDArray[np.uint64]
    anywhere: NDArray[np.uint64]
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
    belongs: NDArray[np.bool_]
    third: NDArray[np.int32]  # third guesses, one of each orbit; their number comes first


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
        belongs=np.zeros((DEPTHS, size), np.bool_),
        third=np.zeros(size + 1, np.int32),
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
