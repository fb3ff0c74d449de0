"""Committers at work, and what they leave behind: `python -m tests.bot.storage.committer URL` is made to be killed.

It commits without pause. Each line of its output is the number of an update whose commit was acknowledged, and whether
it was new.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Self

import structlog

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import Work
from faults.processes.process import ROOT
from sandbox.client import PATIENCE
from tests import stored as stored_tests
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened, screen, table_in

LANES = 8
OVER = "solo classic 0834 | 0834"


def chat_of(update: int) -> Chat:
    return Chat(update % LANES + 1)


def counter_of(chat: Chat) -> str:
    """The id of the table whose suggestions count the updates of a chat."""
    return f"counter {chat.id}"


async def committed(update: int, work: Work) -> bool:
    chat = chat_of(update)
    scene = await work.scene(update, chat)
    if scene.seen:
        return False
    games = [game for game in scene.games if isinstance(game, Alone)]
    counter = games[0] if games else table_in(chat, counter_of(chat))
    work.games.save(replace(counter, suggestions=counter.suggestions + 1))
    work.games.save(table_in(chat, f"{update:016x}", OVER))
    work.show(chat, f"slot {update}", screen("x" * (update % 5000)), Place.HERE)
    return True


async def main(url: str) -> None:
    async with opened(url) as store:
        numbers = count(1)

        async def lane() -> None:
            for update in numbers:
                job = partial(store.run, partial(committed, update), chat_of(update).id)
                print(update, "new" if await retry_until_stored(job) else "seen", flush=True)

        await asyncio.gather(*(lane() for _ in range(LANES)))


class Committer:
    """The process `python -m tests.bot.storage.committer`, killed in the end; `new` and `seen`: what it called safe."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._process: Process
        self._listening: asyncio.Task[None]
        self.new: list[int] = []
        self.seen: list[int] = []

    async def __aenter__(self) -> Self:
        command = (sys.executable, "-m", "tests.bot.storage.committer", self._place)
        self._process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    @property
    def acknowledged(self) -> int:
        return len(self.new) + len(self.seen)

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._listening
        await self._process.wait()

    async def more(self, updates: int) -> None:
        wanted = self.acknowledged + updates
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < wanted:
                await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            if line.endswith(b"\n"):
                update, verdict = line.split()
                (self.new if verdict == b"new" else self.seen).append(int(update))


async def stored_at(place: str) -> set[int]:
    """The updates that are stored, each wholly and once."""
    updates = [update for (update,) in await rows_at(place, "SELECT update_id FROM seen_updates")]
    games = await stored_tests.games_at(place)
    tables = {table for table, _, is_over, *_ in games if is_over}
    slots = Counter(slot for (slot,) in await rows_at(place, "SELECT slot FROM outbox"))
    assert tables == {f"{update:016x}" for update in updates}
    assert slots == Counter(f"slot {update}" for update in updates)
    counted = {table: json.loads(body)["suggestions"] for table, _, is_over, _, body in games if not is_over}
    assert counted == Counter(counter_of(chat_of(update)) for update in updates)
    return set(updates)


async def assert_nothing_is_lost(place: str, *committers: Committer) -> None:
    """Everything that was acknowledged is stored, and new once; the rest is what was in hand at the end."""
    new = [update for committer in committers for update in committer.new]
    acknowledged = {*new, *(update for committer in committers for update in committer.seen)}
    stored = await stored_at(place)
    assert 0 < len(new) == len(set(new))
    assert acknowledged <= stored
    assert len(stored - acknowledged) <= LANES * len(committers)


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(sys.argv[1]))
