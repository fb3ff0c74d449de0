"""What a guess costs at a position: the further guesses that all candidates take together, perfect play following.

Stored trees and the exact search of endings know it; where neither does it is estimated, looking one guess ahead into
each part. An estimate is only ever compared with an estimate made in the same way.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from solver.comparison import compared, judged
from solver.costs import cheapness
from solver.endgame import MOST_CANDIDATES, endgame
from solver.likeness import Likeness
from solver.position import Position, position_after
from solver.replies import split
from solver.tables import all_codes, as_code
from solver.tree import LEAF_COSTS, STORED_FROM, stored_tree
from solver.variant import Code, Variant

BUDGET = 0.02
"""Seconds for finding the best guess where nothing knows it."""
WORK = 1_200_000
"""What the endings after one guess may take together, as endgame reckons work."""
AHEAD = 0.002
"""Seconds for looking ahead into one part."""
MANY_CODES = 12_000
"""With more codes only candidates are tried when looking ahead, and of them no more than TRIED."""
TRIED = 64


@dataclass(frozen=True, slots=True)
class Best:
    """The best guess known at a position; what it costs if that need not be estimated, and whether that is proven."""

    guess: Code
    total: int | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """Further guesses of all candidates together, after a guess or in a part."""

    total: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """What a guess wastes on average, in turns, against the best one."""

    best: Code
    turns: float
    exact: bool


@lru_cache(maxsize=64)
def perfect_mean(variant: Variant) -> float:
    """How many guesses perfect play takes on average, as far as it is known or can be estimated."""
    start = position_after(variant)
    best = best_guess(start)
    total = cost_by(start, best.guess).total if best.total is None else best.total
    return total / len(start.left)


def best_guess(position: Position) -> Best:
    """By the stored tree, by trying everything, or by estimate; of equals the tree's."""
    variant, tree = position.variant, stored_tree(position.variant)
    planned = tree.guess_after(position) if tree else None
    total = tree.cost_after(position) if tree else None
    if tree and planned and tree.proven:
        return Best(planned, total, exact=True)
    ending = endgame(position)
    if planned and (ending is None or ending.total == total):
        return Best(planned, total, exact=ending is not None)
    if ending:
        return Best(ending.guess, ending.total, exact=True)
    found = compared(position, cheapness(variant), BUDGET).best()
    return Best(as_code(all_codes(variant)[found]), None, exact=False)


def loss(position: Position, guess: Code) -> Loss:
    """How much worse than the best guess this one is; if it seems better than what we took for the best, it is that."""
    best, before = best_guess(position), len(position.left)
    parts = _parts(position, guess)
    if _same_question(position, guess, best.guess) or _divided(parts) == _divided(_parts(position, best.guess)):
        return Loss(best.guess, 0.0, best.exact)
    if [len(part.left) for part in parts] == [before]:
        return Loss(best.guess, 1.0, best.exact)
    ours = cost_by(position, guess)
    if best.total is not None and best.exact and ours.exact:
        return Loss(best.guess, (ours.total - best.total) / before, exact=True)
    excess = ours.total - cost_by(position, best.guess).total
    return Loss(guess if excess < 0 and not best.exact else best.guess, max(0.0, excess / before), exact=False)


def cost_by(position: Position, guess: Code) -> Cost:
    """What all candidates cost together if this is the next guess; parts too large to be searched are estimated."""
    parts = _parts(position, guess)
    endings = sum(STORED_FROM <= len(part.left) <= MOST_CANDIDATES for part in parts)
    costs = [_cost_of(part, WORK // max(1, endings)) for part in parts]
    return Cost(len(position.left) + sum(cost.total for cost in costs), all(cost.exact for cost in costs))


def _parts(position: Position, guess: Code) -> list[Position]:
    """The positions after each reply that does not end the game."""
    return [
        Position(position.variant, (*position.history, (guess, reply)), left)
        for reply, left in split(position, guess)
        if reply.bulls < len(guess)
    ]


def _cost_of(part: Position, work: int) -> Cost:
    if len(part.left) < STORED_FROM:
        return Cost(LEAF_COSTS[len(part.left)], exact=True)
    if ending := endgame(part, work):
        return Cost(ending.total, exact=True)
    metric = cheapness(part.variant)
    if part.variant.size > MANY_CODES:
        comparison = judged(part, metric, part.left[:: 1 + len(part.left) // TRIED], exact=False)
    else:
        comparison = compared(part, metric, AHEAD)
    return Cost(len(part.left) - float(comparison.scores.max()), exact=False)


def _divided(parts: Iterable[Position]) -> set[bytes]:
    return {part.left.tobytes() for part in parts}


def _same_question(position: Position, guess: Code, other: Code) -> bool:
    """Whether other names of symbols and another order of places turn one into the other, and no earlier guess."""
    if guess == other or position.variant.words:
        return guess == other
    asked = [(earlier, earlier) for earlier, _ in position.history]
    nameless: tuple[int | None, ...] = (None,) * len(position.variant.alphabet)
    return any(
        _alike(Likeness(places, nameless), [*asked, (guess, other)])
        for places in itertools.permutations(range(position.variant.length))
    )


def _alike(likeness: Likeness | None, turns: Iterable[tuple[Code, Code]]) -> bool:
    for theirs, ours in turns:
        likeness = likeness.with_turn(theirs, ours) if likeness else None
    return likeness is not None
