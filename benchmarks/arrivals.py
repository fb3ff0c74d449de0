"""People come at random moments and begin games, as many a second as a share of the busiest ten minutes of a day."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass
from statistics import median

from benchmarks.day import ALONE, GROUP, KINDS, MATCH, MILLION
from benchmarks.game import Player
from benchmarks.lives import LIVES, Person
from benchmarks.load import percentile, until
from benchmarks.rooms import Tally, Town
from benchmarks.usage import BOT, Usage, Waiting

SIDES = {ALONE: 1, MATCH: 2, GROUP: 1}
"""In how many chats a game is played."""
PATIENCE = 10.0
RESTING = 200
"""So many must have played before the first of them plays again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was measured at a share of the million's busiest ten minutes.

    All is of `seconds` seconds; waits are milliseconds, reviews and clocks seconds, each None where there were none.
    `asked`: reviews asked for, besides those of matches.
    `work`: seconds of processor in a second, by part; `cost`: milliseconds of the bot's for an update.
    """

    share: float
    seconds: float
    begun: dict[str, int]
    ended: dict[str, int]
    updates: dict[str, int]
    messages: dict[str, int]
    answers: int
    unanswered: int
    p50: float
    p99: float
    asked: int
    review: float | None
    clocks: int
    late: float | None
    latest: float | None
    work: dict[str, float]
    cost: float
    waiting: Waiting


class Arrivals:
    """Those who come to a town. Seeded: the same people come at the same moments."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self._dice = random.Random(1)
        self._idle: dict[bool, deque[Person]] = {True: deque(), False: deque()}
        self._lives: set[asyncio.Task[None]] = set()

    async def measured(self, share: float, warm_up: float, seconds: float, usage: Usage) -> Step:
        """Let people come for both times, and measure in the second; nobody plays on afterwards."""
        coming = asyncio.create_task(self._come(share))
        try:
            await asyncio.sleep(warm_up)
            tally = self._town.tally = Tally()
            waiting, worked, began = Waiting(), usage.work(), time.perf_counter()
            looking = asyncio.create_task(usage.look(waiting))
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            work = {part: (now - worked[part]) / took for part, now in usage.work().items()}
            looking.cancel()
        finally:
            coming.cancel()
        await asyncio.gather(coming, looking, return_exceptions=True)
        step = self._step(share, took, tally, work, waiting)
        await self._leave()
        return step

    async def _come(self, share: float) -> None:
        rates = [share * MILLION.begun[kind] for kind in KINDS]
        due = time.perf_counter()
        while True:
            due += self._dice.expovariate(sum(rates))
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            [kind] = self._dice.choices(KINDS, rates)
            self._town.tally.begun[kind] += 1
            for _ in range(SIDES[kind]):
                self._begin(kind)

    def _begin(self, kind: str) -> None:
        person = self._somebody(is_group=kind == GROUP)
        person.room.kind = kind
        life = asyncio.create_task(self._live(person, kind))
        self._lives.add(life)
        life.add_done_callback(self._lives.discard)

    async def _live(self, person: Person, kind: str) -> None:
        await LIVES[kind](person)
        self._town.tally.ended[kind] += 1
        self._idle[kind == GROUP].append(person)

    def _somebody(self, *, is_group: bool) -> Person:
        idle = self._idle[is_group]
        if len(idle) > RESTING:
            return idle.popleft()
        seed = self._dice.getrandbits(32)
        return Person(self._town.new_room(group=is_group), Player(seed), random.Random(seed), lambda: self._town.tally)

    async def _leave(self) -> None:
        """Wait until everybody has their answer, for a limited time; then nobody plays on."""
        await until(lambda: not self._town.pending, PATIENCE)
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        self._town.pending.clear()

    def _step(self, share: float, seconds: float, tally: Tally, work: dict[str, float], waiting: Waiting) -> Step:
        now = time.perf_counter()
        waits = [*tally.waits, *(now - since for since in self._town.pending.values())]
        answers = len(tally.waits)
        return Step(
            share=share,
            seconds=seconds,
            begun=dict(tally.begun),
            ended={kind: ended // SIDES[kind] for kind, ended in tally.ended.items()},
            updates=dict(tally.updates),
            messages=dict(tally.messages),
            answers=answers,
            unanswered=len(self._town.pending),
            p50=1000 * percentile(waits, 0.5),
            p99=1000 * percentile(waits, 0.99),
            asked=tally.asked,
            review=median(tally.reviews) if tally.reviews else None,
            clocks=len(tally.late),
            late=median(tally.late) if tally.late else None,
            latest=max(tally.late, default=None),
            work=work,
            cost=1000 * work[BOT] * seconds / max(1, answers),
            waiting=waiting,
        )
