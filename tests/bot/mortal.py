"""A bot's real process on either database, killed (-9) at a moment that is known and not guessed."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass

import asyncpg

from bot.storage.sqlite import path_in
from faults.processes.postgres import Rows
from sandbox.client import PATIENCE, Sandbox
from tests.bot.forked_bot import ForkedBot
from tests.bot.storage.databases import NOTHING_TO_DO, change_at, holds, rows_at

TRIES_AGAIN = "storage is down, trying again"
WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'seen_updates'::regclass"
"""Finds a transaction of an update that cannot go on."""
SAYING = ("sendMessage", "editMessageText")


@dataclass(frozen=True)
class Mortal:
    sandbox: Sandbox
    bot: ForkedBot
    place: str

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do or to say, and everybody has seen it."""
        await self.sandbox.settled()
        await self.finds(NOTHING_TO_DO)
        await self.sandbox.state()

    async def rows(self, query: str) -> Rows:
        return await rows_at(self.place, query)

    async def finds(self, query: str) -> None:
        await holds(self.place, query)

    async def change(self, statement: str) -> None:
        await change_at(self.place, statement)

    async def rises(self) -> None:
        """Start the bot after a kill, and wait until it has done and said everything."""
        await self.bot.start()
        await self.quiet()

    @asynccontextmanager
    async def killed_before_commit(self) -> AsyncIterator[None]:
        """What is sent inside is taken up, cannot be committed, and the bot is killed over it."""
        async with self._locked():
            yield
            await self._in_hand()
            await self.bot.kill()

    @asynccontextmanager
    async def killed_after_commit(self, done: str) -> AsyncIterator[None]:
        """What is done inside is committed, as that query finds; the bot is killed before it can say any of it.

        The update that was sent last is delivered once more afterwards: it may not have been confirmed yet.
        """
        for method in SAYING:
            await self.sandbox.fault(method, "500", times=1000)
        yield
        await self.finds(done)
        await self.bot.kill()
        await self.sandbox.clear_faults()
        await self.sandbox.redeliver((await self.sandbox.updates())[-1]["update"]["update_id"])

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        file = path_in(self.place)
        if file is not None:
            with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                yield
                other.execute("ROLLBACK")
            return
        other = await asyncpg.connect(self.place)
        try:
            await other.execute("BEGIN; LOCK TABLE seen_updates IN EXCLUSIVE MODE")
            yield
        finally:
            await other.close()

    async def _in_hand(self) -> None:
        """Wait until the bot has an update in its hand that it cannot commit."""
        if path_in(self.place) is None:
            await self.finds(WAITS)
            return
        async with asyncio.timeout(PATIENCE):
            while not (await self.sandbox.updates())[-1]["delivered"]:
                await asyncio.sleep(0.01)
            before = self.bot.log_text().count(TRIES_AGAIN)
            while self.bot.log_text().count(TRIES_AGAIN) == before:
                await asyncio.sleep(0.01)
