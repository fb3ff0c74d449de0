"""Cost to go: the further guesses that all candidates of a position take together after a guess and perfect play.

It is exact by a stored tree or the exact search of small positions, otherwise estimated by looking two guesses ahead.
An estimate is compared only with an estimate made in the same way.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from solver.candidates import Position, parts_of, position_after
from solver.comparison import ALWAYS_APART, cheapest_of, cheapest_within, obvious_guess
from solver.feedback import all_codes, as_code
from solver.optimal import MOST_CANDIDATES, Optimal, endgame
from solver.tree import Isomorphism, stored_tree
from solver.variant import Code, Variant

WORK = 2_000_000
"""Work allowed for exact endings after one guess, all parts together, in endgame's units; more than for a hint."""
AHEAD = (0.000_25, 0.002)
"""Seconds for finding a good guess for one part, by the number of further guesses to look ahead."""
MANY_CODES = 12_000
"""With more codes, looking ahead tries candidates only, at most TRIED of them."""
TRIED = (16, 64)
FEW = 7
"""With so few candidates, if no guess separates all, the rest takes two guesses each, or hardly more."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best known guess at a position; `total` is its exact cost to go or None, `exact`: it is proven best."""

    guess: Code
    total: int | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """The expected loss of a guess against the best one, in turns."""

    best: Code
    turns: float
    exact: bool


@lru_cache(maxsize=64)
def perfect_mean(variant: Variant) -> float:
    """The mean number of guesses under perfect play: exact where it is known, otherwise estimated."""
    start = position_after(variant)
    best = best_guess(start)
    return (estimated_cost(start, best.guess) if best.total is None else best.total) / len(start.left)


@lru_cache(maxsize=2)
def best_guess(position: Position) -> Best:
    """The best guess, by the stored tree, by exact search, or by estimate; of equal ones the tree's.

    The last positions are cached by identity, because several guesses are compared with the best one there.
    """
    variant, tree = position.variant, stored_tree(position.variant)
    planned = tree.guess_after(position) if tree else None
    total = tree.cost_after(position) if tree else None
    if tree and planned and tree.proven:
        return Best(planned, total, exact=True)
    ending = endgame(position, WORK)
    if planned and (ending is None or ending.total == total):
        return Best(planned, total, exact=ending is not None)
    if ending:
        return Best(ending.guess, ending.total, exact=True)
    return Best(Optimal(variant).choice_off_tree(position).guess, None, exact=False)


def loss(position: Position, guess: Code) -> Loss:
    """The expected loss of this guess; its `best` is the guess itself if no other is better."""
    best = best_guess(position)
    excess, exact = _excess(position, guess, best)
    if excess <= 0:
        return Loss(guess, 0.0, exact)
    return Loss(best.guess, excess / len(position.left), exact)


def _excess(position: Position, guess: Code, best: Best) -> tuple[float, bool]:
    """The cost to go above that of the best guess, for all candidates together, and whether that is exact."""
    parts, before = parts_of(position, guess), len(position.left)
    if _same_question(position, guess, best.guess) or _partition(parts) == _partition(parts_of(position, best.guess)):
        return 0, best.exact
    if [len(part.left) for part in parts] == [before]:
        return before, best.exact
    ours = exact_cost(position, guess)
    if ours is not None and best.total is not None and best.exact:
        return ours - best.total, True
    theirs = None if ours is None else exact_cost(position, best.guess)
    if ours is not None and theirs is not None:
        return ours - theirs, False
    return estimated_cost(position, guess) - estimated_cost(position, best.guess), False


def exact_cost(position: Position, guess: Code) -> int | None:
    """The exact cost to go if this is the next guess; None where finding it takes more than WORK."""
    parts = parts_of(position, guess)
    if max((len(part.left) for part in parts), default=0) > MOST_CANDIDATES:
        return None
    several = sum(len(part.left) > ALWAYS_APART for part in parts)
    work, total = WORK // max(1, several), len(position.left)
    for part in parts:
        if (ending := endgame(part, work)) is None:
            return None
        total += ending.total
    return total


def estimated_cost(position: Position, guess: Code, ahead: int = 1) -> float:
    """The estimated cost to go: greedy play for `ahead` more guesses, then the estimate by size."""
    return len(position.left) + sum(_estimated_part_cost(part, ahead) for part in parts_of(position, guess))


def _estimated_part_cost(part: Position, ahead: int) -> float:
    size, variant = len(part.left), part.variant
    if obvious_guess(part) is not None:
        return 2 * size - 1
    if size <= FEW and not ahead:
        return 2 * size
    if variant.size > MANY_CODES:
        cheapest = cheapest_of(part, part.left[:: 1 + size // TRIED[ahead]], exact=False)
    else:
        cheapest = cheapest_within(part, AHEAD[ahead])
    if ahead:
        return estimated_cost(part, as_code(all_codes(variant)[cheapest.best()]), ahead - 1)
    return size - float(cheapest.scores.max())


def _partition(parts: Iterable[Position]) -> set[bytes]:
    return {part.left.tobytes() for part in parts}


def _same_question(position: Position, guess: Code, other: Code) -> bool:
    """Whether a symmetry that keeps all earlier guesses maps one guess to the other."""
    if guess == other or position.variant.words:
        return guess == other
    asked = [(earlier, earlier) for earlier, _ in position.history]
    nameless: tuple[int | None, ...] = (None,) * len(position.variant.alphabet)
    return any(
        _are_isomorphic(Isomorphism(places, nameless), [*asked, (guess, other)])
        for places in itertools.permutations(range(position.variant.length))
    )


def _are_isomorphic(isomorphism: Isomorphism | None, turns: Iterable[tuple[Code, Code]]) -> bool:
    for theirs, ours in turns:
        isomorphism = isomorphism.with_turn(theirs, ours) if isomorphism else None
    return isomorphism is not None
