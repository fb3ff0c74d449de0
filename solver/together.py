"""Several secrets broken by the same guesses: the guess that tells most of all of them, and what each guess told."""

from dataclasses import dataclass

import numpy as np

from solver.analysis import information_at
from solver.comparison import BUDGET, comparison_within, work_of, work_within
from solver.feedback import History
from solver.metrics import entropy
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.tables import Numbers, all_codes, as_code
from solver.variant import Code, Variant

SHORTLIST = 32
"""So many guesses that are best for one of the secrets are compared for all, where not every guess can be."""
ROUNDING = 9


@dataclass(frozen=True, slots=True)
class Together:
    """A guess; the candidates of each secret; over all secrets the bits, and the candidates left, usually and at worst.

    A candidate of a secret that is known has no bits, but breaks it.
    """

    guess: Code
    candidates: tuple[int, ...]
    bits: float
    expected: float
    worst: int


TurnTogether = tuple[Together, Together, tuple[int, ...]]
"""A guess, the best one instead, and the candidates that it left of each secret which was not broken before."""


def advise_together(variant: Variant, histories: tuple[History, ...]) -> Together:
    """The guess that tells most of all these secrets together; if any is known, of the known ones.

    Its work is bounded as that of other advice. Raises InconsistentHistory.
    """
    positions = [position_after(variant, history) for history in histories]
    guesses = _compared(positions)
    bits = np.sum([entropy(part_sizes(variant, guesses, each.left)) for each in positions], axis=0)
    chances = np.sum([np.isin(guesses, each.left) / len(each.left) for each in positions], axis=0)
    best = guesses[np.lexsort((guesses, -chances.round(ROUNDING), -bits.round(ROUNDING)))[0]]
    return weigh_together(variant, as_code(all_codes(variant)[best]), histories)


def weigh_together(variant: Variant, guess: Code, histories: tuple[History, ...]) -> Together:
    """What this guess tells of all these secrets together. Raises InconsistentHistory."""
    positions = [position_after(variant, history) for history in histories]
    sizes, told = [len(each.left) for each in positions], [information_at(each, guess) for each in positions]
    bits, expected = sum(each.bits for each in told), sum(each.expected for each in told)
    return Together(guess, tuple(sizes), bits, expected, sum(each.worst for each in told))


def review_together(variant: Variant, histories: tuple[History, ...]) -> tuple[TurnTogether, ...]:
    """What each guess told. The histories are of the same guesses, each up to the one that broke its secret."""
    turns: list[TurnTogether] = []
    for at in range(max(map(len, histories))):
        open_ = [history for history in histories if len(history) > at]
        before = tuple(history[:at] for history in open_)
        after = tuple(len(position_after(variant, history[: at + 1]).left) for history in open_)
        made = weigh_together(variant, open_[0][at][0], before)
        turns.append((made, advise_together(variant, before), after))
    return tuple(turns)


def _compared(positions: list[Position]) -> Numbers:
    """The guesses to compare, as rows of all_codes: known codes, else all where that is affordable, or a shortlist."""
    if known := [int(each.left[0]) for each in positions if len(each.left) == 1]:
        return np.unique(known)
    variant = positions[0].variant
    if sum(work_of(variant, variant.size, len(each.left)) for each in positions) <= work_within(BUDGET):
        return np.arange(variant.size)
    share = BUDGET / 2 / len(positions)
    return np.unique(np.concatenate([comparison_within(each, entropy, share).ranked(SHORTLIST) for each in positions]))
