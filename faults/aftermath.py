"""How a run ends: everything heals, people finish what they began, the bot has its say, and all is gathered."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from faults.judging.evidence import Evidence, stored_by
from faults.judging.match_rows import card_slots, match_rows
from faults.judging.way_rows import stored_ways
from faults.players.lobby_model import PlayedLobby
from faults.playground import Playground
from faults.portrait import portrait
from faults.processes.house import House

TO_CLOSE, TO_BE_QUIET = 240.0, 240.0
"""Seconds in which one more of the players finishes what they began, and the bot says all that it has to say."""
QUIET_FOR = 1.0
QUESTION = "inline_query"
"""The kind of update that changes nothing, and so is not noted: whoever hears nothing asks again."""
SOON = 60.0
"""Seconds; what is due later is no part of the run."""


@asynccontextmanager
async def playing(ground: Playground, house: House) -> AsyncIterator[None]:
    """People play while something is broken here; on leaving it heals, they come to an end, and all is quiet."""
    closing = asyncio.Event()
    task = asyncio.create_task(ground.play(closing))
    try:
        yield
        await heal(ground, house)
        closing.set()
        await until_done(task, ground)
        assert task.done(), await portrait(ground, house)
        task.result()
        await until_quiet(ground, house)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until_done(task: asyncio.Task[None], ground: Playground) -> None:
    """Wait until the task is done, or for so long that nobody comes to an end any more."""
    before, still = len(ground.playing) + 1, len(ground.playing)
    while not task.done() and still < before:
        await asyncio.wait({task}, timeout=TO_CLOSE)
        before, still = still, sum(not each.done() for each in ground.playing.values())


async def heal(ground: Playground, house: House) -> None:
    """Everything works again, but for who is still told to wait."""
    ground.state.faults.clear()
    for chat in ground.chats:
        if chat.told_to_wait:
            ground.refuse_for_long(chat.id)
    for replica in house.replicas:
        replica.change_clock(0)
        replica.limit_pages(None)
        await house.revive(replica)


async def until_quiet(ground: Playground, house: House) -> None:
    """Wait until nothing is left to do, or for so long that the rest is stuck."""
    patient = {chat.id for chat in ground.chats if chat.told_to_wait}
    end = time.monotonic() + TO_BE_QUIET
    since = time.monotonic()
    while time.monotonic() < min(end, since + QUIET_FOR):
        await asyncio.sleep(0.1)
        jobs = await house.query(f"SELECT 1 FROM jobs WHERE due_at < {time.time() + SOON} AND kind <> 'pair' LIMIT 1")
        waiting = {chat for chat, _ in await house.waiting()}
        jobs += await house.query("SELECT 1 FROM long_jobs LIMIT 1")
        if ground.state.updates.unconfirmed() or jobs or waiting - patient:
            since = time.monotonic()


async def evidence_of(ground: Playground, house: House, in_flight: int = 0) -> Evidence:
    """All that the run has left."""
    posted = ground.state.world.inline_messages
    stored = await stored_by(house.query)
    refused = tuple(replace(each, chat=posted.get(each.inline, (each.chat, 0))[0]) for each in stored.refused)
    stored = replace(stored, refused=refused)
    matches = await match_rows(house.query)
    sent = {match.id: posted[match.inline] for match in matches.matches if match.inline and not match.rematch}
    return Evidence(
        chats=ground.all_chats,
        stored=stored,
        boards=ground.boards(),
        pairs=ground.played,
        matches=matches,
        screens=ground.screens(),
        cards=ground.cards(await card_slots(house.query) | sent),
        heard=ground.heard(),
        lobby=ground.crowd.lobby if ground.crowd is not None else PlayedLobby(),
        uncovered=ground.uncovered() - {(refused.chat, refused.retires or 0) for refused in stored.refused},
        ways=ground.ways.games if ground.ways is not None else (),
        stored_ways=await stored_ways(house.query),
        way_screens=ground.ways.screens() if ground.ways is not None else {},
        said=tuple(ground.witness.said),
        confirmed=_confirmed(ground),
        unconfirmed=ground.state.updates.unconfirmed(),
        written=await house.written(),
        in_flight=in_flight,
        at=time.time(),
    )


def _confirmed(ground: Playground) -> frozenset[int]:
    """The updates that Telegram will not deliver again, and that must have been noted."""
    updates = ground.state.updates.every.values()
    return frozenset(update.id for update in updates if update.confirmed and update.kind != QUESTION)
