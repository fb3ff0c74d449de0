"""The solver's peers, plain Python and plain numpy, and positions in which they are compared."""

import itertools
import random
from statistics import median

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import milliseconds
from solver.feedback import Feedback, History, Numbers, all_codes, all_secrets, as_code, feedback_for, is_consistent
from solver.variant import VARIANTS, Code, Variant

BLOCK = 1 << 18
TRIALS = 25
JUDGED: tuple[Variant, History] = (VARIANTS["mini"], (((0, 1, 2, 3), Feedback(1, 2)),))


def fitting(variant: Variant, history: History) -> list[Code]:
    """The candidates, by comparing each code with every guess."""
    return [code for code in variant.secrets() if is_consistent(code, history)]


def plain_milliseconds() -> float:
    """Milliseconds of processor for a constant work load: two thousand codes compared with a guess."""
    return median(milliseconds([_judged] * TRIALS))


def _judged() -> None:
    for _ in range(18):
        fitting(*JUDGED)


class PlainNumpy:
    """Entropy over all codes without repeats, candidates preferred on ties. Holds 25 MB for classic."""

    def __init__(self, variant: Variant) -> None:
        self._length, self._symbols = variant.length, len(variant.alphabet)
        self._replies = (self._length + 1) ** 2  # bulls * (length + 1) + cows
        self.codes: list[Code] = list(itertools.permutations(range(self._symbols), self._length))
        self.rows = {code: row for row, code in enumerate(self.codes)}
        self.table = self._feedback_of_all()

    def advise(self, history: History) -> Code:
        """The best guess after `history`."""
        left: Numbers = np.arange(len(self.codes))
        for guess, (bulls, cows) in history:
            left = left[self.table[self.rows[guess], left] == bulls * (self._length + 1) + bulls + cows]
        return self.codes[self.best(left)]

    def best(self, left: Numbers) -> int:
        """The row of the best guess among all codes for the candidates `left`."""
        block = max(1, BLOCK // len(left))
        counts = np.vstack([self._counts(slice(row, row + block), left) for row in range(0, len(self.codes), block)])
        shares = counts / len(left)
        bits = -(shares * np.log2(np.where(counts, shares, 1.0))).sum(axis=1)
        bits[left] += 1e-9
        return int(bits.argmax())

    def total(self, left: Numbers) -> int:
        """The total of guesses over all these candidates if every guess is the best one."""
        if len(left) == 1:
            return 1
        replies = self.table[self.best(left)][left]
        return len(left) + sum(
            self.total(left[replies == reply]) for reply in np.unique(replies) if reply != self._replies - 1
        )

    def _counts(self, rows: slice, left: Numbers) -> NDArray[np.intp]:
        replies = self.table[rows][:, left]
        apart = replies + np.arange(len(replies))[:, None] * self._replies
        return np.bincount(apart.ravel(), minlength=len(replies) * self._replies).reshape(-1, self._replies)

    def _feedback_of_all(self) -> NDArray[np.uint8]:
        digits = np.array(self.codes, np.uint8)
        holds = (digits[:, :, None] == np.arange(self._symbols)).any(axis=1).astype(np.float32)
        shared = (holds @ holds.T).astype(np.uint8)
        bulls = np.zeros_like(shared)
        for place in range(self._length):
            bulls += digits[:, place, None] == digits[None, :, place]
        table: NDArray[np.uint8] = bulls * np.uint8(self._length + 1) + shared
        return table


# Positions


def histories(variant: Variant, depth: int, games: int) -> list[History]:
    """Histories of random guesses with true feedback."""
    dice = random.Random(depth)
    codes, secrets = all_codes(variant), all_secrets(variant).tolist()

    def drawn() -> History:
        secret = as_code(codes[dice.choice(secrets)])
        guesses = [as_code(codes[row]) for row in dice.sample(range(variant.size), depth)]
        return tuple((guess, feedback_for(guess, secret)) for guess in guesses)

    return [drawn() for _ in range(games)]
