"""Builds a mixture of trees that costs no secret more than the code maker can enforce: the value of the game.

Relabelled at random a tree costs a secret the mean of its pattern (solver/mixture.py). The maker chooses patterns, the
breaker trees, and a linear program finds the best mixture of trees. Those that it needs are among the best for some
patterns alone, of which there are very many. So they are not listed: `Plans` has the best ways to go on from every set
that they reach, and finds the cheapest tree for given prices of patterns, which are the program's dual values.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from math import inf, lcm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from solver.building.arrays import UNSOLVED
from solver.building.build import Report, build
from solver.building.guesses import load_marks, pool_for
from solver.building.job import Members, Search, Task
from solver.building.least import least, try_guess
from solver.feedback import all_codes
from solver.mixture import LeastTotal, Mixture, worth
from solver.symmetry import patterns, rows_of_patterns
from solver.tree import STORED_FROM, Branch, Tree, branch_of
from solver.variant import Variant


def build_mixture(variant: Variant, folder: Path, executor: Executor, workers: int, report: Report) -> Mixture:
    """The best mixture found, with the best lower bound. Journals go into the folder. Raises CannotBuild."""

    def best_for(some: tuple[str, ...]) -> Tree:
        return build(Task(variant, patterns=some), folder / f"{'-'.join(some)}.journal", executor, workers, report)

    every = patterns(variant)
    unions = [some for count in range(len(every), 0, -1) for some in combinations(every, count)]
    trees = {some: best_for(some) for some in unions}
    lower = {some: Fraction(tree.total, len(rows_of_patterns(variant, some))) for some, tree in trees.items()}
    hardest = max(lower, key=lower.__getitem__)
    least_total, plans = LeastTotal(hardest, trees[hardest].total), fitting_plans(trees[hardest], hardest)
    mixture = mixed(plans, least_total)
    if not worth(mixture).proven:  # trees for other secrets spare some patterns more
        plans += [fitting_plans(trees[some], some)[0] for some in unions if len(some) > 1 and some != hardest]
        mixture = mixed(plans, least_total)
    return mixture


def fitting_plans(tree: Tree, wanted: tuple[str, ...]) -> "list[Plans]":
    """Plans by renamings of a tree that was built for secrets of the patterns `wanted`.

    Of two last candidates the first in code order is guessed first. Where that is none of the wanted patterns, a wanted
    one costs more than the tree was built to; after some renamings of the symbols nowhere.
    """
    search = Search(Task(tree.variant, patterns=wanted))
    dice = np.random.default_rng(1)
    prices = [int(name in wanted) for name in patterns(tree.variant)]
    plans = [Plans(search, _renamed(tree, dice)) for _ in range(RENAMINGS)]
    totals = [int(plan.cheapest(prices)[1] @ prices) for plan in plans]
    return [plan for plan, total in zip(plans, totals, strict=True) if total == min(totals)]


def _renamed(tree: Tree, dice: np.random.Generator) -> Tree:
    codes, names = all_codes(tree.variant), dice.permutation(len(tree.variant.alphabet)).astype(np.uint8)
    rows = {code.tobytes(): row for row, code in enumerate(codes)}
    guesses = [rows[names[code].tobytes()] for code in codes[tree.nodes.guess]]
    return replace(tree, nodes=replace(tree.nodes, guess=np.array(guesses, np.uint32)))


# Column generation: the program's dual values are the prices for which another tree is sought, until none is cheaper.

PRICE = 10**9
CLOSE = 1e-9
RENAMINGS = 16
WHOLE = 10**6
"""Weights that cannot be told exactly are parts of so many."""


def mixed(plans: "Sequence[Plans]", least_total: LeastTotal) -> Mixture:
    """The mixture of trees of any of these plans whose dearest pattern costs the least."""
    variant = plans[0].variant
    codes = np.array([len(rows_of_patterns(variant, (name,))) for name in patterns(variant)])
    found: list[tuple[Branch, Costs]] = []
    prices, dearest = 1 / codes, inf
    while True:
        offers = [each.cheapest([round(price * PRICE) for price in prices]) for each in plans]
        branch, costs = min(offers, key=lambda offer: float(offer[1] @ prices))
        if costs @ prices > dearest - CLOSE:
            break
        found.append((branch, costs))
        weights, shares, dearest = _program(np.array([each / codes for _, each in found]).T)
        prices = shares / codes
    chosen = [number for number, weight in enumerate(weights) if weight > CLOSE]
    level = [
        [Fraction(int(found[number][1][row]), int(codes[row])) for number in chosen]
        for row in np.flatnonzero(shares > CLOSE)
    ]
    trees = tuple(Tree(variant, "mean", proven=False, nodes=found[number][0]) for number in chosen)
    return Mixture(variant, trees, _whole(_levelling(level) or _rounded(weights[chosen])), least_total)


def _program(means: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """The weights of trees (columns) whose dearest pattern (rows) costs least, the patterns' prices, and that cost."""
    rows, columns = means.shape
    found = linprog(
        [0] * columns + [1],
        A_ub=np.hstack([means, -np.ones((rows, 1))]),
        b_ub=np.zeros(rows),
        A_eq=[[1] * columns + [0]],
        b_eq=[1],
    )
    return found.x[:-1], -found.ineqlin.marginals, float(found.fun)


def _levelling(means: list[list[Fraction]]) -> list[Fraction] | None:
    """The weights of trees (columns) at which patterns (rows) cost exactly the same; None if there are no such."""
    trees = len(means[0])
    rows = [[*row, Fraction(-1), Fraction(0)] for row in means]
    rows.append([*[Fraction(1)] * trees, Fraction(0), Fraction(1)])
    if len(rows) != trees + 1:
        return None
    for column in range(trees + 1):  # by elimination; the last unknown is what the patterns cost
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [value / pivot[column] for value in pivot]
        rows = [[mine - row[column] * its for mine, its in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(column, pivot)
    weights = [row[-1] for row in rows[:-1]]
    return weights if min(weights) >= 0 else None


def _rounded(weights: NDArray[np.float64]) -> list[Fraction]:
    return [Fraction(round(weight * WHOLE), WHOLE) for weight in weights.tolist()]


def _whole(weights: list[Fraction]) -> tuple[int, ...]:
    whole = lcm(*(weight.denominator for weight in weights))
    return tuple(int(weight * whole) for weight in weights)


# Plans: from every set that they reach the ways to go on, in which many trees share.

Costs = NDArray[np.int64]
"""Guesses by pattern, in the order of `patterns`."""
SECOND, THIRD = 2, 3
MOST_THIRD, MOST_LATER = 12, 6
"""How many ways to go on are kept for a set at the third guess, and later. Before it the tree `best` is followed."""
TRIED = 30
"""So many of the best guesses for a set are looked at: many divide it in the same way."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A guess for a set: what it costs but for the parts below, their keys by reply, and the sizes of all parts."""

    guess: int
    costs: Costs
    below: dict[int, bytes]
    sizes: list[int]


class Plans:
    """Ways through the game that cost the secrets of the search's task, all together, as little as the tree `best`.

    A set is all codes that are still possible, and its key their row numbers. As long as several secrets of the task
    are among them, its ways cost these the least there is; then they are guessed, and the others after them.
    """

    def __init__(self, search: Search, best: Tree) -> None:
        self.variant, self._search = search.task.variant, search
        self._wanted = np.isin(np.arange(self.variant.size), search.secrets)
        self._pattern = np.zeros(self.variant.size, np.int64)
        self._patterns = patterns(self.variant)
        for number, name in enumerate(self._patterns):
            self._pattern[rows_of_patterns(self.variant, (name,))] = number
        self._ways: dict[bytes, list[Way]] = {}
        self._best = best.nodes
        self._start = np.arange(self.variant.size, dtype=np.int32).tobytes()
        self._open(self._start, 1, np.uint64(0), 0)

    def cheapest(self, prices: Sequence[int]) -> tuple[Branch, Costs]:
        """The tree that costs least where each pattern's guesses have this price, and its guesses by pattern."""
        known: dict[bytes, tuple[int, Way]] = {}

        def price_of(key: bytes) -> int:
            if key not in known:
                ways = self._ways[key]
                paid = [int(way.costs @ prices) + sum(map(price_of, way.below.values())) for way in ways]
                known[key] = min(paid), ways[paid.index(min(paid))]
            return known[key][0]

        price_of(self._start)
        return self._grown(self._start, {key: way for key, (_, way) in known.items()})

    def _grown(self, key: bytes, chosen: Mapping[bytes, Way]) -> tuple[Branch, Costs]:
        way = chosen[key]
        below = {reply: self._grown(part, chosen) for reply, part in way.below.items()}
        branch = branch_of(
            way.guess, len(_members(key)), way.sizes, {reply: part for reply, (part, _) in below.items()}
        )
        return branch, way.costs + sum(costs for _, costs in below.values())

    def _count(self, members: Members) -> Costs:
        return np.bincount(self._pattern[members], minlength=len(self._patterns))

    def _way(self, members: Members, guess: int, number: int) -> Way:
        costs, below, sizes = self._count(members), dict[int, bytes](), list[int]()
        for reply, part in self._search.parts(members, guess, number).items():
            sizes.append(len(part))
            if len(part) >= STORED_FROM:
                below[reply] = part.tobytes()
            else:  # the first is guessed, then the other
                costs = costs + self._count(part) + self._count(part[1:])
        return Way(guess, costs, below, sizes)

    # Ways are opened from the first guess on, those of a way's parts before the next: third guesses are loaded for it.

    def _open(self, key: bytes, number: int, asked: np.uint64, node: int | None) -> None:
        """Find the ways to go on from a set, and from their parts. `node`: where it is in the tree `best`, if it is."""
        if key in self._ways:
            return
        members = _members(key)
        wanted = members[self._wanted[members]]
        if len(wanted) < STORED_FROM:
            guesses = iter((wanted if len(wanted) else members).tolist())
        elif node is not None and number < THIRD:
            guesses = iter([int(self._best.guess[node])])
        else:
            guesses = self._cheapest_guesses(wanted, number, asked, node)
        if number == SECOND:
            guesses = map(self._with_thirds, guesses)
        ways = dict[tuple[bytes, ...], Way]()
        for guess in guesses:
            way = self._way(members, guess, number)
            ways.setdefault((way.costs.tobytes(), *sorted(way.below.values())), way)
            if len(ways) == (MOST_THIRD if number == THIRD else MOST_LATER):
                break
        self._ways[key] = list(ways.values())
        for way in ways.values():
            for reply, part in way.below.items():
                self._open(
                    part, number + 1, asked | self._search.game.anywhere[way.guess], self._child(node, way.guess, reply)
                )

    def _cheapest_guesses(self, wanted: Members, number: int, asked: np.uint64, node: int | None) -> Iterator[int]:
        """Guesses with which the wanted members cost the least there is."""
        search = self._search
        arrays = search.game, search.memory, search.workspace
        if node is None:
            first = search.best_guess(wanted, number, asked)
            cost = int(least(*arrays, wanted, number, UNSOLVED, asked))
        else:
            first, cost = int(self._best.guess[node]), int(self._best.cost[node])
        yield first
        pool = wanted
        if number == THIRD:
            present = np.uint64(load_marks(search.game, search.workspace, wanted, number))
            pool = np.union1d(wanted, pool_for(search.game, search.workspace, wanted, present, asked, number))
        hopeful = (guess for guess, low in search.ranked(wanted, pool, number) if low <= cost and guess != first)
        for guess in islice(hopeful, TRIED):
            load_marks(search.game, search.workspace, wanted, number)
            if try_guess(*arrays, wanted, guess, number, cost + 1, asked, 0) == cost:
                yield guess

    def _with_thirds(self, second: int) -> int:
        self._search.load_thirds(int(self._best.guess[0]), second)
        return second

    def _child(self, node: int | None, guess: int, reply: int) -> int | None:
        if node is None or guess != self._best.guess[node]:
            return None
        return next((child for child in self._best.children(node) if self._best.reply[child] == reply), None)


def _members(key: bytes) -> Members:
    return np.frombuffer(key, np.int32).copy()  # read-only arrays would be compiled for anew
