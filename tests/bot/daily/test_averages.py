"""The table of the codes of days is what all tries come to, on every day, whoever plays on and whatever breaks off."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import asyncpg
import pytest

from bot.app.daily import actions as daily
from bot.app.daily import model
from bot.app.daily.actions import COUNT, LATER
from bot.app.daily.model import (
    GIVEN_UP,
    LEAST_THAT_COUNTS,
    NEEDED,
    WINDOW,
    Averaged,
    Codes,
    DailyAverages,
    DailyTries,
    DayPlayer,
    Form,
    Try,
    form_of,
)
from bot.app.kind import Request
from bot.app.kinds.alone.daily import finish
from bot.app.messages import Chat
from bot.app.work import GRACE, Job, Work
from bot.app.world import World
from bot.game.daily import DAY, OPEN_DAYS, Calendar, Streak
from bot.storage.migrations import MIGRATIONS, migrations_for
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore
from tests.bot.due import done_by
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import change_at, holds, rows_at
from tests.bot.storage.stores import opened, table_in

CALENDAR = Calendar(20_700)
MISS, SECRET = "0123", "0834"


@dataclass(frozen=True)
class Tried:
    """Somebody tries the code of a day. `late`: they end it so many days later."""

    person: int
    day: int
    guesses: int = 5
    solved: bool = True
    hints: int = 0
    late: int = 0

    @property
    def ended_at(self) -> float:
        return CALENDAR.begins_at(self.day + self.late) + DAY / 2

    async def begin(self, work: Work) -> None:
        work.of(DailyTries).begin(Try(self.day, self.person, f"P{self.person}", self._id, self.ended_at - 60))
        if await work.of(DailyTries).player(self.person) is None:
            work.of(DailyTries).save_player(DayPlayer(self.person, f"{self.person:022}", Streak(self.day - 2)))

    async def end(self, work: Work) -> None:
        """As the move does that ends the game."""
        turns = [*[MISS] * (self.guesses - self.solved), *[SECRET] * self.solved]
        table = table_in(Chat(self.person), self._id, f"solo classic {SECRET} | {' '.join(turns)}")
        code = model.Daily(self.day, "t", CALENDAR.closes_at(self.day))
        game = replace(table, starter=self.person, daily=code, ended_at=self.ended_at, suggestions=self.hints)
        no: Any = None
        await finish(
            game, Request(no, game.chat, no, work, world_on(self.ended_at), preferences=no, kinds=no, sections=no)
        )

    @property
    def _id(self) -> str:
        return f"{self.person:08x}{self.day:08x}"


def world_on(now: float) -> World:
    return replace(world_at(now), daily=Codes(b"k", CALENDAR))


async def tried(store: DatabaseStore, *tries: Tried) -> None:
    for each in tries:
        await store.run(each.begin)
    await asyncio.gather(*[store.run(each.end) for each in tries])


async def table(store: DatabaseStore, today: int, most: int = 1000) -> list[Averaged]:
    return list(await store.run(lambda work: work.of(DailyAverages).best(CALENDAR.midnight_of(today), most)))


OLD = "day, person_id, name, game_id, begun_at, ended_at, guesses, solved, hints, lost, counts"
"""The columns that versions of before the table know."""


async def recounted(place: str, today: int) -> list[Averaged]:
    columns = f"{OLD}, is_missed"
    rows = await rows_at(place, f"SELECT {columns} FROM daily_tries")
    tries = [model.try_read(dict(zip(columns.split(", "), row, strict=True))) for row in rows]
    lines = []
    for person in {attempt.person for attempt in tries}:
        form = form_of([attempt for attempt in tries if attempt.person == person], model.last_day(today))
        if form.average is not None:
            lines.append(Averaged(person, f"P{person}", form.average, form.days))
    return sorted(lines, key=lambda line: (line.average, -line.days, line.person))


async def is_what_a_recount_comes_to(store: DatabaseStore, place: str, days: range) -> None:
    for today in days:
        assert await table(store, today) == await recounted(place, today)


def attempt(day: int, guesses: int = 5, **others: Any) -> Try:
    return replace(Try(day, 1, "Ann", "g", 0.0, 1.0, guesses, solved=True, counts=True), **others)


def test_twenty_of_thirty_days_that_count_make_an_average() -> None:
    days = [attempt(day) for day in range(1, NEEDED + 1)]
    few, enough = Form(NEEDED - 1, None), Form(NEEDED, 5.0)
    lasts = (NEEDED - 1, NEEDED, WINDOW, WINDOW + 1)
    assert [form_of(days, last) for last in lasts] == [few, enough, enough, few]
    assert form_of(days[1:], NEEDED) == few
    none = (attempt(1, hints=1), attempt(1, counts=False), attempt(1, ended_at=None, counts=False))
    assert [form_of([one], NEEDED).days for one in none] == [0, 0, 0]


SOLVED = {1: LEAST_THAT_COUNTS, 2: LEAST_THAT_COUNTS, 4: 4, 9: 9, 12: GIVEN_UP}


def test_what_a_day_counts_as() -> None:
    counts = [(attempt(1, guesses), counts_as) for guesses, counts_as in SOLVED.items()]
    for one, counts_as in [*counts, *((attempt(1, guesses, solved=False), GIVEN_UP) for guesses in (1, 12))]:
        others = [attempt(day, counts_as) for day in range(2, NEEDED + 1)]
        assert form_of([one, *others], NEEDED) == Form(NEEDED, float(counts_as)), one


def some_days(seed: int, people: int, days: int) -> dict[int, list[Tried]]:
    """By the day of their end: people play often or seldom, stop for some days, end in either order or too late."""
    chance, ending = Random(seed), dict[int, list[Tried]]()
    for person in range(1, people + 1):
        often, pauses_at = chance.choice((0.6, 0.75, 0.9, 1.0)), chance.randrange(days)
        pause = chance.choice((0, 9, 40))
        for day in range(1, days + 1):
            if chance.random() > often or pauses_at <= day < pauses_at + pause:
                continue
            late = chance.choices((0, 1, 2), (80, 18, 2))[0]
            one = Tried(person, day, chance.randint(1, 12), chance.random() < 0.9, int(chance.random() < 0.07), late)
            ending.setdefault(day + late, []).append(one)
    for tries in ending.values():
        chance.shuffle(tries)
    return ending


@pytest.mark.parametrize("seed", [1, 2])
async def test_on_every_day_it_is_what_a_recount_comes_to(store: DatabaseStore, place: str, seed: int) -> None:
    days, sizes = 60, set()
    ending = some_days(seed, 9, days)
    for today in range(1, days + WINDOW):
        stands = await table(store, today)
        assert stands == await recounted(place, today), f"as day {today} begins"
        sizes.add(len(stands))
        if today in ending:
            await tried(store, *ending[today])
            assert await table(store, today) == stands, f"day {today} is still open"
    assert min(sizes) == 0
    assert max(sizes) > 4


async def test_a_try_counts_once_closed_and_counting_anew_makes_none_older(store: DatabaseStore, place: str) -> None:
    assert await rows_at(place, f"SELECT * FROM jobs WHERE kind = '{COUNT}'") == [], "nobody has played"
    await tried(store, *[Tried(1, day) for day in range(1, NEEDED + 1)])
    line = Averaged(1, "P1", 5.0, NEEDED)
    days = (NEEDED + OPEN_DAYS - 1, NEEDED + OPEN_DAYS, WINDOW + OPEN_DAYS, WINDOW + OPEN_DAYS + 1)
    assert [await table(store, today) for today in days] == [[], [line], [line], []]
    await change_at(place, f"UPDATE daily_averages SET days = {NEEDED + 1}, average = 3")
    world = world_on(CALENDAR.begins_at(NEEDED + 1))
    await store.run(lambda work: daily.count_on(Job(COUNT, "0", 0), work, world))
    assert {line.average for line in await table(store, NEEDED + 2)} == {3.0}


async def test_a_better_average_comes_first_then_more_days(store: DatabaseStore) -> None:
    tries = [Tried(person, day, 4 if person == 3 else 5) for person in (1, 2, 3) for day in range(1, NEEDED + 3)]
    tries.remove(Tried(1, 1))
    await tried(store, *tries)
    assert [(line.person, line.days) for line in await table(store, NEEDED + 4)] == [(3, 22), (2, 22), (1, 21)]
    assert [line.person for line in await table(store, NEEDED + 4, most=1)] == [3]


async def test_two_tries_that_end_at_once_in_two_replicas_both_count(shared: str) -> None:
    people = range(1, 9)
    async with opened(shared) as one, opened(shared) as other:
        await tried(one, *[Tried(person, day) for person in people for day in range(1, NEEDED)])
        for person in people:
            last = Tried(person, NEEDED, 7, late=1), Tried(person, NEEDED + 1, 3)
            for each in last:
                await one.run(each.begin)
            await asyncio.gather(one.run(last[0].end), other.run(last[1].end))
        await is_what_a_recount_comes_to(one, shared, range(NEEDED + 1, NEEDED + WINDOW))
        assert {line.days for line in await table(one, NEEDED + 3)} == {NEEDED + 1}


async def test_a_try_waits_for_one_that_another_replica_has_not_committed_yet(shared: str) -> None:
    async with opened(shared) as store:
        await tried(store, *[Tried(1, day) for day in range(1, NEEDED)])
        former, last = Tried(1, NEEDED, 7, late=1), Tried(1, NEEDED + 1, 3)
        for each in (former, last):
            await store.run(each.begin)
        elsewhere = await asyncpg.connect(shared)
        try:
            solved = "ended_at = 1, guesses = 7, solved = 1, counts = 1"
            await elsewhere.execute(f"BEGIN; UPDATE daily_tries SET {solved} WHERE day = {NEEDED}")
            await elsewhere.execute("UPDATE daily_players SET best = best WHERE person_id = 1")
            ending = asyncio.create_task(store.run(last.end))
            waits = "datname = current_database() AND wait_event_type = 'Lock'"
            await holds(shared, f"SELECT 1 FROM pg_stat_activity WHERE {waits}")
            await elsewhere.execute("COMMIT")
            await ending
        finally:
            await elsewhere.close()
        [line] = await table(store, NEEDED + 3)
        assert (line.days, line.average) == (NEEDED + 1, (5 * (NEEDED - 1) + 7 + 3) / (NEEDED + 1))


async def test_what_was_before_is_counted_a_few_people_at_a_time(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "BATCH", 2)
    today = NEEDED + OPEN_DAYS
    now = CALENDAR.begins_at(today) + 60
    await migrate(blank, 27)  # before there was a table
    players = [f"({person}, 't{person}', 0, 0, 6, 0)" for person in range(1, 6)]
    await change_at(blank, f"INSERT INTO daily_players VALUES {', '.join(players)}")
    tries = [played(person, day, 2 + person) for person in range(1, 6) for day in range(1, NEEDED + 1)]
    await change_at(blank, f"INSERT INTO daily_tries VALUES {', '.join(tries)}")
    async with opened(blank) as store:
        assert await table(store, today) == []
        await done_by(store, now, world_on(now + GRACE), 2)
        assert len(await table(store, today)) == 4
    async with opened(blank) as store:  # as after a kill
        await done_by(store, now, world_on(now + GRACE))
        await is_what_a_recount_comes_to(store, blank, range(today, today + WINDOW))
        assert len(await table(store, today)) == 5
        # A replica of before has ended a try meanwhile.
        await change_at(blank, f"INSERT INTO daily_tries ({OLD}) VALUES {played(1, NEEDED + 1, 9)}")
        await done_by(store, now + LATER + 60, world_on(now + LATER + 60 + GRACE))
        await is_what_a_recount_comes_to(store, blank, range(today, today + WINDOW))
        assert await rows_at(blank, "SELECT * FROM jobs") == []


def played(person: int, day: int, guesses: int) -> str:
    return f"({day}, {person}, 'P{person}', 'g', {day}, {day}, {guesses}, 1, 0, NULL, 1)"


async def migrate(place: str, up_to: int) -> None:
    file = path_in(place)
    made = [each for each in migrations_for("sqlite" if file else "postgres") if each.number <= up_to]
    script = f"{MIGRATIONS};" + "".join(each.script + each.record for each in made)
    if file is None:
        await change_at(place, script)
        return
    with closing(sqlite3.connect(file)) as database:
        database.executescript(script)
