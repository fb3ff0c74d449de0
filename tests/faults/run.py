"""One run: people play, things break, everything heals, and the verdict is passed."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from sandbox.server import SandboxServer
from tests.faults.chaos import Chaos, Measure, Pause
from tests.faults.evidence import Evidence, stored_by
from tests.faults.house import House
from tests.faults.playground import Playground, playground
from tests.faults.storage_trouble import trouble_storage
from tests.faults.verdict import Verdict, verdict

TO_CLOSE, TO_BE_QUIET = 300.0, 90.0
"""Seconds that players may need to finish what they began, and the bot to say all that it has to say."""
QUIET_FOR = 1.5


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run goes. `haste`: how much faster than people the players are."""

    seed: int
    players: int = 60
    kills: int = 30
    seconds: float = 0.0
    """How long it goes on at least."""
    haste: float = 1.0
    measure: Measure = field(default_factory=Measure)
    between_troubles: Pause = (3.0, 8.0)


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a run."""

    seed: int
    seconds: float
    kills: int
    faults: dict[str, int]
    updates: int
    games: int
    guesses: int
    verdict: Verdict

    def __str__(self) -> str:
        """One line a figure."""
        judged = self.verdict
        faults = ", ".join(f"{name} {count}" for name, count in sorted(self.faults.items()))
        lines = [
            f"seed      {self.seed}",
            f"seconds   {self.seconds:.0f}",
            f"kills     {self.kills}",
            f"faults    {sum(self.faults.values())} ({faults})",
            f"updates   {self.updates}",
            f"games     {self.games}",
            f"guesses   {self.guesses}",
            f"lost      {len(judged.lost)}",
            f"doubled   {len(judged.doubled)}",
            f"swapped   {len(judged.swapped)}",
            f"leaked    {len(judged.leaked)}",
            f"stuck     {len(judged.stuck)}",
            f"unseen    {len(judged.unseen)}",
            f"repeated  {judged.repeated} ({judged.in_flight} may have been in flight)",
        ]
        return "\n".join([*lines, *judged.complaints])


OpenHouse = Callable[[SandboxServer], AbstractAsyncContextManager[House]]


async def run(plan: Plan, open_house: OpenHouse, progress: Callable[[str], None] = print) -> Report:
    """Play, break, heal, judge."""
    began = time.monotonic()
    progress(f"seed {plan.seed}")
    async with playground() as ground, open_house(ground.server) as house:
        ground.settle(plan.players, plan.seed, plan.haste)
        ground.let_one_wait()
        chaos = Chaos(ground.state, house, plan.seed, plan.measure)
        await _play_while_it_breaks(plan, ground, chaos, house, progress)
        await _quiet(ground, house)
        evidence = await _evidence(ground, house, chaos)
        return Report(
            seed=plan.seed,
            seconds=time.monotonic() - began,
            kills=chaos.tally.kills,
            faults=dict(chaos.tally.faults),
            updates=len(ground.state.updates.every),
            games=len(evidence.stored.games),
            guesses=sum(len(game.guesses) for game in evidence.stored.games),
            verdict=verdict(evidence),
        )


async def _play_while_it_breaks(
    plan: Plan, ground: Playground, chaos: Chaos, house: House, progress: Callable[[str], None]
) -> None:
    closing, end = asyncio.Event(), time.monotonic() + plan.seconds
    playing = asyncio.create_task(ground.play(closing))
    dice = random.Random(f"{plan.seed} storage")
    breaking = [
        chaos.meddle(),
        chaos.redeliver(),
        chaos.move_clocks(),
        trouble_storage(house, chaos, dice, plan.between_troubles),
        _tell(ground, chaos, progress),
    ]
    try:
        await _with_company(chaos.kill(plan.kills, lambda: time.monotonic() < end), breaking)
        await _heal(ground, house)
        closing.set()
        async with asyncio.timeout(TO_CLOSE):
            await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _with_company(leader: Coroutine[Any, Any, None], others: list[Coroutine[Any, Any, None]]) -> None:
    """Until the leader is done; whoever of them breaks ends it all."""
    tasks = [asyncio.create_task(each) for each in (leader, *others)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _heal(ground: Playground, house: House) -> None:
    """Everything works again, but for who is still told to wait."""
    ground.state.faults.clear()
    for chat in ground.chats:
        if chat.told_to_wait:
            ground.refuse_for_long(chat.id)
    for replica in house.replicas:
        replica.change_clock(0)
        replica.limit_pages(None)
        await house.revive(replica)


async def _quiet(ground: Playground, house: House) -> None:
    """Wait until nothing is left to do, or so long that the rest is stuck."""
    patient = {chat.id for chat in ground.chats if chat.told_to_wait}
    end = time.monotonic() + TO_BE_QUIET
    since = time.monotonic()
    while time.monotonic() < min(end, since + QUIET_FOR):
        await asyncio.sleep(0.1)
        jobs = await house.query("SELECT 1 FROM jobs LIMIT 1")
        if ground.state.updates.unconfirmed() or jobs or await house.chats_waiting() - patient:
            since = time.monotonic()


async def _evidence(ground: Playground, house: House, chaos: Chaos) -> Evidence:
    updates = ground.state.updates
    return Evidence(
        chats=tuple(ground.chats),
        stored=await stored_by(house.query),
        boards=ground.boards(),
        said=tuple(ground.witness.said),
        confirmed=frozenset(update.id for update in updates.every.values() if update.confirmed),
        unconfirmed=updates.unconfirmed(),
        written=await house.written(),
        in_flight=chaos.tally.in_flight,
    )


async def _tell(ground: Playground, chaos: Chaos, progress: Callable[[str], None]) -> None:
    while True:
        await asyncio.sleep(10)
        made = sum(len(game.made) for chat in ground.chats for game in chat.games)
        broken = sum(chaos.tally.faults.values())
        progress(
            f"{chaos.tally.kills} kills, {broken} faults, {len(ground.state.updates.every)} updates, {made} guesses"
        )
