"""The peer of the solver: the same choice in plain numpy, from a table of all feedback, without symmetry."""

import itertools

import numpy as np
from numpy.typing import NDArray

from solver.feedback import History
from solver.tables import Numbers
from solver.variant import Code

REPLIES = 25  # bulls * 5 + cows
SOLVED = 24
BLOCK = 1 << 18


class PlainNumpy:
    """Entropy over all classic codes, candidates preferred on ties. Holds 25 MB."""

    def __init__(self) -> None:
        self.codes: list[Code] = list(itertools.permutations(range(10), 4))
        self.rows = {code: row for row, code in enumerate(self.codes)}
        self.table = self._feedback_of_all()

    def advise(self, history: History) -> Code:
        """The best guess after `history`."""
        left: Numbers = np.arange(len(self.codes))
        for guess, (bulls, cows) in history:
            left = left[self.table[self.rows[guess], left] == bulls * 5 + bulls + cows]
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
        """The guesses that all these candidates take together if every one is the best."""
        if len(left) == 1:
            return 1
        replies = self.table[self.best(left)][left]
        return len(left) + sum(self.total(left[replies == reply]) for reply in np.unique(replies) if reply != SOLVED)

    def _counts(self, rows: slice, left: Numbers) -> NDArray[np.intp]:
        replies = self.table[rows][:, left]
        apart = replies + np.arange(len(replies))[:, None] * REPLIES
        return np.bincount(apart.ravel(), minlength=len(replies) * REPLIES).reshape(-1, REPLIES)

    def _feedback_of_all(self) -> NDArray[np.uint8]:
        digits = np.array(self.codes, np.uint8)
        holds = (digits[:, :, None] == np.arange(10)).any(axis=1).astype(np.float32)
        shared = (holds @ holds.T).astype(np.uint8)
        bulls = np.zeros_like(shared)
        for place in range(4):
            bulls += digits[:, place, None] == digits[None, :, place]
        table: NDArray[np.uint8] = bulls * np.uint8(5) + shared
        return table
