"""Group commit: the updates that wait together share one transaction, and so one wait for the disk.

One after the other, each in a savepoint of its own: a job that raises is undone alone, and each sees what those before
it wrote. They are answered together, once the disk has it all.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
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
    result: Any = None
    addressees: frozenset[int] = frozenset()


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
                self._connection.roll_back()
                _fail(batch, error)

    async def _together(self, batch: list[Waiting]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for waiting in batch:
            try:
                await self._carried_out(waiting)
            except StorageDown:
                raise
            except Exception as error:  # noqa: BLE001  its own affair, and not that of the others
                _fail([waiting], error)
        await self._connection.commit()
        self._finish([waiting for waiting in batch if not waiting.done.done()])

    async def _carried_out(self, waiting: Waiting) -> None:
        work = self._new_work()
        self._connection.execute("SAVEPOINT job")
        try:
            waiting.result = await waiting.job(work)
            await self._write(work)
        except StorageDown:
            raise  # SQLite may have undone it all by itself, so the whole transaction goes
        except BaseException:
            self._connection.execute("ROLLBACK TO job")
            raise
        self._connection.execute("RELEASE job")
        waiting.addressees = frozenset(work.addressees)

    async def _write(self, work: UnitOfWork) -> None:
        for statement in WRITES:
            if statement in work.writes:
                await getattr(self._queries, statement)(self._connection, work.writes[statement])

    def _finish(self, batch: list[Waiting]) -> None:
        for waiting in batch:
            waiting.done.set_result(waiting.result)
        addressees = frozenset().union(*(waiting.addressees for waiting in batch))
        if addressees:
            self._tell(addressees)


def _fail(batch: list[Waiting], error: BaseException) -> None:
    for waiting in batch:
        if not waiting.done.done():
            waiting.done.set_exception(error)
