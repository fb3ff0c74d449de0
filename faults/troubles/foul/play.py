"""Makes attacks during a run, at seeded random times, and counts what waits for attackers meanwhile."""

import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from faults.judging.database import Query
from faults.judging.evidence import Evidence, FoulEvidence
from faults.playground import Playground
from faults.processes.house import House
from faults.troubles.chaos import UNREAD, Pause, Tally
from faults.troubles.foul import FOUL
from faults.troubles.foul.scene import Guess, Remark, Rogue, Scene
from faults.troubles.storage import let_time_run_out
from sandbox.state import State
from sandbox.world.model import Press

LONGEST = 30.0
"""Seconds for an attack with its preparations; if the bot is down, it is given up."""
LOOK = 1.0
"""Seconds between these checks."""


def scene_at(ground: Playground, house: House, chance: random.Random) -> Scene:
    """The scene of attacks in a playground, with some of its groups."""
    groups = tuple(chat.id for chat in ground.chats if chat.id < 0)
    return Scene(ground.state, chance, groups, partial(let_time_run_out, house.query))


class FoulPlay:
    """Makes these attacks in random order, each equally often, with one strike each."""

    def __init__(self, ground: Playground, house: House, seed: int, attacks: tuple[str, ...]) -> None:
        self._chance = random.Random(f"{seed} foul")
        self._attacks = attacks
        self.scene = scene_at(ground, house, self._chance)
        self.watch = Watch(self.scene, house.query)

    async def go_on(self, tally: Tally, between: Pause) -> None:
        """Attack until cancelled."""
        watching = asyncio.create_task(self.watch.look())
        try:
            for name in self._for_ever():
                await asyncio.sleep(self._chance.uniform(*between))
                while len(self.scene.state.updates.pending()) > UNREAD:
                    await asyncio.sleep(LOOK)
                tally.faults["foul"] += 1
                with suppress(TimeoutError):
                    async with asyncio.timeout(LONGEST):
                        strike = await FOUL[name](self.scene)
                        await strike()
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    def _for_ever(self) -> Iterator[str]:
        while self._attacks:
            yield from self._chance.sample(self._attacks, len(self._attacks))


# Counts what waits for attackers.

GLANCE = 0.2
"""Seconds between looks."""
WAITING = """
SELECT chat_id, count(DISTINCT nullif(slot, '')) + sum(CASE WHEN slot IS NULL OR slot = '' THEN 1 ELSE 0 END)
FROM outbox GROUP BY chat_id"""
"""By chat, the messages to be sent: of several items of a slot only the newest counts."""
THOUGHTS = "SELECT count(*) FROM long_jobs WHERE person_id <> 0"
"""The number of computations that people requested. Those of nobody follow the end of each match."""
ON_BOARDS = "SELECT chat_id, body FROM games WHERE kind IN ('alone', 'group')"


class Watch:
    """Polls the bot's database."""

    def __init__(self, scene: Scene, query: Query) -> None:
        self._scene = scene
        self._query = query
        self._waiting: defaultdict[int, int] = defaultdict(int)
        self._jobs = 0

    async def look(self) -> None:
        """Poll until cancelled, also while the database is down."""
        while True:
            await asyncio.sleep(GLANCE)
            try:
                await self._look_once()
            except Exception:  # noqa: BLE001  drivers raise many types
                continue

    async def _look_once(self) -> None:
        watched = {*self.crew, *self._scene.groups}
        for chat, count in await self._query(WAITING):
            if chat in watched:
                self._waiting[chat] = max(self._waiting[chat], count)
        ((jobs,),) = await self._query(THOUGHTS)
        self._jobs = max(self._jobs, jobs)

    @property
    def crew(self) -> frozenset[int]:
        """The attackers and their groups."""
        return frozenset((*self._scene.crew, *self._scene.own_groups))

    async def seen(self, evidence: Evidence) -> FoulEvidence:
        """The evidence at the end of the run."""
        crew = self.crew
        matches = tuple(match for match in evidence.matches.matches if crew & set(match.people))
        theirs = {match.id for match in matches}
        return FoulEvidence(
            crew=crew,
            most_waiting=dict(self._waiting),
            most_jobs=self._jobs,
            costly=tuple(self._scene.costly),
            matches=matches,
            results=tuple(result for result in evidence.matches.results if result.match in theirs),
            uncounted=tuple(uncounted(self._scene.guesses, await self._query(ON_BOARDS))),
        )


def uncounted(guesses: Iterable[Guess], games: list[tuple[Any, ...]]) -> list[str]:
    """Guesses that had to count, and are in no game of their chat."""
    kept: defaultdict[int, set[str]] = defaultdict(set)
    for chat, body in games:
        kept[chat] |= set(json.loads(body)["position"].split("|")[1].split())
    return [f"guess {made.guess} in chat {made.chat}" for made in guesses if made.guess not in kept[made.chat]]


def unheard(remarks: Iterable[Remark], state: State) -> list[str]:
    """Listeners who do not see the last remark, once nothing is left to be sent."""
    last = {remark.hearer: remark.text for remark in remarks}
    texts = {
        hearer: [message.text.text for message in Rogue(state, hearer).standing() if message.text is not None]
        for hearer in last
    }
    return [
        f"{hearer} listens where {remark!r} was said, and has not heard it"
        for hearer, remark in last.items()
        if not any(remark in text for text in texts[hearer])
    ]


def unanswered(presses: Iterable[Press], answered: Collection[str], crew: frozenset[int]) -> int:
    """The presses of others that the bot has never answered."""
    return sum(press.id not in answered and press.person not in crew for press in presses)


def overtaken(evidence: Evidence, state: State, struck: Sequence[tuple[float, float]]) -> int:
    """The most messages to attackers between another player's message during an attack and its answer."""
    crew = evidence.foul.crew
    to_crew = sorted(said.when for said in evidence.said if said.chat in crew and said.person is None)
    answers: defaultdict[int, list[float]] = defaultdict(list)
    for said in evidence.said:
        if said.chat not in crew and said.person is None:
            answers[said.chat].append(said.when)
    asked = [
        (update.lane[1], update.made)
        for update in state.updates.every.values()
        if update.kind == "message" and update.lane[1] in answers and any(a <= update.made <= b for a, b in struck)
    ]
    waits = ((made, next((when for when in answers[chat] if when >= made), made)) for chat, made in asked)
    return max((sum(made <= when < answered for when in to_crew) for made, answered in waits), default=0)
