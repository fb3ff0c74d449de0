"""Whose item leaves next: the urgent first, chats in turn, and nothing waits for ever."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from bot.app.outbox import Urgency
from bot.telegram.limits import MOST_PASSED, Turns

ANSWER, NEWS, MANY, TIDYING = Urgency
Left = list[tuple[Urgency, str]]


@dataclass
class Tap:
    """Gives the right to send one message whenever the test opens it."""

    may: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    broken: bool = False

    def take_in_stock(self) -> bool:
        return False

    async def take(self) -> bool:
        await self.may.acquire()
        if self.broken:
            raise ConnectionError
        return True


async def wait_in(turns: Turns, urgency: Urgency, name: str, left: Left) -> None:
    await turns.turn(urgency)
    left.append((urgency, name))


async def opened(tap: Tap, times: int) -> None:
    """Let so many messages leave."""
    for _ in range(times):
        tap.may.release()
        for _ in range(5):
            await asyncio.sleep(0)


def order_of(waiting: list[Urgency]) -> Left:
    """In which order they leave who wait at the same time, in this order."""

    async def run() -> Left:
        tap, left = Tap(), Left()
        turns = Turns(tap)
        tasks = [asyncio.create_task(wait_in(turns, one, str(n), left)) for n, one in enumerate(waiting)]
        await asyncio.sleep(0)
        await opened(tap, len(waiting))
        await asyncio.gather(*tasks)
        return left

    return asyncio.run(run())


def test_the_urgent_leave_first_and_chats_in_the_order_in_which_they_came() -> None:
    left = order_of([TIDYING, MANY, NEWS, ANSWER, MANY, NEWS, ANSWER])
    assert left == [
        *((ANSWER, name) for name in "36"),
        *((NEWS, name) for name in "25"),
        *((MANY, name) for name in "14"),
        (TIDYING, "0"),
    ]


@given(st.lists(st.sampled_from(Urgency), max_size=80))
def test_each_leaves_once_and_none_is_passed_too_often(waiting: list[Urgency]) -> None:
    left = order_of(waiting)
    assert Counter(name for _, name in left) == Counter(map(str, range(len(waiting))))
    for urgency in Urgency:
        mine = [place for place, (other, _) in enumerate(left) if other is urgency]
        assert [left[place][1] for place in mine] == [str(n) for n, one in enumerate(waiting) if one is urgency]
        for before, after in zip([-1, *mine], mine, strict=False):
            passed = sum(other < urgency for other, _ in left[before + 1 : after])
            assert passed <= MOST_PASSED[urgency] + len(Urgency)


def test_what_is_for_many_goes_on_however_much_else_there_is() -> None:
    left = order_of([*[MANY] * 5, *[NEWS] * 40, *[ANSWER] * 200])
    first = [urgency for urgency, _ in left[:100]]
    assert first.count(ANSWER) >= 60
    assert first.count(NEWS) >= 20
    assert first.count(MANY) == 5


def test_whoever_gives_up_takes_nothing_from_the_others() -> None:
    async def run() -> Left:
        tap, left = Tap(), Left()
        turns = Turns(tap)
        tasks = [asyncio.create_task(wait_in(turns, MANY, name, left)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[1].cancel()
        tasks.append(asyncio.create_task(wait_in(turns, ANSWER, "b again", left)))
        await asyncio.sleep(0)
        await opened(tap, 2)
        await asyncio.gather(*tasks, return_exceptions=True)
        return left

    assert asyncio.run(run()) == [(ANSWER, "b again"), (MANY, "c")]


def test_who_waits_hears_of_a_failure_and_may_ask_again() -> None:
    async def tried(act: Callable[[], Awaitable[object]]) -> bool:
        try:
            await act()
        except ConnectionError:
            return False
        return True

    async def run() -> tuple[list[bool], bool]:
        tap = Tap(broken=True)
        turns = Turns(tap)
        tasks = [asyncio.create_task(tried(lambda: turns.turn(NEWS))) for _ in range(3)]
        await asyncio.sleep(0)
        await opened(tap, 1)
        heard = await asyncio.gather(*tasks)
        tap.broken = False
        again = asyncio.create_task(tried(lambda: turns.turn(NEWS)))
        await asyncio.sleep(0)
        await opened(tap, 1)
        return list(heard), await again

    assert asyncio.run(run()) == ([False] * 3, True)
