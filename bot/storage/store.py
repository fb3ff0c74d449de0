"""The port `Store`, on a database of either kind."""

import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import aiosql

from bot.app.delivery import Outbox
from bot.app.model.game import Codecs
from bot.app.model.long_jobs import LongJob, long_job
from bot.app.model.tables import generated
from bot.app.model.uptime import Uptime
from bot.app.rows import Transaction, Writes, as_json
from bot.app.work import StorageDown, Work
from bot.clocks import wall
from bot.storage.commit import SharedCommit
from bot.storage.keeping import forget_old
from bot.storage.session import Database, Signals, driver_needed
from bot.storage.sqlite import Sqlite, path_in
from bot.storage.writes import WRITES

Result = TypeVar("Result")
TIME_TO_FINISH = 2.0
QUERIES = Path(__file__).parent / "queries"


def store_at(url: str, bot_id: int, codecs: Codecs) -> "DatabaseStore":
    """The store for a DATABASE_URL. Raises UnusableDatabase where the driver for it is not installed."""
    path = path_in(url)
    return DatabaseStore(_postgres(url) if path is None else Sqlite(path), bot_id, codecs)


def _postgres(url: str) -> Database:
    with driver_needed():
        from bot.storage.postgres import Postgres  # noqa: PLC0415  its driver is an extra
    return Postgres(url)


@cache
def queries_for(adapter: Any) -> Any:
    """All queries; to read them takes long beside opening a file, and they keep nothing of the store that asks."""
    by_hand = (file.read_text("utf-8") for file in sorted(QUERIES.glob("*.sql")))
    return aiosql.from_str("\n\n".join([*by_hand, generated()]), adapter)


class DatabaseStore:
    """One replica's access to the database. Set the callbacks of `signals` before any work is run."""

    outbox: Outbox

    def __init__(self, database: Database, bot_id: int, codecs: Codecs) -> None:
        self._database = database
        self._codecs = codecs
        self._bot_id = bot_id
        self._name = secrets.token_hex(8)
        self._queries = queries_for(database.adapter)
        self.signals = Signals()

    async def open(self) -> None:
        """Connect and migrate. Raises UnusableDatabase."""
        await self._database.open()
        reader, writer = self._database.work_reader, self._database.writer

        def unit() -> Work:
            parts = Transaction(self._queries, reader, writer, Writes(WRITES), self._now, wall)
            return Work(parts, self._bot_id, self._codecs)

        self._commits = SharedCommit(writer, self._queries, unit, self._name, self.signals)
        self.outbox = Outbox(self._queries, self._database.reader, self, self._name, self._now)

    @property
    def has_replicas(self) -> bool:
        """Whether several replicas may serve from the database."""
        return self._database.has_replicas

    async def listen(self) -> None:
        """Call `on_call` with what other replicas tell, until cancelled; returns where there can be none."""
        await self._database.listen(self._name, self._call)

    def _now(self) -> float:
        return self.signals.now()

    def _call(self, chats: Sequence[int]) -> None:
        self.signals.on_call(chats)

    async def close(self) -> None:
        """Finish running work, unless that takes long, and close the database."""
        await self._commits.close(TIME_TO_FINISH)
        await self._database.close()

    async def run(self, job: Callable[[Work], Awaitable[Result]], *chats: int, alone: bool = False) -> Result:
        """What `job` returns, once its writes are durable. Raises StorageDown, and whatever `job` raises.

        If it raises, nothing was written. Jobs that share a chat follow one another; `alone`: see `Store`.
        """
        return await self._commits.run(job, *chats, alone=alone)

    async def look(self, job: Callable[[Work], Awaitable[Result]]) -> Result:
        """What `job` returns, of what is committed; whatever it writes is dropped. Raises StorageDown."""
        reader = self._database.reader
        parts = Transaction(self._queries, reader, reader, Writes(WRITES), self._now, wall)
        return await job(Work(parts, self._bot_id, self._codecs))

    async def revisions(self, games: Collection[str], chats: Collection[int]) -> list[tuple[str, int, int | None]]:
        """These games, and those that run on boards in these chats: the id of each, its revision, its chat, if any."""
        chat_ids = as_json({str(chat): 0 for chat in chats})
        asked = {"game_ids": as_json(dict.fromkeys(games, 0)), "chat_ids": chat_ids}
        rows = self._queries.revisions(self._database.reader, **asked)
        return [(row["game_id"], row["revision"], row["chat_id"]) async for row in rows]

    async def take_long_job(self, kinds: Iterable[str]) -> LongJob | None:
        """The long job of these kinds whose turn it is; it stays with this replica until it is done or that dies.

        Others are left to newer versions of the bot, which know them.
        """
        row = await self._queries.has_long_jobs(self._database.reader)
        if not row["has"]:
            return None

        async def job(work: Work) -> list[Any]:
            await work.rows_at_once("beat", name=self._name)
            return await work.rows_at_once("take_long_job", holder=self._name, kinds=f",{','.join(kinds)},")

        for row in await self.run(job, alone=True):
            return long_job(row)
        return None

    async def check(self) -> None:
        """Raises StorageDown if the database is not open yet or does not answer."""
        if not hasattr(self, "outbox"):
            raise StorageDown("it is being opened")
        await self._queries.kept(self._database.reader, name="")

    async def stored(self) -> dict[str, int]:
        """How much is stored of what changes with use, by name, for the operator."""
        return {row["what"]: row["count"] async for row in self._queries.stored(self._database.reader)}

    async def kept(self, name: str, made_up: str) -> str:
        """The stored value of that name; `made_up` is stored if there was none."""

        async def job(work: Work) -> None:
            work.write("keep", name=name, value=made_up)

        await self.run(job)
        row = await self._queries.kept(self._database.reader, name=name)
        return str(row["value"])

    async def begin_serving(self, now: float) -> None:
        """Record that the bot serves at this time, and that the time before it was no outage: the clock was moved."""

        async def job(work: Work) -> None:
            work.of(Uptime).begin(now)

        await self.run(job, alone=True)

    async def note_serving(self, now: float) -> None:
        """Record that the bot serves at this time."""

        async def job(work: Work) -> None:
            work.of(Uptime).note(now)

        await self.run(job, alone=True)

    async def forget(self, now: float) -> None:
        """Delete what is kept no longer at that time, a few rows at a time."""
        await forget_old(self, now)
