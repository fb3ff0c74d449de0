"""Group commit: units of work that wait together share one transaction, and one wait for the disk.

They belong to different chats, so none needs to see what another writes: all of them read, then all buffered writes are
made, statement by statement. If anything of that fails, each unit runs again, alone.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeVar

import structlog

from bot.app.ports import StaleGame, StorageDown
from bot.app.supervision import tell_of
from bot.storage.session import Session
from bot.storage.unit_of_work import UnitOfWork
from bot.storage.writes import WRITES

log = structlog.get_logger()
Result = TypeVar("Result")
Debts = Mapping[int, float]
TOGETHER = 64
"""The most units of work in a transaction."""
PUT = "put_item"


MOMENT = 0.01
"""Seconds before the next try where another replica holds all the chats that wait."""


class Taken(Exception):
    """Another replica holds the locks of all chats of the batch, whose units have been put back."""


@dataclass(slots=True)
class Waiting:
    """A unit of work that waits for its transaction."""

    job: Callable[[UnitOfWork], Awaitable[Any]]
    chats: tuple[int, ...]
    alone: bool
    done: asyncio.Future[Any]


class SharedCommit:
    """Runs work on one session, one transaction after another, in the name of the replica `holder`.

    `tell` is called with the chats for which items were put and whose leases this replica holds.
    """

    def __init__(
        self,
        session: Session,
        queries: Any,
        unit: Callable[[], UnitOfWork],
        holder: str,
        tell: Callable[[Debts], None],
    ) -> None:
        self._session = session
        self._queries = queries
        self._unit = unit
        self._holder = holder
        self._tell = tell
        self.on_long_jobs: Callable[[], None] = lambda: None
        """Called when long jobs were put."""
        self._waiting: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, job: Callable[[UnitOfWork], Awaitable[Result]], *chats: int, alone: bool = False) -> Result:
        """What `job` returns, once its writes are committed. Jobs that share a chat follow one another.

        A job that writes rows that belong to none of its chats must run `alone`, or replicas could deadlock.
        """
        waiting = Waiting(job, chats, alone, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._commit_soon()
        result: Result = await waiting.done
        return result

    def _commit_soon(self) -> None:
        """Start the task that carries out what waits, unless it runs."""
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._commit_all(), name="commits")
            self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Start the task again if it ended while work waits."""
        if not self._closed:
            tell_of(task)
            self._commit_soon()

    async def close(self, seconds: float) -> None:
        """Let waiting work be done, for at most so many seconds."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)
            self._task.cancel()

    async def _commit_all(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            try:
                if not await self._done(batch):
                    for waiting in batch:
                        await self._done([waiting])
            except asyncio.CancelledError:
                await self._break_off(batch)
                raise

    async def _break_off(self, batch: list[Waiting]) -> None:
        """The task was cancelled in a transaction: those who wait for it raise StorageDown and try again."""
        if not self._closed:
            log.error("a transaction was broken off, and is tried again", jobs=len(batch))
            _fail(batch, StorageDown("the transaction was broken off"))
            await self._session.roll_back()

    def _next_batch(self) -> list[Waiting]:
        """The units that have waited longest, one for each chat.

        A unit that waits for a chat also holds back the later units of its other chats.
        """
        batch, later, chats = list[Waiting](), list[Waiting](), set[int]()
        while self._waiting and len(batch) < TOGETHER:
            waiting = self._waiting.popleft()
            if waiting.done.done():
                continue
            is_next = chats.isdisjoint(waiting.chats) and not (waiting.alone and batch)
            (batch if is_next else later).append(waiting)
            if is_next and waiting.alone:
                break
            # A unit that must wait also blocks its chats for later ones, which keeps each chat's order.
            chats.update(waiting.chats)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _done(self, batch: list[Waiting]) -> bool:
        """Whether the batch is done or has failed for good; False if each unit must run alone."""
        try:
            await self._together(batch)
        except Taken:
            await self._session.roll_back()
            await asyncio.sleep(MOMENT)
        except Exception as error:  # noqa: BLE001  those who wait raise it, whatever it is
            await self._session.roll_back()
            if len(batch) > 1 and (isinstance(error, StaleGame) or not isinstance(error, StorageDown)):
                return False
            _fail(batch, error)
        return True

    async def _together(self, batch: list[Waiting]) -> None:
        taken = await self._session.begin([chat for waiting in batch for chat in waiting.chats])
        if taken:
            batch = self._put_back(batch, taken)
        works = [self._unit() for _ in batch]
        jobs = [_call(waiting.job, work) for waiting, work in zip(batch, works, strict=True)]
        outcomes = await self._session.all(jobs)
        for outcome in outcomes:
            if isinstance(outcome, StorageDown):
                raise outcome
        written = [work for work, outcome in zip(works, outcomes, strict=True) if not isinstance(outcome, Exception)]
        # A failed job has buffered writes as well: they are left out, and the others go on.
        await self._write(written)
        ours = await self._claim(sorted({chat for work in written for chat in work.addressees}))
        await self._session.commit()
        for waiting, outcome in zip(batch, outcomes, strict=True):
            _finish(waiting, outcome)
        # Only after the commit: a dispatcher that was told earlier would not see the items.
        if ours:
            self._tell(ours)
        if any(True for work in written for _ in work.writes.rows("put_long_job")):
            self.on_long_jobs()

    def _put_back(self, batch: list[Waiting], taken: Collection[int]) -> list[Waiting]:
        """The batch without units whose chats another replica has locked; these wait. Raises Taken if none is left."""
        left, later = list[Waiting](), list[Waiting]()
        for waiting in batch:
            (left if set(taken).isdisjoint(waiting.chats) else later).append(waiting)
        self._waiting.extendleft(reversed(later))
        if not left:
            raise Taken
        return left

    async def _write(self, works: list[UnitOfWork]) -> None:
        for statement, keys in WRITES.items():
            values = [row for work in works for row in work.writes.rows(statement)]
            if keys:
                values.sort(key=itemgetter(*keys))  # shared rows are locked in one order, so replicas cannot deadlock
            if values:
                rows = await getattr(self._queries, statement)(self._session, values)
                if keys and len(rows) < len(values):
                    raise StaleGame("somebody was faster")
                if statement == PUT:
                    await self._drop_older(rows)

    async def _drop_older(self, put: list[Any]) -> None:
        """Delete the screens that were replaced by newer ones of their slots."""
        newer = [{name: row[name] for name in ("chat_id", "slot", "letter_id")} for row in put if row["has_older"]]
        if newer:
            await self._queries.drop_older(self._session, newer)

    async def _claim(self, chats: list[int]) -> Debts:
        """Claim the leases of these chats; returns ours, and notifies the replicas that hold the others."""
        if not chats:
            return {}
        async for _ in self._queries.beat(self._session, name=self._holder):
            pass
        claims = [{"chat_id": chat, "holder": self._holder} for chat in chats]
        rows = await self._queries.claim(self._session, claims)
        others: dict[str, list[int]] = {}
        for row in rows:
            if row["holder"] != self._holder:
                others.setdefault(row["holder"], []).append(row["chat_id"])
        for holder, theirs in others.items():
            await self._session.call(holder, theirs)
        return {row["chat_id"]: row["debt"] for row in rows if row["holder"] == self._holder}


async def _call(job: Callable[[UnitOfWork], Awaitable[Any]], work: UnitOfWork) -> Any:
    result = await job(work)
    await work.finish()
    return result


def _finish(waiting: Waiting, outcome: Any) -> None:
    if isinstance(outcome, Exception):
        _fail([waiting], outcome)
    elif not waiting.done.done():
        waiting.done.set_result(outcome)


def _fail(batch: list[Waiting], error: Exception) -> None:
    for waiting in batch:
        if not waiting.done.done():
            waiting.done.set_exception(error)
