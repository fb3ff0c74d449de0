"""Strategies by name, as the command line takes them."""

import random
from argparse import ArgumentParser

from solver.cli.bad_input import BadInput, nearest
from solver.strategies import STRATEGIES, UnknownStrategy, named_strategy
from solver.strategy import Strategy
from solver.tree import stored_tree
from solver.variant import Variant


def add_strategy(parser: ArgumentParser) -> None:
    """Who chooses the guesses."""
    group = parser.add_argument_group("strategies", strategies_listed())
    group.add_argument("--strategy", metavar="S", default="optimal", help="who chooses the guesses (default: optimal)")


def strategies_listed() -> str:
    """All strategies, a line each."""
    width = max(map(len, STRATEGIES))
    return "\n".join(f"{name:{width}}  {entry.summary}" for name, entry in STRATEGIES.items())


def strategy_of(variant: Variant, name: str, dice: random.Random) -> Strategy:
    """The strategy of that name. Raises BadInput, also where it plays by a tree that there is not."""
    try:
        strategy = named_strategy(name, variant, dice)
    except UnknownStrategy as error:
        raise BadInput(f"{error}{nearest(name, STRATEGIES)}") from None
    if not _has_its_tree(variant, name):
        there_are = [other for other in STRATEGIES if other.startswith("optimal") and _has_its_tree(variant, other)]
        raise BadInput(f"{variant.name} has no tree for {name}: there is {' and '.join(there_are)}")
    return strategy


def _has_its_tree(variant: Variant, name: str) -> bool:
    """Whether what the strategy plays by ships for the variant; only those with an objective play by a tree alone."""
    objective = name.partition(":")[2]
    return not objective or stored_tree(variant, objective) is not None
