"""The registry of strategies, by name. A new strategy is one entry."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from solver.greedy import METRICS, Greedy
from solver.humanlike import Beginner, FirstCandidate, Forgetful, RandomCandidate
from solver.isomorphism import relabelled
from solver.optimal import Optimal
from solver.strategy import Strategy
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy: a one-line summary, a function that makes it for a variant, and whether it is randomised."""

    summary: str
    make: Callable[[Variant, random.Random], Strategy]
    by_chance: bool = False
    relabels: bool = False
    """Whether it may be relabelled: nobody who knows it can then choose a secret that is dear to it."""


LEARNER_OVERLOOKS = 0.66
BEGINNER_OVERLOOKS = 0.56
CASUAL_OVERLOOKS = 0.393
CLUB_OVERLOOKS = 0.18
"""Probabilities of overlooking a reply, chosen so that the mean on classic is 9.6, 8.4, 7.2 and 6.1, as people have."""


class UnknownStrategy(ValueError):
    """No strategy has this name. The message lists those there are."""


def named_strategy(name: str, variant: Variant, dice: random.Random, labels: random.Random | None = None) -> Strategy:
    """The strategy of that name. `labels`: dice by which symbols and places of optimal play are relabelled now.

    Then no secret is dearer than others of its kind. Without them it guesses the same whenever it is made. Raises
    UnknownStrategy.
    """
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy is called {name!r}: {', '.join(STRATEGIES)}")
    entry = STRATEGIES[name]
    strategy = entry.make(variant, dice)
    return relabelled(strategy, variant, labels) if labels and entry.relabels else strategy


def _greedy(metric: str, summary: str) -> Entry:
    return Entry(summary, lambda variant, _: Greedy(variant, METRICS[metric]))


def _optimal(objective: str, summary: str) -> Entry:
    return Entry(summary, lambda variant, _: Optimal(variant, objective), relabels=True)


def _forgetful(overlooks: float, summary: str) -> Entry:
    return Entry(summary, lambda variant, dice: Forgetful(variant, dice, overlooks), by_chance=True)


def _beginner(overlooks: float, summary: str) -> Entry:
    return Entry(summary, lambda variant, dice: Beginner(variant, dice, overlooks), by_chance=True)


STRATEGIES: dict[str, Entry] = {
    "learner": _beginner(LEARNER_OVERLOOKS, "recalls little but what is out: 9.6 guesses on classic"),
    "beginner": _beginner(BEGINNER_OVERLOOKS, "recalls half of the replies, and what is out: 8.4 guesses on classic"),
    "sieve": Entry("the first code that fits", lambda variant, _: FirstCandidate(variant)),
    "random": Entry("any code that fits", RandomCandidate, by_chance=True),
    "casual": _forgetful(CASUAL_OVERLOOKS, "random with a poor memory: 7.2 guesses on classic, as people need"),
    "club": _forgetful(CLUB_OVERLOOKS, "random with a fair memory: 6.1 guesses on classic"),
    "minimax": _greedy("minimax", "leaves the fewest codes at worst"),
    "expected": _greedy("expected", "leaves the fewest codes on average"),
    "parts": _greedy("parts", "may get the most different replies"),
    "entropy": _greedy("entropy", "brings the most bits"),
    "optimal": _optimal("mean", "the fewest guesses on average: by a stored tree, else by search"),
    "optimal:max": _optimal("max", "the same for the shortest longest game, where a tree for it ships"),
    "optimal:sevens": _optimal("sevens", "the same for the fewest games of seven guesses, where a tree for it ships"),
}
