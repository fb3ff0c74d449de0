"""The best guesses at a position, ranked by a strategy; the guess of a hint; and one for several secrets at once."""

import random
from dataclasses import dataclass

import numpy as np

from solver.candidates import Position, position_after
from solver.comparison import (
    BUDGET,
    Comparison,
    cheapest_of,
    cheapness,
    comparison_of,
    comparison_within,
    work_of,
    work_within,
)
from solver.feedback import History, Numbers, all_codes, as_code, is_consistent
from solver.information import Metric, entropy, information_at, part_sizes
from solver.optimal import Choice, Optimal
from solver.strategies import Greedy, named_strategy
from solver.symmetry import orbit
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess and its expected information; `expected` and `worst` count candidates left, `parts` possible replies."""

    guess: Code
    bits: float
    consistent: bool
    worst: int
    expected: float
    parts: int


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Guesses in the strategy's own order; `exact` says that every guess was compared, equal questions once."""

    candidates: int
    exact: bool
    suggestions: tuple[Suggestion, ...]


def suggest(
    variant: Variant, history: History, strategy_name: str = "optimal", top: int = 1, budget: float = BUDGET
) -> Suggestions:
    """The `top` guesses after `history`, within a budget in seconds.

    `optimal` ranks those behind its choice by what they are likely to cost; strategies that compare nothing go on with
    further candidates in code order. Raises UnknownStrategy, and InconsistentHistory if no candidate is left.
    """
    position = position_after(variant, history)
    guesses, exact = _guesses(position, strategy_name, top, budget)
    return Suggestions(len(position.left), exact, tuple(_suggestion(position, guess) for guess in guesses[:top]))


def _guesses(position: Position, strategy_name: str, top: int, budget: float) -> tuple[list[Code], bool]:
    variant = position.variant
    strategy = named_strategy(strategy_name, variant, random.Random(0))  # noqa: S311 -- equal questions, equal answers
    if isinstance(strategy, Greedy):
        comparison = _comparison(position, strategy.metric, top, budget)
        return _ranked_codes(comparison, top), comparison.exact
    if isinstance(strategy, Optimal):
        choice = Optimal(variant, strategy.objective, budget).choice(position)
        return _with_others(position, choice, top, budget)
    others = _codes(variant, position.left[: top + 1])
    return _first_then(strategy.next_guess(position), others), True


def _with_others(position: Position, choice: Choice, top: int, budget: float) -> tuple[list[Code], bool]:
    if top == 1:
        return [choice.guess], choice.exact
    comparison = _comparison(position, cheapness(position.variant), top, budget)
    return _first_then(choice.guess, _ranked_codes(comparison, top)), choice.exact and comparison.exact


def _first_then(first: Code, others: list[Code]) -> list[Code]:
    return [first, *(code for code in others if code != first)]


def _comparison(position: Position, metric: Metric, top: int, budget: float) -> Comparison:
    """A comparison of all guesses if more than the best are asked for and that is affordable."""
    size = position.variant.size
    if top > 1 and work_of(position.variant, size, len(position.left)) <= work_within(budget):
        return comparison_of(position, metric, np.arange(size), exact=True)
    return comparison_within(position, metric, budget)


def _ranked_codes(comparison: Comparison, top: int) -> list[Code]:
    """The best guesses in order, each with those that are the same question by symmetry."""
    position, ranked = comparison.position, comparison.ranked(top)
    if top > 1 and comparison.exact and len(comparison.guesses) < position.variant.size:
        asked = tuple(guess for guess, _ in position.history)
        ranked = np.concatenate([orbit(position.variant, asked, question) for question in ranked.tolist()])
    return _codes(position.variant, ranked[:top])


def _codes(variant: Variant, rows: Numbers) -> list[Code]:
    return [as_code(row) for row in all_codes(variant)[rows]]


def _suggestion(position: Position, guess: Code) -> Suggestion:
    found = information_at(position, guess)
    return Suggestion(guess, found.bits, found.consistent, found.worst, found.expected, found.parts)


# The data of a hint. Arguments and results can be pickled, so that it may be computed in another process.


@dataclass(frozen=True, slots=True)
class Advice:
    """The number of candidates, and the best guess with its information.

    `bits` is the expected information; `expected` and `worst` count the candidates left on average and at worst;
    `parts` counts the possible replies; `exact` says that every other guess was compared.
    """

    candidates: int
    guess: Code
    bits: float
    worst: int
    consistent: bool
    expected: float
    parts: int
    exact: bool


def advise(variant: Variant, history: History) -> Advice:
    """The best guess after `history`, with its information. Raises InconsistentHistory if no candidate is left."""
    position = position_after(variant, tuple(dict.fromkeys(history)))  # repeated turns add no information
    return _told(position, Optimal(variant).choice(position))


def advise_strictly(variant: Variant, history: History) -> Advice:
    """The same where only candidates may be guessed: one that is estimated to cost least, if the best is none."""
    position = position_after(variant, tuple(dict.fromkeys(history)))
    choice = Optimal(variant).choice(position)
    if not is_consistent(choice.guess, position.history):
        affordable = int(work_within(BUDGET) / work_of(variant, 1, len(position.left)))
        compared = position.left[: max(1, affordable)]
        row = cheapest_of(position, compared, exact=False).best()
        choice = Choice(as_code(all_codes(variant)[row]), exact=False)
    return _told(position, choice)


def _told(position: Position, choice: Choice) -> Advice:
    best = information_at(position, choice.guess)
    return Advice(
        len(position.left),
        best.guess,
        best.bits,
        best.worst,
        best.consistent,
        best.expected,
        best.parts,
        choice.exact,
    )


# Several secrets broken by the same guesses: the guess that tells most of all of them, and what each guess told.

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
