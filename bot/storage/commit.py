"""Group commit: units of work that wait together share one transaction and one wait for the disk; leases of chats.

In their order: a unit that waits; the commit itself; the queue and its batches; the leases.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from bot.app.rows import Row
from bot.app.supervision import AT_A_TIME, tell_of
from bot.app.work import StaleGame, StorageDown, Work
from bot.metrics import TRANSACTION_UNITS
from bot.storage.session import Debts, Session, Signals
from bot.storage.writes import Shared, in_order_of_keys, locked, shared_writes

# Units of work that wait, and what a transaction carries of them.

Job = Callable[[Work], Awaitable[Any]]


@dataclass(eq=False, slots=True)
class Waiting:
    """A unit of work that waits for its transaction. `alone`: it shares it with no other."""

    job: Job
    chats: tuple[int, ...]
    alone: bool
    done: asyncio.Future[Any]

    def finish(self, outcome: Any) -> None:
        """Give what the job returned, or raise what it raised, to whoever waits."""
        if self.done.done():
            return
        if isinstance(outcome, Exception):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


@dataclass(eq=False, frozen=True, slots=True)
class Carried:
    """A unit of work whose job has run. `outcome`: what it returned, or the exception that it raised."""

    waiting: Waiting
    work: Work
    outcome: Any

    @property
    def has_failed(self) -> bool:
        """Whether the job raised, so that nothing of it is to be written."""
        return isinstance(self.outcome, Exception)

    def finish(self) -> None:
        """It is committed: count it, and give the outcome to whoever waits."""
        if not self.has_failed:
            self.work.writes.note_commit()
        self.waiting.finish(self.outcome)


Batch = list[Waiting]


# Group commit: units of work that wait together share one transaction, and one wait for the disk.
#
# They belong to different chats, so none needs to see what another writes: all of them read, then all buffered writes
# are made, statement by statement. Of units that write the same row, all but the first wait for the next transaction.
# A unit whose row another replica has saved meanwhile runs again, alone; the rest together. After any other failure
# each unit runs again, alone.

log = structlog.get_logger()
Result = TypeVar("Result")
MANY, APART = 2, 0.004
"""After a transaction with so many units the next one begins so many seconds later, unless it is full before."""
MOMENT = 0.01
"""Seconds before the next try where another replica holds all the chats that wait."""


class SharedCommit:
    """Runs work on one session, one transaction after another, in the name of the replica `holder`."""

    def __init__(self, session: Session, queries: Any, unit: Callable[[], Work], holder: str, signals: Signals) -> None:
        self._session = session
        self._queries = queries
        self._unit = unit
        self._holder = holder
        self._signals = signals
        self._queue = Queue()
        self._trying: deque[Batch] = deque()
        self._task: asyncio.Task[None] | None = None
        self._former = 0
        self._began_at = 0.0
        self._closed = False

    async def run(self, job: Callable[[Work], Awaitable[Result]], *chats: int, alone: bool = False) -> Result:
        """What `job` returns, once its writes are committed. Jobs that share a chat follow one another.

        A job that writes rows that belong to none of its chats must run `alone`, or replicas could deadlock.
        """
        waiting = Waiting(job, chats, alone, asyncio.get_running_loop().create_future())
        self._queue.add(waiting)
        self._commit_soon()
        result: Result = await waiting.done
        return result

    def _commit_soon(self) -> None:
        """Start the task that carries out what waits, unless it runs."""
        if self._queue and (self._task is None or self._task.done()):
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
            await asyncio.wait({self._task})

    async def _commit_all(self) -> None:
        try:
            while self._queue:
                self._trying.append(await self._next_batch())
                while self._trying:
                    again = await self._try(self._trying[0])
                    self._trying.popleft()
                    self._trying.extendleft(reversed(again))
        except asyncio.CancelledError:
            await self._break_off()
            raise

    async def _next_batch(self) -> Batch:
        """The next batch. While many come, a moment is let pass first: a small batch costs as much as a large one."""
        if self._former >= MANY and len(self._queue) < TOGETHER:
            await asyncio.sleep(max(0.0, self._began_at + APART - time.monotonic()))
        self._began_at = time.monotonic()
        batch = self._queue.next_batch()
        self._former = len(batch)
        return batch

    async def _break_off(self) -> None:
        """The task was cancelled in a transaction: those who wait for it raise StorageDown and try again."""
        units = [waiting for batch in self._trying for waiting in batch]
        self._trying.clear()
        if units and not self._closed:
            log.error("a transaction was broken off, and is tried again", jobs=len(units))
            _fail(units, StorageDown("the transaction was broken off"))
            await self._session.roll_back()

    async def _try(self, batch: Batch) -> list[Batch]:
        """Carry out the batch; returns the batches to be tried instead, if it cannot be carried out as one."""
        try:
            await self._together(batch)
        except Taken:
            await self._session.roll_back()
            await asyncio.sleep(MOMENT)
        except Exception as error:  # noqa: BLE001  those who wait raise it, whatever it is
            await self._session.roll_back()
            return self._batches_after(error, batch)
        return []

    def _batches_after(self, error: Exception, batch: Batch) -> list[Batch]:
        """How the batch is tried again; [] if those who wait for it have raised the error."""
        if len(batch) > 1 and isinstance(error, Stale):
            rest = without(batch, error.units)
            return [*([rest] if rest else ()), *([waiting] for waiting in error.units)]
        if len(batch) > 1 and not isinstance(error, StorageDown):
            return [[waiting] for waiting in batch]
        _fail(batch, StaleGame("somebody was faster") if isinstance(error, Stale) else error)
        return []

    async def _together(self, batch: Batch) -> None:
        """Carry out the batch in one transaction. Units that have to wait are taken out of it."""
        self._put_back_taken(batch, await self._session.begin([chat for waiting in batch for chat in waiting.chats]))
        carried = self._put_back_clashing(batch, await self._carried_out(batch))
        # A failed job has buffered writes as well: they are left out, and the others go on.
        written = [each for each in carried if not each.has_failed]
        debts = await self._claim({chat for each in written for chat in each.work.addressees})
        await self._commit(written)
        TRANSACTION_UNITS.observe(len(carried))
        await self._tell(carried, debts)
        if any("put_long_job" in each.work.writes.used() for each in written):
            self._signals.on_long_jobs()

    async def _claim(self, addressees: set[int]) -> Debts:
        """The leases of the chats for which items were put that are ours, claimed where they were not."""
        ours = set(filter(self._signals.sends_to, addressees))
        claimed = await claim(self._queries, self._session, self._holder, addressees - ours)
        return dict.fromkeys(ours) | claimed

    async def _tell(self, carried: list[Carried], debts: Debts) -> None:
        """Tell of what was committed; only then, for whoever was told earlier would not see it.

        A few units at a time, or the loop would run all that follows from them in one go.
        """
        few = [carried[begin : begin + AT_A_TIME] for begin in range(0, len(carried), AT_A_TIME)]
        try:
            while few:
                self._tell_of(few.pop(0), debts)
                if few:
                    await asyncio.sleep(0)
        finally:
            for units in few:  # cancelled: committed they are
                self._tell_of(units, debts)

    def _tell_of(self, units: list[Carried], debts: Debts) -> None:
        for each in units:
            each.finish()
        chats = {chat for each in units if not each.has_failed for chat in each.work.addressees}
        if ours := {chat: debts[chat] for chat in chats if chat in debts}:
            self._signals.on_items(ours)
        games = [row for each in units if not each.has_failed for row in each.work.writes.rows("save_game")]
        if games:
            self._signals.on_saved({row["game_id"]: row["chat_id"] for row in games})

    async def _carried_out(self, batch: Batch) -> list[Carried]:
        """Run the jobs. Raises StorageDown if one of them does."""
        works = [self._unit() for _ in batch]
        jobs = [_call(waiting.job, work) for waiting, work in zip(batch, works, strict=True)]
        outcomes = await self._session.all(jobs)
        for outcome in outcomes:
            if isinstance(outcome, StorageDown):
                raise outcome
        return [Carried(*each) for each in zip(batch, works, outcomes, strict=True)]

    def _put_back_taken(self, batch: Batch, taken: Collection[int]) -> None:
        """Put units back whose chats another replica has locked. Raises Taken if none is left."""
        later = [waiting for waiting in batch if not set(taken).isdisjoint(waiting.chats)]
        self._put_back(batch, later)
        if not batch:
            raise Taken

    def _put_back_clashing(self, batch: Batch, carried: list[Carried]) -> list[Carried]:
        """Put units back that write a row which an earlier one writes as well; returns the others."""
        hit, left = set[Any](), []
        for each in carried:
            rows = set() if each.has_failed else locked(each.work.writes)
            if hit.isdisjoint(rows):
                left.append(each)
                hit |= rows
        kept = {each.waiting for each in left}
        self._put_back(batch, [waiting for waiting in batch if waiting not in kept])
        return left

    def _put_back(self, batch: Batch, later: Batch) -> None:
        batch[:] = without(batch, later)
        self._queue.put_back(later)

    async def _commit(self, written: list[Carried]) -> None:
        """Make the buffered writes, and commit. Raises Stale."""
        missed = await self._session.commit(self._queries, shared_writes([each.work.writes for each in written]))
        if missed is not None:
            raise Stale(await self._stale(missed, written))

    async def _hit(self, statement: str, rows: list[Row]) -> int:
        """Run a statement for these rows; returns how many rows of the table it hit, as far as it tells."""
        return len(await getattr(self._queries, statement)(self._session, rows))

    async def _stale(self, missed: Shared, written: list[Carried]) -> list[Waiting]:
        """The units of which the statement misses a row, each tried on its own."""
        stale = []
        for each in written:
            rows = in_order_of_keys(each.work.writes.rows(missed.statement), missed.keys)
            await self._session.roll_back()
            await self._session.begin([])
            if rows and await self._hit(missed.statement, rows) < len(rows):
                stale.append(each.waiting)
        return stale or [each.waiting for each in written]


async def _call(job: Callable[[Work], Awaitable[Any]], work: Work) -> Any:
    result = await job(work)
    await work.finish()
    return result


def _fail(units: Iterable[Waiting], error: Exception) -> None:
    for waiting in units:
        waiting.finish(error)


# The queue of those that wait, and the batches of them that share a transaction.

TOGETHER = 64
"""The most units of work in a transaction."""


class Queue:
    """The units of work that wait, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, waiting: Waiting) -> None:
        """Add a unit at the end."""
        self._waiting.append(waiting)

    def put_back(self, batch: Iterable[Waiting]) -> None:
        """Put units that had been taken back to the front, in their order."""
        self._waiting.extendleft(reversed(list(batch)))

    def next_batch(self) -> Batch:
        """Take the units that have waited longest, one for each chat.

        A unit that waits for a chat also holds back the later units of its other chats.
        """
        batch, later, chats = Batch(), Batch(), set[int]()
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
        self.put_back(later)
        return batch


def without(batch: Batch, units: Collection[Waiting]) -> Batch:
    """The batch without these units."""
    return [waiting for waiting in batch if waiting not in units]


class Taken(Exception):
    """Another replica holds the locks of all chats of the batch, whose units have been put back."""


class Stale(Exception):
    """Rows of these units have been saved by another replica since they were read."""

    def __init__(self, units: Collection[Waiting]) -> None:
        super().__init__(len(units))
        self.units = units


# Claims the leases of the chats for which items were put.


async def claim(queries: Any, session: Session, holder: str, chats: Collection[int]) -> dict[int, float]:
    """Claim the leases of these chats for a replica, in the transaction.

    Returns those that it holds now, each with the seconds until the chat's rate limit is whole again. The replicas that
    hold the others are notified when the transaction commits.
    """
    if not chats:
        return {}
    async for _ in queries.beat(session, name=holder):
        pass
    rows = await queries.claim(session, [{"chat_id": chat, "holder": holder} for chat in sorted(chats)])
    others: dict[str, list[int]] = {}
    for row in rows:
        if row["holder"] != holder:
            others.setdefault(row["holder"], []).append(row["chat_id"])
    for other, theirs in others.items():
        await session.call(other, theirs)
    return {row["chat_id"]: row["debt"] for row in rows if row["holder"] == holder}
