"""Group commit: the updates that wait together share one transaction, and so one wait for the disk.

All of them read first, then their writes are made together. Two that rest on the same thing do not share: the later
one is done anew in the next transaction. If the joint writes fail, each is tried alone, so that a broken one spoils
nobody else's.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.app.ports import StorageDown
from bot.storage.connection import Connection
from bot.storage.unit_of_work import WRITES, UnitOfWork

Result = TypeVar("Result")
TOGETHER = 64
"""At most so many share a transaction."""


@dataclass(slots=True)
class Waiting:
    """A piece of work and whoever waits for it."""

    job: Callable[[UnitOfWork], Awaitable[Any]]
    done: asyncio.Future[Any]
    work: UnitOfWork | None = None
    result: Any = None


class SharedCommit:
    """Runs work on one connection, a transaction after the other."""

    def __init__(
        self,
        connection: Connection,
        queries: Any,
        new_work: Callable[[], UnitOfWork],
        tell: Callable[[frozenset[int]], None],
    ) -> None:
        self._connection = connection
        self._queries = queries
        self._new_work = new_work
        self._tell = tell
        self._waiting: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def run(self, job: Callable[[UnitOfWork], Awaitable[Result]]) -> Result:
        """What `job` returns, once what it wrote is committed."""
        waiting = Waiting(job, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._commit_all())
        result: Result = await waiting.done
        return result

    async def close(self) -> None:
        """Wait until nothing waits."""
        if self._task is not None:
            await self._task

    async def _commit_all(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
            try:
                await self._together(batch)
            except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
                _fail(batch, error)

    async def _together(self, batch: list[Waiting]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
            _fail(batch, error)
            return
        accepted, put_off = await self._worked(batch)
        try:
            await self._write(accepted)
            await self._connection.commit()
        except Exception as error:  # noqa: BLE001  every one of them gets its own verdict below
            await self._undone(accepted, error)
        else:
            self._finish(accepted)
        self._waiting.extendleft(reversed(put_off))

    async def _worked(self, batch: list[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
        """Let all of the batch read and decide; those that may write together, and those put off."""
        for waiting in batch:
            waiting.work = self._new_work()
        results = await asyncio.gather(*(one.job(one.work) for one in batch if one.work), return_exceptions=True)
        accepted: list[Waiting] = []
        put_off: list[Waiting] = []
        touched: set[Hashable] = set()
        for waiting, result in zip(batch, results, strict=True):
            if waiting.work and touched & waiting.work.touched:
                put_off.append(waiting)
            elif isinstance(result, BaseException):
                _fail([waiting], result)
            else:
                waiting.result = result
                accepted.append(waiting)
                touched |= waiting.work.touched if waiting.work else set()
        return accepted, put_off

    async def _write(self, batch: list[Waiting]) -> None:
        for statement in WRITES:
            rows = [row for waiting in batch if waiting.work for row in waiting.work.writes.get(statement, ())]
            if rows:
                await getattr(self._queries, statement)(self._connection, rows)

    async def _undone(self, batch: list[Waiting], error: Exception) -> None:
        self._connection.roll_back()
        if len(batch) == 1 or isinstance(error, StorageDown):
            _fail(batch, error)
            return
        for waiting in batch:
            await self._together([waiting])

    def _finish(self, batch: list[Waiting]) -> None:
        addressees: set[int] = set()
        for waiting in batch:
            if not waiting.done.done():
                waiting.done.set_result(waiting.result)
            addressees |= waiting.work.addressees if waiting.work else set()
        if addressees:
            self._tell(frozenset(addressees))


def _fail(batch: list[Waiting], error: BaseException) -> None:
    for waiting in batch:
        if not waiting.done.done():
            waiting.done.set_exception(error)
