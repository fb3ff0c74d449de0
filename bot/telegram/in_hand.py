"""Updates that were fetched and are not confirmed: those of one lane in their order, all others concurrently."""

import asyncio
from collections.abc import Sequence

from bot.app.messages import Incoming, lines_of
from bot.app.pace import AT_A_TIME, Pace
from bot.telegram.intake import Intake
from bot.telegram.lanes import lanes_of
from bot.telegram.translate import Json

Task = asyncio.Task[None]


class InHand:
    """Carries out fetched updates, each once, however often it is fetched.

    `end`: the id after the last that has come.
    """

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._tasks: dict[int, Task | None] = {}
        """By the id of an update: what carries it out; None: it is done."""
        self._last: dict[int, Task] = {}
        """By line: what was begun last in it."""
        self.end = 0

    @property
    def offset(self) -> int:
        """The id of the first update that is not done; all before it may be confirmed. 0: none has come."""
        return min((number for number in self._tasks if not self._is_done(number)), default=self.end)

    @property
    def is_empty(self) -> bool:
        """Whether all that has come is done."""
        return all(self._is_done(number) for number in self._tasks)

    async def take(self, updates: Sequence[Json], confirmed: int) -> None:
        """Begin those updates that are not in hand. They were fetched from the id `confirmed` on."""
        self._forget(confirmed)
        new, pace = list[Incoming](), Pace()
        for update in updates:
            number = update["update_id"]
            self.end = number + 1
            if number in self._tasks and not self._was_broken_off(number):
                continue
            incoming = await self._intake.read(update)
            self._tasks[number] = None
            if incoming is not None:
                new.append(incoming)
            await pace.keep()
        for at, lane in enumerate(lanes_of(new), 1):
            self._begin(lane)
            if at % AT_A_TIME == 0:
                await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        """Wait until all is done, for at most so many seconds."""
        if tasks := self._running():
            await asyncio.wait(tasks, timeout=seconds)

    async def stop(self, seconds: float) -> None:
        """Wait until all is done, for at most so many seconds; what is not is broken off, and not confirmed."""
        await self.wait(seconds)
        for task in self._running():
            task.cancel()

    def _begin(self, lane: list[Incoming]) -> None:
        lines = {line for incoming in lane for line in lines_of(incoming)}
        before = {self._last[line] for line in lines if line in self._last}
        task = asyncio.create_task(self._in_order(lane, before))
        self._tasks |= dict.fromkeys((incoming.update for incoming in lane), task)
        self._last |= dict.fromkeys(lines, task)

    async def _in_order(self, lane: list[Incoming], before: set[Task]) -> None:
        if before:
            await asyncio.wait(before)
        for incoming in lane:
            await self._intake.carry_out(incoming)

    def _forget(self, confirmed: int) -> None:
        """Forget what has been confirmed. What was done since the fetch began is among what it brought."""
        self._tasks = {number: task for number, task in self._tasks.items() if number >= confirmed}
        self._last = {line: task for line, task in self._last.items() if not task.done()}

    def _running(self) -> set[Task]:
        return {task for task in self._tasks.values() if task is not None and not task.done()}

    def _is_done(self, number: int) -> bool:
        task = self._tasks[number]
        return task is None or (task.done() and not task.cancelled() and task.exception() is None)

    def _was_broken_off(self, number: int) -> bool:
        task = self._tasks[number]
        return task is not None and task.done() and not self._is_done(number)
