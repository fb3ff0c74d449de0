"""The figures that ship hold: of these variants and strategies, found as they say, and right as far as can be tried."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import cast

import numpy as np
import pytest

from solver.candidates import position_after
from solver.evaluate import evaluate, hardest_reply
from solver.feedback import History, all_secrets
from solver.optimal import Optimal
from solver.strategies import CASUAL_OVERLOOKS, STRATEGIES, Entry, Forgetful, named_strategy
from solver.strength import (
    BEST,
    FILE,
    Effort,
    Figure,
    Method,
    best_play,
    figure_of,
    figures_in,
    forced_within,
    keys_to_measure,
    line_of,
    measure,
    play_hash,
    variant_hash,
    variant_of_shape,
)
from solver.tree import OPTIMA, stored_tree, verify
from solver.variant import VARIANTS, variant_named
from solver.words import words_to_guess
from tests.distribution import examples
from tests.solver.games import CLASSIC, MINI

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
WORDS, UNMEASURED = VARIANTS["words-en-4"], variant_named("5x6r")


def is_cheap(figure: Figure) -> bool:
    by_tree = figure.method in {Method.PROVEN, Method.TREE}
    is_whole = figure.method is Method.ALL
    return by_tree or (is_whole and figure.secrets <= (QUICK_CHEAP if figure.strategy in QUICK else CHEAP))


def named(figures: list[Figure]) -> list[object]:
    return [pytest.param(figure, id=f"{figure.shape} {figure.strategy}") for figure in figures]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_that_ships_has_a_figure_for_every_strategy_that_is_measured(name: str) -> None:
    strategies = {BEST, *(strategy for _, strategy in FIGURES)}
    missing = [strategy for strategy in strategies if figure_of(VARIANTS[name], strategy) is None]
    assert missing == [], RENEW
    best, shape = best_play(VARIANTS[name]), VARIANTS[name].shape
    assert best is not None
    assert best.mean == min(figure.mean for figure in FIGURES.values() if figure.shape == shape)


def test_there_are_the_figures_that_one_run_of_the_command_measures_and_no_other_and_each_says_what_follows() -> None:
    assert set(FIGURES) == set(keys_to_measure(FIGURES)), RENEW
    assert FILE.read_text("utf-8").splitlines() == [line_of(figure) for figure in FIGURES.values()]
    unmeasured = figure_of(UNMEASURED, "club"), best_play(UNMEASURED), forced_within(UNMEASURED)
    assert unmeasured == (None, None, None)


@pytest.mark.parametrize("figure", named([*FIGURES.values()]))
def test_it_was_measured_on_all_secrets_or_a_sample_says_how_sure_it_is_and_all_is_as_it_was(figure: Figure) -> None:
    alike = [variant for variant in VARIANTS.values() if variant.shape == figure.shape]
    for variant in alike or [variant_named(figure.shape)]:
        assert variant_hash(variant) == figure.variant, RENEW
    secrets, is_sample = len(all_secrets(variant_of_shape(figure.shape))), figure.method is Method.SAMPLE
    assert (figure.secrets < secrets) == is_sample
    assert is_sample or figure.secrets % secrets == 0
    assert (figure.error > 0) == (is_sample or STRATEGIES[figure.strategy].by_chance)
    assert play_hash(variant_of_shape(figure.shape), figure.strategy) == figure.play, RENEW


@pytest.mark.parametrize("figure", named([one for one in FIGURES.values() if is_cheap(one)]))
def test_a_figure_that_costs_little_is_found_again_to_the_last_guess(figure: Figure) -> None:
    assert measure((figure.shape, figure.strategy), Effort(seed=figure.seed or 1)) == figure


def is_near(figure: Figure, part: Callable[[int], int] = int) -> bool:
    """Whether some other secrets, played with other dice, take about as many guesses as the figure says.

    `part`: how many are played, of so many.
    """
    variant, dice = variant_of_shape(figure.shape), random.Random(SEED)
    secrets = all_secrets(variant).tolist()
    count = min(part(TRIED if len(secrets) <= QUICK_CHEAP else TRIED_OF_MANY), len(secrets))
    tried = evaluate(variant, named_strategy(figure.strategy, variant, dice), np.array(dice.sample(secrets, count)))
    squares = sum(many * (guesses - figure.mean) ** 2 for guesses, many in figure.histogram.items())
    return abs(tried.mean - figure.mean) < FAR * sqrt(squares / figure.secrets / count + figure.error**2)


@pytest.mark.parametrize("figure", named([one for one in FIGURES.values() if not is_cheap(one)]))
def test_other_secrets_and_other_dice_come_near_a_figure_that_costs_much(figure: Figure) -> None:
    assert is_near(figure, examples)


def test_people_play_as_badly_as_people_do_others_as_is_known_and_invented_figures_are_not_near() -> None:
    people = {"learner": 9.6, "beginner": 8.4, "casual": 7.2, "club": 6.1}
    assert {name: FIGURES["4x10", name].mean for name in people} == pytest.approx(people, abs=0.15)
    assert FIGURES["4x9", "random"].mean == pytest.approx(5.156, abs=0.01)
    words = FIGURES["words-en-4", "optimal"]
    assert words.most <= 7
    assert words.mean == pytest.approx(4.4, abs=0.3)
    sieve = FIGURES["4x10", "sieve"].histogram
    assert sieve == dict(enumerate((1, 13, 108, 596, 1668, 1768, 752, 129, 5), 1))
    figure = FIGURES["5x10", "club"]
    invented = {guesses + 1: count for guesses, count in figure.histogram.items()}
    assert not is_near(replace(figure, histogram=invented))


# What an adversary that keeps no secret can be forced within.
@pytest.mark.parametrize(("name", "guesses"), [("classic", 7), ("mini", 5), ("three", 7), ("mastermind", 5)])
def test_it_is_the_longest_game_of_the_surest_play_for_our_adversary_too(name: str, guesses: int) -> None:
    variant, so_far = VARIANTS[name], cast("History", ())
    assert forced_within(variant) == guesses
    while not so_far or so_far[-1][1].bulls < variant.length:
        guess = Optimal(variant, "max").next_guess(position_after(variant, so_far))
        so_far = (*so_far, (guess, hardest_reply(variant, so_far, guess)))
    assert len(so_far) <= guesses


@pytest.mark.parametrize("shape", [shape for shape, objective in OPTIMA if objective == "worst"])
def test_a_bound_below_that_of_the_best_mean_is_kept_by_a_tree_that_ships(shape: str) -> None:
    variant = variant_named(shape)
    tree, best = stored_tree(variant, "worst") or stored_tree(variant, "max"), stored_tree(variant)
    assert tree is not None
    assert best is not None
    assert verify(tree).evaluation.max == OPTIMA[shape, "worst"] < verify(best).evaluation.max


# What the hashes of a figure notice, and what they do not mind.
def test_another_game_or_word_makes_another_variant_and_other_signs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {variant_hash(variant_named(other)) for other in ("4x9", "3x10", "4x10r", "words-en-4")}
    letters = replace(CLASSIC, name="letters", alphabet="ABCDEFGHIJ", shown="abcdefghij")
    assert variant_hash(letters) == variant_hash(CLASSIC) not in others
    before, words = variant_hash(WORDS), words_to_guess(WORDS.words)
    for change in ({"wolf": False}, {"zzzz": True}):
        monkeypatch.setattr("solver.strength.words_to_guess", lambda _, new=words | change: new)
        assert variant_hash(WORDS) != before


def test_a_strategy_that_forgets_a_little_more_or_has_another_tree_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("beginner", "sieve", "random", "casual", "club", "entropy", "optimal")
    before = {name: play_hash(MINI, name) for name in names}
    assert len(set(before.values())) == 7
    for more in (0, 1e-6):
        entry = Entry("", partial(Forgetful, overlooked=CASUAL_OVERLOOKS + more), by_chance=True)
        monkeypatch.setitem(STRATEGIES, "casual", entry)
        assert (play_hash(MINI, "casual") == before["casual"]) == (more == 0)
    monkeypatch.setattr("solver.strength.digests", lambda: {"4x5.mean.tree": "another"})
    assert play_hash(MINI, "optimal") != before["optimal"]
