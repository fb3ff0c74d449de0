"""Reminders: at the hour that was wished, never when the code is done, and once however often it was wished."""

from dataclasses import replace
from typing import Any

import pytest

from bot.app.handlers.daily import LATE, REMIND
from bot.app.jobs import DueJobs
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.daily import Codes, Reminder, Try
from bot.app.work import GRACE, Job, Work
from bot.game.daily import Calendar
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import change_at, rows_at

ANN = 1001
NINE = 1_795_417_200.0
"""9:00 in Kyiv."""
DAY = 86_400.0


async def wished(store: DatabaseStore, version: int = 1) -> None:
    async def job(work: Work) -> None:
        work.prefer(Chat(ANN), Preferences("uk"))
        work.daily.save_reminder(Reminder(ANN, "Europe/Kyiv", 540, version))
        work.at(NINE, Job(REMIND, str(ANN), version))

    await store.run(job)


async def done(store: DatabaseStore, now: float) -> None:
    """What is due by then is done."""

    async def drained() -> bool:
        return True

    nothing: Any = None
    world = replace(world_at(now + GRACE), daily=Codes(b"k", Calendar(20_700)))
    jobs = DueJobs(store, nothing, world, drained)
    while await store.run(lambda work: work.due_job(now)) is not None:
        await jobs._do_next()


async def told(place: str) -> int:
    return len(await rows_at(place, f"SELECT 1 FROM outbox WHERE chat_id = {ANN}"))


async def waiting(place: str) -> list[float]:
    return [due for (due,) in await rows_at(place, f"SELECT due_at FROM jobs WHERE kind = '{REMIND}'")]


async def test_it_comes_at_its_hour_and_again_tomorrow(store: DatabaseStore, place: str) -> None:
    await wished(store)
    await done(store, NINE)
    assert await told(place) == 1
    [due] = await waiting(place)
    assert 0 <= due - (NINE + DAY) < 300
    await done(store, NINE + DAY + 300)
    assert await told(place) == 2


async def test_it_does_not_come_once_todays_is_done(store: DatabaseStore, place: str) -> None:
    await wished(store)
    today = Calendar(20_700).number_at(NINE)
    attempt = Try(today, ANN, "Ann", "g", NINE - 60)

    async def play(work: Work) -> None:
        work.daily.begin(attempt)

    async def finish(work: Work) -> None:
        work.daily.end(replace(attempt, ended_at=NINE - 30, guesses=5, solved=True, counts=True))

    await store.run(play)
    await store.run(finish)
    await done(store, NINE)
    assert await told(place) == 0
    assert len(await waiting(place)) == 1


async def test_wished_anew_the_former_one_does_nothing(store: DatabaseStore, place: str) -> None:
    await wished(store)
    await wished(store, version=2)
    await done(store, NINE)
    assert await told(place) == 1
    assert len(await waiting(place)) == 1


async def test_who_cannot_be_reached_is_reminded_no_more(store: DatabaseStore, place: str) -> None:
    await wished(store)
    await change_at(place, "UPDATE chats SET reachable = 0")
    await done(store, NINE)
    assert (await told(place), await waiting(place)) == (0, [])
    assert await rows_at(place, "SELECT 1 FROM daily_reminders") == []


@pytest.mark.parametrize(("late", "comes"), [(LATE - 60, 1), (LATE + 60, 0)])
async def test_what_is_much_too_late_comes_no_more(store: DatabaseStore, place: str, late: float, comes: int) -> None:
    await wished(store)
    await done(store, NINE + late)
    assert await told(place) == comes
    assert len(await waiting(place)) == 1
