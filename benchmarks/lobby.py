"""An evening in the lobby: who is paired with whom, how fast, and who waits how long."""

import random
import secrets
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import NoReturn

from benchmarks.contenders import in_postgres, in_sqlite
from benchmarks.measuring import Report, Size, Spread, aligned, run, times_as_fast
from benchmarks.plain import plain_milliseconds
from bot.app.lobby import handlers as lobby
from bot.app.lobby.model import Lobby, Seek
from bot.app.messages import Person
from bot.app.model.terms import Terms
from bot.app.ratings.model import Player, Ratings, Standing
from bot.app.registry import KINDS
from bot.app.texts import texts_in
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.rating import Rating
from bot.storage.store import DatabaseStore, store_at
from bot.world import real_world
from faults.processes.postgres import NotInstalled
from tests.bot.storage.databases import rows_at

TARGET = 0.020
"""The target time of a pairing in seconds."""
DATABASES = (("sqlite", "SQLite", in_sqlite), ("postgres", "PostgreSQL", in_postgres))
RATIOS = tuple(f"lobby.{database}.{figure}" for database, *_ in DATABASES for figure in ("cpu", "closeness"))
CONDITIONS = """\
{people:,} people look for a rival: all at the same moment on the same terms, or one after the other within
{evening:.0f} seconds on six different terms, the rarest wanted by one in a hundred. Ratings: 1500 ± 300; one in twenty
leaves games.
A look is a whole transaction: what is known of the person, rivals found, seeks claimed, match opened, screens put, all
safe on the disk. Difference: between the ratings of two who were paired; at random: had lots been drawn among those who
want the same. Waits are in simulated time, to which the time for all looks was added.
"""


@dataclass(slots=True)
class Evening:
    """The results: how long each look took, those that paired two, and how long the paired had waited."""

    name: str
    pairings: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    """Processor seconds of each pairing in this process, independent of other load."""
    in_vain: list[float] = field(default_factory=list)
    waits: dict[Terms, list[float]] = field(default_factory=lambda: defaultdict(list))
    differences: list[float] = field(default_factory=list)
    at_random: list[float] = field(default_factory=list)
    left: int = 0

    @property
    def longest_wait(self) -> float:
        """The longest wait of all who were paired."""
        return max(wait for waits in self.waits.values() for wait in waits)


def measured(size: Size) -> Report:
    """Both evenings on each database that there is.

    Ratios: `cpu`, a comparison of two thousand codes in plain Python to a pairing's work here, before and after each
    evening; `closeness`, how many times as close the paired are as had lots been drawn.
    """
    evenings: list[Evening] = []
    ratios: dict[str, Spread] = {}
    for database, name, place in DATABASES:
        peer = plain_milliseconds()
        try:
            at_once = run(evening(f"{name}, at once", place(), size.people))
            apart = run(evening(f"{name}, in their time", place(), size.people, within=size.evening))
        except NotInstalled as error:
            print(f"{name}: {error}")
            continue
        evenings += [at_once, apart]
        works = [1000 * statistics.median(result.work) for result in (at_once, apart)]
        ratios[f"lobby.{database}.cpu"] = times_as_fast(zip(works, (peer, plain_milliseconds()), strict=True))
        lots = statistics.fmean(apart.at_random) / statistics.fmean(apart.differences)
        ratios[f"lobby.{database}.closeness"] = Spread.of([lots])
    return Report(_table(evenings, size), ratios)


def _table(evenings: Sequence[Evening], size: Size) -> str:
    """The table of evenings."""
    head = (
        *("", "pairings", "p50", "p99", "below 20 ms", "CPU: p50", "p99", "in vain", "p50", "p99"),
        *("longest wait", "not paired", "difference", "at random", "ratio"),
    )
    return f"{CONDITIONS.format(people=size.people, evening=size.evening)}\n{aligned([head, *map(_figures, evenings)])}"


def _figures(result: Evening) -> tuple[str, ...]:
    mean, lots = statistics.fmean(result.differences), statistics.fmean(result.at_random)
    return (
        result.name,
        str(len(result.pairings)),
        *_times(result.pairings),
        f"{sum(took < TARGET for took in result.pairings) / len(result.pairings):.2%}",
        *_times(result.work),
        str(len(result.in_vain)),
        *_times(result.in_vain),
        f"{result.longest_wait:.0f} s",
        str(result.left),
        f"{mean:.0f}",
        f"{lots:.0f}",
        f"{mean / lots:.2g}",
    )


def _times(took: Sequence[float]) -> Iterator[str]:
    """The median and the 99th percentile."""
    known = sorted(took)
    for at in (len(known) // 2, len(known) * 99 // 100):
        yield f"{1000 * known[at]:.1f} ms"


# An evening

PATIENT = 600.0
"""Seconds after the last arrival in which people may still be paired."""
WISHES = {
    Terms(): 70,
    Terms("race"): 12,
    Terms(variant="mini"): 8,
    Terms("sudden", clock="relaxed"): 5,
    Terms(variant="words-uk-5", clock="days"): 4,
    Terms("volley", "six", "none", rated=False): 1,
}
"""The terms that people want, with percentages."""
LEAVERS = 0.05
BOT_ID, TOGETHER = 1, 500
MEETINGS = """
    SELECT one.person_id, other.person_id, games.opened_at FROM games
    JOIN seats AS one ON one.game_id = games.game_id AND one.seat = 0
    JOIN seats AS other ON other.game_id = games.game_id AND other.seat = 1
"""
"""Every match of two: who sits first, who second, when it was opened."""


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who arrives at that time."""

    person: Person
    terms: Terms
    rating: Rating
    leaves: bool
    at: float


class Town:
    """A simulated lobby in which people are paired as fast as the work is done. `now`: the simulated time."""

    def __init__(self, store: DatabaseStore, evening: Evening) -> None:
        self.now = 0.0
        self._store = store
        self._evening = evening
        self._has_paired = False
        self._world: World = replace(real_world("bot", _no_thoughts), now=lambda: self.now, new_id=self._new_match)

    async def knows(self, comers: Sequence[Comer]) -> None:
        """Store the people's records."""
        for begin in range(0, len(comers), TOGETHER):
            some = comers[begin : begin + TOGETHER]

            async def job(work: Work, some: Sequence[Comer] = some) -> None:
                for comer in some:
                    person = comer.person.id
                    work.of(Ratings).keep_standing(Standing(person, comer.terms.family, comer.rating, wins=1))
                    work.of(Ratings).keep_player(Player(person, comer.person.name, None, *_habits(comer)))

            await self._store.run(job)

    async def all_wait(self, comers: Sequence[Comer]) -> None:
        """Store searches of all, begun at the same moment before any could see another."""
        for begin in range(0, len(comers), TOGETHER):
            seeks = [_seek(comer) for comer in comers[begin : begin + TOGETHER]]

            async def job(work: Work, seeks: Sequence[Seek] = seeks) -> None:
                for seek in seeks:
                    work.of(Lobby).begin(seek)
                    work.at(seek.since, Job(lobby.KIND, seek.id, 0))

            await self._store.run(job)

    async def goes_on(self, comers: Sequence[Comer], until: float) -> None:
        """Let people arrive at their times, and those who wait look again at theirs."""
        coming = sorted(comers, key=lambda comer: comer.at, reverse=True)
        while self.now < until:
            second = self.now + 1
            while coming and coming[-1].at <= self.now:
                await self._comes(coming.pop())
            while await self._has_looked():
                pass
            self.now = max(self.now, second)
            if not coming and await self._store.run(lambda work: work.of(Lobby).waiting(1)) == 0:
                return

    async def _comes(self, comer: Comer) -> None:
        async def job(work: Work) -> None:
            await lobby.look(comer.terms, comer.person, texts_in("en"), work, self._world)

        began = _clocks()
        await self._store.run(job, comer.person.id)
        self._looked(began)

    async def _has_looked(self) -> bool:
        """Whether a job was due. Clocks of matches are ignored, since nobody plays here."""

        async def job(work: Work) -> Job | None:
            due = await work.due_job(self.now)
            if due is not None:
                work.drop_job(due)
                if due.kind == lobby.KIND:
                    await lobby.look_again(due, work, self._world)
            return due

        began = _clocks()
        done = await self._store.run(job)
        if done is not None and done.kind == lobby.KIND:
            self._looked(began)
        return done is not None

    def _new_match(self) -> str:
        self._has_paired = True
        return secrets.token_hex(8)

    def _looked(self, began: tuple[float, float]) -> None:
        took, work = (now - then for now, then in zip(_clocks(), began, strict=True))
        if self._has_paired:
            self._evening.pairings.append(took)
            self._evening.work.append(work)
        else:
            self._evening.in_vain.append(took)
        self._has_paired = False
        self.now += took


def people(dice: random.Random, count: int, *, within: float = 0.0) -> list[Comer]:
    """So many people, who arrive at once with equal terms, or within that time with different ones."""
    all_terms, shares = (list(WISHES), list(WISHES.values())) if within else ([Terms()], [1])
    return [
        Comer(
            person=Person(number, f"Player {number}"),
            terms=dice.choices(all_terms, shares)[0],
            rating=Rating(dice.gauss(1500, 300), dice.uniform(45, 150), 0.06),
            leaves=dice.random() < LEAVERS,
            at=dice.uniform(0, within),
        )
        for number in range(1, count + 1)
    ]


async def evening(name: str, place: AbstractAsyncContextManager[str], count: int, *, within: float = 0.0) -> Evening:
    """Simulate the evening; returns its results."""
    dice = random.Random(1)
    comers = people(dice, count, within=within)
    result = Evening(name)
    async with place as url:
        store = store_at(url, BOT_ID, KINDS)
        await store.open()
        town = Town(store, result)
        await town.knows(comers)
        if within:
            await town.goes_on(comers, within + PATIENT)
        else:
            await town.all_wait(comers)
            await town.goes_on((), PATIENT)
        await store.close()
        met = await rows_at(url, MEETINGS)
    _note(result, {comer.person.id: comer for comer in comers}, met, dice)
    return result


def _note(
    result: Evening, comers: dict[int, Comer], met: Iterable[tuple[int, int, float]], dice: random.Random
) -> None:
    for one, other, opened_at in met:
        result.differences.append(abs(comers[one].rating.value - comers[other].rating.value))
        for person in (one, other):
            result.waits[comers[person].terms].append(opened_at - comers[person].at)
    result.left = len(comers) - 2 * len(result.differences)
    by_terms = defaultdict(list)
    for comer in comers.values():
        by_terms[comer.terms].append(comer.rating.value)
    for ratings in by_terms.values():
        dice.shuffle(ratings)
        result.at_random += [abs(one - other) for one, other in zip(ratings[::2], ratings[1::2], strict=False)]


def _seek(comer: Comer) -> Seek:
    person, rating = comer.person, comer.rating
    return Seek(person.id, person.name, comer.terms, rating.value, rating.deviation, *_habits(comer), comer.at)


def _habits(comer: Comer) -> tuple[int, int]:
    """The numbers of games played to the end, and left."""
    return (2, 8) if comer.leaves else (10, 0)


def _no_thoughts(*_: object) -> NoReturn:
    raise RuntimeError("nobody asks for a hint in the lobby")


def _clocks() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()
