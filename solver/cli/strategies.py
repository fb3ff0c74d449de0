"""Strategies by name, as the command line takes them."""

import random

from solver.cli.bad_input import BadInput
from solver.strategies import UnknownStrategy, named_strategy
from solver.strategy import Strategy
from solver.variant import Variant


def strategy_of(variant: Variant, name: str, dice: random.Random) -> Strategy:
    """The strategy of that name. Raises BadInput."""
    try:
        return named_strategy(name, variant, dice)
    except UnknownStrategy as error:
        raise BadInput(str(error)) from None
