"""Stores of either kind that a test drives at random, and a plain account of what they were told."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine

from bot.app.registry import KINDS
from bot.app.work import Work
from bot.storage.postgres_session import PostgresSession
from bot.storage.sqlite import path_in
from bot.storage.sqlite_session import ThreadSession
from bot.storage.store import DatabaseStore, store_at
from tests.bot.storage.databases import change_at
from tests.bot.storage.storage_model import Account, Grants, Holders
from tests.bot.storage.stores import BOT

EVERY_TABLE = """
TRUNCATE seen_updates, chats, games, drafts, slots, outbox, failed_updates, failed_messages, jobs,
kept, replicas, leases, stripped
RESTART IDENTITY;
UPDATE budget SET free_at = 0;
"""


class Machine(RuleBasedStateMachine):
    """What its rules are to tell to both. On a server two replicas take turns."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place
        self.account, self.holders, self.grants = Account(), Holders(), Grants()
        self.debts: dict[str, dict[int, float]] = {}
        self.saved = 0
        self.runner = asyncio.Runner()
        self.runner.run(emptied(place))
        self.stores = [self.opened() for _ in range(1 if path_in(place) else 2)]

    def opened(self) -> DatabaseStore:
        store = store_at(self.place, BOT, KINDS)
        self.runner.run(store.open())
        store.signals.on_items = partial(self.hear, store._name)
        return store

    def hear(self, name: str, debts: Mapping[int, float]) -> None:
        self.debts.setdefault(name, {}).update(debts)

    def teardown(self) -> None:
        for store in self.stores:
            self.runner.run(store.close())
        self.runner.close()

    def store(self, replica: int = 0) -> DatabaseStore:
        return self.stores[replica % len(self.stores)]

    def run(self, job: Callable[[Work], Awaitable[Any]], replica: int = 0) -> Any:
        return self.runner.run(self.store(replica).run(job))

    def write(self, call: Callable[[Work], None], replica: int = 0) -> None:
        async def job(work: Work) -> None:
            call(work)

        self.run(job, replica)

    def change(self, statement: str) -> None:
        writer = self.stores[0]._database.writer
        if isinstance(writer, ThreadSession | PostgresSession):
            self.runner.run(writer.script(statement))

    def let_nobody_die(self) -> None:
        """Whatever time this takes: who has not been killed lives."""
        alive = "UPDATE replicas SET seen_at = (SELECT now FROM clock) WHERE seen_at > 0"
        self.change(alive)


async def emptied(place: str) -> None:
    """Begin anew: another file, or nothing in any table of the server's database."""
    file = path_in(place)
    if file is not None:
        for path in file.parent.glob(f"{file.name}*"):
            path.unlink()
    await (store := store_at(place, BOT, KINDS)).open()
    await store.close()
    if file is None:
        await change_at(place, EVERY_TABLE)
