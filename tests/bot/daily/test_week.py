"""A week and two days through the real processes, on both databases: midnight, kills, reminders, summer time, streaks.

On SQLite it is the week in which summer time begins, on PostgreSQL, with two replicas, that in which it ends. Each test
of this file looks at one thing in what was lived through once.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from itertools import combinations
from re import findall
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from bot.app.daily.model import GAVE_UP, VARIANT, Codes
from bot.app.daily.reminders import SPREAD
from bot.app.links import TABLE, proof_link
from faults.processes.postgres import Cluster
from sandbox.client import Group, Message, Person
from tests.bot.daily.house import NEXT_YEAR, House, house
from tests.bot.player import by_bot, feedback, wrong_guesses
from tests.bot.storage.databases import change_at, holds

pytestmark = pytest.mark.asyncio(loop_scope="session")
KYIV = ZoneInfo("Europe/Kyiv")
REMINDER = re.compile(r"Code of the day #(\d+) is waiting")
PLAY = "▶️ Play"
TABLE_OF_WEEK = "📅 Days #"
Steps = Mapping[str, str]
"""By name, what each does, word by word: `wrong` is a guess, `code` the secret of the day, `code-2` of two days ago.

`card` is `/daily` in the group, `play` a press on the newest card there, which leads to the private chat.
"""

LIVED = """
Ann: /daily wrong code /daily | Ben: card play code | Cat: /daily wrong wrong code | Eve: /daily wrong /hint code
Ann: /daily code /daily | Ben: /daily wrong play code | Cat: /daily wrong play | Dan: card | \
Eve: /daily wrong wrong wrong play /resign /resign
Ann: /daily code /daily | Cat: /daily code
Ann: /daily wrong wrong code /daily | Ben: card play code | Cat: /daily wrong play | Eve: /daily wrong wrong
Ann: /daily wrong code /daily | Cat: /daily code
Ann: /daily wrong code /daily | Ben: card play code | Cat: code-2
Ann: /daily code /daily
Ann: /daily wrong code /daily | Ben: /daily code | Cat: /daily wrong code
Ann: /daily code /daily | Ben: /daily wrong code | Cat: /daily code
"""
DAYS = enumerate(LIVED.strip().splitlines(), 1)
PLAYED: Mapping[int, Steps] = {day: dict(steps.split(": ") for steps in line.split(" | ")) for day, line in DAYS}
"""What is done on each day. Ben misses #3, and #7, when the bot is away; Cat ends #2 a day later and #4 too late.

In the group Ann presses nothing, and no card is put on #3 and #5.
"""


@dataclass(frozen=True)
class AtTheTurn:
    """What is sent while the processes are killed, just before a day ends, and while nobody serves."""

    during: Steps
    waiting: Steps
    code_of: int
    """The day whose secret is meant by what waits."""


TURNS: Mapping[int, AtTheTurn] = {
    2: AtTheTurn({"Cat": "wrong", "Ann": "/daily"}, {"Cat": "code"}, 2),
    4: AtTheTurn({"Cat": "wrong", "Ben": "/daily"}, {"Ben": "/daily /daily code"}, 5),
}
KILLED = 4, 2
"""On which day, before which step the processes are killed (-9): between Ben's press on the card and Cat's."""
RESULTS: Mapping[str, Mapping[int, str]] = {
    "Ann": {1: "2", 2: "1", 3: "1", 4: "3", 5: "2", 6: "2", 7: "1", 8: "2", 9: "1"},
    "Ben": {1: "1", 2: "2", 4: "1", 5: "1", 6: "1", 8: "1", 9: "2"},
    "Cat": {1: "3", 2: "3", 3: "1", 5: "1", 8: "2", 9: "1"},
    "Eve": {1: "2 💡", 2: "X"},
}
"""By name and day, what counts in the end. What a turn interrupts is counted with it."""
STREAKS = {"Ann": 9, "Ben": 7, "Cat": 2}
"""At the end: a missed day is forgiven if none was missed in the six before it, and one on which the bot was away."""
REMINDED = {"Ann": [2, 4, 5, 6, 8, 9], "Fay": [2], "Ben": []}
"""The days of which they are reminded: not of #3, which is done by then; nor of #7, when it would be much too late."""
BEN = "Ben · ⭐⭐⭐ 1"
CARDS = {1: (BEN,), 2: ("Ben · ⭐⭐⭐ 2", "Cat · ⭐⭐⭐ 3", "Eve · 🏳️"), 4: (BEN,), 6: (BEN,)}
"""By day, whom the group's card names in the end: of #4 not Cat, who finishes it too late."""
WEEK = (
    "1. Ben — 1.3 in 3 days, best 1",
    "",
    "Cat — 3.0 in 1 day, best 3",
    "Eve — 10.0 in 1 day, none solved",
)
"""The group's table of the week that ends with #5, in which two days take a place. Each result is one of RESULTS."""


@dataclass
class Week:
    """The people, their group, and the days that pass for them. #1 is that date."""

    house: House
    first: date
    people: Mapping[str, Person]
    group: Group
    codes: Codes = field(default_factory=Codes)

    def moment(self, day: int, clock: str, zone: ZoneInfo = KYIV) -> float:
        hour, minute = map(int, clock.split(":"))
        return datetime.combine(self.first + timedelta(days=day - 1), time(hour, minute), zone).timestamp()

    async def comes(self, day: int, clock: str = "9:10") -> None:
        await self.house.start_at(self.moment(day, clock))

    async def do(self, day: int, steps: Steps) -> None:
        """Carry the steps out: one of everybody's at a time. `/daily` is sent three times, to all processes at once."""
        rounds = max(len(words.split()) for words in steps.values())
        for at in range(rounds):
            if (day, at) == KILLED:
                await self.house.kill()
                await self.house.start_at(self.house.now + 600)
            words = {name: each.split()[at] for name, each in steps.items() if at < len(each.split())}
            await asyncio.gather(*(self._step(name, word, day, at) for name, word in words.items()))
            await self.house.quiet()

    async def _step(self, name: str, word: str, day: int, at: int) -> None:
        person, times = self.people[name], 3 if word in {"/daily", "card"} else 1
        if self.house.balancer is not None:
            self.house.balancer.twins += times  # the next updates reach all processes at once
        if word == "play":
            await person.opens(await person.presses(PLAY, on=self.cards()[-1]))
            return
        text, chat = ("/daily@sandbox_bot", self.group) if word == "card" else (self._text(word, day, at), None)
        await asyncio.gather(*(person.send(text, chat=chat) for _ in range(times)))

    async def turn(self, day: int) -> None:
        """The day turns: the processes are killed (-9) amid updates, others wait, and they serve on the next day."""
        end, turn = self.codes.calendar.begins_at(day + 1), TURNS[day]
        await self.house.start_at(end - 60)
        sending = [self.people[name].send(self._text(word, day, 2)) for name, word in turn.during.items()]
        await asyncio.gather(*sending, self.house.kill())
        for name, words in turn.waiting.items():
            for word in words.split():
                await self.people[name].send(self._text(word, turn.code_of, 3))
        await self.house.start_at(end + 60)

    async def kill_at_the_table(self, day: int, clock: str) -> None:
        """The processes are killed (-9) once the group's table is stored, and before Telegram has taken it."""
        await self.house.sandbox.fault("sendMessage", "500", chat=self.group, times=1000)
        await self.house.serve_at(self.moment(day, clock))
        await holds(self.house.place, f"SELECT 1 FROM outbox WHERE chat_id = {self.group.id}")
        await self.house.kill()
        await self.house.sandbox.clear_faults()

    def cards(self) -> list[Message]:
        return by_bot(self.people["Ben"], self.group, "Code of the day #")

    def tables(self) -> list[Message]:
        return by_bot(self.people["Ben"], self.group, TABLE_OF_WEEK)

    def secret(self, day: int) -> str:
        return VARIANT.format(self.codes.secret(day))

    def _text(self, word: str, day: int, at: int) -> str:
        if word.startswith("code"):
            return self.secret(day - int(word.removeprefix("code-") if "-" in word else 0))
        return wrong_guesses(self.secret(day), 3)[at % 3] if word == "wrong" else word

    async def shows(self, name: str, words: str) -> Message:
        asked = await self.people[name].send(words)
        await self.house.quiet()
        return await self.people[name].sees("", after=asked)

    def reminded(self, name: str) -> list[int]:
        texts = [message.text for message in by_bot(self.people[name])]
        return [int(found[1]) for text in texts if (found := REMINDER.search(text))]


def shown(result: str) -> str:
    """As it stands on a card: all that were broken were broken in few guesses."""
    return "🏳️" if result == "X" else f"⭐⭐⭐ {result}"


def strict(secret: str, steps: str) -> bool:
    """Whether each wrong guess of these steps could have been the secret: that depends on the secret."""
    wrong = [wrong_guesses(secret, 3)[at % 3] for at, word in enumerate(steps.split()) if word == "wrong"]
    return all(feedback(one, later) == feedback(one, secret) for one, later in combinations(wrong, 2))


ENDS = date(NEXT_YEAR, 3, 31), date(NEXT_YEAR, 10, 31)
SUMMER, WINTER = (end - timedelta(days=(end.weekday() + 1) % 7 + 4) for end in ENDS)
"""#1, where the clocks of Kyiv are changed on #5, a month's last Sunday."""
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
ACHIEVED = "New achievement: Whole week: the code of the day: a streak of 7"
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
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def week(cluster: Cluster | None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Week]:
    """The week, once it is over. What can only be seen meanwhile is looked at while it is lived through."""
    async with house(tmp_path_factory.mktemp("week"), cluster) as home:
        people = {name: await home.sandbox.person(name) for name in NAMES}
        groups = [await home.sandbox.group(title, *people.values()) for title in ("Friends", "Without cards")]
        lived = Week(home, WINTER if cluster else SUMMER, people, groups[0])
        for days in (_first_days, _around_the_change, _last_days):
            await days(lived)
        yield lived


async def _first_days(week: Week) -> None:
    await week.comes(1)
    week.codes = await week.house.codes()
    await week.do(1, PLAYED[1])
    await week.shows("Ann", "/daily Київ 9:00")
    await week.shows("Fay", "/daily Kyiv 7:30")
    settings = await week.shows("Fay", "/settings")
    for chosen in ("1:quiet:22-8", "1:hour:9"):
        await week.people["Fay"].forges(chosen, on=settings)
    await week.comes(2, "7:40")
    assert (week.reminded("Ann"), week.reminded("Fay")) == ([], [2])
    await week.people["Fay"].forges("1:daily:remind-off", on=settings)
    await week.comes(2)
    await week.do(2, PLAYED[2])
    await week.turn(2)
    assert "opens" in (await week.shows("Dan", "/daily 2")).text
    await week.do(3, PLAYED[3])
    await week.comes(3)


async def _around_the_change(week: Week) -> None:
    await week.comes(4)
    await week.do(4, PLAYED[4])
    replies = {guess: feedback(guess, week.secret(4)) for guess in wrong_guesses(week.secret(4), 3)[1:]}  # Eve's
    told = " ".join(f"{guess} {bulls}B{cows}C" for guess, (bulls, cows) in replies.items())
    assert "Use 💡 there" in (await week.shows("Eve", f"/review {told}")).text
    await week.turn(4)
    await week.comes(5, "8:55")
    assert week.reminded("Ann")[-1] == 4, "it is not yet nine in Kyiv"
    await week.comes(5)
    assert week.reminded("Ann")[-1] == 5
    await week.do(5, PLAYED[5])
    assert "Streak: 4 days" in (await week.shows("Cat", "/daily")).text
    assert "opens" in (await week.shows("Dan", "/daily 4")).text


async def _last_days(week: Week) -> None:
    await week.comes(6)
    await week.do(6, PLAYED[6])
    await week.people["Cat"].sees("doesn’t count")
    began = week.moment(7, "9:00")  # moving the clock is no outage: it is noted
    outage = f"INSERT INTO outages (began_at, ended_at) VALUES ({began}, {began + 2.5 * 3600})"
    await change_at(week.house.place, outage)
    assert week.tables() == [], "it is not yet the morning after #5 has closed"
    await week.kill_at_the_table(7, "13:10")
    assert week.tables() == [], "the processes that planned and stored it are gone"
    await week.comes(7, "13:10")
    await week.do(7, PLAYED[7])
    await week.comes(8)
    await week.do(8, PLAYED[8])
    for name, day in (("Ben", 3), ("Dan", 1)):
        await week.people[name].presses("▶️ Play unranked", on=await week.shows(name, f"/daily {day}"))
        await week.house.quiet()
        await week.shows(name, week.secret(day))
    await week.comes(9)
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


async def test_counters_are_what_a_recount_finds_and_nothing_has_failed(week: Week) -> None:
    assert await week.house.rows(COUNTS) == await week.house.rows(RECOUNT)
    uncounted = "daily_tries WHERE counts = 1 AND solved = 1 AND lost IS NULL"
    for unwanted in (uncounted, "failed_updates", "failed_messages"):
        assert await week.house.rows(f"SELECT * FROM {unwanted}") == []


async def test_each_fingerprint_is_published_the_day_before_and_proved_in_the_archive(week: Week) -> None:
    calls = await week.house.sandbox.calls()
    texts = [str(call["parameters"].get("text")) for call in calls]
    published = list(dict.fromkeys(link for text in texts for link in findall(r'Next code: .*href="([^"]+)"', text)))
    opened = []
    for day in range(2, 8):
        told = (await week.shows("Dan", f"/daily {day}")).text
        [(salt, proof)] = findall(r"Salt (\S+)\nFingerprint (\S+)", told)
        assert week.secret(day) in told
        assert sha256(f"{week.secret(day)} {salt}".encode()).hexdigest() == proof
        opened.append(proof_link("sandbox_bot", proof))
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


async def test_what_is_shared_begins_with_the_day_the_result_and_the_streak(week: Week) -> None:
    for name, day, streak in (("Ann", 4, ""), ("Eve", 1, ""), ("Eve", 2, "")):
        person = week.people[name]
        query = f"SELECT game_id FROM daily_tries WHERE day = {day} AND person_id = {person.id}"
        [(game,)] = await week.house.rows(query)
        cards = await person.types_inline(TABLE + game)
        shared = await person.chooses(cards.results[0], await person.meets(week.people["Dan"]))
        mark = " ⚖️" * (RESULTS[name][day] != "X" and strict(week.secret(day), PLAYED[day][name]))
        result = RESULTS[name][day]
        earned = "🏳️" if result == "X" else f"⭐⭐⭐ · {result}"
        assert shared.text.splitlines()[0] == f"🐂🐄 #{day} {earned}{mark}{streak}"
        assert week.secret(day) not in shared.text


async def test_figures_and_streaks_agree_with_what_was_played_and_a_whole_week_is_told_once(week: Week) -> None:
    for name, days in STREAKS.items():
        assert f"Streak: {days} days" in (await week.shows(name, "/daily")).text
    shown = await week.shows("Ann", "/stats")
    assert f"Games: {len(RESULTS['Ann'])} · solved: {len(RESULTS['Ann'])}" in shown.text
    await week.people["Ann"].presses("Achievements", on=shown)
    achieved = (await week.people["Ann"].sees("win /number in no more")).text
    assert "🏅 Whole week: the code of the day: a streak of 7" in achieved
    told = {name: sum(ACHIEVED in message.text for message in week.people[name].messages()) for name in ("Ann", "Cat")}
    assert told == {"Ann": 1, "Cat": 0}


async def test_cards_of_the_group_name_those_who_pressed_and_tell_no_digits(week: Week) -> None:
    cards = week.cards()
    assert len(cards) == len(CARDS), "one card a day, however often it is asked for"
    for card, (day, named) in zip(cards, CARDS.items(), strict=True):
        title, _, *others = card.text.splitlines()
        assert f"#{day}" in title
        assert tuple(others) == ("", *named)
        assert set(named) <= {f"{name} · {shown(days.get(day, ''))}" for name, days in RESULTS.items()}
    guests = await week.house.rows("SELECT day, guests FROM daily_cards ORDER BY day")
    assert guests == [(day, len(named)) for day, named in CARDS.items()]
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
