"""Exact search of positions with few candidates: the least total of guesses that finds all of them.

Branch and bound over sets of candidates. Guesses with equal partitions are tried once, and the cost of each set is
cached. A guess is abandoned as soon as its parts, each with the lower bound for its size, cost as much as the best
guess known.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.comparison import distinct_guesses
from solver.obvious import obvious_guess
from solver.position import Position
from solver.tables import Numbers, all_codes, as_code, feedback_ids
from solver.variant import Code

MOST_CANDIDATES = 24
WORK = 400_000
"""The work allowed, in replies looked at: a hundredth of a second or two."""
LOOKING_CLOSER = 600  # replies that can be looked at in the time that one guess, or one part, takes
RIGHT = 255
ENDLESS = 1 << 15

Part = tuple[int, ...]
"""Some of the candidates, as columns of the replies."""
Replies = NDArray[np.uint8]
"""A row a guess, a column a candidate."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A best guess, and the total of further guesses over all candidates under perfect play."""

    guess: Code
    total: int


class TooMuch(Exception):
    """The search exceeds the work allowed."""


def endgame(position: Position, work: int = WORK) -> Ending | None:
    """Perfect play at this position; None if finding it takes more work than allowed."""
    if (row := obvious_guess(position)) is not None:
        return Ending(as_code(all_codes(position.variant)[row]), 2 * len(position.left) - 1)
    if len(position.left) > MOST_CANDIDATES:
        return None
    search = _Search(position, work)
    try:
        total, row = search.best(tuple(range(len(position.left))))
    except TooMuch:
        return None
    return Ending(as_code(all_codes(position.variant)[row]), total)


class _Search:
    """A search with the costs of parts found so far."""

    def __init__(self, position: Position, work: int) -> None:
        self._position = position
        self._work = work
        self._guesses = distinct_guesses(position)
        self._among_candidates = _replies(position, position.left)
        self._known: dict[Part, tuple[int, int]] = {}
        self._floors: dict[Part, int] = {}

    @cached_property
    def _replies(self) -> Replies:
        return _replies(self._position, self._guesses)

    def best(self, part: Part) -> tuple[int, int]:
        """The least total for a part of three or more candidates, and the row number of a first guess."""
        if part not in self._known:
            self._known[part] = self._best_of(part)
        return self._known[part]

    def _best_of(self, part: Part) -> tuple[int, int]:
        """Candidates are tried first: if one reaches the lower bound, the many other guesses are not looked at."""
        best, row = self._best_below(part, self._among_candidates[list(part)], ENDLESS)
        choice = int(self._position.left[part[row]])
        if best > 2 * len(part):
            self._spend(len(self._guesses) * len(part))
            other_best, row = self._best_below(part, self._replies, best)
            if other_best < best:
                return other_best, int(self._guesses[row])
        return best, choice

    def _best_below(self, part: Part, replies: Replies, best: int) -> tuple[int, int]:
        """The lowest cost of the part below `best`, and the index of its guess among these replies."""
        labels = _labels(replies[:, part])
        bounds = _least_totals(labels)
        choice = 0
        tried: set[bytes] = set()
        for row in np.argsort(bounds, kind="stable").tolist():
            if bounds[row] >= best:
                break
            if (division := labels[row].tobytes()) in tried:
                continue
            tried.add(division)
            total = self._total(part, labels[row].tolist(), best)
            if total < best:
                best, choice = total, row
        return best, choice

    def _total(self, part: Part, labels: list[int], limit: int) -> int:
        """The cost of the part after a guess with this partition; any number from `limit` on if it is at least that."""
        self._spend(LOOKING_CLOSER)
        parts: dict[int, list[int]] = defaultdict(list)
        for candidate, label in zip(part, labels, strict=True):
            parts[label].append(candidate)
        parts.pop(RIGHT, None)
        smaller = sorted(map(tuple, parts.values()), key=len)
        total = len(part) + sum(map(self._floor, smaller))
        for some in smaller:
            if total >= limit:
                break
            if (floor := self._floor(some)) == 2 * len(some):
                total += self.best(some)[0] - floor
        return total

    def _floor(self, part: Part) -> int:
        """A lower bound: 2k - 1 for k candidates, which is exact if one of them separates all; otherwise more."""
        if part not in self._floors:
            self._spend(LOOKING_CLOSER)
            replies = self._among_candidates[np.ix_(part, part)].tolist()
            obvious = any(len(set(row)) == len(part) for row in replies)
            self._floors[part] = 2 * len(part) - obvious
        return self._floors[part]

    def _spend(self, work: int) -> None:
        self._work -= work
        if self._work < 0:
            raise TooMuch


def _replies(position: Position, guesses: Numbers) -> Replies:
    """The candidates' replies to the guesses; RIGHT where a candidate is the guess."""
    codes = all_codes(position.variant)
    replies = feedback_ids(position.variant, codes[guesses], codes[position.left])
    replies[guesses[:, None] == position.left] = RIGHT
    return replies


def _labels(replies: Replies) -> Replies:
    """Each reply replaced by the first candidate that gives it, so that equal partitions have equal rows."""
    labels = np.empty_like(replies)
    for candidate in range(replies.shape[1] - 1, -1, -1):
        labels[replies == replies[:, candidate, None]] = candidate
    labels[replies == RIGHT] = RIGHT
    return labels


def _least_totals(labels: Replies) -> NDArray[np.int64]:
    """Lower bounds of the cost of guesses: 2k - 1 for each part of k candidates, and the guess itself."""
    candidates = labels.shape[1]
    right = (labels == RIGHT).any(axis=1)
    parts = (labels == np.arange(candidates)).sum(axis=1)
    return np.where((parts > 1) | right, 3 * candidates - parts - 2 * right, ENDLESS)
