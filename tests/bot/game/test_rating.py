"""Ratings: Glickman's worked example, and what must hold of any game; and who meets whom, the closest first."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import rating as glicko
from bot.game.rating import DRAW, LOSS, PATIENCE, WIN, Rating, Seeker, after_game, after_pause, may_meet, rival_for

TINY = 1e-9
"""What converting from scale to scale may lose."""
RATINGS = st.builds(Rating, st.floats(0.0, 3500.0), st.floats(30.0, glicko.UNKNOWN), st.floats(0.03, glicko.WILDEST))
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


def test_volatility_depends_on_the_gap_not_on_where_the_two_stand() -> None:
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


def test_a_year_away_makes_a_rating_provisional_again() -> None:
    assert not after_pause(SETTLED, 360).is_provisional
    assert after_pause(SETTLED, 370).is_provisional


def test_no_upset_makes_a_rating_wilder_than_the_wildest() -> None:
    wild = Rating(2500.0, 30.0, glicko.WILDEST)
    assert after_game(wild, Rating(500.0, 30.0, 0.06), LOSS).volatility == glicko.WILDEST


def test_no_pause_changes_nothing() -> None:
    for days in (0.0, -3.0):  # be it that the clock was put back
        assert after_pause(SETTLED, days).deviation == pytest.approx(SETTLED.deviation)


def test_ten_games_settle_a_rating() -> None:
    rating = glicko.START
    for game in range(10):
        assert rating.is_provisional
        rating = after_game(rating, SETTLED, WIN if game % 2 else LOSS)
    assert rating.deviation < glicko.PROVISIONAL


@given(RATINGS, RATINGS)
def test_what_one_may_expect_the_other_may_not(mine: Rating, rival: Rating) -> None:
    assert glicko.expected(mine, rival) + glicko.expected(rival, mine) == pytest.approx(1.0)
    lower, higher = sorted((mine, rival), key=lambda rating: rating.value)
    assert glicko.expected(higher, lower) >= DRAW


def test_a_gap_between_strangers_says_less_than_one_between_the_settled() -> None:
    strangers, settled = (glicko.expected(replace(each, value=1700.0), each) for each in (glicko.START, SETTLED))
    assert strangers < settled


# Who meets whom: the same whoever asks, and in the end anybody.
NOW = 10_000.0
PEOPLE = st.integers(1, 8)
SEEKERS = st.builds(
    Seeker,
    person=PEOPLE,
    terms=st.sampled_from(["duel", "race"]),
    rating=st.integers(0, 40).map(lambda steps: 50.0 * steps),
    deviation=st.sampled_from([30.0, 80.0, 350.0]),
    completion=st.sampled_from([0.0, 0.5, glicko.FAITHFUL, 1.0]),
    since=st.floats(NOW - 2 * PATIENCE, NOW),
    last_rival=st.none() | PEOPLE,
)
CROWDS = st.lists(SEEKERS, max_size=12, unique_by=lambda seeker: seeker.person)


def seeker(person: int, rating: float = 1500.0, waited: float = 0.0, completion: float = 1.0) -> Seeker:
    return Seeker(person, "duel", rating, 30.0, completion, NOW - waited)


def may_ever_meet(one: Seeker, other: Seeker) -> bool:
    """What no waiting changes."""
    return one.person != other.person and one.terms == other.terms


@given(SEEKERS, SEEKERS, st.floats(0, 3 * PATIENCE))
def test_who_may_meet_the_other_is_met_by_them_and_may_meet_later(one: Seeker, other: Seeker, later: float) -> None:
    assert may_meet(one, other, NOW) == may_meet(other, one, NOW)
    assert may_meet(one, other, NOW + later) or not may_meet(one, other, NOW)


@given(SEEKERS, CROWDS)
def test_whoever_has_waited_long_enough_is_paired_if_anybody_may_be_met(one: Seeker, crowd: list[Seeker]) -> None:
    rival = rival_for(one, crowd, one.since + PATIENCE + 0.001)
    assert (rival is not None) == any(may_ever_meet(one, other) for other in crowd)


def test_after_ninety_seconds_a_rival_of_any_rating_is_accepted() -> None:
    assert may_meet(seeker(1, 0.0, PATIENCE), seeker(2, 4000.0), NOW)
    assert not may_meet(seeker(1, 0.0, PATIENCE - 1), seeker(2, 4000.0), NOW)


def test_a_rival_at_the_very_end_of_the_reach_of_both_is_accepted() -> None:
    one, other = seeker(1, 1500.0, 8.0), seeker(2, 1500.0, 2.0)
    apart = glicko.reach(one, NOW) + glicko.reach(other, NOW)
    assert may_meet(one, replace(other, rating=1500.0 + apart), NOW)
    assert not may_meet(one, replace(other, rating=1500.5 + apart), NOW)


def test_of_rivals_who_are_equally_near_the_one_who_waits_longest_is_met() -> None:
    waiting = [seeker(2, 1510.0, waited=5), seeker(3, 1490.0, waited=9), seeker(4, 1510.0, waited=7)]
    assert rival_for(seeker(1), waiting, NOW) == waiting[1]


def test_whoever_plays_four_games_of_five_to_the_end_is_not_paired_last() -> None:
    assert not seeker(1, completion=glicko.FAITHFUL).is_paired_last
    assert seeker(1, completion=glicko.FAITHFUL - 0.01).is_paired_last


def test_a_rating_is_provisional_above_that_deviation_alone() -> None:
    assert not replace(SETTLED, deviation=glicko.PROVISIONAL).is_provisional
    assert replace(SETTLED, deviation=glicko.PROVISIONAL + 0.1).is_provisional


@given(SEEKERS, CROWDS, st.randoms(use_true_random=False))
def test_a_rival_may_be_met_and_nobody_better_is_passed_over_in_whatever_order_they_stand(
    one: Seeker, crowd: list[Seeker], dice: Any
) -> None:
    rival = rival_for(one, crowd, NOW)
    assert rival is None or (rival in crowd and may_meet(one, rival, NOW) and may_ever_meet(one, rival))
    for other in crowd:
        if rival is not None and may_meet(one, other, NOW) and not glicko.have_just_met(one, other):
            assert not glicko.have_just_met(one, rival)
            first, second = ((it.is_paired_last, abs(it.rating - one.rating), it.since) for it in (rival, other))
            assert first <= second
    dice.shuffle(shuffled := list(crowd))
    assert rival_for(one, shuffled, NOW) == rival


def test_a_rating_comes_into_reach_by_the_waiting_of_both() -> None:
    far = 1500.0 + 2 * glicko.reach(seeker(1), NOW) + 200
    waited = ((0, 0), (39, 0), (19, 20), (40, 0), (0, 40), (20, 20))
    together = [may_meet(seeker(1, 1500.0, mine), seeker(2, far, theirs), NOW) for mine, theirs in waited]
    assert together == [False] * 3 + [True] * 3


def test_a_rating_comes_into_reach_by_a_quarter_of_the_uncertainty() -> None:
    known, other = seeker(1, 1500.0), seeker(2, 1600.0)
    unsure = replace(known, deviation=350.0)
    assert not may_meet(known, other, NOW)
    assert may_meet(unsure, other, NOW)
    assert glicko.reach(unsure, NOW) - glicko.reach(known, NOW) == 80.0


def test_who_was_met_today_or_last_is_met_again_only_while_nobody_else_waits_whoever_remembers() -> None:
    one, other = seeker(1, waited=PATIENCE), seeker(2, waited=PATIENCE)
    third, on_other_terms = seeker(3, 1900.0), replace(seeker(4), terms="race")
    for here, there in ((replace(one, last_rival=2), other), (one, replace(other, last_rival=1))):
        assert rival_for(here, [there, on_other_terms], NOW) == there
        assert rival_for(here, [there, third], NOW) == third
        assert rival_for(replace(here, since=NOW), [there, third], NOW) is None
        assert rival_for(replace(here, since=NOW), [there, replace(third, last_rival=1)], NOW) == there
    met = replace(other, has_met=True)  # one of the two has aborted a match today
    assert [rival_for(one, lobby, NOW) for lobby in ([met], [met, third])] == [met, third]


def test_each_aborted_match_beyond_two_doubles_the_pause_up_to_half_an_hour() -> None:
    assert [glicko.pause_after(aborts) for aborts in range(11)] == [0, 0, 0, 30, 60, 120, 240, 480, 960, 1800, 1800]
    paused = replace(seeker(1, waited=PATIENCE), paired_from=NOW + 30)
    assert not may_meet(paused, seeker(2), NOW + 29)
    assert not may_meet(seeker(2), paused, NOW + 29)
    assert may_meet(seeker(2), paused, NOW + 30)


def test_who_leaves_games_lets_others_go_first_and_is_taken_last() -> None:
    one, leaver = seeker(1), seeker(2, completion=0.5)
    assert not may_meet(one, leaver, NOW)
    assert not may_meet(leaver, one, NOW + glicko.OTHERS_FIRST - 0.1)
    assert may_meet(leaver, one, NOW + glicko.OTHERS_FIRST)
    assert may_meet(one, replace(leaver, since=NOW + 10), NOW + glicko.OTHERS_FIRST)
    assert may_meet(leaver, replace(leaver, person=3), NOW)
    far = seeker(4, rating=1540.0)
    assert rival_for(one, [replace(leaver, since=NOW - 20), far], NOW) == far
