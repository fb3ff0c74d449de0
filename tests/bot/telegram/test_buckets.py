"""A bucket of allowances: a burst, and then no more than the rate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.limits import GROUP, PRIVATE, Bucket
from tests.bot.telegram.flow import assert_never_more

MINUTE = 60.0


def bucket(rate: float, size: float) -> Bucket:
    return Bucket(rate, size, size, at=0.0)


def sent(rate: float, size: float, wishes: list[float]) -> list[float]:
    """When messages leave that are wished for at these times, one after the other."""
    limit, now, left = bucket(rate, size), 0.0, []
    for wish in wishes:
        now = max(now, wish)
        now += limit.pause(now)
        limit.take(now)
        left.append(now)
    return left


def test_a_full_bucket_lets_a_burst_through_and_then_one_at_a_time() -> None:
    assert sent(0.5, 3, [0.0] * 6) == [0, 0, 0, 2, 4, 6]


def test_time_fills_it_again_but_never_above_its_size() -> None:
    assert sent(1, 2, [0, 0, 100, 100, 100, 100]) == [0, 0, 100, 100, 101, 102]


def test_it_owes_nothing_once_it_has_nothing_to_remember() -> None:
    limit = bucket(0.5, 2)
    assert limit.debt(0) == 0
    limit.take(0)
    assert limit.debt(0) == 2
    assert limit.debt(1.9) == pytest.approx(0.1)
    assert limit.debt(2) == 0


GAPS = st.lists(st.floats(0, 30), min_size=1, max_size=80)


@given(GAPS, st.sampled_from([PRIVATE, GROUP, (30.0, 30.0)]))
def test_no_stretch_of_time_holds_more_than_the_burst_and_the_rate_allow(
    gaps: list[float], limit: tuple[float, float]
) -> None:
    rate, size = limit
    assert_never_more(sent(rate, size, [sum(gaps[: count + 1]) for count in range(len(gaps))]), rate, size)


@given(GAPS)
def test_a_group_gets_no_more_than_twenty_messages_in_any_minute(gaps: list[float]) -> None:
    left = sent(*GROUP, [sum(gaps[: count + 1]) for count in range(len(gaps))])
    for begin in left:
        assert sum(begin <= when < begin + MINUTE - 1e-6 for when in left) <= 20


@given(st.floats(0.1, 100), st.integers(1, 50), st.floats(0, 1e6))
def test_whoever_comes_slowly_enough_never_waits(rate: float, size: int, began: float) -> None:
    limit = Bucket(rate, size, size, at=began)
    for count in range(20):
        now = began + 1.001 * count / rate
        assert limit.pause(now) == pytest.approx(0, abs=1e-3)
        limit.take(now)
