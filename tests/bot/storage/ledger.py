"""Committers at work, and what they leave behind."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from types import TracebackType
from typing import Self

from faults.processes.process import ROOT
from sandbox.client import PATIENCE
from tests import stored as stored_tests
from tests.bot.storage.committer import LANES, chat_of, counter_of, table_of
from tests.bot.storage.databases import rows_at


class Committer:
    """The process `python -m tests.bot.storage.committer`, killed in the end; `new` and `seen`: what it called safe."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._process: Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self.new: list[int] = []
        self.seen: list[int] = []

    async def __aenter__(self) -> Self:
        command = (sys.executable, "-m", "tests.bot.storage.committer", self._place)
        self._process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.kill()

    @property
    def acknowledged(self) -> int:
        return len(self.new) + len(self.seen)

    async def kill(self) -> None:
        """SIGKILL, and hear what it still said."""
        assert self._process is not None
        assert self._listening is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._listening
        await self._process.wait()

    async def more(self, updates: int) -> None:
        """Wait until so many more are acknowledged."""
        wanted = self.acknowledged + updates
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < wanted:
                await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        assert self._process is not None
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
    assert tables == {table_of(update) for update in updates}
    assert slots == Counter(f"slot {update}" for update in updates)
    counted = {table: json.loads(body)["suggestions"] for table, _, is_over, _, body in games if not is_over}
    assert counted == Counter(counter_of(chat_of(update).id) for update in updates)
    return set(updates)


async def assert_nothing_is_lost(place: str, *committers: Committer) -> None:
    """Everything that was acknowledged is stored, and new once; the rest is what was in hand at the end."""
    new = Counter(update for committer in committers for update in committer.new)
    assert max(new.values()) == 1
    stored = await stored_at(place)
    acknowledged = {update for committer in committers for update in (*committer.new, *committer.seen)}
    assert acknowledged <= stored
    assert len(stored - acknowledged) <= LANES * len(committers)
