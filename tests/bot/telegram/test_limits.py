"""Never too much, whoever sends: laws that hold on a clock which the tests set."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.delivery import ALL
from bot.app.outbox import Urgency
from bot.telegram.limits import BURST, GRANT, GROUP, PRIVATE, TELEGRAMS_MOST, VOID_AFTER, Budget, Limits
from tests.bot.telegram.flow import assert_never_more

PERSON, PEOPLE = 5, -6


class Town:
    """A clock, and what all replicas together may send: `free_at` as the database would keep it."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now
        self.free_at: defaultdict[str, float] = defaultdict(float)
        self.grants = 0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def grant(self, seconds: float, burst: float, budget: str = ALL) -> float:
        self.grants += 1
        self.free_at[budget] = max(self.free_at[budget], self.now - burst) + seconds
        return self.free_at[budget] - self.now

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Let waiting take this town's time."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.telegram.limits.time", SimpleNamespace(monotonic=lambda: self.now))
            patch.setattr(
                "bot.telegram.limits.asyncio",
                SimpleNamespace(**vars(asyncio) | {"sleep": self.sleep}),
            )
            yield


@given(st.lists(st.tuples(st.floats(0, 2), st.integers(0, 2), st.integers(1, 40)), max_size=40), st.integers(2, 60))
def test_all_replicas_together_send_no_more_than_the_rate_and_the_burst(
    requests: list[tuple[float, int, int]], per_second: int
) -> None:
    async def left() -> list[float]:
        budgets = [Budget(per_second, town.grant, ALL) for _ in range(3)]
        times = []
        for gap, replica, messages in requests:
            town.now += gap
            for _ in range(messages):
                await budgets[replica].take()
                times.append(town.now)
        return times

    town = Town()
    with town.clock():
        in_hand = 3 * max(1, int(GRANT * per_second))
        assert_never_more(asyncio.run(left()), per_second, max(1, BURST * per_second) + in_hand)


def test_a_slow_bot_sends_its_first_message_at_once() -> None:
    async def waits() -> list[bool]:
        budget = Budget(1, town.grant, ALL)
        return [await budget.take() for _ in range(2)]

    town = Town()
    with town.clock():
        assert asyncio.run(waits()) == [False, True]


def test_a_grant_serves_several_messages_and_is_void_when_it_is_old() -> None:
    async def taken(messages: int) -> int:
        for _ in range(messages):
            await budget.take()
        return town.grants

    town = Town()
    with town.clock():
        budget = Budget(40, town.grant, ALL)
        assert asyncio.run(taken(10)) == 1
        assert asyncio.run(taken(1)) == 2
        town.now += VOID_AFTER
        assert asyncio.run(taken(1)) == 3


def test_who_had_to_wait_is_told_so() -> None:
    async def waits() -> list[bool]:
        limits = Limits(40, town.grant)
        limits.take_on(PERSON, 0)
        return [await limits.turn(PERSON) for _ in range(12)]

    town = Town()
    with town.clock():
        assert asyncio.run(waits()) == [False] * 10 + [True] * 2


@given(
    st.lists(st.tuples(st.floats(0, 20), st.integers(1, 12), st.booleans()), max_size=20),
    st.sampled_from([PERSON, PEOPLE]),
)
def test_a_chat_that_is_handed_from_replica_to_replica_gets_no_more_than_from_one(
    requests: list[tuple[float, int, bool]], chat: int
) -> None:
    async def left() -> list[float]:
        limits, times = Limits(TELEGRAMS_MOST, town.grant), list[float]()
        limits.take_on(chat, 0)
        for gap, messages, moves in requests:
            town.now += gap
            if moves:
                debt = limits.debt(chat)
                limits.let_go(chat)
                limits = Limits(TELEGRAMS_MOST, town.grant)
                limits.take_on(chat, debt)
            for _ in range(messages):
                await limits.turn(chat)
                times.append(town.now)
        return times

    town = Town()
    with town.clock():
        assert_never_more(asyncio.run(left()), *(GROUP if chat < 0 else PRIVATE))


def test_a_chat_that_is_ours_already_keeps_what_it_owes() -> None:
    async def debts() -> list[float]:
        limits = Limits(40, town.grant)
        limits.take_on(PERSON, -1e9)
        delays = [limits.debt(PERSON)]
        for _ in range(3):
            await limits.turn(PERSON)
        limits.take_on(PERSON, 0)
        delays.append(limits.debt(PERSON))
        limits.let_go(PERSON)
        return [*delays, limits.debt(PERSON)]

    town = Town()
    with town.clock():
        assert asyncio.run(debts()) == pytest.approx([0, 3, 0])


def test_where_somebody_measures_no_chat_is_limited() -> None:
    async def waits() -> set[bool]:
        limits = Limits(100 * TELEGRAMS_MOST, town.grant)
        limits.take_on(PERSON, 100)
        return {await limits.turn(PERSON) for _ in range(1_000)}

    town = Town()
    with town.clock():
        assert asyncio.run(waits()) == {False}


@given(st.lists(st.sampled_from(Urgency), min_size=1, max_size=60), st.sampled_from([6, 30]))
def test_what_is_for_many_gets_a_third_at_most(letters: list[Urgency], per_second: int) -> None:
    async def left() -> list[tuple[float, Urgency]]:
        limits, times = Limits(per_second, town.grant), list[tuple[float, Urgency]]()
        for urgency in letters:
            await limits.turn(PERSON, urgency)
            times.append((town.now, urgency))
        return times

    town = Town()
    with town.clock():
        results = asyncio.run(left())
    many, in_hand = per_second / 3, max(1, int(GRANT * per_second / 3))
    assert_never_more([at for at, one in results if one.is_for_many], many, max(1, BURST * many) + in_hand)
    in_hand = max(1, int(GRANT * per_second))
    assert_never_more([at for at, _ in results], per_second, max(1, BURST * per_second) + in_hand)


@pytest.mark.parametrize(("urgency", "at_once", "left"), [(Urgency.MANY, 4, 3), (Urgency.TIDYING, 1, 7)])
def test_what_can_wait_leaves_a_groups_next_answers_their_allowance(urgency: Urgency, at_once: int, left: int) -> None:
    async def waits() -> tuple[list[bool], list[bool]]:
        limits = Limits(TELEGRAMS_MOST, town.grant)
        limits.take_on(PEOPLE, 0)
        others = [await limits.turn(PEOPLE, urgency) for _ in range(20)]
        return others, [await limits.turn(PEOPLE) for _ in range(left)]

    town = Town()
    with town.clock():
        others, answers = asyncio.run(waits())
    assert others[:at_once] == [False] * at_once
    assert set(others[at_once:]) == {True}
    assert set(answers) == {False}


def test_a_item_that_cannot_leave_at_once_takes_nothing() -> None:
    async def taken() -> list[bool]:
        limits = Limits(TELEGRAMS_MOST, town.grant)
        limits.take_on(PEOPLE, 0)
        await limits.turn(PEOPLE)
        results = [limits.take_at_once(PEOPLE, urgency) for urgency in (Urgency.ANSWER, *[Urgency.NEWS] * 6)]
        return [*results, limits.take_at_once(PEOPLE, Urgency.ANSWER), limits.debt(PEOPLE) == pytest.approx(40)]

    town = Town()
    with town.clock():
        assert asyncio.run(taken()) == [*[True] * 7, False, True]
