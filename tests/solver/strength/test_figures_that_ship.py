"""The figures that ship hold: of these variants and strategies, found as they say, and right as far as can be tried."""

import random
from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from solver.evaluate import evaluate
from solver.strategies import STRATEGIES, named_strategy
from solver.strength.figure import Figure, Method, line_of
from solver.strength.figures import BEST, FILE, best_play, figure_of, figures_in, variant_of_shape
from solver.strength.fingerprint import play_hash, variant_hash
from solver.strength.measuring import Effort, keys_to_measure, measure
from solver.tables import all_secrets
from solver.variant import VARIANTS, variant_named
from tests.distribution import examples

FIGURES = figures_in(FILE)
RENEW = "run `python -m solver strength`"
CHEAP = examples(1_500)
"""Figures of so few secrets are found anew; so are those by trees, and of QUICK_CHEAP where strategies are quick."""
QUICK, QUICK_CHEAP = {"sieve"}, examples(40_000)
TRIED, TRIED_OF_MANY = 250, 100
"""Of all others so many secrets are played anew, with another seed; fewer where there are more than QUICK_CHEAP."""
SEED = 7
FAR = 4.5
"""So many standard errors are no chance: one in a hundred and forty thousand."""


def is_cheap(figure: Figure) -> bool:
    by_tree = figure.method in {Method.PROVEN, Method.TREE}
    is_whole = figure.method is Method.ALL
    return by_tree or (is_whole and figure.secrets <= (QUICK_CHEAP if figure.strategy in QUICK else CHEAP))


def spread(figure: Figure) -> float:
    """The standard deviation of the guesses that a secret takes."""
    return sqrt(
        sum(count * (guesses - figure.mean) ** 2 for guesses, count in figure.histogram.items()) / figure.secrets
    )


def named(figures: list[Figure]) -> list[object]:
    return [pytest.param(figure, id=f"{figure.shape} {figure.strategy}") for figure in figures]


EVERY = pytest.mark.parametrize("figure", named([*FIGURES.values()]))
CHEAP_ONES = pytest.mark.parametrize("figure", named([one for one in FIGURES.values() if is_cheap(one)]))
DEAR_ONES = pytest.mark.parametrize("figure", named([one for one in FIGURES.values() if not is_cheap(one)]))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_that_ships_has_a_figure_for_every_strategy_that_is_measured(name: str) -> None:
    strategies = {BEST, *(strategy for _, strategy in FIGURES)}
    missing = [strategy for strategy in strategies if figure_of(VARIANTS[name], strategy) is None]
    assert missing == [], RENEW


def test_there_are_the_figures_that_one_run_of_the_command_measures_and_no_other() -> None:
    assert set(FIGURES) == set(keys_to_measure(FIGURES)), RENEW


@EVERY
def test_the_variant_is_still_the_one_that_was_measured(figure: Figure) -> None:
    alike = [variant for variant in VARIANTS.values() if variant.shape == figure.shape]
    for variant in alike or [variant_named(figure.shape)]:
        assert variant_hash(variant) == figure.variant, RENEW


@EVERY
def test_the_strategy_still_plays_as_it_did_when_it_was_measured(figure: Figure) -> None:
    assert play_hash(variant_of_shape(figure.shape), figure.strategy) == figure.play, RENEW


def test_the_file_says_of_each_figure_what_follows_from_its_histogram() -> None:
    assert FILE.read_text("utf-8").splitlines() == [line_of(figure) for figure in FIGURES.values()]


@EVERY
def test_a_figure_of_all_secrets_is_of_all_and_a_sample_says_how_sure_it_is(figure: Figure) -> None:
    secrets = len(all_secrets(variant_of_shape(figure.shape)))
    assert (figure.secrets < secrets) == (figure.method is Method.SAMPLE)
    assert figure.method is Method.SAMPLE or figure.secrets % secrets == 0
    assert (figure.error > 0) == (figure.method is Method.SAMPLE or STRATEGIES[figure.strategy].by_chance)


@CHEAP_ONES
def test_a_figure_that_costs_little_is_found_again_to_the_last_guess(figure: Figure) -> None:
    assert measure((figure.shape, figure.strategy), Effort(seed=figure.seed or 1)) == figure


def is_near(figure: Figure, part: Callable[[int], int] = int) -> bool:
    """Whether some other secrets, played with other dice, take about as many guesses as the figure says.

    `part`: how many are played, of so many.
    """
    variant = variant_of_shape(figure.shape)
    dice = random.Random(SEED)
    secrets = all_secrets(variant).tolist()
    count = part(TRIED if len(secrets) <= QUICK_CHEAP else TRIED_OF_MANY)
    count = min(count, len(secrets))
    rows = np.array(dice.sample(secrets, count))
    tried = evaluate(variant, named_strategy(figure.strategy, variant, dice), rows)
    error = sqrt(spread(figure) ** 2 / count + figure.error**2)
    return abs(tried.mean - figure.mean) < FAR * error


@DEAR_ONES
def test_other_secrets_and_other_dice_come_near_a_figure_that_costs_much(figure: Figure) -> None:
    assert is_near(figure, examples)


def test_an_invented_figure_is_not_near() -> None:
    figure = FIGURES["5x10", "club"]
    invented = {guesses + 1: count for guesses, count in figure.histogram.items()}
    assert not is_near(replace(figure, histogram=invented))


@pytest.mark.parametrize("name", VARIANTS)
def test_best_play_is_better_than_every_other_strategy(name: str) -> None:
    best = best_play(VARIANTS[name])
    assert best is not None
    assert all(best.mean <= figure.mean for (shape, _), figure in FIGURES.items() if shape == VARIANTS[name].shape)


def test_what_was_never_measured_has_no_figure() -> None:
    assert figure_of(variant_named("5x6r"), "club") is None
    assert best_play(variant_named("5x6r")) is None
