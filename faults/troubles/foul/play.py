"""Makes attacks during a run, at seeded random times."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from faults.playground import Playground
from faults.processes.house import House
from faults.troubles.chaos import UNREAD, Pause, Tally
from faults.troubles.foul import FOUL
from faults.troubles.foul.scene import Scene
from faults.troubles.foul.watch import Watch
from faults.troubles.late import let_time_run_out

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
