"""Who meets whom: the same whoever asks, the closest first, and in the end anybody."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.game import rating
from bot.game.rating import OTHERS_FIRST, PATIENCE, Seeker, have_just_met, may_meet, reach, rival_for

NOW = 10_000.0
TICK = 0.001
"""What adding and taking away again may lose."""
PEOPLE = st.integers(1, 8)
SEEKERS = st.builds(
    Seeker,
    person=PEOPLE,
    terms=st.sampled_from(["duel", "race"]),
    rating=st.integers(0, 40).map(lambda steps: 50.0 * steps),
    deviation=st.sampled_from([30.0, 80.0, 350.0]),
    completion=st.sampled_from([0.0, 0.5, rating.FAITHFUL, 1.0]),
    since=st.floats(NOW - 2 * PATIENCE, NOW),
    last_rival=st.none() | PEOPLE,
)
CROWDS = st.lists(SEEKERS, max_size=12, unique_by=lambda seeker: seeker.person)


def seeker(person: int, rating: float = 1500.0, waited: float = 0.0, completion: float = 1.0) -> Seeker:
    return Seeker(person, "duel", rating, 30.0, completion, NOW - waited)


def may_ever_meet(one: Seeker, other: Seeker) -> bool:
    """What no waiting changes."""
    return one.person != other.person and one.terms == other.terms


@given(SEEKERS, SEEKERS)
def test_if_one_may_meet_the_other_the_other_may_meet_the_one(one: Seeker, other: Seeker) -> None:
    assert may_meet(one, other, NOW) == may_meet(other, one, NOW)


@given(SEEKERS, SEEKERS, st.floats(0, 3 * PATIENCE))
def test_who_may_meet_now_may_meet_later(one: Seeker, other: Seeker, later: float) -> None:
    assert may_meet(one, other, NOW + later) or not may_meet(one, other, NOW)


@given(SEEKERS, CROWDS)
def test_a_rival_is_always_one_who_may_be_met(one: Seeker, crowd: list[Seeker]) -> None:
    rival = rival_for(one, crowd, NOW)
    assert rival is None or (rival in crowd and may_meet(one, rival, NOW) and may_ever_meet(one, rival))


@given(SEEKERS, CROWDS)
def test_whoever_has_waited_long_enough_is_paired_if_anybody_may_be_met(one: Seeker, crowd: list[Seeker]) -> None:
    rival = rival_for(one, crowd, one.since + PATIENCE + TICK)
    assert (rival is not None) == any(may_ever_meet(one, other) for other in crowd)


@given(SEEKERS, CROWDS)
def test_nobody_better_is_passed_over(one: Seeker, crowd: list[Seeker]) -> None:
    rival = rival_for(one, crowd, NOW)
    for other in crowd:
        if rival is not None and other != rival and may_meet(one, other, NOW) and not have_just_met(one, other):
            assert not have_just_met(one, rival)
            assert rival.is_paired_last <= other.is_paired_last
            if rival.is_paired_last == other.is_paired_last:
                assert abs(rival.rating - one.rating) <= abs(other.rating - one.rating)
                if abs(rival.rating - one.rating) == abs(other.rating - one.rating):
                    assert rival.since <= other.since


@given(SEEKERS, CROWDS, st.randoms(use_true_random=False))
def test_the_order_in_which_they_stand_does_not_matter(one: Seeker, crowd: list[Seeker], dice: object) -> None:
    shuffled = list(crowd)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rival_for(one, shuffled, NOW) == rival_for(one, crowd, NOW)


def test_a_rating_comes_into_reach_by_the_waiting_of_both() -> None:
    far, waited = 1500.0 + 2 * reach(seeker(1), NOW) + 200, ((0, 0), (39, 0), (19, 20), (40, 0), (0, 40), (20, 20))
    together = [may_meet(seeker(1, 1500.0, mine), seeker(2, far, theirs), NOW) for mine, theirs in waited]
    assert together == [False] * 3 + [True] * 3


def test_an_uncertain_rating_reaches_further_by_a_quarter_of_the_uncertainty() -> None:
    known, other = seeker(1, 1500.0), seeker(2, 1600.0)
    unsure = replace(known, deviation=350.0)
    assert (may_meet(known, other, NOW), may_meet(unsure, other, NOW)) == (False, True)
    assert reach(unsure, NOW) - reach(known, NOW) == 80.0


def test_the_last_rival_is_met_again_only_while_nobody_else_waits_whoever_remembers() -> None:
    one, other = seeker(1, waited=PATIENCE), seeker(2, waited=PATIENCE)
    third, on_other_terms = seeker(3, 1900.0), replace(seeker(4), terms="race")
    for here, there in ((replace(one, last_rival=2), other), (one, replace(other, last_rival=1))):
        assert rival_for(here, [there, on_other_terms], NOW) == there
        assert rival_for(here, [there, third], NOW) == third
        assert rival_for(replace(here, since=NOW), [there, third], NOW) is None
        assert rival_for(replace(here, since=NOW), [there, replace(third, last_rival=1)], NOW) == there


def test_two_of_whom_one_has_aborted_a_match_today_meet_again_only_while_nobody_else_waits() -> None:
    one, other, third = seeker(1, waited=PATIENCE), seeker(2, waited=PATIENCE), seeker(3, 1900.0)
    met = replace(other, has_met=True)
    assert [rival_for(one, lobby, NOW) for lobby in ([met], [met, third])] == [met, third]


def test_each_aborted_match_beyond_two_doubles_the_pause_up_to_half_an_hour() -> None:
    assert [rating.pause_after(aborts) for aborts in range(11)] == [0, 0, 0, 30, 60, 120, 240, 480, 960, 1800, 1800]
    paused = replace(seeker(1, waited=PATIENCE), paired_from=NOW + 30)
    assert (may_meet(paused, seeker(2), NOW + 29), may_meet(seeker(2), paused, NOW + 29)) == (False, False)
    assert may_meet(seeker(2), paused, NOW + 30)


def test_who_leaves_games_lets_others_go_first_and_is_taken_last() -> None:
    one, leaver = seeker(1), seeker(2, completion=0.5)
    assert not may_meet(one, leaver, NOW)
    assert not may_meet(leaver, one, NOW + OTHERS_FIRST - 0.1)
    assert may_meet(leaver, one, NOW + OTHERS_FIRST)
    assert may_meet(one, replace(leaver, since=NOW), NOW + OTHERS_FIRST)
    assert may_meet(leaver, replace(leaver, person=3), NOW)
    far = seeker(4, rating=1540.0)
    assert rival_for(one, [replace(leaver, since=NOW - 20), far], NOW) == far
