"""When the bot served and when it did not: noted by whichever replica is there, on both databases."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from bot.app.model.chats import LONGEST_SILENCE
from bot.app.periodic import NOTED_EVERY, UptimeRecorder
from bot.app.work import StorageDown
from bot.game.daily import DAY
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened

BEGAN = 1_000_000.0


@pytest.fixture
async def served(store: DatabaseStore, place: str) -> DatabaseStore:
    """A store whose bot served last at BEGAN."""
    await change_at(place, f"UPDATE uptime SET seen_at = {BEGAN}")
    return store


async def outages(store: DatabaseStore, now: float, since: float = 0.0) -> list[tuple[float, float]]:
    return list(await store.run(lambda work: work.uptime.outages(since, now)))


@pytest.mark.parametrize(
    ("notes", "now", "since", "told", "put_down", "seen_at"),
    [
        (range(0, 200, 14), 196 + LONGEST_SILENCE, -BEGAN, [], [], 196),  # while it serves there is no outage
        ([5, 605, 610], 611, -BEGAN, [(5, 605)], [(5, 605)], 610),  # a silence becomes one once it is over
        ([], LONGEST_SILENCE, -BEGAN, [], [], 0),
        ([], 60, -BEGAN, [(0, 60)], [], 0),  # it is known before anybody has put it down
        ([60, 65], 600, -BEGAN, [(0, 60), (65, 600)], [(0, 60)], 65),
        ([60], 61, 59, [(0, 60)], [(0, 60)], 60),
        ([60], 61, 60, [], [(0, 60)], 60),  # only those that ended later are told
        ([-10], 0, -BEGAN, [], [], 0),  # a clock that is behind sets nothing back
        ([-10, -3600], -3600, -BEGAN, [], [], -3600),  # but one put right does
    ],
)
async def test_outages_are_the_silences(
    served: DatabaseStore, place: str, notes: list[int], now: int, since: int, told: Any, put_down: Any, seen_at: int
) -> None:
    for seconds in notes:
        await served.note_serving(BEGAN + seconds)
    found = await outages(served, BEGAN + now, BEGAN + since)
    stored = await rows_at(place, "SELECT began_at, ended_at FROM outages ORDER BY began_at")
    for rows, expected in ((found, told), (stored, put_down)):
        assert [(began - BEGAN, ended - BEGAN) for began, ended in rows] == expected
    assert await rows_at(place, "SELECT seen_at FROM uptime") == [(BEGAN + seen_at,)]


async def test_old_outages_are_forgotten(served: DatabaseStore) -> None:
    await served.note_serving(BEGAN + 60)
    await served.note_serving(BEGAN + 160)
    await served.forget(BEGAN + 100 + 3 * DAY)
    assert await outages(served, BEGAN + 160) == [(BEGAN + 60, BEGAN + 160)]


async def test_two_replicas_put_an_outage_down_once(shared: str) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await change_at(shared, f"UPDATE uptime SET seen_at = {BEGAN}")
        for round_begins in range(100, 1100, 100):
            await asyncio.gather(*(store.note_serving(BEGAN + round_begins) for store in (one, other)))
        began = [began - BEGAN for began, _ in await outages(one, BEGAN + 1000)]
        assert began == [float(seconds) for seconds in range(0, 1000, 100)]


class Bot:
    """Somebody to note, who looks once a second by a clock of their own, and who cannot always be there."""

    def __init__(self, patch: pytest.MonkeyPatch, backlog: Iterable[int] = (), **broken: Exception) -> None:
        patch.setattr("bot.app.periodic.asyncio", self)
        self.time = self.ends = BEGAN
        self.notes: list[float] = []
        self.backlog, self.broken = set(backlog), broken

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        if self.time >= self.ends:
            raise asyncio.CancelledError

    async def drained(self) -> bool:
        return self.time - BEGAN not in self.backlog

    async def note(self, now: float) -> None:
        if error := self.broken.pop(f"at_{now - BEGAN:.0f}", None):
            raise error
        self.notes.append(now - BEGAN)

    async def noted(self, seconds: int) -> list[float]:
        self.ends = BEGAN + seconds
        with suppress(asyncio.CancelledError):
            await UptimeRecorder(self.note, self.now, self.drained).serve()
        return self.notes


@pytest.mark.parametrize(
    ("seconds", "backlog", "broken", "notes"),
    [
        (21, (), (), [0, NOTED_EVERY, 2 * NOTED_EVERY, 3 * NOTED_EVERY, 4 * NOTED_EVERY]),
        (14, range(2, 12), (), [0, 12]),  # not while it has to catch up
        (9, (), (0, 5), [0, 5]),  # later where it fails
    ],
)
async def test_that_it_serves_is_noted(
    monkeypatch: pytest.MonkeyPatch, seconds: int, backlog: Iterable[int], broken: Iterable[int], notes: list[float]
) -> None:
    monkeypatch.setattr("bot.app.supervision.FIRST_RETRY", 0)
    broke = {f"at_{second}": StorageDown("for a moment") for second in broken}
    assert await Bot(monkeypatch, backlog, **broke).noted(seconds) == notes


async def test_a_bug_in_noting_is_for_whoever_watches_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        await Bot(monkeypatch, at_0=ZeroDivisionError("a bug")).noted(9)


async def test_a_clock_that_was_moved_makes_no_outage(served: DatabaseStore) -> None:
    tomorrow = BEGAN + DAY
    await served.begin_serving(tomorrow)
    assert await outages(served, tomorrow + 1) == []
    await served.note_serving(tomorrow + 5)
    assert await outages(served, tomorrow + 6) == []
