"""Tries at the codes of days, ended as games end them, and a plain recount of the table from all tries."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from bot.app.kind import Request
from bot.app.kinds.alone.daily import finish
from bot.app.messages import Chat
from bot.app.model.daily import Averaged, Codes, Daily, Player, Try, form_of, last_day, try_read
from bot.app.work import Work
from bot.app.world import World
from bot.game.daily import DAY, Calendar, Streak
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import world_at
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import table_in

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
        work.daily.begin(Try(self.day, self.person, f"P{self.person}", self._id, self.ended_at - 60))
        if await work.daily.player(self.person) is None:
            work.daily.save_player(Player(self.person, f"{self.person:022}", Streak(self.day - 2)))

    async def end(self, work: Work) -> None:
        """As the move does that ends the game."""
        turns = [*[MISS] * (self.guesses - self.solved), *[SECRET] * self.solved]
        table = table_in(Chat(self.person), self._id, f"solo classic {SECRET} | {' '.join(turns)}")
        game = replace(
            table,
            starter=self.person,
            daily=Daily(self.day, "t", CALENDAR.closes_at(self.day)),
            ended_at=self.ended_at,
            suggestions=self.hints,
        )
        nothing: Any = None
        world = world_on(self.ended_at)
        await finish(game, Request(nothing, game.chat, nothing, work, world, preferences=nothing, kinds=nothing))

    @property
    def _id(self) -> str:
        return f"{self.person:08x}{self.day:08x}"


def world_on(now: float) -> World:
    return replace(world_at(now), daily=Codes(b"k", CALENDAR))


async def tried(store: DatabaseStore, *tries: Tried) -> None:
    """All of them, who end at once."""

    async def begin(work: Work) -> None:
        for each in tries:
            await each.begin(work)

    await store.run(begin)
    await asyncio.gather(*[store.run(each.end) for each in tries])


async def table(store: DatabaseStore, today: int, most: int = 1000) -> list[Averaged]:
    """The table that stands on that day, as it is kept."""
    return list(await store.run(lambda work: work.daily_averages.best(CALENDAR.midnight_of(today), most)))


async def recounted(place: str, today: int) -> list[Averaged]:
    """The same, from all tries."""
    columns = "day, person_id, name, game_id, begun_at, ended_at, guesses, solved, hints, lost, counts"
    names = columns.split(", ")
    rows = [dict(zip(names, row, strict=True)) for row in await rows_at(place, f"SELECT {columns} FROM daily_tries")]
    tries = [try_read(row) for row in rows]
    lines = []
    for person in {attempt.person for attempt in tries}:
        form = form_of([attempt for attempt in tries if attempt.person == person], last_day(today))
        if form.average is not None:
            lines.append(Averaged(person, f"P{person}", form.average, form.days))
    return sorted(lines, key=lambda line: (line.average, -line.days, line.person))
