import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.comparison import Comparison, comparison_of, comparison_within, distinct_guesses, work_of
from solver.costs import cheapness
from solver.feedback import Feedback, feedback_for
from solver.metrics import METRICS, entropy
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.tables import all_codes, as_code
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import CLASSIC, MINI, PEGS, codes, history

SMALL = [CLASSIC, MINI, PEGS, variant_named("3x6r"), variant_named("2x9"), VARIANTS["cipher"], VARIANTS["mastermind"]]
LARGE = [variant_named(name) for name in ("six", "five", "colours", "repeats", "pictures", "4x20", "7x5r", "3x36r")]


def position_by(data: st.DataObject, variant: Variant, most: int = 4) -> Position:
    secret, guesses = data.draw(codes(variant)), data.draw(st.lists(codes(variant), max_size=most))
    return position_after(variant, tuple((guess, feedback_for(guess, secret)) for guess in guesses))


def every_guess(position: Position, metric: str = "entropy") -> Comparison:
    return comparison_of(position, METRICS[metric], np.arange(position.variant.size), exact=True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_leaving_out_equal_questions_changes_no_choice(metric: str, variant: Variant, data: st.DataObject) -> None:
    position = position_by(data, variant)
    found = comparison_within(position, METRICS[metric])
    assert found.exact
    assert found.best() == every_guess(position, metric).best()


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_guesses_left_out_divide_like_one_that_is_kept(variant: Variant, data: st.DataObject) -> None:
    position = position_by(data, variant)
    every = {tuple(row) for row in part_sizes(variant, np.arange(variant.size), position.left).tolist()}
    kept = {tuple(row) for row in part_sizes(variant, distinct_guesses(position), position.left).tolist()}
    assert kept == every


@given(data=st.data(), top=st.integers(1, 40))
def test_the_ranking_is_by_score_then_candidates_then_code_order(data: st.DataObject, top: int) -> None:
    comparison = every_guess(position_by(data, CLASSIC))
    left = set(comparison.position.left.tolist())
    scores = comparison.scores.round(9).tolist()
    ranked = sorted(range(CLASSIC.size), key=lambda row: (-scores[row], row not in left, row))
    assert comparison.ranked(top).tolist() == ranked[:top]
    assert comparison.best() == ranked[0]


@pytest.mark.parametrize("variant", LARGE, ids=lambda variant: variant.name)
def test_however_many_codes_there_are_the_work_is_kept_within_bounds(variant: Variant) -> None:
    rows = all_codes(variant)[[1, variant.size // 2, -5, variant.size // 3]]
    guesses, secret = [as_code(row) for row in rows[:3]], as_code(rows[3])
    for asked in range(1, 4):
        turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses[:asked])
        position = position_after(variant, turns)
        found = comparison_within(position, entropy, budget=0.002)
        within = work_of(variant, len(found.guesses), len(position.left)) <= 0.002 * 12_800_000_000
        assert within or len(found.guesses) == 1
        assert found.scores.max() > 0 or len(position.left) == 1
        assert comparison_within(position, entropy, budget=0.002).best() == found.best()


def test_what_is_found_within_a_budget_is_nearly_as_good_as_the_best() -> None:
    position = position_after(VARIANTS["five"], history("01234=1B1C 25860=0B2C", VARIANTS["five"]))
    hurried, best = (
        comparison_within(position, entropy, budget=0.001),
        comparison_within(position, entropy, budget=10.0),
    )
    assert (hurried.exact, best.exact) == (False, True)
    assert len(hurried.guesses) < len(best.guesses) / 10
    assert hurried.scores.max() > 0.97 * best.scores.max()


def test_after_any_first_guess_twenty_questions_are_compared() -> None:
    for guess in ("0123", "5081"):
        comparison = comparison_within(position_after(CLASSIC, ((CLASSIC.parse(guess), Feedback(0, 1)),)), entropy)
        assert len(comparison.guesses) == 20
        assert comparison.exact


def test_letters_that_no_candidate_has_make_words_different_all_the_same() -> None:
    words = VARIANTS["words-en-4"]
    position = position_after(words)
    few = Position(words, (), position.left[:3])
    assert len(distinct_guesses(few)) == words.size


@pytest.mark.parametrize("variant", [CLASSIC, VARIANTS["colours"]], ids=lambda variant: variant.name)
def test_fewer_and_evener_parts_are_cheaper(variant: Variant) -> None:
    sizes = np.zeros((3, len(part_sizes(variant, np.arange(1), np.arange(1))[0])), np.int64)
    sizes[0, :2] = 50, 50
    sizes[1, :4] = 25
    sizes[2, :3], sizes[2, -1] = (25, 25, 49), 1
    even, more, right = cheapness(variant)(sizes).tolist()
    assert even < right < more
