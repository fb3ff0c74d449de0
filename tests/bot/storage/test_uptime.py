"""When the bot served and when it did not: noted by whichever replica is there, on both databases."""

import asyncio
from contextlib import suppress

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


async def test_while_it_serves_there_is_no_outage(served: DatabaseStore, place: str) -> None:
    for seconds in range(0, 200, 14):
        await served.note_serving(BEGAN + seconds)
    assert await outages(served, BEGAN + 196 + LONGEST_SILENCE) == []
    assert await rows_at(place, "SELECT seen_at FROM uptime") == [(BEGAN + 196,)]


async def test_a_silence_becomes_an_outage_once_it_is_over(served: DatabaseStore, place: str) -> None:
    await served.note_serving(BEGAN + 5)
    await served.note_serving(BEGAN + 605)
    await served.note_serving(BEGAN + 610)
    assert await outages(served, BEGAN + 611) == [(BEGAN + 5, BEGAN + 605)]
    assert await rows_at(place, "SELECT began_at, ended_at FROM outages") == [(BEGAN + 5, BEGAN + 605)]


async def test_an_outage_is_known_before_anybody_has_put_it_down(served: DatabaseStore) -> None:
    assert await outages(served, BEGAN + LONGEST_SILENCE) == []
    assert await outages(served, BEGAN + 60) == [(BEGAN, BEGAN + 60)]
    await served.note_serving(BEGAN + 60)
    await served.note_serving(BEGAN + 65)
    assert await outages(served, BEGAN + 600) == [(BEGAN, BEGAN + 60), (BEGAN + 65, BEGAN + 600)]


async def test_only_outages_that_ended_later_are_told(served: DatabaseStore) -> None:
    await served.note_serving(BEGAN + 60)
    assert await outages(served, BEGAN + 61, since=BEGAN + 59) == [(BEGAN, BEGAN + 60)]
    assert await outages(served, BEGAN + 61, since=BEGAN + 60) == []


async def test_a_clock_that_is_behind_sets_nothing_back_but_one_put_right_does(
    served: DatabaseStore, place: str
) -> None:
    await served.note_serving(BEGAN - 10)
    assert await rows_at(place, "SELECT seen_at FROM uptime") == [(BEGAN,)]
    await served.note_serving(BEGAN - 3600)
    assert await rows_at(place, "SELECT seen_at FROM uptime") == [(BEGAN - 3600,)]
    assert await outages(served, BEGAN - 3600) == []


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

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.app.periodic.asyncio", self)
        self.time = BEGAN
        self.ends = BEGAN
        self.notes: list[float] = []
        self.has_backlog: set[int] = set()
        self.broken: dict[int, Exception] = {}

    @property
    def second(self) -> int:
        return int(self.time - BEGAN)

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        if self.time >= self.ends:
            raise asyncio.CancelledError

    async def drained(self) -> bool:
        return self.second not in self.has_backlog

    async def note(self, now: float) -> None:
        if error := self.broken.pop(self.second, None):
            raise error
        self.notes.append(now - BEGAN)

    async def noted(self, seconds: int) -> list[float]:
        self.ends = BEGAN + seconds
        with suppress(asyncio.CancelledError):
            await UptimeRecorder(self.note, self.now, self.drained).serve()
        return self.notes


async def test_that_it_serves_is_noted_at_once_and_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await Bot(monkeypatch).noted(21) == [0, NOTED_EVERY, 2 * NOTED_EVERY, 3 * NOTED_EVERY, 4 * NOTED_EVERY]


async def test_it_does_not_serve_while_it_has_to_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(monkeypatch)
    bot.has_backlog = set(range(2, 12))
    assert await bot.noted(14) == [0, 12]


async def test_a_note_that_fails_is_made_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.supervision.FIRST_RETRY", 0)
    bot = Bot(monkeypatch)
    bot.broken = {0: StorageDown("for a moment"), 5: StorageDown("for another")}
    assert await bot.noted(9) == [0, 5]


async def test_a_bug_in_noting_is_for_whoever_watches_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(monkeypatch)
    bot.broken = {0: ZeroDivisionError("a bug")}
    with pytest.raises(ZeroDivisionError):
        await bot.noted(9)


async def test_a_clock_that_was_moved_makes_no_outage(served: DatabaseStore) -> None:
    tomorrow = BEGAN + DAY
    await served.begin_serving(tomorrow)
    assert await outages(served, tomorrow + 1) == []
    await served.note_serving(tomorrow + 5)
    assert await outages(served, tomorrow + 6) == []
