"""What is said of the levels at which the bot plays."""

import random

import pytest

from bot.app.model.levels import LEVELS, STRONGEST, next_level
from solver.evaluate import evaluate
from solver.strategies import named_strategy
from solver.variant import VARIANTS

CLASSIC = VARIANTS["classic"]


@pytest.mark.parametrize("level", ["beginner", "expert", "perfect"])
def test_a_levels_average_is_what_trying_every_secret_gives(level: str) -> None:
    strategy = named_strategy(LEVELS[level].strategy, CLASSIC, random.Random(0))
    assert round(evaluate(CLASSIC, strategy).mean, 4) == LEVELS[level].average


def test_each_level_is_stronger_than_the_one_below_it() -> None:
    names = list(LEVELS)
    assert [next_level(name) and next_level(name).name for name in names] == [*names[1:], None]  # type: ignore[union-attr]
    averages = [level.average for level in LEVELS.values()]
    assert averages == sorted(averages, reverse=True)
    assert names[-1] == STRONGEST
