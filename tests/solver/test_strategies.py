import random

import pytest

from solver.evaluate import ByChance, evaluate
from solver.strategies import STRATEGIES, UnknownStrategy, named_strategy
from solver.variant import Variant, variant_named
from tests.solver.games import CLASSIC

SMALL = [variant_named(name) for name in ("mini", "3x5", "2x4r", "3x3r", "2x10", "4x6", "1x9", "words-uk-4")]


def played_out(name: str, variant: Variant, seed: int = 1) -> dict[int, int]:
    return evaluate(variant, named_strategy(name, variant, random.Random(seed))).histogram


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_every_strategy_breaks_every_secret_and_equal_dice_make_equal_games(name: str, variant: Variant) -> None:
    histogram = played_out(name, variant)
    assert sum(histogram.values()) == len(list(variant.secrets()))
    assert histogram == played_out(name, variant)


def test_those_who_throw_dice_play_differently_each_time() -> None:
    throwing = [name for name in STRATEGIES if isinstance(named_strategy(name, CLASSIC, random.Random(1)), ByChance)]
    assert throwing == [name for name, entry in STRATEGIES.items() if entry.by_chance] != []
    assert all(played_out(name, SMALL[0], 1) != played_out(name, SMALL[0], 2) for name in throwing)


@pytest.mark.parametrize(
    ("name", "total", "most"),
    [("minimax", 27139, 7), ("expected", 26551, 7), ("parts", 26751, 8), ("entropy", 26424, 8)],
)
def test_looking_one_guess_ahead_takes_as_many_guesses_as_is_known(name: str, total: int, most: int) -> None:
    evaluation = evaluate(CLASSIC, named_strategy(name, CLASSIC, random.Random(1)))
    assert (evaluation.secrets, evaluation.total, evaluation.max) == (5040, total, most)


def test_a_wrong_name_is_answered_with_the_right_ones_in_one_line() -> None:
    with pytest.raises(
        UnknownStrategy, match=r"^no strategy is called 'nobody': learner, beginner, sieve, random, [^\n]*$"
    ):
        named_strategy("nobody", CLASSIC, random.Random(1))
