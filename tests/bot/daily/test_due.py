"""What comes of the code of the day by itself: reminders, each day's card in a group, and the table of its week."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import Feature
from bot.app.daily import actions as daily
from bot.app.daily import reminders
from bot.app.daily.model import (
    PLAYING,
    ROWS,
    Codes,
    DailyCard,
    DailyCards,
    DailyPost,
    DailyPosts,
    DailyTries,
    Guest,
    Reminder,
    Row,
    Try,
    days_for_a_place,
    place_of,
    table_of,
)
from bot.app.daily.screens import SHOWN, week_table
from bot.app.messages import Chat
from bot.app.model.chats import Notifications, Preferences
from bot.app.operators.model import Operators
from bot.app.outbox import Urgency
from bot.app.texts import texts_in
from bot.app.work import GRACE, Job, Work
from bot.app.world import World
from bot.game.daily import DAY, Calendar
from bot.storage.store import DatabaseStore
from tests.bot.due import done_by
from tests.bot.duels.played import world_at
from tests.bot.inside import within
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import write

ANN, GROUP, GROWN = Chat(1001), Chat(-1000, 7), -(10**12) - 77
CALENDAR = Calendar(20_700)
REMIND = reminders.REMIND
NINE = 1_795_417_200.0
"""9:00 in Kyiv."""
FIRST = 9
"""The day on which cards are wished."""
ENDS = "остан"


def tried(person: int, guesses: int, day: int = 57, **others: Any) -> Try:
    solved = {"solved": True, "counts": True} | others
    return Try(day, person, f"P{person}", f"{person}-{day}", 1.0, 2.0, guesses, **solved)


def ends(work: Work, attempt: Try) -> None:
    work.of(DailyTries).begin(attempt)
    work.of(DailyTries).end(attempt)


@dataclass(frozen=True)
class Days:
    store: DatabaseStore
    place: str
    ids: Iterator[int] = field(default_factory=lambda: count(1))

    def world(self, now: float) -> World:
        return replace(world_at(now), daily=Codes(b"k", CALENDAR), new_id=lambda: f"{next(self.ids):016x}")

    async def until(self, now: float) -> None:
        await done_by(self.store, now, self.world(now + GRACE))
        assert await rows_at(self.place, "SELECT error FROM failed_updates") == []

    async def comes(self, day: int, late: float = daily.SPREAD) -> None:
        await self.until(CALENDAR.begins_at(day) + late)

    async def planned(self, kind: str) -> list[float]:
        return [due for (due,) in await rows_at(self.place, f"SELECT due_at FROM jobs WHERE kind = '{kind}'")]

    async def sent(self, to: Chat) -> list[str]:
        query = f"SELECT content FROM outbox WHERE chat_id = {to.id} ORDER BY letter_id"
        return [content for (content,) in await rows_at(self.place, query)]

    async def switch(self, *, on: bool) -> None:
        await self.store.run(lambda work: work.of(Operators).switch(Feature.DAILY, on=on))

    async def moves(self) -> None:
        await write(self.store, lambda work: work.rename(GROUP, GROWN))


@pytest.fixture
def days(store: DatabaseStore, place: str) -> Days:
    return Days(store, place)


# The card of a day, however many stand on it: who is named, in which order, and that it fits into a message
CARD = DailyCard("c" * 16, GROUP, 57)


async def joined(days: Days, *guests: tuple[int, Guest]) -> None:
    async def job(work: Work) -> None:
        work.prefer(CARD.chat, Preferences("uk"))
        work.of(DailyCards).put(CARD, 1.0)
        for person, guest in guests:
            work.of(DailyCards).join(CARD, person, guest, 1.0)
            if guest.attempt is not None:
                ends(work, guest.attempt)

    await days.store.run(job)


async def shown(days: Days) -> str:
    card = await days.store.run(lambda work: work.of(DailyCards).card_with(CARD.id))
    assert card is not None
    return (await days.store.run(lambda work: daily.screen_of(card, work, world_at(9.0)))).html


def test_fewer_guesses_come_first_then_without_hints_then_who_gave_up_then_who_plays() -> None:
    order = [tried(1, 4), tried(1, 4, hints=2), tried(1, 5), tried(1, 30), tried(1, 3, solved=False)]
    places = [*map(place_of, order), place_of(None)]
    assert (places, place_of(tried(1, 4, counts=False))) == (sorted(set(places)), PLAYING)


async def test_results_stand_there_without_digits_of_codes_and_a_thousand_fit_on_it(days: Days) -> None:
    guests = [(1, Guest("Оля", tried(1, 5))), (2, Guest("Bob", tried(2, 4, hints=1))), (3, Guest("Eve"))]
    await joined(days, *guests, (4, Guest("<b>", tried(4, 2, solved=False))))
    assert (await shown(days)).splitlines()[-4:] == ["Bob · ⭐⭐⭐ 4 💡", "Оля · ⭐⭐⭐ 5", "&lt;b&gt; · 🏳️", "Eve · …"]
    await joined(days, *((person, Guest("🦄" * 40, tried(person, 5, hints=1))) for person in range(5, 1005)))
    html = await shown(days)
    assert html.count("💡") == SHOWN - 1
    assert "974" in html
    assert len(html.encode("utf-16-le")) // 2 < 4096


async def test_who_finishes_is_shown_where_they_pressed_and_nowhere_else(days: Days) -> None:
    await joined(days, (1, Guest("Ann")))

    async def finish(work: Work) -> None:
        for person in (1, 2):
            ends(work, tried(person, 5))
            await daily.note_finished(tried(person, 5), work, 9.0)

    await days.store.run(finish)
    assert await rows_at(days.place, "SELECT kind, subject FROM jobs") == [(daily.SHOW, CARD.id)]
    await days.store.run(lambda work: daily.show_on(Job(daily.SHOW, CARD.id, 0), work, world_at(9.0)))
    [(content, thread)] = await rows_at(days.place, "SELECT content, thread_id FROM outbox")
    assert "Ann · ⭐⭐⭐ 5" in content
    assert thread == CARD.chat.thread


async def test_nothing_is_sent_where_the_bot_is_no_more_and_cards_move_along_with_groups(days: Days) -> None:
    await joined(days, (1, Guest("Ann")))

    async def leave(work: Work) -> None:
        work.prefer(CARD.chat, Preferences("uk", reachable=False))
        await daily.show_on(Job(daily.SHOW, CARD.id, 0), work, world_at(9.0))

    await days.store.run(leave)
    assert await rows_at(days.place, "SELECT 1 FROM outbox") == []
    await days.moves()
    card = await days.store.run(lambda work: work.of(DailyCards).card(GROWN, CARD.day))
    assert card is not None
    assert (card.id, card.guests) == (CARD.id, 1)


# The card of each day that comes into a group by itself: when, once, and until when
async def wish(days: Days, post: str = "wish", chat: Chat = GROUP) -> None:
    async def job(work: Work) -> None:
        work.prefer(chat, Preferences("uk"))
        work.of(DailyPosts).begin(DailyPost(post, chat))
        daily.plan(DailyPost(post, chat), work, days.world(CALENDAR.begins_at(FIRST) + 3600))

    await days.store.run(job)


@pytest.fixture
async def group(days: Days) -> Days:
    await wish(days)
    return days


async def posted(days: Days) -> list[tuple[int, int | None, str]]:
    query = "SELECT chat_id, thread_id, content FROM outbox WHERE slot LIKE 'daily:%' ORDER BY letter_id"
    return [(chat, thread, content) for chat, thread, content in await rows_at(days.place, query)]


async def counts(days: Days) -> tuple[int, int, int]:
    """How many cards have come, how many are planned, and whether it is still wished."""
    wished = await rows_at(days.place, "SELECT 1 FROM daily_posts")
    return len(await posted(days)), len(await days.planned(daily.POST)), len(wished)


async def test_one_card_comes_a_day_soon_after_it_has_turned_in_its_topic_without_a_sound(group: Days) -> None:
    [due] = await group.planned(daily.POST)
    assert 0 <= due - CALENDAR.begins_at(FIRST + 1) < daily.SPREAD
    await group.comes(FIRST, late=DAY - 1)
    assert await posted(group) == []
    for day in range(FIRST + 1, FIRST + 4):
        await group.comes(day)
        await group.comes(day, late=DAY - 1)
        *_, (chat, thread, content) = await posted(group)
        assert (chat, thread) == (GROUP.id, GROUP.thread)
        assert f"№{day}" in content
        assert "✓" in content
        assert await counts(group) == (day - FIRST, 1, 1)
    sent = await rows_at(group.place, "SELECT urgency, content FROM outbox WHERE slot LIKE 'daily:%'")
    assert {(urgency, json.loads(content)["silent"]) for urgency, content in sent} == {(Urgency.MANY, True)}


async def test_where_somebody_has_asked_for_the_card_none_comes(group: Days) -> None:
    world = group.world(CALENDAR.begins_at(FIRST + 1))
    await group.store.run(lambda work: daily.put(DailyCard(world.new_id(), GROUP, FIRST + 1), work, world))
    for day, come in ((FIRST + 1, 0), (FIRST + 2, 1)):
        await group.comes(day)
        assert len(await posted(group)) == come


async def test_after_an_outage_the_card_of_today_comes_alone_unless_it_would_be_much_too_late(group: Days) -> None:
    await group.comes(FIRST + 1, late=daily.LATE + 60)
    assert await posted(group) == []
    await group.comes(FIRST + 6, late=daily.LATE - 60)
    [(_, _, content)] = await posted(group)
    assert f"№{FIRST + 6}" in content
    assert await counts(group) == (1, 1, 1)


async def test_while_operators_have_switched_it_off_nothing_comes_and_then_it_goes_on(group: Days) -> None:
    for on, days in ((False, range(FIRST + 1, FIRST + 20)), (True, [FIRST + 20])):
        await group.switch(on=on)
        for day in days:
            await group.comes(day)
        assert len(await posted(group)) == on


@pytest.mark.parametrize("times", [1, 2])
async def test_it_goes_along_when_the_group_becomes_a_supergroup(group: Days, times: int) -> None:
    if times == 1:
        await wish(group, "there", Chat(GROWN))
    for _ in range(times):
        await group.moves()
    await group.comes(FIRST + 1)
    assert ([chat for chat, _, _ in await posted(group)], len(await group.planned(daily.POST))) == ([GROWN], 1)


async def test_wished_anew_the_former_job_does_nothing_and_it_ends_where_the_bot_is_no_more(group: Days) -> None:
    await wish(group, "anew", Chat(GROUP.id, 8))
    assert len(await group.planned(daily.POST)) == 2
    await group.comes(FIRST + 1)
    assert ([thread for _, thread, _ in await posted(group)], len(await group.planned(daily.POST))) == ([8], 1)
    await change_at(group.place, "UPDATE chats SET reachable = 0")
    await group.comes(FIRST + 2)
    assert await counts(group) == (1, 0, 0)


async def test_after_fourteen_cards_on_which_nobody_plays_one_says_that_it_is_the_last(group: Days) -> None:
    for day in range(FIRST + 1, FIRST + 1 + daily.UNPLAYED):
        await group.comes(day)
    assert not any(ENDS in content for _, _, content in await posted(group))
    assert await counts(group) == (daily.UNPLAYED, 1, 1)
    await group.comes(FIRST + 1 + daily.UNPLAYED)
    *_, (_, _, last) = await posted(group)
    assert ENDS in last
    assert "🔁" in last
    await group.comes(FIRST + 60)
    assert await counts(group) == (daily.UNPLAYED + 1, 0, 0)


async def test_somebody_who_plays_keeps_it_alive(group: Days) -> None:
    played, last = (FIRST + daily.UNPLAYED, FIRST + 2 * daily.UNPLAYED), FIRST + 3 * daily.UNPLAYED

    async def play(work: Work) -> None:
        card = await work.of(DailyCards).card(GROUP.id, day)
        assert card is not None
        work.of(DailyCards).join(card, 1, Guest("Ann"), 1.0)

    for day in range(FIRST + 1, last + 1):
        await group.comes(day)
        if day in played:
            await group.store.run(play)
    unplayed = last - 1 - played[-1]
    assert await rows_at(group.place, "SELECT day, unplayed FROM daily_posts") == [(last, unplayed)]


async def test_a_week_of_such_cards_has_its_table(group: Days) -> None:
    first, last = CALENDAR.week_of(FIRST + 7)
    for day in range(first, last + 1):
        await group.comes(day)
    week = await rows_at(group.place, f"SELECT turn FROM jobs WHERE kind = '{daily.TELL}' AND turn >= {first}")
    assert week == [(first,)]


@pytest.mark.parametrize(
    ("notifications", "hour"),
    [
        (Notifications(zone="Europe/Kyiv"), "02:00 (Київ)"),
        (Notifications(zone="America/New_York"), "19:00 (Нью-Йорк)"),
        (Notifications(ahead=3), "03:00 (UTC+3)"),
        (Notifications(), "00:00 (UTC)"),
    ],
)
async def test_the_hour_of_the_card_is_told_by_the_clock_of_whoever_switched_it(
    days: Days, notifications: Notifications, hour: str
) -> None:
    world = replace(days.world(NINE), administers=lambda _chat, _person: True)
    bot = within(days.store, world, GROUP, language="uk")
    await write(days.store, lambda work: work.prefer(ANN, Preferences("uk", notifications=notifications)))
    await bot.says("/daily")
    told = await bot.presses(f"1:daily:{world.today}-post", f"daily:{world.today}")
    assert f"протягом години після {hour}, без звуку" in str(told)


# The table of a week in a group: whose days, in which order, when, and once
def test_a_week_runs_from_monday_to_sunday() -> None:
    first, last = CALENDAR.week_of(10)
    assert (last - first, {CALENDAR.week_of(day) for day in range(first, last + 1)}) == (6, {(first, last)})
    assert (CALENDAR.begins_at(first) // DAY + 3) % 7 == 0


def test_the_table_of_a_week_comes_in_the_morning_after_it_has_closed() -> None:
    for turn in (0.0, 21.5 * 3600):
        calendar = Calendar(20_700, turn)
        due = daily.due_at(calendar, 9)
        assert 0 <= due - calendar.closes_at(9) < DAY
        assert due % DAY == 9 * 3600


def guest(person: int, day: int, guesses: int, **others: Any) -> Guest:
    return Guest(f"P{person}", tried(person, guesses, day, **others))


def test_who_gave_up_has_ten_and_a_missed_day_is_none() -> None:
    days = [[guest(1, 1, 4), guest(2, 1, 3, solved=False)], [guest(1, 2, 7), guest(3, 2, 5, counts=False)]]
    rows = [(row.place, row.name, row.average, row.days, row.best) for row in table_of(days)]
    assert rows == [(1, "P1", 5.5, 2, 4), (None, "P2", 10, 1, None)]
    assert [row.average for row in table_of([[guest(1, 1, 12), guest(2, 1, 10)]])] == [10, 10], "to go on costs no more"
    assert table_of([[guest(1, 1, 4), Guest("P2")]]) == ()
    assert len(table_of([[guest(person, 1, 5) for person in range(40)]])) == ROWS


WEEKS = {
    "one day is no place, however lucky": ("1:55555 2:1", "1=P1 -=P2"),
    "half of the days, rounded up, is one": ("1:55555 2:444 3:33", "1=P2 2=P1 -=P3"),
    "of one card nobody has a place": ("1:5 2:4", "-=P2 -=P1"),
    "of two cards both take a place": ("1:55 2:4", "1=P1 -=P2"),
    "who is as good shares the place, and the next one is left out": ("1:55 2:64 3:66 4:77", "1=P1 1=P2 3=P3 4=P4"),
    "what is shown alike is alike": ("1:3334343 2:333434", "1=P1 1=P2"),
    "of equals who played more days stands first": ("1:55 2:555", "1=P2 1=P1"),
    "of equals of as many days the first by name stands first": ("2:55 1:55", "1=P1 1=P2"),
    "hints are behind, and the fewer days with them the less": ("1:9999 2:4h4h44 3:3h333", "1=P1 2=P3 3=P2"),
    "who alone took none is first": ("1:XX 2:1h1h 3:1h1", "1=P1 2=P3 3=P2"),
    "where all take hints the better is first": ("1:6h6h 2:5h5h5h 3:4h", "1=P2 2=P1 -=P3"),
    "of the others who took none is first, too": ("1:1h 2:XX3 3:2", "1=P2 -=P3 -=P1"),
}
"""By what it shows, each person's results of the days, `h` with hints, X given up; and places with names."""


def week_of(results: str) -> list[list[Guest]]:
    played = [(int(line[0]), re.findall("[0-9X]h?", line[2:])) for line in results.split()]
    days: list[list[Guest]] = [[] for _ in range(max(len(results) for _, results in played))]
    for person, found in played:
        for day, result in enumerate(found):
            solved = result[0] != "X"
            days[day].append(guest(person, day, int(result[0]) if solved else 5, solved=solved, hints=len(result) - 1))
    return days


@pytest.mark.parametrize("shows", WEEKS)
def test_places_of_a_week_are_for_those_who_play_half_of_it(shows: str) -> None:
    results, places = WEEKS[shows]
    assert " ".join(f"{row.place or '-'}={row.name}" for row in table_of(week_of(results))) == places


def test_somebody_stands_in_the_table_of_a_week_by_their_latest_name() -> None:
    days = [[guest(1, 1, 4), guest(2, 1, 5)], [Guest("Ann", tried(1, 4, 2))]]
    assert [row.name for row in table_of(days)] == ["Ann", "P2"]


RESULTS = st.text("123456789X", min_size=1, max_size=7)
HINTED = st.lists(st.booleans(), min_size=7, max_size=7)


@given(st.lists(st.tuples(RESULTS, HINTED), min_size=2, max_size=5), st.integers(0, 4), st.integers(0, 6))
def test_places_go_by_days_then_hints_and_a_day_without_hints_is_never_worse(
    weeks: list[tuple[str, list[bool]]], who: int, day: int
) -> None:
    def table(weeks: list[tuple[str, list[bool]]]) -> dict[str, Row]:
        lines = [
            f"{at}:" + "".join(f"{one}h" if hinted else one for one, hinted in zip(week, hints, strict=False))
            for at, (week, hints) in enumerate(weeks)
        ]
        return {row.name: row for row in table_of(week_of(" ".join(lines)))}

    rows = [*table(weeks).values()]
    needed = days_for_a_place(max(len(week) for week, _ in weeks))
    places = [row.place for row in rows]
    assert [place is None for place in places] == [row.days < needed for row in rows]
    assert [place is None for place in places] == sorted(place is None for place in places), "they stand below"
    placed = [row for row in rows if row.place is not None]
    assert [row.place for row in placed] == [
        1 + sum((other.hinted / other.days, other.average) < (row.hinted / row.days, row.average) for other in placed)
        for row in placed
    ]
    name = f"P{who % len(weeks)}"
    week, hints = weeks[who % len(weeks)]
    without = (week, [hinted and at != day for at, hinted in enumerate(hints)])
    better = table([without if at == who % len(weeks) else one for at, one in enumerate(weeks)])
    assert (better[name].place or 9) <= (table(weeks)[name].place or 9)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("1. P1 — 4.5 in 2 days, best 4", "2. P2 — 5.0 in 2 days, best 5, 1 day with hints 💡")),
        ("uk", ("1. P1 — 4,5 за 2 дні, найкраще 4", "2. P2 — 5,0 за 2 дні, найкраще 5, 1 день з підказками 💡")),
        ("ru", ("1. P1 — 4,5 за 2 дня, лучшее 4", "2. P2 — 5,0 за 2 дня, лучшее 5, 1 день с подсказками 💡")),
    ],
)
def test_a_week_is_told_in_words(language: str, lines: tuple[str, ...]) -> None:
    rows = table_of(week_of("1:45 2:5h5 3:X"))
    _, how, _, *told = week_table(1, 7, rows, 2, texts_in(language)).html.split("\n")
    assert told[:3] == [*lines, ""]
    assert "·" not in how
    assert "10" in how
    assert "2" in how
    assert told[3].startswith(("P3 — 10.0 in 1 day", "P3 — 10,0 за 1 день"))


async def played(days: Days, *, reachable: bool = True) -> float:
    """Two people play by the cards of two days of a week; when the table is due."""
    world, (_, last) = days.world(CALENDAR.begins_at(9)), CALENDAR.week_of(9)

    async def job(work: Work, day: int) -> None:
        work.prefer(GROUP, Preferences("uk", reachable=reachable))
        card = DailyCard(f"{day:016x}", GROUP, day)
        await daily.note_card(card, work, world)
        work.of(DailyCards).put(card, 1.0)
        for person in (1, 2):
            played = guest(person, day, 4 + person)
            assert played.attempt is not None
            ends(work, played.attempt)
            work.of(DailyCards).join(card, person, played, 1.0)

    for day in (last - 1, last):
        await days.store.run(partial(job, day=day))
    return daily.due_at(CALENDAR, last) + 3600


@pytest.mark.parametrize(("reachable", "on"), [(True, True), (False, True), (True, False)])
async def test_it_is_sent_once_a_week_unless_it_is_off_or_we_are_gone(days: Days, *, reachable: bool, on: bool) -> None:
    due = await played(days, reachable=reachable)
    assert len(await days.planned(daily.TELL)) == 1
    await days.switch(on=on)
    for now, tables in ((due - DAY, 0), (due, 1), (due + 30 * DAY, 1)):
        await days.until(now)
        told = ["1. P1 — 5,0 за 2 дні, найкраще 5" in table for table in await days.sent(GROUP)]
        assert told == [True] * tables * (reachable and on)


# Reminders: at the hour that was wished, never when the code is done, and once however often it was wished
async def remind(days: Days, version: int = 1) -> None:
    async def job(work: Work) -> None:
        work.prefer(ANN, Preferences("uk"))
        work.of(DailyTries).save_reminder(Reminder(ANN.id, "Europe/Kyiv", 540, version))
        work.at(NINE, Job(REMIND, str(ANN.id), version))

    await days.store.run(job)


async def reminded(days: Days, now: float = NINE) -> tuple[int, int]:
    await days.until(now)
    return len(await days.sent(ANN)), len(await days.planned(REMIND))


async def test_a_reminder_that_was_wished_anew_comes_once_at_its_hour_each_day(days: Days) -> None:
    await remind(days)
    await remind(days, version=2)
    assert await reminded(days) == (1, 1)
    [due] = await days.planned(REMIND)
    assert 0 <= due - (NINE + DAY) < 300
    assert (await reminded(days, NINE + DAY + 300))[0] == 2


async def test_it_does_not_come_once_todays_is_done_nor_ever_to_who_cannot_be_reached(days: Days) -> None:
    await remind(days)
    today = tried(ANN.id, 5, CALENDAR.number_at(NINE))
    await write(days.store, partial(ends, attempt=replace(today, begun_at=NINE - 60, ended_at=NINE - 30)))
    assert await reminded(days) == (0, 1)
    await change_at(days.place, "UPDATE chats SET reachable = 0")
    assert await reminded(days, NINE + DAY + 300) == (0, 0)
    assert await rows_at(days.place, "SELECT 1 FROM daily_reminders") == []


@pytest.mark.parametrize(("late", "comes"), [(reminders.LATE - 60, 1), (reminders.LATE + 60, 0)])
async def test_what_is_much_too_late_comes_no_more(days: Days, late: float, comes: int) -> None:
    await remind(days)
    assert await reminded(days, NINE + late) == (comes, 1)
