"""The best guesses at a position, ranked by a strategy."""

import random
from dataclasses import dataclass

import numpy as np

from solver.analysis import information_at
from solver.comparison import BUDGET, Comparison, comparison_of, comparison_within, work_of, work_within
from solver.costs import cheapness
from solver.feedback import History
from solver.greedy import Greedy
from solver.metrics import Metric
from solver.optimal import Choice, Optimal
from solver.position import Position, position_after
from solver.strategies import named_strategy
from solver.symmetry import orbit
from solver.tables import Numbers, all_codes, as_code
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
