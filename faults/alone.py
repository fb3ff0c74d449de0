"""Nothing breaks, some people play, and somebody attacks them, in one way or in several; and what came of it."""

import asyncio
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from faults.aftermath import evidence_of, playing
from faults.judging.evidence import Evidence
from faults.judging.foul_accounts import without_crew
from faults.judging.verdict import verdict
from faults.playground import Playground, playground
from faults.processes.house import House, on_postgres, on_sqlite
from faults.processes.postgres import Cluster
from faults.troubles.foul import FOUL
from faults.troubles.foul.play import scene_at
from faults.troubles.foul.scene import Attack, Scene
from faults.troubles.foul.watch import Watch, overtaken, unanswered, unheard
from sandbox.server import SandboxServer

PLAYERS, HASTE = 8, 0.7
"""So many play, four of them in a group, at their leisure: a bot that keeps Telegram's limits keeps up with them."""
AS_SHIPPED = {"MESSAGES_PER_SECOND": "30"}
HURRIED = {"MESSAGES_PER_SECOND": "1000"}
"""Where nobody judges who waits for whom, nobody need wait."""
TO_BEGIN = 30.0
"""Seconds in which each of them has made a guess before somebody attacks; who is slower begins later."""
TO_PREPARE, TO_STRIKE = 300.0, 300.0
"""Seconds; whoever waits for longer than that has noticed."""
TO_ANSWER = 20.0
BETWEEN = 1.0
"""Seconds between two blows."""
ALARMING = re.compile(r"\[(?:warning|error|critical) *\] (?P<told>.*)")
OUR_OWN = "database is locked"
"""Nobody but us writes into the bot's file besides itself, when we let somebody's time run out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How people are attacked."""

    names: tuple[str, ...]
    """In these ways."""
    seed: int
    database: str = "sqlite"
    seconds: float = 0.0
    """In each way for so long, but once at least."""
    at_once: bool = False
    """In all ways in the same moment, once; else in one after the other."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    strikes: int
    """How often they were struck."""
    seconds: float
    letters: int
    """That were sent to all."""
    guesses: int
    """That the others made."""
    complaints: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """How the people of a run fared."""

    strikes: int = 0
    stuck: tuple[str, ...] = ()
    """Who did not come to an end."""
    alarms_before: Counter[str] = field(default_factory=Counter)
    """What the bot had raised by the time of the first attack; at its start it may have."""


async def attacked(plan: Plan) -> Outcome:
    """Let people play, and somebody attack them; and judge what came of it."""
    began = time.monotonic()
    settings = HURRIED if plan.at_once else AS_SHIPPED
    async with playground() as ground, _house(plan.database, ground.server, settings) as house:
        ground.settle(PLAYERS, plan.seed, HASTE)
        scene = scene_at(ground, house, random.Random(f"{plan.seed} {plan.names}"))
        watch = Watch(scene, house.query)
        played = await _played(plan, ground, house, scene, watch)
        evidence = await _evidence(ground, house, scene, watch, played.alarms_before)
        if plan.at_once:
            evidence = replace(evidence, foul=replace(evidence.foul, outages=0, overtaken=0))
        return Outcome(
            played.strikes,
            time.monotonic() - began,
            ground.witness.counts["sendMessage"] + ground.witness.counts["editMessageText"],
            sum(len(game.made) for chat in ground.chats for game in chat.games),
            (*played.stuck, *verdict(evidence).complaints),
        )


async def _played(plan: Plan, ground: Playground, house: House, scene: Scene, watch: Watch) -> Played:
    watching, played = asyncio.create_task(watch.look()), Played()
    try:
        async with playing(ground, house):
            await _begun(ground)
            played.alarms_before = _alarms(house)
            attacks = [_tried(name, plan, scene, house, played) for name in plan.names]
            if plan.at_once:
                await asyncio.gather(*attacks)
            else:
                for attack in attacks:
                    await attack
    except AssertionError as error:
        played.stuck += (f"stuck after {played.strikes} strikes of {', '.join(plan.names)}: {error!r}",)
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    return played


async def _tried(name: str, plan: Plan, scene: Scene, house: House, played: Played) -> None:
    """Attack in this way; what came to nothing is told, for it has shown nothing."""
    try:
        strikes = await _struck(FOUL[name], plan, scene, house)
        played.strikes += strikes
    except TimeoutError:
        played.stuck += (f"{name} was not prepared or struck, however long it was waited for",)


async def _struck(attack: Attack, plan: Plan, scene: Scene, house: House) -> int:
    """Attack once, or for so long; how often."""
    async with asyncio.timeout(TO_PREPARE):
        strike = await attack(scene)
    if not plan.at_once:
        await _answered(scene, house)
    began, end, strikes = scene.state.clock.now(), time.monotonic() + plan.seconds, 0
    while not strikes or time.monotonic() < end:
        strikes += 1
        async with asyncio.timeout(TO_STRIKE):
            await strike()
        await asyncio.sleep(BETWEEN)
    scene.struck.append((began, scene.state.clock.now()))
    return strikes


async def _answered(scene: Scene, house: House) -> None:
    """Wait until whoever prepared something has been answered, but not for ever."""
    end = time.monotonic() + TO_ANSWER
    while time.monotonic() < end and {chat for chat, _ in await house.waiting()} & {*scene.crew, *scene.own_groups}:
        await asyncio.sleep(0.1)


async def _begun(ground: Playground) -> None:
    end = time.monotonic() + TO_BEGIN
    while time.monotonic() < end and not all(chat.game and chat.game.made for chat in ground.chats):
        await asyncio.sleep(0.1)


async def _evidence(
    ground: Playground, house: House, scene: Scene, watch: Watch, alarms_before: Counter[str]
) -> Evidence:
    """What came of it. Of a flood the bot drops what comes too fast: that need not be carried out."""
    evidence = await evidence_of(ground, house)
    foul = await watch.seen(evidence)
    read = (update.id for update in ground.state.updates.every.values() if update.lane[1] not in foul.crew)
    evidence = replace(without_crew(evidence, foul), confirmed=evidence.confirmed & frozenset(read))
    ((outages,),) = await house.query("SELECT count(*) FROM outages")
    calm = replace(
        foul,
        calm=True,
        wrongs=(*scene.wrongs, *unheard(scene.remarks, ground.state)),
        outages=outages,
        unanswered=unanswered(ground.state.world.presses.values(), ground.witness.answered, foul.crew),
        overtaken=overtaken(evidence, ground.state, scene.struck),
        alarms=tuple((_alarms(house) - alarms_before).elements()),
    )
    return replace(evidence, foul=calm)


def _alarms(house: House) -> Counter[str]:
    """What the bot has logged as a warning or an error, and how often."""
    logs = (replica.told() for replica in house.replicas)
    return Counter(
        found["told"].strip() for log in logs for found in ALARMING.finditer(log) if OUR_OWN not in found["told"]
    )


@asynccontextmanager
async def _house(database: str, server: SandboxServer, settings: Mapping[str, str]) -> AsyncIterator[House]:
    """A bot that keeps Telegram's limits to each chat, and lets nobody flood it."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="foul-")))
        if database == "postgres":
            cluster = await stack.enter_async_context(Cluster())
            yield await stack.enter_async_context(on_postgres(server, folder, cluster, **settings))
        else:
            yield await stack.enter_async_context(on_sqlite(server, folder, **settings))
