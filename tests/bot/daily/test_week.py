"""A week and two days through the real processes, on both databases: midnight, kills, reminders, summer time, streaks.

On SQLite it is the week in which summer time begins, on PostgreSQL, with two replicas, that in which it ends. Each test
of this file looks at one thing in what was lived through once.
"""

from collections.abc import AsyncIterator
from datetime import date, datetime
from hashlib import sha256
from re import findall, search

import pytest
import pytest_asyncio

from bot.app.handlers.daily import SPREAD
from bot.app.links import TABLE, proof_link
from bot.app.model.daily import GAVE_UP
from faults.processes.postgres import Cluster
from tests.bot.daily.house import house
from tests.bot.daily.week import (
    CARDS,
    KYIV,
    PLAYED,
    REMINDED,
    RESULTS,
    STREAKS,
    TABLE_OF_WEEK,
    WEEK,
    Week,
    first_turn,
    strict,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
SUMMER, WINTER = date(2027, 3, 24), date(2027, 10, 27)
"""#1, where the clocks of Kyiv are changed on #5."""
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
ACHIEVED = "New achievement: Whole week: crack the code of the day seven days in a row"
TRIES = "SELECT person_id, day, guesses, solved, hints FROM daily_tries WHERE counts = 1"
RECOUNT = f"""
SELECT day, CASE WHEN hints > 0 THEN 1 ELSE 0 END, CASE WHEN solved = 1 THEN guesses ELSE {GAVE_UP} END,
    coalesce(lost, -1), count(*) FROM daily_tries WHERE counts = 1 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
COUNTS = """
SELECT day, hinted, guesses, lost, finishers FROM daily_counts WHERE finishers <> 0 ORDER BY day, hinted, guesses, lost
"""


@pytest.fixture(scope="module")
def cluster(request: pytest.FixtureRequest) -> Cluster | None:
    """The server of the week's database; None where that is a file."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def week(cluster: Cluster | None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Week]:
    """The week, once it is over. What can only be seen meanwhile is looked at while it is lived through."""
    async with house(tmp_path_factory.mktemp("week"), cluster) as home:
        people = {name: await home.sandbox.person(name) for name in NAMES}
        groups = [await home.sandbox.group(title, *people.values()) for title in ("Friends", "Without cards")]
        lived = Week(home, WINTER if cluster else SUMMER, people, groups[0])
        await _first_days(lived)
        await _around_the_change(lived)
        await _last_days(lived)
        yield lived


async def _first_days(week: Week) -> None:
    await week.begin()
    await week.do(1, PLAYED[1])
    await week.shows("Ann", "/daily Київ 9:00")
    await week.shows("Fay", "/daily Kyiv 7:30")
    settings = await week.shows("Fay", "/settings")
    for chosen in ("1:quiet:22-8", "1:hour:9"):
        await week.people["Fay"].forges(chosen, on=settings)
    await week.comes(2, "7:40")
    assert (week.reminded("Ann"), week.reminded("Fay")) == ([], [2])
    await week.people["Fay"].forges("1:daily:remind-off", on=settings)
    await week.comes(2, "9:10")
    await week.do(2, PLAYED[2])
    await week.turn(2)
    assert "opens" in (await week.shows("Dan", "/daily 2")).text
    await week.do(3, PLAYED[3])
    await week.comes(3, "9:10")


async def _around_the_change(week: Week) -> None:
    await week.comes(4, "9:10")
    await week.do(4, PLAYED[4])
    assert "Use 💡 there" in (await week.shows("Eve", f"/review {first_turn(week.secret(4))}")).text
    await week.turn(4)
    await week.comes(5, "8:55")
    assert week.reminded("Ann")[-1] == 4, "it is not yet nine in Kyiv"
    await week.comes(5, "9:10")
    assert week.reminded("Ann")[-1] == 5
    await week.do(5, PLAYED[5])
    assert "Streak: 4 days" in (await week.shows("Cat", "/daily")).text
    assert "opens" in (await week.shows("Dan", "/daily 4")).text


async def _last_days(week: Week) -> None:
    await week.comes(6, "9:10")
    await week.do(6, PLAYED[6])
    await week.people["Cat"].sees("doesn’t count")
    await week.let_bot_be_away(7, "9:00", hours=2.5)
    assert week.tables() == [], "it is not yet the morning after #5 has closed"
    await week.kill_at_the_table(7, "13:10")
    assert week.tables() == [], "the processes that planned and stored it are gone"
    await week.comes(7, "13:10")
    await week.do(7, PLAYED[7])
    await week.comes(8, "9:10")
    await week.do(8, PLAYED[8])
    for name, day in (("Ben", 3), ("Dan", 1)):
        await week.people[name].presses("▶️ Play unranked", on=await week.shows(name, f"/daily {day}"))
        await week.house.quiet()
        await week.shows(name, week.secret(day))
    await week.comes(9, "9:10")
    await week.do(9, PLAYED[9])


async def test_each_has_one_try_a_day_and_what_counts_is_what_was_played(week: Week) -> None:
    names = {person.id: name for name, person in week.people.items()}
    played: dict[str, dict[int, str]] = {}
    for person, day, guesses, solved, hints in await week.house.rows(TRIES):
        result = str(guesses) if solved else "X"
        played.setdefault(names[person], {})[day] = f"{result} 💡" if hints else result
    assert played == RESULTS
    games = f"SELECT count(*) FROM games WHERE chat_id = {week.people['Ann'].id}"
    assert await week.house.rows(games) == [(9,)], "no game was begun beside those that count"


async def test_counters_are_what_a_recount_finds(week: Week) -> None:
    assert await week.house.rows(COUNTS) == await week.house.rows(RECOUNT)
    assert await week.house.rows("SELECT 1 FROM daily_tries WHERE counts = 1 AND solved = 1 AND lost IS NULL") == []


async def test_nothing_has_failed(week: Week) -> None:
    for table in ("failed_updates", "failed_messages"):
        assert await week.house.rows(f"SELECT * FROM {table}") == []


async def test_each_fingerprint_is_published_the_day_before_and_proved_in_the_archive(week: Week) -> None:
    calls = await week.house.sandbox.calls()
    texts = [str(call["parameters"].get("text")) for call in calls]
    published = list(dict.fromkeys(link for text in texts for link in findall(r'Next code: .*href="([^"]+)"', text)))
    opened = []
    for day in range(2, 8):
        told = (await week.shows("Dan", f"/daily {day}")).text
        proof = search(r"Salt (\S+)\nFingerprint (\S+)", told)
        assert proof is not None
        assert week.secret(day) in told
        assert sha256(f"{week.secret(day)} {proof[1]}".encode()).hexdigest() == proof[2]
        opened.append(proof_link("sandbox_bot", proof[2]))
    assert published[: len(opened)] == opened
    assert len(published) == 9, "all processes publish the same"


async def test_reminders_come_once_a_day_at_their_hour_to_those_who_asked(week: Week) -> None:
    assert {name: week.reminded(name) for name in REMINDED} == REMINDED
    ann, fay = week.people["Ann"].id, week.people["Fay"].id
    [(due,)] = await week.house.rows(f"SELECT due_at FROM jobs WHERE kind = 'daily-reminder' AND subject = '{ann}'")
    wanted = datetime.fromtimestamp(due - ann % SPREAD, KYIV)
    assert (wanted.hour, wanted.minute) == (9, 0)
    calls = await week.house.sandbox.calls("sendMessage")
    sent = [call["parameters"] for call in calls if "is waiting for you." in str(call["parameters"].get("text"))]
    silent = {(int(each["chat_id"]), bool(each.get("disable_notification"))) for each in sent}
    assert silent == {(ann, False), (fay, True)}


async def test_streaks_know_what_is_forgiven(week: Week) -> None:
    for name, days in STREAKS.items():
        assert f"Streak: {days} days" in (await week.shows(name, "/daily")).text


SHARED = [("Ann", 4, ""), ("Eve", 1, ""), ("Eve", 2, " 🔥2")]
"""Whose result of which day is shared, and the streak behind it."""


@pytest.mark.parametrize(("name", "day", "streak"), SHARED)
async def test_what_is_shared_begins_with_the_day_and_the_result(week: Week, name: str, day: int, streak: str) -> None:
    person = week.people[name]
    query = f"SELECT game_id FROM daily_tries WHERE day = {day} AND person_id = {person.id}"
    [(game,)] = await week.house.rows(query)
    cards = await person.types_inline(TABLE + game)
    shared = await person.chooses(cards.results[0], await person.meets(week.people["Dan"]))
    mark = " ⚖️" * (RESULTS[name][day] != "X" and strict(week.secret(day), PLAYED[day][name]))
    assert shared.text.splitlines()[0] == f"🐂🐄 #{day} · {RESULTS[name][day]}{mark}{streak}"
    assert week.secret(day) not in shared.text


async def test_figures_of_ones_own_agree_with_what_was_played(week: Week) -> None:
    shown = await week.shows("Ann", "/stats")
    assert f"Games: {len(RESULTS['Ann'])} · solved: {len(RESULTS['Ann'])}" in shown.text
    await week.people["Ann"].presses("Achievements", on=shown)
    achieved = (await week.people["Ann"].sees("master of /number")).text
    assert "🏅 Whole week: crack the code of the day seven days in a row" in achieved


async def test_seven_days_in_a_row_are_told_once(week: Week) -> None:
    told = {name: sum(ACHIEVED in message.text for message in week.people[name].messages()) for name in ("Ann", "Cat")}
    assert told == {"Ann": 1, "Cat": 0}


async def test_cards_of_the_group_name_those_who_pressed_and_tell_no_digits(week: Week) -> None:
    cards = week.cards()
    assert len(cards) == len(CARDS), "one card a day, however often it is asked for"
    for card, (day, named) in zip(cards, CARDS.items(), strict=True):
        title, _, *others = card.text.splitlines()
        assert f"#{day}" in title
        assert tuple(others) == ("", *named)
        assert set(named) <= {f"{name} · {days.get(day)}" for name, days in RESULTS.items()} | {"Cat · …"}
    calls = await week.house.sandbox.calls()
    told = [str(call["parameters"]) for call in calls if call["parameters"].get("chat_id") == week.group.id]
    assert len(told) > len(CARDS)
    assert [text for text in told for day in CARDS if week.secret(day) in text] == []


async def test_the_week_of_the_group_is_told_once_in_the_morning_and_without_a_sound(week: Week) -> None:
    [table] = week.tables()
    title, _, *rows = table.text.splitlines()
    assert "#1 to #5" in title
    assert tuple(rows) == ("", *WEEK)
    calls = await week.house.sandbox.calls("sendMessage")
    told = [call for call in calls if TABLE_OF_WEEK in str(call["parameters"].get("text"))]
    taken = [call["parameters"] for call in told if "fault" not in call["answer"]]
    assert [(each["chat_id"], each["disable_notification"]) for each in taken] == [(week.group.id, True)]
    [(due,)] = await week.house.rows("SELECT due_at FROM jobs WHERE kind = 'daily-week'")
    assert 9 <= (due - week.codes.calendar.closes_at(12)) / 3600 < 10, "that of the next week waits for its morning"
