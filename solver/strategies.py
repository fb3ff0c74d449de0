"""Everybody who can play, by name: a new strategy is one entry here."""

import random
from collections.abc import Callable

from solver.beginner import Beginner
from solver.greedy import METRICS, Greedy
from solver.metrics import Metric
from solver.optimal import Optimal
from solver.people import AnyCandidate, Forgetful, Sieve
from solver.strategy import Strategy
from solver.variant import Variant

Entry = Callable[[Variant, random.Random], Strategy]
"""Makes the strategy for a variant; those who play by chance throw the dice given."""

CASUAL_OVERLOOKS = 0.393
CLUB_OVERLOOKS = 0.18
"""Chosen so that they average 7.2 and 6.1 guesses on classic, as people do."""


class UnknownStrategy(ValueError):
    """A name that no strategy has; says which there are."""


def named_strategy(name: str, variant: Variant, dice: random.Random) -> Strategy:
    """The strategy of that name. Raises UnknownStrategy."""
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy is called {name!r}: {', '.join(STRATEGIES)}")
    return STRATEGIES[name](variant, dice)


def _greedy(metric: Metric) -> Entry:
    return lambda variant, _: Greedy(variant, metric)


STRATEGIES: dict[str, Entry] = {
    "beginner": lambda variant, _: Beginner(variant),
    "sieve": lambda variant, _: Sieve(variant),
    "random": AnyCandidate,
    "casual": lambda variant, dice: Forgetful(variant, dice, CASUAL_OVERLOOKS),
    "club": lambda variant, dice: Forgetful(variant, dice, CLUB_OVERLOOKS),
    **{name: _greedy(metric) for name, metric in METRICS.items()},
    "optimal": lambda variant, _: Optimal(variant),
    "optimal:max": lambda variant, _: Optimal(variant, "max"),
    "optimal:sevens": lambda variant, _: Optimal(variant, "sevens"),
}
