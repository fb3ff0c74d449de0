"""The table of a week in a group: whose days, in which order, when, and once."""

from dataclasses import replace
from typing import Any

from bot.app.actions.daily import TELL, due_at, note_card
from bot.app.buttons import Feature
from bot.app.jobs import DueJobs
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.daily import ROWS, Codes, DailyCard, Guest, Try, table_of
from bot.app.work import GRACE, Work
from bot.game.daily import DAY, Calendar
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import rows_at

GROUP = Chat(-1000)
CALENDAR = Calendar(20_700)
CODES = Codes(b"k", CALENDAR)


def tried(person: int, day: int, guesses: int, *, solved: bool = True, counts: bool = True) -> Guest:
    attempt = Try(day, person, f"P{person}", f"{person}-{day}", 1.0, 2.0, guesses, solved, 0, None, counts)
    return Guest(f"P{person}", attempt)


def test_a_week_runs_from_monday_to_sunday() -> None:
    first, last = CALENDAR.week_of(10)
    assert last - first == 6
    assert {CALENDAR.week_of(day) for day in range(first, last + 1)} == {(first, last)}
    assert (CALENDAR.begins_at(first) // DAY + 3) % 7 == 0


def test_it_is_sent_in_the_morning_after_the_last_day_has_closed() -> None:
    for turn in (0.0, 21.5 * 3600):
        calendar = Calendar(20_700, turn)
        due = due_at(calendar, 9)
        assert 0 <= due - calendar.closes_at(9) < DAY
        assert due % DAY == 9 * 3600


def test_who_gave_up_has_ten_and_a_missed_day_is_none() -> None:
    days = [[tried(1, 1, 4), tried(2, 1, 3, solved=False)], [tried(1, 2, 7), tried(3, 2, 5, counts=False)]]
    one, two = table_of(days)
    assert (one.name, one.average, one.days, one.best) == ("P1", 5.5, 2, 4)
    assert (two.name, two.average, two.days, two.best) == ("P2", 10, 1, None)
    assert [row.average for row in table_of([[tried(1, 1, 12), tried(2, 1, 10)]])] == [10, 10], "to go on costs no more"
    assert table_of([[tried(1, 1, 4), Guest("P2")]]) == ()
    assert len(table_of([[tried(person, 1, 5) for person in range(40)]])) == ROWS


async def played(store: DatabaseStore, *, reachable: bool = True) -> float:
    """Two people play by the cards of two days of a week; when the table is due."""
    world, (_, last) = replace(world_at(CALENDAR.begins_at(9)), daily=CODES), CALENDAR.week_of(9)

    def card_job(day: int) -> Any:
        async def job(work: Work) -> None:
            work.prefer(GROUP, Preferences("uk", reachable=reachable))
            card = DailyCard(f"{day:016x}", GROUP, day)
            await note_card(card, work, world)
            work.daily_cards.put(card, 1.0)
            for person in (1, 2):
                guest = tried(person, day, 4 + person)
                assert guest.attempt is not None
                work.daily.begin(guest.attempt)
                work.daily.end(guest.attempt)
                work.daily_cards.join(card, person, guest, 1.0)

        return job

    for day in (last - 1, last):
        await store.run(card_job(day))
    return due_at(CALENDAR, last) + 3600


async def sent(store: DatabaseStore, place: str, now: float) -> list[str]:
    """What is sent by then."""

    async def drained() -> bool:
        return True

    nothing: Any = None
    jobs = DueJobs(store, nothing, replace(world_at(now + GRACE), daily=CODES), drained)
    while await store.run(lambda work: work.due_job(now)) is not None:
        await jobs._do_next()
    return [content for (content,) in await rows_at(place, f"SELECT content FROM outbox WHERE chat_id = {GROUP.id}")]


async def test_it_is_sent_once_a_week(store: DatabaseStore, place: str) -> None:
    due = await played(store)
    assert len(await rows_at(place, f"SELECT 1 FROM jobs WHERE kind = '{TELL}'")) == 1
    assert await sent(store, place, due - DAY) == []
    [table] = await sent(store, place, due)
    assert "1. P1 · 5,0 · 2 · 5" in table
    assert len(await sent(store, place, due + 30 * DAY)) == 1


async def test_it_is_not_sent_where_the_bot_is_no_more(store: DatabaseStore, place: str) -> None:
    due = await played(store, reachable=False)
    assert await sent(store, place, due) == []


async def test_it_is_not_sent_while_the_code_of_the_day_is_switched_off(store: DatabaseStore, place: str) -> None:
    due = await played(store)
    await store.run(lambda work: work.operators.switch(Feature.DAILY, on=False))
    assert await sent(store, place, due) == []
