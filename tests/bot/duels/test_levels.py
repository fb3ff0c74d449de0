"""The levels at which the bot plays, and what is said of them."""

from itertools import pairwise
from math import hypot

import pytest

from bot.app.model.options import LEVELS, STRONGEST, Level, guess_of, next_level
from bot.app.screens.arranging import levels
from bot.app.texts import LANGUAGES, texts_in
from solver.strategies import STRATEGIES
from solver.strength.figures import best_play
from solver.variant import VARIANTS, variant_named
from tests.bot.looks import COMPUTE


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_level_is_known_by_the_figure_of_its_strategy(name: str, level: str) -> None:
    variant = VARIANTS[name]
    figure = LEVELS[level].figure_for(variant)
    assert figure is not None, f"run `python -m solver strength --strategy {LEVELS[level].strategy_for(variant)}`"
    assert (figure.shape, figure.strategy) == (variant.shape, LEVELS[level].strategy_for(variant))


def test_a_variant_of_their_own_has_no_figures_but_of_a_tree() -> None:
    asked = ("club", "5x6r"), ("club", "3x9"), ("perfect", "3x9")
    assert [LEVELS[level].figure_for(variant_named(name)) is None for level, name in asked] == [True, True, False]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_level_is_stronger_than_the_one_below_it_by_more_than_twice_the_error_of_both(name: str) -> None:
    figures = [figure for level in LEVELS.values() if (figure := level.figure_for(VARIANTS[name])) is not None]
    assert LEVELS[STRONGEST].figure_for(VARIANTS[name]) == best_play(VARIANTS[name])
    assert name != "classic" or 9 <= figures[0].mean <= 10, "the gentlest level is gentle"
    for weaker, stronger in pairwise(figures):
        apart = 2 * hypot(weaker.error, stronger.error)
        assert weaker.mean - stronger.mean > apart, (weaker.strategy, stronger.strategy)


def test_beating_a_level_leads_to_the_one_above() -> None:
    names = list(LEVELS)
    assert [next_level(name) and next_level(name).name for name in names] == [*names[1:], None]  # type: ignore[union-attr]
    assert names[-1] == STRONGEST


@pytest.mark.parametrize("name", ["classic", "repeats", "words-en-4"])
@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_those_who_throw_dice_and_the_perfect_one_begin_each_game_otherwise(level: Level, name: str) -> None:
    variant = VARIANTS[name]
    guesses = {guess_of(level, variant, (), str(seed), COMPUTE) for seed in range(5)}
    assert (len(guesses) > 1) == (level.throws_dice(variant) or level.relabels(variant))
    assert level.throws_dice(variant) == STRATEGIES[level.strategy_for(variant)].by_chance
    assert level.relabels(variant) == (level.name == STRONGEST and not variant.words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*VARIANTS, "5x6r"])
def test_the_strength_of_each_level_stands_on_its_button_and_nowhere_else(name: str, language: str) -> None:
    texts, variant = texts_in(language), variant_named(name)
    screen = levels(variant, texts)
    labels = [button.text for row in screen.rows[:-1] for button in row]
    for level, label in zip(LEVELS.values(), labels, strict=True):
        figure = level.figure_for(variant)
        needs = f" · {texts.decimal(figure.mean, '0.0')}" if figure else ""
        assert label == f"🤖 {texts.plain(f'level.{level.name}')}{needs}"
        assert texts.html(f"level.{level.name}") not in screen.html
    assert (texts.html("partner.means") in screen.html) is any(" · " in label for label in labels)
    assert max(map(len, screen.rows)) > 1
