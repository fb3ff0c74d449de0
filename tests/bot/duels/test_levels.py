"""The levels at which the bot plays, and what is said of them."""

import random

import pytest

from bot.app.advice.strength import MEANS, mean_of
from bot.app.model.levels import LEVELS, STRONGEST, next_level
from solver.evaluate import evaluate
from solver.strategies import named_strategy
from solver.variant import VARIANTS, variant_named

SMALL = ("mini", "three", "mastermind", "words-en-5", "words-uk-4")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SMALL)
def test_a_levels_mean_is_what_trying_every_secret_gives(name: str, level: str) -> None:
    variant = VARIANTS[name]
    strategy = named_strategy(LEVELS[level].strategy_for(variant), variant, random.Random(1))
    mean = mean_of(level, variant)
    assert mean is not None
    assert evaluate(variant, strategy).mean == pytest.approx(mean, abs=5e-5)


@pytest.mark.parametrize("level", ["beginner", "expert", "perfect"])
def test_so_it_is_with_classic_where_no_dice_are_thrown(level: str) -> None:
    variant = VARIANTS["classic"]
    strategy = named_strategy(LEVELS[level].strategy, variant, random.Random(0))
    assert evaluate(variant, strategy).mean == pytest.approx(mean_of(level, variant), abs=5e-5)


def test_every_variant_has_a_mean_at_every_level_and_their_own_have_none() -> None:
    assert {variant.shape for variant in VARIANTS.values()} == set(MEANS)
    assert all(mean_of(level, variant) for level in LEVELS for variant in VARIANTS.values())
    assert mean_of("club", variant_named("5x6r")) is None


@pytest.mark.parametrize("name", VARIANTS)
def test_from_casual_on_each_level_is_stronger_than_the_one_below_it(name: str) -> None:
    means = [mean_of(level, VARIANTS[name]) or 0.0 for level in list(LEVELS)[1:]]
    assert means == sorted(means, reverse=True)


def test_beating_a_level_leads_to_the_one_above() -> None:
    names = list(LEVELS)
    assert [next_level(name) and next_level(name).name for name in names] == [*names[1:], None]  # type: ignore[union-attr]
    assert names[-1] == STRONGEST
