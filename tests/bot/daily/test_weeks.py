"""Weeks in stars: one's own and those of friends; how the bot does on a secret; the reminder, which tells of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.daily.model import (
    FEWEST_TO_COMPARE,
    FRIENDS,
    VARIANT,
    Codes,
    DailyTries,
    Reminder,
    Try,
    week_among,
)
from bot.app.daily.reminders import REMIND
from bot.app.messages import Chat
from bot.app.model.options import LEVELS
from bot.app.work import GRACE, Job, Work
from bot.game.daily import DAY, DAYS_A_WEEK, Calendar
from bot.storage.store import DatabaseStore
from solver.review import perfect_path
from solver.strategies import guesses_of
from tests.bot.due import done_by
from tests.bot.inside import AtOnce, Inside, within, world_with
from tests.bot.storage.databases import change_at, rows_at

CALENDAR = Calendar(20_000)
MONDAY = CALENDAR.week_of(30)[0]
ANN, BOB, CID = 1001, 1002, 1003


def tried(day: int, guesses: int, person: int = ANN, **others: object) -> Try:
    known = {"ended_at": 2.0, "solved": True, "counts": True} | others
    return replace(Try(day, person, f"P{person}", f"{person}-{day}", 1.0, guesses=guesses), **known)  # type: ignore[arg-type]


TRIES = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 12), st.booleans(), st.booleans()), max_size=60)


@given(TRIES, st.integers(1, 60))
def test_a_week_is_the_sum_of_its_days_and_the_best_one_is_no_less(
    found: list[tuple[int, int, bool, bool]], day: int
) -> None:
    by_day = {at: tried(at, guesses, solved=solved, counts=counts) for at, guesses, solved, counts in found}
    week, (first, last) = week_among(by_day.values(), day, CALENDAR), CALENDAR.week_of(day)
    assert week.stars == sum(attempt.stars for at, attempt in by_day.items() if first <= at <= last)
    every = [week_among(by_day.values(), at, CALENDAR).stars for at in by_day]
    assert week.best == max(every, default=0) >= week.stars


def test_a_game_of_each_level_is_the_same_whenever_it_is_played() -> None:
    strategies = tuple(level.strategy_for(VARIANT) for level in LEVELS.values())
    first, again = (guesses_of(VARIANT, (0, 8, 3, 4), strategies, "57") for _ in range(2))
    other = guesses_of(VARIANT, (0, 8, 3, 4), strategies, "58")
    assert first == again
    assert first[:4] != other[:4], "dice of another seed"
    assert first[-1] == other[-1] == len(perfect_path(VARIANT, (0, 8, 3, 4)))


# What is seen of all that.


@dataclass
class Weeks:
    """Ann alone with the bot, whose clock is set; what friends have come to is written down."""

    place: str
    store: DatabaseStore
    now: float = 0.0
    bot: Inside | None = None

    def __post_init__(self) -> None:
        self.codes = Codes(b"k", CALENDAR)
        self.world = replace(world_with(None, AtOnce()), now=lambda: self.now, daily=self.codes)
        self.bot = within(self.store, self.world, Chat(ANN))

    def at(self, day: int, hours: float = 1) -> None:
        self.now = CALENDAR.begins_at(day) + 3600 * hours

    async def says(self, *texts: str) -> str:
        assert self.bot is not None
        for text in texts:
            await self.bot.says(text)
        return str(self.bot.screens["menu"][1].html) if "menu" in self.bot.screens else ""

    async def plays(self, day: int, wrong: int = 0, *, solves: bool = True) -> None:
        self.at(day)
        secret = self.codes.secret(day)
        guesses = [each for each in ROWS if each != VARIANT.format(secret)][:wrong]
        await self.says("/daily", *guesses, *[VARIANT.format(secret)] * solves)

    async def of_friends(self, closed: int) -> list[tuple[str, int]]:
        told = await self.store.run(lambda work: work.of(DailyTries).weeks_of_friends(ANN, MONDAY, closed))
        return [(week.name, week.stars) for week in told]

    async def gives_up(self, day: int) -> None:
        await self.plays(day, 1, solves=False)
        assert self.bot is not None
        game = await self.bot.board_game()
        assert game is not None
        await self.bot.says("/resign")
        await self.bot.presses(f"1:giveup:{game.id}:1", f"game:{game.id}")

    async def written(self, tries: Iterable[Try], *, friends: bool = True) -> None:
        async def job(work: Work) -> None:
            for attempt in tries:
                work.of(DailyTries).begin(attempt)
                work.of(DailyTries).end(attempt)
                if attempt.counts:
                    work.of(DailyTries).count(attempt.day, attempt.result, 1)
                if friends and attempt.person != ANN:
                    work.of(DailyTries).befriend(attempt.person, ANN)

        await self.store.run(job)

    async def reminded(self, day: int, hours: float = 9) -> str:
        """What the reminder of that day says; empty: it does not come."""
        await self.store.run(lambda work: _wish(work, CALENDAR.begins_at(day) + 3600 * hours))
        before = len(await self.letters())
        self.at(day, hours)
        await done_by(self.store, self.now, replace(self.world, now=lambda: self.now + GRACE))
        assert await rows_at(self.place, "SELECT error FROM failed_updates") == []
        return "\n".join((await self.letters())[before:])

    async def letters(self) -> list[str]:
        return [
            str(content) for (content,) in await rows_at(self.place, "SELECT content FROM outbox ORDER BY letter_id")
        ]


ROWS = ("0123", "4567", "8901", "2345", "6789", "1357", "2468", "9876", "5432")


async def _wish(work: Work, at: float) -> None:
    version = 1 + getattr(await work.of(DailyTries).reminder(ANN), "version", 0)
    work.of(DailyTries).save_reminder(Reminder(ANN, "UTC", round(at % DAY / 60), version))
    work.at(at, Job(REMIND, str(ANN), version))


@pytest.fixture
def weeks(place: str, store: DatabaseStore) -> Weeks:
    return Weeks(place, store)


async def test_results_are_the_week_then_friends_then_all_and_ones_own_line_never(weeks: Weeks) -> None:
    await weeks.plays(MONDAY, 1)
    await weeks.gives_up(MONDAY + 1)
    await weeks.plays(MONDAY + 3, 6)
    await weeks.written([tried(MONDAY + 3, 4, BOB), tried(MONDAY, 6, BOB), tried(MONDAY + 2, 4, CID)])
    told = (await weeks.says("/daily")).split("\n")
    assert told[1:3] == ["<pre> Mo Tu We Th Fr Sa Su", "  3 🏳  ·  2</pre>"]
    assert told[3:5] == [f"⭐ 5 of {3 * DAYS_A_WEEK} · year’s best: 5", "🔥 Streak: 1 day"]
    assert told[5] == f"P{BOB} · ⭐⭐⭐ 4 · week ⭐ 5"
    assert told[6].startswith("🤖 On this secret: learner "), (
        "of Cid nothing: Ann has not played that day, which is open"
    )
    assert not any("🐂🐄" in line for line in told)
    await weeks.written([tried(MONDAY + 3, 7, 3000 + at) for at in range(FEWEST_TO_COMPARE)], friends=False)
    told = (await weeks.says("/daily")).split("\n")
    assert "🤖" not in str(told)
    assert "Better than" in str(told)


async def test_how_the_bot_does_on_a_secret_is_told_to_nobody_who_does_not_know_it(weeks: Weeks) -> None:
    await weeks.gives_up(MONDAY)
    assert "🤖" not in await weeks.says("/daily")
    weeks.at(MONDAY + 1)
    assert "🤖" not in await weeks.says(f"/daily #{MONDAY}")
    weeks.at(MONDAY + 2)
    assert "🤖 On this secret: learner " in await weeks.says(f"/daily #{MONDAY}")


HIDES: dict[str, str] = {
    "hidden": f"INSERT INTO chats (chat_id, style, greeted, reachable, hides_week) VALUES ({BOB}, 'emoji', 1, 1, 1)",
    "blocked": f"INSERT INTO blocks (person_id, blocked_id) VALUES ({ANN}, {BOB})",
    "blocks": f"INSERT INTO blocks (person_id, blocked_id) VALUES ({BOB}, {ANN})",
}


@pytest.mark.parametrize("how", HIDES)
async def test_whoever_hides_their_week_or_is_parted_shows_none(weeks: Weeks, how: str) -> None:
    await weeks.plays(MONDAY)
    await weeks.written([tried(MONDAY, 4, BOB)])
    assert "week ⭐ 3" in await weeks.says("/daily")
    await change_at(weeks.place, HIDES[how])
    assert "week ⭐ 3" not in await weeks.says("/daily")
    assert "👥" not in await weeks.reminded(MONDAY + 1)


async def test_of_friends_only_those_days_count_that_both_have_finished_or_that_are_closed(weeks: Weeks) -> None:
    mine = [tried(MONDAY + 2, 9), tried(MONDAY + 3, 9, ended_at=None, solved=False, counts=False)]
    await weeks.written([*mine, *(tried(MONDAY + day, 5, BOB) for day in range(-1, 5)), tried(MONDAY + 3, 5, CID)])
    assert await weeks.of_friends(closed=MONDAY) == [(f"P{BOB}", 6)], "Monday and Wednesday; of Cid nothing"


@pytest.mark.parametrize("seed", range(5))
async def test_the_stars_of_friends_are_those_of_their_tries_the_best_first(weeks: Weeks, seed: int) -> None:
    random = Random(seed)
    each = [(day, person) for day in range(MONDAY - 2, MONDAY + 9) for person in range(ANN, ANN + 8)]
    tries = [
        tried(day, random.randint(1, 9), person, hints=random.choice((0, 0, 1, 3)), solved=random.random() < 0.8)
        for day, person in random.sample(each, 50)
    ]
    tries = [replace(one, counts=random.random() < 0.8) for one in tries]
    await weeks.written(tries)
    closed, week = MONDAY + random.randint(0, 6), range(MONDAY, MONDAY + DAYS_A_WEEK)
    known = {attempt.day for attempt in tries if attempt.person == ANN} | {*range(closed + 1)}
    theirs = [one for one in tries if one.person != ANN and one.counts and one.day in week and one.day in known]
    stars = Counter[int]()
    for one in sorted(theirs, key=lambda one: one.person):
        stars[one.person] += one.stars
    best = sorted(stars.items(), key=lambda item: -item[1])[:FRIENDS]
    assert await weeks.of_friends(closed) == [(f"P{person}", stars) for person, stars in best]


async def test_the_week_is_hidden_and_shown_in_the_list_of_friends(weeks: Weeks) -> None:
    assert weeks.bot is not None
    await weeks.says("/friends")
    for word, hidden, label in (("noweek", 1, "hidden"), ("noweek", 1, "hidden"), ("week", 0, "shown")):
        await weeks.bot.presses(f"1:friends:{word}", "menu")
        assert await rows_at(weeks.place, f"SELECT hides_week FROM chats WHERE chat_id = {ANN}") == [(hidden,)]
        assert f"⭐ My week’s stars: {label}" in str(weeks.bot.screens["menu"][1].rows)


async def test_the_reminder_tells_how_yesterday_went_and_the_secret_to_whoever_broke_it(weeks: Weeks) -> None:
    await weeks.plays(MONDAY, 5)
    await weeks.written([tried(MONDAY, 4, BOB)])
    told, secret = await weeks.reminded(MONDAY + 1), VARIANT.format(weeks.codes.secret(MONDAY))
    for said in (
        f"#{MONDAY + 1} is waiting",
        f"Yesterday #{MONDAY}: ⭐⭐ 6",
        secret,
        "🔥 Streak: 1 day",
        "⭐ week: 2 of 21",
    ):
        assert said in told
    assert f"👥 P{BOB} 3" in told
    await weeks.gives_up(MONDAY + 1)
    told = await weeks.reminded(MONDAY + 2)
    assert f"#{MONDAY + 1}: 🏳️" in told
    assert VARIANT.format(weeks.codes.secret(MONDAY + 1)) not in told


async def test_whoever_has_not_finished_yesterdays_reads_until_when_it_is_open_and_no_secret(weeks: Weeks) -> None:
    await weeks.plays(MONDAY, 2, solves=False)
    told = await weeks.reminded(MONDAY + 1)
    assert f"You haven’t finished #{MONDAY}: it’s open until " in told
    assert f'unix=\\"{int(CALENDAR.closes_at(MONDAY))}\\"' in told
    assert VARIANT.format(weeks.codes.secret(MONDAY)) not in told


async def test_it_is_one_line_to_a_stranger_and_does_not_come_once_todays_is_done(weeks: Weeks) -> None:
    told = await weeks.reminded(MONDAY)
    assert "is waiting" in told
    assert "Yesterday" not in told
    assert "⭐" not in told
    await weeks.plays(MONDAY + 1)
    assert await weeks.reminded(MONDAY + 1) == ""
    await weeks.says("/daily")
    assert weeks.bot is not None
    assert "🔔 Remind: 9:00 UTC" in str(weeks.bot.screens["menu"][1].rows)
