"""One run: people play, faults are injected and removed, and the verdict is passed."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from faults.aftermath import TO_CLOSE, Unfinished, evidence_of, playing
from faults.judging.database import StoredMatch
from faults.judging.evidence import Evidence
from faults.judging.foul import without_crew
from faults.judging.match import PLAYED_FOR
from faults.judging.verdict import Verdict, verdict
from faults.players.accounts import COMPUTER, PlayedMatch
from faults.players.sight import watched_in
from faults.playground import Playground, pair_modes, playground
from faults.processes.house import House
from faults.troubles.chaos import Chaos, Measure, Pause
from faults.troubles.foul import FOUL
from faults.troubles.foul.play import FoulPlay
from faults.troubles.storage import let_time_run_out, part, trouble_storage
from sandbox.server import SandboxServer


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a run. `haste`: how much faster than people the players are."""

    seed: int
    players: int = 60
    duels: int = 40
    races: int = 20
    part: int = 0
    parts: int = 1
    """Of the pairs every `parts`th one comes, from that numbered `part` on: so many runs have all of them."""
    card_pairs: int = 4
    """Pairs who play on cards, and never open the bot."""
    crowd: int = 8
    """People who find their rivals in the lobby."""
    spectators: int = 4
    """People who watch matches of others."""
    ways: int = 2
    """People for each other way: the bot breaks their word, asks or is asked about a number, or plays matches."""
    tappers: int = 8
    """People who play on the Mini App's page too."""
    kills: int = 30
    seconds: float = 0.0
    """The least duration in seconds."""
    haste: float = 1.0
    measure: Measure = field(default_factory=Measure)
    between_troubles: Pause = (3.0, 8.0)
    foul: tuple[str, ...] = tuple(FOUL)
    """The names of the attacks that are made meanwhile."""
    between_fouls: Pause = (1.0, 4.0)
    patience: float = TO_CLOSE
    """Seconds without progress after which players who do not finish are given up."""


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
    matches: dict[str, int]
    """By mode, the matches that ended."""
    among_them: dict[str, int]
    """The matches by how they began, were seen or ended; and the number of remarks."""
    ways: dict[str, int]
    """By other way, the games that ended; hints in matches, and games after matches."""
    pages: dict[str, int]
    """How often what was done on the Mini App's page."""
    told_to_wait: int
    """Chats that still wait at the end, because Telegram demanded it."""
    verdict: Verdict

    def __str__(self) -> str:
        """The figures, a line each."""
        judged = self.verdict
        faults = ", ".join(f"{name} {count}" for name, count in sorted(self.faults.items()))
        matches, among_them, ways, pages = (
            ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            for counts in (self.matches, self.among_them, self.ways, self.pages)
        )
        lines = [
            f"seed      {self.seed}",
            f"seconds   {self.seconds:.0f}",
            f"kills     {self.kills}",
            f"faults    {sum(self.faults.values())} ({faults})",
            f"updates   {self.updates}",
            f"games     {self.games}",
            f"guesses   {self.guesses}",
            f"matches   {sum(self.matches.values())} ({matches}; {among_them})",
            f"ways      {ways}",
            f"pages     {pages}",
            f"lost      {len(judged.lost)}",
            f"doubled   {len(judged.doubled)}",
            f"swapped   {len(judged.swapped)}",
            f"leaked    {len(judged.leaked)}",
            f"stuck     {len(judged.stuck)}",
            f"foul      {len(judged.foul)}",
            f"unseen    {len(judged.unseen)} ({self.told_to_wait} chats are told to wait)",
            f"repeated  {judged.repeated} ({judged.in_flight} may have been in flight)",
        ]
        return "\n".join([*lines, *judged.complaints])


OpenHouse = Callable[[SandboxServer], AbstractAsyncContextManager[House]]


async def run(plan: Plan, open_house: OpenHouse, progress: Callable[[str], None] = print) -> Report:
    """Run the plan; returns the report with its verdict."""
    began = time.monotonic()
    progress(f"seed {plan.seed}")
    async with playground() as ground, open_house(ground.server) as house:
        _settle(plan, ground, house)
        chaos = Chaos(ground, house, plan.seed, plan.measure)
        foul = FoulPlay(ground, house, plan.seed, plan.foul)
        stuck: tuple[str, ...] = ()
        try:
            await _play_while_it_breaks(plan, ground, chaos, foul, house, progress)
        except Unfinished as error:  # what was lost or doubled tells why
            stuck = (str(error),)
        evidence = await evidence_of(ground, house, chaos.tally.in_flight)
        evidence = without_crew(evidence, await foul.watch.seen(evidence))
        judged = verdict(evidence)
        return Report(
            seed=plan.seed,
            seconds=time.monotonic() - began,
            kills=chaos.tally.kills,
            faults=dict(chaos.tally.faults),
            updates=len(ground.state.updates.every),
            games=len(evidence.stored.games),
            guesses=sum(len(game.guesses) for game in evidence.stored.games)
            + sum(len(match.turns) for match in evidence.matches.matches),
            matches=dict(Counter(match.mode for match in evidence.matches.matches if match.over and _is_of_two(match))),
            among_them=_among_them(evidence),
            ways=_ways(evidence),
            pages=dict(sum((page.counts for page in evidence.pages), Counter[str]())),
            told_to_wait=sum(chat.told_to_wait and chat.id in evidence.stored.waiting for chat in ground.chats),
            verdict=replace(judged, stuck=(*stuck, *judged.stuck)),
        )


def _settle(plan: Plan, ground: Playground, house: House) -> None:
    """Create all players."""
    ground.settle(plan.players, plan.seed, plan.haste)
    ground.settle_tappers(plan.tappers, plan.seed, plan.haste)
    run_out = partial(let_time_run_out, house.query)
    modes = pair_modes(plan.duels, plan.races)[plan.part :: plan.parts]
    ground.settle_pairs(modes, plan.seed, plan.haste, run_out)
    ground.settle_card_pairs(plan.card_pairs, plan.seed, plan.haste, run_out)
    ground.settle_crowd(plan.crowd, plan.seed, plan.haste, run_out)
    ground.settle_spectators(plan.spectators, plan.seed, plan.haste, partial(part, house.query))
    ground.settle_ways(plan.ways, plan.seed, plan.haste, run_out)
    ground.let_one_wait()


def _among_them(evidence: Evidence) -> dict[str, int]:
    played = [match for pair in evidence.pairs for match in pair.matches if _is_of_two(match)]
    ended = Counter(match.ending.how.value for match in played if match.ending is not None)
    return dict(ended) | {
        "by lobby": sum(match.by_lobby for match in played),
        "on their cards": sum(
            match.ending is not None for pair in evidence.pairs if pair.on_cards for match in pair.matches
        ),
        "challenges taken": sum(bool(taking.match) for taking in evidence.lobby.takings),
        "rematches": sum(bool(match.before) for match in played),
        "time given": sum(match.was_given.total() for match in played),
        "cards in groups": sum(match.group is not None for match in evidence.matches.matches),
        "cards by inline mode": sum(bool(match.inline) for match in evidence.matches.matches),
        "boards of watchers": sum(
            said.chat in evidence.spectators and bool(watched_in(said.buttons)) for said in evidence.said
        ),
        "lines passed on": sum(remark.passed_on for match in played for remark in match.said),
        "lines held back": sum(not remark.passed_on for match in played for remark in match.said),
    }


def _ways(evidence: Evidence) -> dict[str, int]:
    ended = Counter(game.way.value for game in evidence.stored_ways if game.over)
    sparred = [match for match in evidence.matches.matches if not _is_of_two(match)]
    hints = sum(match.hints for match in sparred)
    broken_on = sum(match.number == PLAYED_FOR for match in sparred)
    return dict(ended) | {"sparred": sum(match.over for match in sparred), "hints": hints, "broken on": broken_on}


def _is_of_two(match: PlayedMatch | StoredMatch) -> bool:
    """Whether it is between people."""
    return COMPUTER not in match.people


async def _play_while_it_breaks(
    plan: Plan, ground: Playground, chaos: Chaos, foul: FoulPlay, house: House, progress: Callable[[str], None]
) -> None:
    end = time.monotonic() + plan.seconds
    dice = random.Random(f"{plan.seed} storage")
    breaking = [
        chaos.meddle(),
        chaos.redeliver(),
        chaos.move_clocks(),
        trouble_storage(house, chaos, dice, plan.between_troubles),
        foul.go_on(chaos.tally, plan.between_fouls),
        _tell(ground, chaos, progress),
    ]
    async with playing(ground, house, plan.patience):
        await with_company(chaos.kill(plan.kills, lambda: time.monotonic() < end), breaking)


async def with_company(leader: Coroutine[Any, Any, None], others: list[Coroutine[Any, Any, None]]) -> None:
    """Run all until the leader is done, also if others have nothing more to do; an exception of any ends all."""
    tasks = [asyncio.create_task(each) for each in (leader, *others)]
    running = set(tasks)
    try:
        while not tasks[0].done():
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tell(ground: Playground, chaos: Chaos, progress: Callable[[str], None]) -> None:
    while True:
        await asyncio.sleep(10)
        made = sum(len(game.made) for chat in ground.chats for game in chat.games)
        made += sum(len(match.made) for pair in ground.played for match in pair.matches)
        broken = sum(chaos.tally.faults.values())
        progress(
            f"{chaos.tally.kills} kills, {broken} faults, {len(ground.state.updates.every)} updates, {made} guesses"
        )
