"""How much leaves, and who is next: never too much, whoever sends, and nothing waits for ever."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.delivery import ALL
from bot.app.outbox import Urgency
from bot.telegram import limits as bounds
from bot.telegram.limits import GROUP, PRIVATE, TELEGRAMS_MOST, Bucket, Budget, Limits, Turns

TINY = 1e-6
PERSON, PEOPLE = 5, -6


def assert_never_more(left: list[float], rate: float, burst: float) -> None:
    for first, begin in enumerate(left):
        for last in range(first, len(left)):
            assert last - first + 1 <= burst + (left[last] - begin) * rate + TINY


def assert_keeps_to(left: list[float], per_second: float, replicas: int = 1) -> None:
    in_hand = replicas * max(1, int(bounds.GRANT * per_second))
    assert_never_more(left, per_second, max(1, bounds.BURST * per_second) + in_hand)


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
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.telegram.limits.time", SimpleNamespace(monotonic=lambda: self.now))
            patch.setattr("bot.telegram.limits.asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": self.sleep}))
            yield


@given(st.lists(st.tuples(st.floats(0, 2), st.integers(0, 2), st.integers(1, 40)), max_size=40), st.integers(2, 60))
def test_replicas_together_keep_to_the_rate(requests: list[tuple[float, int, int]], per_second: int) -> None:
    async def left() -> list[float]:
        budgets = [Budget(per_second, town.grant, ALL) for _ in range(3)]
        times = []
        for gap, replica, messages in requests:
            town.now += gap
            for _ in range(messages):
                await budgets[replica].take()
                times.append(town.now)
        return times

    with (town := Town()).clock():
        assert_keeps_to(asyncio.run(left()), per_second, replicas=3)


@pytest.fixture(name="town")
def _town() -> Iterator[Town]:
    with (town := Town()).clock():
        yield town


def limits_for(town: Town, chat: int, owes: float = 0.0, per_second: float = TELEGRAMS_MOST) -> Limits:
    limits = Limits(per_second, town.grant)
    limits.take_on(chat, owes)
    return limits


async def test_a_slow_bot_sends_its_first_message_at_once_and_who_had_to_wait_is_told_so(town: Town) -> None:
    budget = Budget(1, town.grant, ALL)
    assert [await budget.take() for _ in range(2)] == [False, True]
    town.now += 100
    limits = limits_for(town, PERSON, per_second=40)
    assert [await limits.turn(PERSON) for _ in range(12)] == [False] * 10 + [True] * 2


async def test_a_grant_serves_several_messages_and_is_void_when_it_is_old(town: Town) -> None:
    budget = Budget(40, town.grant, ALL)
    for messages, grants in ((10, 1), (1, 2), (1, 3)):
        town.now += bounds.VOID_AFTER if grants == 3 else 0
        for _ in range(messages):
            await budget.take()
        assert town.grants == grants


@given(
    st.lists(st.tuples(st.floats(0, 20), st.integers(1, 12), st.booleans()), max_size=20),
    st.sampled_from([PERSON, PEOPLE]),
)
def test_a_chat_handed_from_replica_to_replica_gets_no_more(requests: list[tuple[float, int, bool]], chat: int) -> None:
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

    with (town := Town()).clock():
        assert_never_more(asyncio.run(left()), *(GROUP if chat < 0 else PRIVATE))


async def test_a_chat_that_is_ours_already_keeps_what_it_owes(town: Town) -> None:
    limits = limits_for(town, PERSON, -1e9, per_second=40)
    debts = [limits.debt(PERSON)]
    for _ in range(3):
        await limits.turn(PERSON)
    limits.take_on(PERSON, 0)
    debts.append(limits.debt(PERSON))
    limits.let_go(PERSON)
    assert [*debts, limits.debt(PERSON)] == pytest.approx([0, 3, 0])


async def test_messages_are_scarce_once_fewer_than_three_more_could_be_sent_at_once(town: Town) -> None:
    limits = limits_for(town, PERSON)
    scarce = []
    for _ in range(10):
        await limits.turn(PERSON)
        scarce.append(limits.is_scarce(PERSON))
    assert scarce == [False] * 8 + [True] * 2


async def test_what_is_for_many_never_goes_at_once(town: Town) -> None:
    limits = limits_for(town, PERSON)
    await limits.turn(PERSON)
    for urgency, goes in ((Urgency.MANY, False), (Urgency.TIDYING, False), (Urgency.ANSWER, True)):
        assert limits.take_at_once(PERSON, urgency) == goes, urgency


async def test_where_somebody_measures_no_chat_is_limited(town: Town) -> None:
    limits = limits_for(town, PERSON, 100, per_second=100 * TELEGRAMS_MOST)
    assert {await limits.turn(PERSON) for _ in range(1_000)} == {False}


@given(st.lists(st.sampled_from(Urgency), min_size=1, max_size=60), st.sampled_from([6, 30]))
def test_what_is_for_many_gets_a_third_at_most(letters: list[Urgency], per_second: int) -> None:
    async def left() -> list[tuple[float, Urgency]]:
        limits, times = Limits(per_second, town.grant), list[tuple[float, Urgency]]()
        for urgency in letters:
            await limits.turn(PERSON, urgency)
            times.append((town.now, urgency))
        return times

    with (town := Town()).clock():
        results = asyncio.run(left())
    assert_keeps_to([at for at, one in results if one.is_for_many], per_second / 3)
    assert_keeps_to([at for at, _ in results], per_second)


@pytest.mark.parametrize(("urgency", "at_once", "left"), [(Urgency.MANY, 4, 3), (Urgency.TIDYING, 1, 7)])
async def test_what_can_wait_leaves_answers_room(town: Town, urgency: Urgency, at_once: int, left: int) -> None:
    limits = limits_for(town, PEOPLE)
    others = [await limits.turn(PEOPLE, urgency) for _ in range(20)]
    assert others == [False] * at_once + [True] * (20 - at_once)
    assert [await limits.turn(PEOPLE) for _ in range(left)] == [False] * left


async def test_a_item_that_cannot_leave_at_once_takes_nothing(town: Town) -> None:
    limits = limits_for(town, PEOPLE)
    await limits.turn(PEOPLE)
    for urgency in (Urgency.ANSWER, *[Urgency.NEWS] * 6):
        assert limits.take_at_once(PEOPLE, urgency)
    assert not limits.take_at_once(PEOPLE, Urgency.ANSWER)
    assert limits.debt(PEOPLE) == pytest.approx(40)


# Whose item leaves next: the urgent first, chats in turn, and nothing waits for ever
ANSWER, NEWS, MANY, TIDYING = Urgency
Left = list[tuple[Urgency, str]]


@dataclass
class Tap:
    may: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    broken: bool = False

    def take_in_stock(self) -> bool:
        return False

    async def take(self) -> bool:
        await self.may.acquire()
        if self.broken:
            raise ConnectionError
        return True

    async def opens(self, times: int) -> None:
        await asyncio.sleep(0)
        for _ in range(times):
            self.may.release()
            for _ in range(5):
                await asyncio.sleep(0)


async def wait_in(turns: Turns, urgency: Urgency, name: str, left: Left) -> None:
    await turns.turn(urgency)
    left.append((urgency, name))


def order_of(waiting: list[Urgency]) -> Left:
    async def run() -> Left:
        tap, left = Tap(), Left()
        turns = Turns(tap)
        tasks = [asyncio.create_task(wait_in(turns, one, str(n), left)) for n, one in enumerate(waiting)]
        await tap.opens(len(waiting))
        await asyncio.gather(*tasks)
        return left

    return asyncio.run(run())


def test_the_urgent_leave_first_and_chats_in_the_order_in_which_they_came() -> None:
    left = order_of([TIDYING, MANY, NEWS, ANSWER, MANY, NEWS, ANSWER])
    urgencies = ANSWER, ANSWER, NEWS, NEWS, MANY, MANY, TIDYING
    assert left == list(zip(urgencies, "3625140", strict=True))


@given(st.lists(st.sampled_from(Urgency), max_size=80))
def test_each_leaves_once_and_none_is_passed_too_often(waiting: list[Urgency]) -> None:
    left = order_of(waiting)
    assert Counter(name for _, name in left) == Counter(map(str, range(len(waiting))))
    for urgency in Urgency:
        mine = [place for place, (other, _) in enumerate(left) if other is urgency]
        assert [left[place][1] for place in mine] == [str(n) for n, one in enumerate(waiting) if one is urgency]
        for before, after in zip([-1, *mine], mine, strict=False):
            passed = sum(other < urgency for other, _ in left[before + 1 : after])
            assert passed <= bounds.MOST_PASSED[urgency] + len(Urgency)


def test_what_is_for_many_goes_on_however_much_else_there_is() -> None:
    left = order_of([*[MANY] * 5, *[NEWS] * 40, *[ANSWER] * 200])
    first = [urgency for urgency, _ in left[:100]]
    assert first.count(ANSWER) >= 60
    assert first.count(NEWS) >= 20
    assert first.count(MANY) == 5


async def test_whoever_gives_up_takes_nothing_from_the_others() -> None:
    tap, left = Tap(), Left()
    turns = Turns(tap)
    tasks = [asyncio.create_task(wait_in(turns, MANY, name, left)) for name in "abc"]
    await asyncio.sleep(0)
    for task in tasks[:2]:
        task.cancel()
    tasks.append(asyncio.create_task(wait_in(turns, ANSWER, "b again", left)))
    await tap.opens(2)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert left == [(ANSWER, "b again"), (MANY, "c")]


async def test_who_waits_hears_of_a_failure_and_may_ask_again() -> None:
    tap = Tap(broken=True)
    turns = Turns(tap)
    waiting = asyncio.gather(*(turns.turn(NEWS) for _ in range(3)), return_exceptions=True)
    await tap.opens(1)
    assert [type(outcome) for outcome in await waiting] == [ConnectionError] * 3
    tap.broken = False
    again = asyncio.create_task(turns.turn(NEWS))
    await tap.opens(1)
    await again


def sent(rate: float, size: float, wishes: list[float]) -> list[float]:
    limit, now, left = Bucket(rate, size, size, at=0.0), 0.0, []
    for wish in wishes:
        now = max(now, wish)
        now += limit.pause(now)
        limit.take(now)
        left.append(now)
    return left


def test_a_bucket_lets_a_burst_through_and_time_fills_it_but_never_above_its_size() -> None:
    limit = Bucket(0.5, 2, 2, at=0.0)
    assert limit.debt(0) == 0
    limit.take(0)
    assert [*map(limit.debt, (0, 1.9, 2))] == pytest.approx([2, 0.1, 0])
    assert sent(0.5, 3, [0] * 6) == [0, 0, 0, 2, 4, 6]
    assert sent(1, 2, [0, 0, 100, 100, 100, 100]) == [0, 0, 100, 100, 101, 102]


GAPS = st.lists(st.floats(0, 30), min_size=1, max_size=80)


@given(GAPS, st.sampled_from([PRIVATE, GROUP, (30.0, 30.0)]))
def test_no_stretch_holds_more_than_burst_and_rate_allow(gaps: list[float], limit: tuple[float, float]) -> None:
    rate, size = limit
    assert_never_more(sent(rate, size, [*accumulate(gaps)]), rate, size)


@given(GAPS)
def test_a_group_gets_no_more_than_twenty_messages_in_any_minute(gaps: list[float]) -> None:
    left = sent(*GROUP, [*accumulate(gaps)])
    for begin in left:
        assert sum(begin <= when < begin + 60.0 - TINY for when in left) <= 20


@given(st.floats(0.1, 100), st.integers(1, 50), st.floats(0, 1e6))
def test_whoever_comes_slowly_enough_never_waits(rate: float, size: int, began: float) -> None:
    limit = Bucket(rate, size, size, at=began)
    for count in range(20):
        now = began + 1.001 * count / rate
        assert limit.pause(now) == pytest.approx(0, abs=1e-3)
        limit.take(now)
