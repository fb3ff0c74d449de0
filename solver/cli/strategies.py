"""The option --strategy."""

import random
from argparse import ArgumentParser

from solver.cli.bad_input import BadInput, nearest
from solver.strategies import STRATEGIES, UnknownStrategy, named_strategy
from solver.strategy import Strategy
from solver.variant import Variant


def add_strategy(parser: ArgumentParser) -> None:
    """Add the option --strategy."""
    group = parser.add_argument_group("strategies", strategy_list())
    says = "who chooses the guesses (default: optimal, which a --seed relabels: no secret is dearer than another)"
    group.add_argument("--strategy", metavar="S", default="optimal", help=says)


def strategy_list() -> str:
    """All strategies, a line each."""
    width = max(map(len, STRATEGIES))
    return "\n".join(f"{name:{width}}  {entry.summary}" for name, entry in STRATEGIES.items())


def strategy_of(variant: Variant, name: str, dice: random.Random, labels: random.Random | None = None) -> Strategy:
    """The strategy of that name. Raises BadInput."""
    try:
        return named_strategy(name, variant, dice, labels)
    except UnknownStrategy as error:
        raise BadInput(f"{error}{nearest(name, STRATEGIES)}") from None
