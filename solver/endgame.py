"""Exact search of positions with few candidates: the least total of guesses that finds all of them.

Branch and bound over sets of candidates: guesses that divide the candidates alike are one guess, what a set costs is
remembered, and a guess is left alone as soon as its parts, each as cheap as a part of that size can be, cost as much as
the best guess known.
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
"""So many replies looked at are too many: they take a hundredth of a second or two."""
LOOKING_CLOSER = 600  # replies that can be looked at while one guess, or one part, is thought through
RIGHT = 255
ENDLESS = 1 << 15

Part = tuple[int, ...]
"""Some of the candidates, as columns of the replies."""
Replies = NDArray[np.uint8]
"""A row a guess, a column a candidate."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A best guess, and the further guesses that all candidates take together if play is perfect."""

    guess: Code
    total: int


class TooMuch(Exception):
    """The work allowed is done and the search is not."""


def endgame(position: Position, work: int = WORK) -> Ending | None:
    """Perfect play at this position, or None where finding it would take more work than this."""
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
    """What the parts of a position's candidates cost, as far as it is known."""

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
        """The fewest guesses for a part of three or more, and the row number of a guess to begin with."""
        if part not in self._known:
            self._known[part] = self._best_of(part)
        return self._known[part]

    def _best_of(self, part: Part) -> tuple[int, int]:
        """Candidates are tried first: if one is as good as any guess can be, the many others are not even looked at."""
        best, row = self._best_below(part, self._among_candidates[list(part)], ENDLESS)
        choice = int(self._position.left[part[row]])
        if best > 2 * len(part):
            self._spend(len(self._guesses) * len(part))
            other_best, row = self._best_below(part, self._replies, best)
            if other_best < best:
                return other_best, int(self._guesses[row])
        return best, choice

    def _best_below(self, part: Part, replies: Replies, best: int) -> tuple[int, int]:
        """The lowest cost of the part below `best`, and after which of the guesses with these replies it is so."""
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
        """What the part costs after a guess that divides it so; any number from `limit` on if it is that much."""
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
        """2k - 1 if one of its k candidates tells all of them apart, and then the part costs that; otherwise more."""
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
    """What the candidates reply to the guesses; RIGHT where a candidate is the guess."""
    codes = all_codes(position.variant)
    replies = feedback_ids(position.variant, codes[guesses], codes[position.left])
    replies[guesses[:, None] == position.left] = RIGHT
    return replies


def _labels(replies: Replies) -> Replies:
    """Instead of each reply the first candidate that gives it, so that guesses that divide alike have equal rows."""
    labels = np.empty_like(replies)
    for candidate in range(replies.shape[1] - 1, -1, -1):
        labels[replies == replies[:, candidate, None]] = candidate
    labels[replies == RIGHT] = RIGHT
    return labels


def _least_totals(labels: Replies) -> NDArray[np.int64]:
    """What guesses cost at least: 2k - 1 for each part of k candidates, and one guess before."""
    candidates = labels.shape[1]
    right = (labels == RIGHT).any(axis=1)
    parts = (labels == np.arange(candidates)).sum(axis=1)
    return np.where((parts > 1) | right, 3 * candidates - parts - 2 * right, ENDLESS)
