"""Days, stars and streaks."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.daily.model import FEWEST_TO_COMPARE, GAVE_UP, NO_CODES, UNKNOWN, VARIANT, Codes, Spread, Try
from bot.app.daily.screens import Day, bars, day_lines, result_of
from bot.app.texts import texts_in
from bot.game.daily import (
    CALM,
    DAY,
    MOST_STARS,
    WORTH_A_WORD,
    Calendar,
    Streak,
    advanced,
    at_stake,
    day_at,
    ended_on,
    is_forgiven_on,
    stars_of,
    streak_on,
)
from solver.strength import figure_of

NEW = Streak(0)
DAYS = st.sets(st.integers(1, 40))
STREAKS = (
    "1 2 3 → 3; 1 2 4 → 3; 1 2 5 → 1; 1 3 5 → 1; 1 3 4 5 6 7 8 10 → 8; 1 3 4 5 6 7 9 → 1; "
    "1 3 5 | 2 4 → 3; 1 2 | 3 4 5 → 2; 1 2 → 2; | 1 → 0; "
    "1 3 5 7 → 1; 1 3 5 6 7 8 9 11 → 1; 1 3 5 6 7 8 9 10 12 → 7; 1 9 11 → 1; 1 4 11 | 5 6 7 8 9 10 → 2"
)
"""Days that were played, behind a bar those that are pardoned, and what streak that is on the last of them all."""


@given(st.integers(0, 40_000), st.integers(0, 86_399), st.floats(0, 4e9))
def test_every_moment_belongs_to_one_day(first: int, turn: int, now: float) -> None:
    calendar = Calendar(first, turn)
    number = calendar.number_at(now)
    assert calendar.begins_at(number) <= now < calendar.begins_at(number + 1)
    assert [at for at in (-2, -1, 0, 1) if calendar.is_open(number + at, now)] == [-1, 0]


def test_the_first_day_is_number_one_and_days_turn_when_they_are_told_to() -> None:
    noon = 20_000 * DAY + DAY / 2
    for turn in (0.0, DAY / 2, DAY - 60):
        calendar = Calendar(day_at(noon, turn), turn)
        second = calendar.begins_at(2)
        assert [*map(calendar.number_at, (noon, second, second - 1))] == [1, 2, 1]


def test_a_week_goes_from_monday_to_sunday() -> None:
    since_a_thursday = Calendar(0)  # the first of 1970
    assert [since_a_thursday.week_of(number) for number in (1, 4, 5)] == [(-2, 4), (-2, 4), (5, 11)]


@pytest.mark.parametrize("line", STREAKS.split("; "))
def test_a_missed_day_is_forgiven_if_none_was_missed_in_the_six_before(line: str) -> None:
    days, _, streak = line.partition(" → ")
    played, pardoned = ({*map(int, some.split())} for some in f"{days}|".split("|")[:2])
    assert advanced(NEW, max(played | pardoned), played, pardoned).days == int(streak)


@given(DAYS, DAYS, st.integers(1, 41))
def test_a_streak_is_what_a_recount_finds(played: set[int], pardoned: set[int], last: int) -> None:
    missed, days = set(range(1, last + 1)) - played - pardoned, 0
    for day in range(1, last + 1):
        is_over = day in missed and bool(missed & {*range(day - CALM, day)})
        days = 0 if is_over else days + (day in played)
    assert advanced(NEW, last, played, pardoned).days == days


@given(DAYS, DAYS, st.integers(1, 40), st.integers(1, 40))
def test_a_streak_is_the_same_whenever_one_looks(played: set[int], pardoned: set[int], one: int, other: int) -> None:
    first, last = sorted((one, other))
    halfway, after = (advanced(NEW, day, played, pardoned) for day in (first, 41))
    assert advanced(halfway, last, played, pardoned) == advanced(NEW, last, played, pardoned)
    assert 0 <= after.days <= len(played)
    assert 0 <= halfway.calm <= CALM


def test_more_than_six_days_without_a_miss_are_no_calmer_than_six() -> None:
    assert advanced(NEW, 9, {*range(1, 10)}, ()) == Streak(9, 9, CALM)


def test_a_streak_is_never_put_back_to_a_day_before() -> None:
    assert advanced(Streak(9, 3, 2), 5, {4}, ()) == Streak(9, 3, 2)


def test_what_can_still_be_played_or_finished_is_not_missed() -> None:
    played = (({8, 9}, ()), ({8}, {9}), ({8}, ()), ({9}, {8}), ({9}, ()))
    streaks = [streak_on(Streak(7, 3, 0), 9, done, running, ()) for done, running in played]
    assert streaks == [5, 4, 4, 4, 1], "the last: yesterday was missed, soon after another"


@given(DAYS, DAYS, st.integers(2, 41), st.integers(0, 39))
def test_a_forgiven_day_is_said_once(played: set[int], pardoned: set[int], today: int, kept: int) -> None:
    """`kept`: the streak is stored up to that day, as after an earlier game."""
    until = [NEW]
    for day in range(1, today):
        until.append(advanced(until[-1], day, played, pardoned))
    forgiven = [after.up_to for before, after in pairwise(until) if after.days and after.calm < before.calm]
    since = max((day for day in played if day < today), default=0)
    stored = advanced(NEW, min(kept, today - 2), played, pardoned)
    is_recent = bool(forgiven) and forgiven[-1] > since and forgiven[-1] >= stored.up_to
    said = is_recent and until[-1].days > 0
    known = {day for day in played if day > stored.up_to}
    assert is_forgiven_on(stored, today, known, (), pardoned) == said


@given(DAYS, DAYS, st.integers(2, 41), st.integers(0, 39))
def test_that_a_streak_is_over_is_said_once_and_not_of_a_short_one(
    played: set[int], pardoned: set[int], today: int, kept: int
) -> None:
    """`kept`: the streak is stored up to that day, which is never after they have played last."""
    last = max((day for day in played if day < today), default=0)
    before = advanced(NEW, last, played, pardoned)
    is_over = advanced(NEW, today - 1, played, pardoned).days < before.days
    stored = advanced(NEW, min(kept, last), played, pardoned)
    known = {day for day in played if stored.up_to < day <= today}
    said = before.days if is_over and before.days >= WORTH_A_WORD else 0
    assert ended_on(stored, today, known, (), pardoned) == said


def test_that_a_streak_is_over_is_said_once_when_the_day_before_can_be_finished_no_more() -> None:
    six = Streak(6, 6, 0)
    waits = [ended_on(six, today, {*range(8, today)}, {7}, ()) for today in (8, 9, 10)]
    assert (waits, ended_on(six, 9, {7, 8}, (), ())) == ([0, 6, 0], 0)


def test_that_a_streak_is_over_is_said_of_three_days_or_more() -> None:
    ended = [ended_on(Streak(6, days, 0), 8, (), (), ()) for days in (WORTH_A_WORD - 1, WORTH_A_WORD)]
    assert ended == [0, WORTH_A_WORD]


def test_what_a_day_that_was_given_up_has_cost_is_not_said_again() -> None:
    assert (ended_on(Streak(6, 6, 0), 8, (), (), ()), ended_on(Streak(6, 6, 0), 8, (), (), (), told={7})) == (6, 0)
    known = {8}, (), ()
    assert is_forgiven_on(Streak(7, 7, CALM), 9, *known, {9})
    assert not is_forgiven_on(Streak(7, 7, CALM), 9, *known, {9}, told={9})


def test_that_the_last_closed_day_was_forgiven_is_said() -> None:
    assert is_forgiven_on(Streak(7, 6, 0), 8, (), (), ())
    assert not is_forgiven_on(Streak(7, 6, 1), 8, (), (), ()), "one of before was followed by a day that was played"


def test_a_day_given_up_is_missed_at_once_and_forgiven_as_any_other() -> None:
    calm, restless = Streak(7, 7, CALM), Streak(7, 7, CALM - 3)
    for streak, days in ((calm, 8), (restless, 0)):
        known = {8}, (), ()
        assert (streak_on(streak, 9, *known), streak_on(streak, 9, *known, {9})) == (8, days)
        assert is_forgiven_on(streak, 9, *known, {9}) is bool(days)
    assert streak_on(calm, 9, {9}, (), (), {8}) == 8, "the day before, which can be finished no more"
    assert streak_on(restless, 9, {9}, {8}, (), ()) == 8, "it can still be finished"


# Stars: their bounds follow from what is kept of perfect play and of the levels.


def share(strategy: str, least: int, most: int = MOST_STARS) -> float:
    """Of the secrets, on which the strategy earns so many stars, in percent."""
    figure = figure_of(VARIANT, strategy)
    assert figure is not None
    earned = (secrets for guesses, secrets in figure.histogram.items() if least <= stars_of(guesses) <= most)
    return 100 * sum(earned) / figure.secrets


def test_the_bounds_of_stars_are_those_that_perfect_play_and_the_levels_earn() -> None:
    assert share("optimal", 2) == 100
    assert round(share("optimal", 3)) == 63
    assert share("club", 2) >= 80
    assert share("casual", 1) >= 90
    assert 20 <= share("beginner", 0, 0) <= 40


@pytest.mark.parametrize("used", range(30))
def test_what_is_at_stake_is_what_is_earned_within_so_many_guesses_more(used: int) -> None:
    stars, left = at_stake(used)
    assert stars_of(used + 1) == stars, "the best that can still be earned"
    assert not stars or (stars_of(used + left), stars_of(used + left + 1)) == (stars, stars - 1)


def test_only_what_was_broken_in_time_earns_stars_and_each_hint_counts_as_a_guess() -> None:
    tries = (attempt(5), attempt(5, hints=1), attempt(3, solved=False), replace(attempt(5), counts=False), attempt(10))
    assert [each.stars for each in tries] == [3, 2, 0, 0, 0]
    assert [*map(result_of, tries)] == ["⭐⭐⭐ 5", "⭐⭐ 5 💡", "🏳️", "5", "✔️ 10"]


@given(st.binary(min_size=1, max_size=40), st.integers(1, 10_000))
def test_each_day_has_a_code_that_follows_from_the_key(key: bytes, number: int) -> None:
    codes = Codes(key)
    secret = codes.secret(number)
    assert len(set(secret)) == VARIANT.length
    assert Codes(key).secret(number) == secret
    assert codes.digest(number) == Codes(key).digest(number) != codes.digest(number + 1)
    assert codes.salt(number) != Codes(key + b"x").salt(number)


def test_every_code_comes_up() -> None:
    assert len({NO_CODES.secret(number) for number in range(60_000)}) == VARIANT.size


def attempt(guesses: int, lost: int | None = None, *, hints: int = 0, solved: bool = True) -> Try:
    return Try(1, 7, "Ann", "g", 0.0, 1.0, guesses, solved, hints, lost, counts=True)


def test_who_did_worse_is_told_of_other_unhinted_finishers_alone_and_not_of_few() -> None:
    results = {(4, 10): 5, (5, 0): 5, (5, 30): 5, (5, UNKNOWN): 2, (6, 0): 2, (GAVE_UP, 0): 1}
    people = {(False, *result): count for result, count in results.items()}
    spread = Spread({**people, (True, 9, 0): 100})
    assert sum(people.values()) == FEWEST_TO_COMPARE
    tries = (attempt(5, 0), attempt(5, 30), attempt(5), attempt(3, solved=False), attempt(4, 10, hints=1))
    assert [*map(spread.share_below, tries)] == [(8, 19), (3, 19), (3, 19), (0, 19), None]
    assert Spread({**people, (False, 6, 0): 1}).share_below(attempt(5, 0)) is None
    assert (spread.bars(), spread.having(attempt(1)).bars()[0]) == ((0, 0, 0, 5, 12, 2, 0, 0, 100, 1), 1)
    assert spread.having(attempt(1)).without(attempt(1)) == spread
    spread = Spread({(False, 4, 0): 11, (False, 7, 0): 10})
    assert spread.finishers == 21, "of the others, as the share that was beaten is"
    told = day_lines(Day(attempt(4, 0), spread), texts_in("en"), is_closed=True)
    assert texts_in("en").html("daily.better", percent=50, count="20") in told


def bars_of(results: dict[int, int], mine: Try | None = None) -> list[str]:
    """The bars of so many people with each number of guesses."""
    spread = Spread({(False, guesses, UNKNOWN): people for guesses, people in results.items()})
    return [str(line).replace("<code>", "").replace("</code>", "") for line in bars(spread, texts_in("en"), mine)]


def test_bars_end_with_the_last_result_that_somebody_has() -> None:
    assert bars_of({3: 1, 5: 4}) == ["1   0", "2   0", "3  ▇▇▇ 1", "4   0", "5  ▇▇▇▇▇▇▇▇▇▇▇▇ 4"]


def test_the_bar_of_those_who_gave_up_stands_last_where_somebody_did() -> None:
    assert bars_of({1: 6, GAVE_UP: 3}) == ["1  ▇▇▇▇▇▇▇▇▇▇▇▇ 6", "🏳️ ▇▇▇▇▇▇ 3"]


def test_whoever_needed_nine_guesses_or_more_has_one_bar() -> None:
    assert bars_of({9: 2, 10: 1, 40: 3})[-1] == "9+ ▇▇▇▇▇▇▇▇▇▇▇▇ 6"


@pytest.mark.parametrize(
    ("mine", "head"),
    [(attempt(1), "1 "), (attempt(3), "3 "), (attempt(9), "9+"), (attempt(12), "9+"), (attempt(3, solved=False), "🏳️")],
)
def test_ones_own_bar_is_pointed_at(mine: Try, head: str) -> None:
    lines = bars_of({1: 1, 3: 2, 9: 1, 12: 1, GAVE_UP: 3}, mine)
    [here] = [line for line in lines if texts_in("en").plain("daily.here") in line]
    assert here.startswith(f"{head} ")


def test_on_the_bars_of_a_day_that_one_has_not_played_nothing_is_pointed_at() -> None:
    assert not [line for line in bars_of({1: 1, 3: 4}) if texts_in("en").plain("daily.here") in line]


def test_fewer_than_five_people_have_no_bars() -> None:
    assert (bars_of({3: 4}), len(bars_of({3: 5}))) == ([], 3)
