"""`python -m faults.foul`: each attack alone for a few seconds beside people who play, with its verdict.

The status tells whether anybody noticed one, or got anything by it.
"""

import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from faults.aftermath import Unfinished, evidence_of, playing
from faults.judging.evidence import Evidence
from faults.judging.foul import without_crew
from faults.judging.verdict import verdict
from faults.playground import Playground, playground
from faults.processes.house import House, on_postgres, on_sqlite
from faults.processes.postgres import Cluster
from faults.troubles.foul import FOUL
from faults.troubles.foul.play import Watch, overtaken, scene_at, unanswered, unheard
from faults.troubles.foul.scene import Attack, Scene
from sandbox.arguments import Parser, number
from sandbox.server import SandboxServer


def main() -> int:
    """Run the attacks; returns the exit status."""
    parser = Parser(prog="python -m faults.foul", description="Each attack alone.")
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"all, or some of {', '.join(FOUL)}")
    parser.add_argument("--seconds", type=number(float, 0), default=6.0, help="for how long each is struck (6)")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if unknown := set(given.attacks) - set(FOUL):
        parser.error(f"not among the attacks: {', '.join(sorted(unknown))}")
    noticed = asyncio.run(_noticed(given.attacks or list(FOUL), given.database, given.seconds, given.seed))
    print(f"noticed: {', '.join(noticed) or 'none'}")
    return 1 if noticed else 0


async def _noticed(names: list[str], database: str, seconds: float, seed: int) -> list[str]:
    """The attacks with complaints."""
    noticed = []
    for name in names:
        outcome = await attacked(Plan((name,), seed, database, seconds))
        print(_summary(name, outcome), flush=True)
        noticed += [name] if outcome.complaints else []
    return noticed


WIDE, MOST = 300, 8
"""Characters of a complaint, and complaints, that are printed."""


def _summary(name: str, outcome: "Outcome") -> str:
    head = (
        f"{name:24} {'noticed' if outcome.complaints else 'not noticed':12} {outcome.strikes} strikes in "
        f"{outcome.seconds:.0f} s, {outcome.letters} letters, {outcome.guesses} guesses of others"
    )
    complaints = [" … ".join(line.splitlines()[:: max(1, line.count("\n"))])[:WIDE] for line in outcome.complaints]
    return "\n    ".join([head, *complaints[:MOST]])


# Attacks beside players while nothing else is broken, and the judgement of the result.

PLAYERS, HASTE = 8, 0.7
"""The number of players, four of them in a group, and their speed: a bot within Telegram's limits keeps up."""
AS_SHIPPED = {"MESSAGES_PER_SECOND": "30"}
HURRIED = {"MESSAGES_PER_SECOND": "1000"}
"""Settings for runs in which waiting times are not judged."""
TO_BEGIN = 30.0
"""Seconds in which each player should have guessed before the attack; then it begins anyway."""
TO_PREPARE, TO_STRIKE = 300.0, 300.0
"""Seconds for preparing and for an attack; longer counts as noticed."""
TO_ANSWER = 20.0
BETWEEN = 1.0
"""Seconds between two strikes."""
ALARMING = re.compile(r"\[(?:warning|error|critical) *\] (?P<told>.*)")
OUR_OWN = "database is locked"
"""An error caused by the suite itself, which writes into the bot's file to let time run out."""
TOO_SLOW = ("a thought was too much", "a long job is too much to think about")
"""Warnings of a machine that is busy with all attacks at once, beside other tests: each takes so long by the clock."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an attack."""

    names: tuple[str, ...]
    """The names of the attacks."""
    seed: int
    database: str = "sqlite"
    seconds: float = 0.0
    """Seconds for each attack, which is struck at least once."""
    at_once: bool = False
    """All attacks at the same moment, once; else one after the other."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an attack."""

    strikes: int
    """The number of strikes."""
    seconds: float
    letters: int
    """The messages sent to all."""
    guesses: int
    """The guesses of the other players."""
    complaints: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """The state of the players after a run."""

    strikes: int = 0
    stuck: tuple[str, ...] = ()
    """Players who did not finish."""
    alarms_before: Counter[str] = field(default_factory=Counter)
    """The warnings that the bot had logged before the first attack; some are normal at its start."""


async def attacked(plan: Plan, more: Mapping[str, str] | None = None) -> Outcome:
    """Run the attacks beside players; returns the result with its verdict. `more`: further settings of the bot."""
    began = time.monotonic()
    settings = {**(HURRIED if plan.at_once else AS_SHIPPED), **(more or {})}
    async with playground() as ground, _house(plan.database, ground.server, settings) as house:
        ground.settle(PLAYERS, plan.seed, HASTE)
        scene = scene_at(ground, house, random.Random(f"{plan.seed} {plan.names}"))
        watch = Watch(scene, house.query)
        played = await _played(plan, ground, house, scene, watch)
        evidence = await _evidence(ground, house, scene, watch, played.alarms_before)
        if plan.at_once:
            alarms = tuple(alarm for alarm in evidence.foul.alarms if not alarm.startswith(TOO_SLOW))
            evidence = replace(evidence, foul=replace(evidence.foul, outages=0, overtaken=0, alarms=alarms))
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
    except Unfinished as error:
        played.stuck += (f"stuck after {played.strikes} strikes of {', '.join(plan.names)}: {error!r}",)
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    return played


async def _tried(name: str, plan: Plan, scene: Scene, house: House, played: Played) -> None:
    """Run an attack; one that could not be prepared is noted, because it has shown nothing."""
    try:
        strikes = await _struck(FOUL[name], plan, scene, house)
        played.strikes += strikes
    except TimeoutError:
        played.stuck += (f"{name} was not prepared or struck, however long it was waited for",)


async def _struck(attack: Attack, plan: Plan, scene: Scene, house: House) -> int:
    """Strike once, or for the planned time; returns the number of strikes."""
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
    """Wait until the attackers' updates of the preparation are answered, for a limited time."""
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
    """The evidence. Updates of a flood that the bot drops need not be stored as seen."""
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
    """The warnings and errors that the bot has logged, counted."""
    logs = (replica.log_text() for replica in house.replicas)
    return Counter(
        found["told"].strip() for log in logs for found in ALARMING.finditer(log) if OUR_OWN not in found["told"]
    )


@asynccontextmanager
async def _house(database: str, server: SandboxServer, settings: Mapping[str, str]) -> AsyncIterator[House]:
    """A bot with Telegram's limits to each chat and its own rate limits."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="foul-")))
        if database == "postgres":
            cluster = await stack.enter_async_context(Cluster())
            yield await stack.enter_async_context(on_postgres(server, folder, cluster, **settings))
        else:
            yield await stack.enter_async_context(on_sqlite(server, folder, **settings))


if __name__ == "__main__":
    sys.exit(main())
