"""A description of players who do not finish: their chats, and what the bot has stored of them."""

import asyncio
from collections.abc import Iterator
from typing import Any

from faults.players.duellist import Duellist
from faults.playground import Playground
from faults.processes.house import House

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
