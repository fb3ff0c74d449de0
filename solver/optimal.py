"""Strategy `optimal`: by a stored tree, else by exact search of small positions, else by estimated cost to go."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.candidates import Position, parts_of
from solver.comparison import (
    ALWAYS_APART,
    BUDGET,
    Comparison,
    cheapest_within,
    cheapness,
    comparison_within,
    distinct_guesses,
    obvious_guess,
    work_of,
    work_within,
)
from solver.feedback import all_codes, as_code
from solver.information import Bits, parts_of_few
from solver.tree import Tree, stored_tree
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess, and whether every other was compared with it, or it is proven best."""

    guess: Code
    exact: bool


@dataclass(frozen=True, slots=True)
class Optimal:
    """Follows the stored tree; off it, positions of few candidates are solved exactly, others by estimated cost to go.

    Where an objective has no tree of its own, that of the mean serves.
    """

    variant: Variant
    objective: str = "mean"
    budget: float = BUDGET
    drawn: Tree | None = None
    """A tree that is followed in place of the stored one."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return self.choice(position).guess

    @property
    def tree(self) -> Tree | None:
        """The tree that is followed; None if none ships for the variant."""
        return self.drawn or stored_tree(self.variant, self.objective) or stored_tree(self.variant)

    def choice(self, position: Position) -> Choice:
        """The guess to make now, and whether it is known to be best."""
        tree = self.tree
        if tree and (guess := tree.guess_after(position)):
            return Choice(guess, exact=tree.proven)
        return self.choice_off_tree(position)

    def choice_off_tree(self, position: Position) -> Choice:
        """The guess to make off the tree."""
        if ending := endgame(position):
            return Choice(ending.guess, exact=True)
        comparison = comparison_within(position, cheapness(self.variant), self.budget)
        row = lookahead_guess(comparison, self.budget)
        return Choice(as_code(all_codes(self.variant)[row]), comparison.exact)


# Lookahead by one more guess, for the guesses that a comparison ranks highest.

MOST_GUESSES = 64
STARTING = 5_000_000
"""The overhead of a comparison, in the units of work_of."""
BETTER = 1e-9


def lookahead_guess(comparison: Comparison, budget: float) -> int:
    """The guess whose parts have the least estimated cost to go, each with its best guess, as a row of all_codes.

    The guesses are tried in the order of the comparison, as many as the budget in seconds allows.
    """
    best, lowest = comparison.best(), float("inf")
    work, codes = work_within(budget), all_codes(comparison.position.variant)
    for row in comparison.ranked(MOST_GUESSES).tolist():
        parts = parts_of(comparison.position, as_code(codes[row]))
        work -= sum(map(_work_for, parts))
        if work < 0:
            break
        if (cost := sum(map(_least_cost, parts))) < lowest - BETTER:
            best, lowest = row, cost
    return best


def _work_for(part: Position) -> float:
    if len(part.left) <= ALWAYS_APART:
        return 0
    return STARTING + work_of(part.variant, part.variant.size, len(part.left))


def _least_cost(part: Position) -> float:
    """The estimated cost to go of a part."""
    if obvious_guess(part) is not None:
        return 2 * len(part.left) - 1
    return len(part.left) - float(cheapest_within(part, BUDGET).scores.max())


# Exact search of positions with few candidates: the least total of guesses that finds all of them.
#
# Branch and bound over sets of candidates. Guesses with equal partitions are tried once, and the cost of each set is
# cached. A guess is abandoned as soon as its parts, each with the lower bound for its size, cost as much as the best
# guess known.

MOST_CANDIDATES = 24  # parts_of_few takes MOST_IN_A_WORD
WORK = 400_000
"""The work allowed, in replies looked at: a hundredth of a second or two."""
LOOKING_CLOSER = 600  # replies that can be looked at in the time that one guess, or one part, takes
ENDLESS = 1 << 15

Part = int
"""Some of the candidates: a bit each."""


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
        total, row = search.best((1 << len(position.left)) - 1)
    except TooMuch:
        return None
    return Ending(as_code(all_codes(position.variant)[row]), total)


class _Search:
    """A search with the costs of parts found so far."""

    def __init__(self, position: Position, work: int) -> None:
        self._position = position
        self._work = work
        self._guesses = distinct_guesses(position)
        self._among_candidates = parts_of_few(position.variant, position.left, position.left)
        self._by_candidate: list[list[Part]] = self._among_candidates.T.tolist()
        self._known: dict[Part, tuple[int, int]] = {}
        self._floors: dict[Part, int] = {}

    @cached_property
    def _among_all(self) -> Bits:
        return parts_of_few(self._position.variant, self._guesses, self._position.left)

    def best(self, part: Part) -> tuple[int, int]:
        """The least total for a part of three or more candidates, and the row number of a first guess."""
        if part not in self._known:
            self._known[part] = self._best_of(part)
        return self._known[part]

    def _best_of(self, part: Part) -> tuple[int, int]:
        """Candidates are tried first: if one reaches the lower bound, the many other guesses are not looked at."""
        members, size = self._members(part), part.bit_count()
        best, column = self._best_below(part, self._among_candidates[:, members], ENDLESS)
        choice = int(self._position.left[members[column]])
        if best > 2 * size:
            self._spend(len(self._guesses) * size)
            other_best, column = self._best_below(part, self._among_all, best)
            if other_best < best:
                return other_best, int(self._guesses[column])
        return best, choice

    def _members(self, part: Part) -> list[int]:
        return [number for number in range(len(self._position.left)) if part >> number & 1]

    def _best_below(self, part: Part, divided: Bits, best: int) -> tuple[int, int]:
        """The lowest cost of the part below `best`, and the column of its guess among these (a row a reply)."""
        divided = divided & divided.dtype.type(part)
        told = divided != 0
        parts, right = told[:-1].sum(axis=0), told[-1]
        # Each part of k candidates costs 2k - 1 at least, and the guess itself one.
        bounds = np.where((parts > 1) | right, 3 * part.bit_count() - parts - 2 * right, ENDLESS)
        columns = np.flatnonzero(bounds < best)
        choice = 0
        tried: set[tuple[Part, frozenset[Part]]] = set()
        for column in columns[np.argsort(bounds[columns], kind="stable")].tolist():
            if bounds[column] >= best:
                break
            *others, guessed = divided[:, column].tolist()
            if (division := (guessed, frozenset(others))) in tried:
                continue
            tried.add(division)
            total = self._total(part, others, best)
            if total < best:
                best, choice = total, column
        return best, choice

    def _total(self, part: Part, parts: list[Part], limit: int) -> int:
        """The cost of the part, divided into these; any number from `limit` on if it is at least that."""
        self._spend(LOOKING_CLOSER)
        smaller = sorted(filter(None, parts), key=lambda some: (some.bit_count(), some & -some))
        total = part.bit_count() + sum(map(self._floor, smaller))
        for some in smaller:
            if total >= limit:
                break
            if (floor := self._floor(some)) == 2 * some.bit_count():
                total += self.best(some)[0] - floor
        return total

    def _floor(self, part: Part) -> int:
        """A lower bound: 2k - 1 for k candidates, which is exact if one of them separates all; otherwise more."""
        if part not in self._floors:
            self._spend(LOOKING_CLOSER)
            size = part.bit_count()
            obvious = any(
                sum(1 for some in self._by_candidate[guess] if some & part) == size for guess in self._members(part)
            )
            self._floors[part] = 2 * size - obvious
        return self._floors[part]

    def _spend(self, work: int) -> None:
        self._work -= work
        if self._work < 0:
            raise TooMuch
