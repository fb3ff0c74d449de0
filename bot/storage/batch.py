"""Units of work that wait, and the batches of them that share a transaction."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from bot.storage.unit_of_work import UnitOfWork
from bot.storage.writes import Shared

TOGETHER = 64
"""The most units of work in a transaction."""
Job = Callable[[UnitOfWork], Awaitable[Any]]


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
    work: UnitOfWork
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


class Taken(Exception):
    """Another replica holds the locks of all chats of the batch, whose units have been put back."""


class Stale(Exception):
    """Rows of these units have been saved by another replica since they were read."""

    def __init__(self, units: Collection[Waiting]) -> None:
        super().__init__(len(units))
        self.units = units


class Missed(Exception):
    """A statement that must hit every row has missed one."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared.statement)
        self.shared = shared


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
