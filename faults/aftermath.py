"""The end of a run: faults are removed, people finish their games, the outbox empties, and evidence is gathered."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from faults.judging.database import card_slots, match_rows, stored_ways
from faults.judging.evidence import Evidence, stored_by
from faults.judging.pages import said_on
from faults.players.accounts import PlayedLobby
from faults.players.duellist import Duellist
from faults.playground import Playground
from faults.processes.house import House

TO_CLOSE, TO_BE_QUIET = 240.0, 240.0
"""Seconds without progress after which waiting is given up: for players to finish, and for the bot to send all."""
QUIET_FOR = 1.0
QUESTIONS = frozenset({"inline_query", "guest_message"})
"""Kinds of updates that change nothing, and so are not stored as seen."""
SOON = 60.0
"""Seconds; jobs that are due later are ignored."""


class Unfinished(AssertionError):
    """People do not come to an end; it says who, where they wait, and what the database holds for them."""


@asynccontextmanager
async def playing(ground: Playground, house: House, patience: float = TO_CLOSE) -> AsyncIterator[None]:
    """Let people play while the caller injects faults; on leaving all faults are removed and everybody finishes.

    `patience`: the seconds without progress after which it raises Unfinished.
    """
    closing = asyncio.Event()
    task = asyncio.create_task(ground.play(closing))
    try:
        yield
        await heal(ground, house)
        closing.set()
        await until_done(task, ground, patience)
        if not task.done():
            raise Unfinished(await portrait(ground, house))
        task.result()
        await until_quiet(ground, house)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until_done(task: asyncio.Task[None], ground: Playground, patience: float) -> None:
    """Wait until the task is done, or nobody has made progress for too long."""
    before, still = len(ground.playing) + 1, len(ground.playing)
    while not task.done() and still < before:
        await asyncio.wait({task}, timeout=patience)
        before, still = still, sum(not each.done() for each in ground.playing.values())


async def heal(ground: Playground, house: House) -> None:
    """Remove all faults, except chats where Telegram demands a long wait."""
    ground.state.faults.clear()
    for chat in ground.chats:
        if chat.told_to_wait:
            ground.refuse_for_long(chat.id)
    for replica in house.replicas:
        replica.change_clock(0)
        replica.limit_pages(None)
        await house.revive(replica)


async def until_quiet(ground: Playground, house: House) -> None:
    """Wait until nothing is left to send or do, or nothing has changed for too long."""
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
    """The evidence of the run."""
    posted = ground.state.world.inline_messages
    stored = await stored_by(house.query)
    refused = tuple(replace(each, chat=posted.get(each.inline, (each.chat, 0))[0]) for each in stored.refused)
    stored = replace(stored, refused=refused)
    matches = await match_rows(house.query)
    sent = {match.id: posted[match.inline] for match in matches.matches if match.inline and not match.rematch}
    pages = tuple(tapper.page.account for tapper in ground.tappers)
    return Evidence(
        chats=ground.all_chats,
        stored=stored,
        boards=ground.boards(),
        pages=pages,
        pairs=ground.played,
        matches=matches,
        screens=ground.screens(),
        cards=ground.cards(await card_slots(house.query) | sent),
        heard=ground.heard(),
        spectators=frozenset(who.hands.person for who in ground.spectators),
        parted=frozenset(who.hands.person for who in ground.spectators if who.part is not None),
        watched={who.hands.chat: board for who in ground.spectators if (board := who.board()) is not None},
        still_due=frozenset(row[0] for row in await house.query("SELECT subject FROM jobs WHERE kind = 'watched'")),
        lobby=ground.crowd.lobby if ground.crowd is not None else PlayedLobby(),
        uncovered=ground.uncovered() - {(refused.chat, refused.retires or 0) for refused in stored.refused},
        ways=ground.ways.games if ground.ways is not None else (),
        stored_ways=await stored_ways(house.query),
        way_screens=ground.ways.screens() if ground.ways is not None else {},
        said=(*ground.witness.said, *said_on(pages)),
        confirmed=_confirmed(ground),
        unconfirmed=ground.state.updates.unconfirmed(),
        written=await house.written(),
        in_flight=in_flight,
        at=time.time(),
    )


def _confirmed(ground: Playground) -> frozenset[int]:
    """The updates that are confirmed to Telegram, and so must have been stored as seen."""
    updates = ground.state.updates.every.values()
    return frozenset(update.id for update in updates if update.confirmed and update.kind not in QUESTIONS)


# A portrait of those who do not finish.

LAST = 6
"""How many of the bot's last messages, and of its last attempts, are shown."""
TABLES = ("slots", "outbox", "leases", "failed_messages")
LONGEST = 400


async def portrait(ground: Playground, house: House) -> str:
    """Every player who has not finished, what they wait for, and what the database holds for their chats."""
    stuck = {who: task for who, task in ground.playing.items() if not task.done()}
    lines = [f"{len(stuck)} have not come to an end"]
    for (person, chat), task in stuck.items():
        lines += [f"person {person} in chat {chat} is at {' > '.join(_awaited(task))}"]
        lines += [*_at_play(person), *_seen(chat, ground), *await _known(chat, house)]
    return "\n".join(lines)


def _awaited(task: asyncio.Task[None]) -> Iterator[str]:
    """The chain of functions that the task awaits, the outermost first."""
    awaited: Any = task.get_coro()
    while hasattr(awaited, "cr_await"):
        yield awaited.__name__
        awaited = awaited.cr_await


def _at_play(person: int) -> Iterator[str]:
    """The same for the person's match, which is a task of its own."""
    for task in asyncio.all_tasks():
        frame = getattr(task.get_coro(), "cr_frame", None)
        who = frame.f_locals.get("self") if frame is not None else None
        if isinstance(who, Duellist) and who.person == person:
            yield f"  at play: {' > '.join(_awaited(task))}"


def _seen(chat: int, ground: Playground) -> Iterator[str]:
    for board in list(ground.sight.standing(chat))[-LAST:]:
        buttons = [button.value for row in board.message.keyboard for button in row]
        yield f"  message {board.message.id} stands, {len(board.turns)} guesses, {buttons}"
    for said in [said for said in ground.witness.said if said.chat == chat][-LAST:]:
        yield f"  said at {said.when:.1f}, new {said.sent}, to {said.person}: {said.text!r}"[:LONGEST]


async def _known(chat: int, house: House) -> list[str]:
    rows = {table: await house.query(f"SELECT * FROM {table} WHERE chat_id = {chat}") for table in TABLES}
    return [f"  {table}: {row}"[:LONGEST] for table, found in rows.items() for row in found]
