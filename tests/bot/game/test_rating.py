"""Ratings: Glickman's worked example, and what must hold of any game."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import rating as glicko
from bot.game.rating import DRAW, LOSS, WIN, Rating, after_game, after_pause, expected

TINY = 1e-9
"""What converting from scale to scale may lose."""
RATINGS = st.builds(
    Rating,
    value=st.floats(0.0, 3500.0),
    deviation=st.floats(30.0, glicko.UNKNOWN),
    volatility=st.floats(0.03, glicko.WILDEST),
)
SCORES = st.sampled_from([WIN, DRAW, LOSS])
DAYS = st.floats(0.0, 10_000.0)
SETTLED = Rating(1500.0, 60.0, 0.06)


def test_glickmans_worked_example_comes_out() -> None:
    """The three games of http://www.glicko.net/glicko/glicko2.pdf."""
    new = glicko.after_period(
        Rating(1500.0, 200.0, 0.06),
        ((Rating(1400.0, 30.0, 0.06), WIN), (Rating(1550.0, 100.0, 0.06), LOSS), (Rating(1700.0, 300.0, 0.06), LOSS)),
    )
    assert new.value == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.005)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_volatility_depends_on_the_gap_and_not_on_where_the_two_stand() -> None:
    high = after_game(replace(SETTLED, value=2200.0), SETTLED, LOSS)
    low = after_game(SETTLED, replace(SETTLED, value=800.0), LOSS)
    assert high.volatility == pytest.approx(low.volatility, abs=TINY)
    assert high.volatility > SETTLED.volatility


@given(RATINGS, RATINGS)
def test_a_better_result_is_never_worse_nor_does_a_winner_fall_or_a_loser_rise(mine: Rating, rival: Rating) -> None:
    won, drawn, lost = (after_game(mine, rival, score).value for score in (WIN, DRAW, LOSS))
    assert lost - TINY <= drawn <= won + TINY
    assert lost - TINY <= mine.value <= won + TINY


@given(RATINGS, SCORES)
def test_what_one_of_two_equals_gains_the_other_loses(mine: Rating, score: float) -> None:
    one, other = after_game(mine, mine, score), after_game(mine, mine, WIN - score)
    assert one.value - mine.value == pytest.approx(mine.value - other.value, abs=1e-6)
    assert one.deviation == pytest.approx(other.deviation)
    assert after_game(mine, mine, DRAW).value == pytest.approx(mine.value, abs=TINY)


@given(RATINGS, RATINGS, SCORES, DAYS)
def test_nobody_is_ever_less_known_than_a_stranger(mine: Rating, rival: Rating, score: float, days: float) -> None:
    for rating in (after_game(mine, rival, score), after_pause(mine, days)):
        assert 0.0 < rating.deviation <= glicko.UNKNOWN
        assert 0.0 < rating.volatility <= glicko.WILDEST


@given(RATINGS, DAYS, DAYS)
def test_a_pause_makes_less_certain_and_nothing_else(mine: Rating, days: float, more: float) -> None:
    away = after_pause(mine, days)
    assert (away.value, away.volatility) == (mine.value, mine.volatility)
    assert away.deviation >= mine.deviation - TINY
    assert after_pause(away, more).deviation == pytest.approx(after_pause(mine, days + more).deviation)


def test_after_a_year_away_a_settled_rating_is_provisional_again_and_no_pause_changes_nothing() -> None:
    assert [after_pause(SETTLED, days).is_provisional for days in (360, 370)] == [False, True]
    for days in (0.0, -3.0):  # be it that the clock was put back
        assert after_pause(SETTLED, days).deviation == pytest.approx(SETTLED.deviation)


def test_ten_games_settle_a_newcomer() -> None:
    rating = glicko.START
    for game in range(10):
        assert rating.is_provisional
        rating = after_game(rating, SETTLED, WIN if game % 2 else LOSS)
    assert rating.deviation < glicko.PROVISIONAL


@given(RATINGS, RATINGS)
def test_what_one_may_expect_the_other_may_not(mine: Rating, rival: Rating) -> None:
    assert expected(mine, rival) + expected(rival, mine) == pytest.approx(1.0)
    lower, higher = sorted((mine, rival), key=lambda rating: rating.value)
    assert expected(higher, lower) >= DRAW


def test_a_gap_between_strangers_says_less_than_one_between_the_settled() -> None:
    assert expected(replace(glicko.START, value=1700.0), glicko.START) < expected(
        replace(SETTLED, value=1700.0), SETTLED
    )
