"""Injects faults at seeded random times."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from faults.playground import Playground
from faults.processes.house import House
from sandbox.faults import Fault, fault_from

Pause = tuple[float, float]


@dataclass(slots=True)
class Tally:
    """Counts of injected faults."""

    kills: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    """The messages that may have been in flight, and so may be sent twice."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The pauses between faults and their durations, in seconds."""

    between_kills: Pause = (0.2, 1.2)
    between_faults: Pause = (0.2, 1.2)
    between_redeliveries: Pause = (0.5, 2.0)
    between_jumps: Pause = (2.0, 6.0)
    gone: Pause = (0.5, 2.5)
    mute: Pause = (1.0, 4.0)
    silence: Pause = (0.5, 3.0)


class Chaos:
    """Injects faults until stopped. Each kind has its own random source."""

    def __init__(self, ground: Playground, house: House, seed: int, measure: Measure) -> None:
        self.tally = Tally()
        self._waiting: list[Fault] = []
        """Faults that no call has met yet."""
        self._ground = ground
        self._state = ground.state
        self._house = house
        self._seed = seed
        self._measure = measure

    async def kill(self, times: int, is_time: Callable[[], bool]) -> None:
        """Kill processes and start them again, at least so many times, and as long as `is_time`."""
        chance = self._dice("kill")
        while self.tally.kills < times or is_time():
            await asyncio.sleep(chance.uniform(*self._measure.between_kills))
            await self._let_them_work()
            await self._let_them_read()
            both = chance.random() < 0.25
            victims = self._house.replicas if both else (chance.choice(self._house.replicas),)
            for replica in victims:
                async with replica.starting:
                    await replica.kill()
                self.tally.kills += 1
            await self.count_in_flight()
            await asyncio.sleep(chance.uniform(0, 0.4))
            await asyncio.gather(*map(self._house.revive, victims))

    async def _let_them_work(self) -> None:
        """Wait until the bot has done some work: a process killed before doing anything shows nothing."""
        sent, end = self._ground.witness.counts, time.monotonic() + LONGEST_WAIT
        before = sent["sendMessage"]
        while sent["sendMessage"] - before < WORK and time.monotonic() < end:
            await asyncio.sleep(TO_ARRIVE)

    async def _let_them_read(self) -> None:
        """Wait until the bot has caught up with what people have sent, lest it fall behind for good."""
        end = time.monotonic() + TO_READ
        while len(self._state.updates.pending()) > UNREAD and time.monotonic() < end:
            await asyncio.sleep(TO_ARRIVE)

    async def meddle(self) -> None:
        """Inject faults of the Bot API."""
        chance = self._dice("meddle")
        while True:
            await asyncio.sleep(chance.uniform(*self._measure.between_faults))
            self._waiting = [fault for fault in self._waiting if fault.times > 0]
            if len(self._waiting) > MOST_WAITING:
                continue
            (kind,) = chance.choices(list(KINDS), list(KINDS.values()))
            self.tally.faults[kind] += 1
            if kind == "gone":
                self._state.faults.go(chance.uniform(*self._measure.gone))
                await self.count_in_flight()
            elif kind == "mute":
                await self._be_silent(chance.uniform(*self._measure.mute))
            else:
                self._add_fault(kind, chance)

    async def _be_silent(self, seconds: float) -> None:
        """Accept every call and never answer."""
        fault = fault_from({"method": "*", "kind": "silence", "times": 10**9, "seconds": seconds})
        self._state.faults.add(fault)
        await asyncio.sleep(seconds)
        fault.times = 1

    def _add_fault(self, kind: str, chance: random.Random) -> None:
        (method,) = chance.choices(list(CALLS), list(CALLS.values()))
        if kind == "400":
            method = chance.choice(REFUSABLE)
        times = chance.randint(1, 3)
        if kind == "reset_after" and method == "sendMessage":
            self.tally.in_flight += times
        seconds = chance.uniform(*self._measure.silence)
        given = {"method": method, "kind": kind, "times": times, "seconds": seconds, "retry_after": 1}
        self._waiting.append(fault_from(given))
        self._state.faults.add(self._waiting[-1])

    async def redeliver(self) -> None:
        """Deliver updates again, three times, wherever a process takes them."""
        chance = self._dice("redeliver")
        while True:
            await asyncio.sleep(chance.uniform(*self._measure.between_redeliveries))
            lately = list(self._state.updates.every.values())[-LATELY:]
            delivered = [update.id for update in lately if update.confirmed]
            if delivered:
                self.tally.faults["redelivered"] += 3
                self._house.redeliver_widely(3)
                self._state.updates.deliver_again(chance.choice(delivered), 3)

    async def move_clocks(self) -> None:
        """Move clocks by an hour, of one process or of all."""
        chance = self._dice("clock")
        while True:
            await asyncio.sleep(chance.uniform(*self._measure.between_jumps))
            for replica in chance.choice([self._house.replicas, self._house.replicas[:1]]):
                async with replica.starting:  # it keeps the clock of its start
                    self.tally.faults["clock"] += 1
                    replica.change_clock(chance.choice(JUMPS))

    async def count_in_flight(self) -> None:
        """Count the messages that are in flight at this fault."""
        self.tally.in_flight += await in_flight(self._ground, self._house)

    async def count_all_waiting(self) -> None:
        """Count one message for each waiting chat, because senders lose their leases."""
        self.tally.in_flight += len({chat for chat, _ in await self._house.waiting()})

    def _dice(self, of: str) -> random.Random:
        return random.Random(f"{self._seed} {of}")


# Which faults, how often, and what they wait for.

CALLS = {"sendMessage": 5, "editMessageText": 4, "deleteMessage": 2, "answerCallbackQuery": 3, "getUpdates": 2}
KINDS = {
    "429": 4,
    "500": 4,
    "502": 3,
    "401": 1,
    "404": 1,
    "404_page": 1,
    "reset_before": 4,
    "reset_after": 4,
    "silence": 2,
    "400": 2,
    "gone": 1,
    "mute": 1,
}
REFUSABLE = ("sendMessage", "editMessageText", "deleteMessage")
JUMPS = (-3600.0, 0.0, 3600.0)
TO_ARRIVE = 0.1
"""Seconds in which Telegram reads what a killed process has sent."""
WORK, LONGEST_WAIT = 10, 5.0
"""Messages between two kills at least, unless they take longer than so many seconds."""
UNREAD, TO_READ = 100, 60.0
"""Kills and attacks begin only when fewer updates wait, so that slow machines do not get more of them than fast ones.

A kill waits no longer than so many seconds.
"""
MOST_WAITING = 5
"""The most faults that may wait: a bot that was down should not meet all of them at once."""
LATELY = 300
"""The latest updates that may be delivered again."""


async def in_flight(ground: Playground, house: House) -> int:
    """After a kill: the chats that have got a message that is not recorded as sent, and may come twice."""
    await asyncio.sleep(TO_ARRIVE)
    newest = ground.witness.newest
    return len({chat for chat, text in await house.waiting() if newest.get(chat) == text})
