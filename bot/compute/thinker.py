"""Feeds a solver process from a queue."""

import asyncio
import time
from dataclasses import dataclass

import structlog

from bot.app.thinking import Question
from bot.compute.line import Line
from bot.compute.process import Process
from bot.metrics.instruments import THOUGHT_SECONDS, THOUGHT_WAIT_SECONDS

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question and the future of its result."""

    question: Question
    thought: "asyncio.Future[bytes]"
    since: float
    """By time.monotonic."""


class Thinker:
    """Gives its process one question at a time.

    So the order is ours, and the time limit of a computation does not include waiting for others.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._line: Line[Waiting] = Line()
        self._in_hand: Waiting | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def thought(self, question: Question, whose: int, rank: int = 0) -> bytes:
        """The result, pickled, when its turn has come. Raises TooMuchToThink and what the function raises."""
        waiting = Waiting(question, asyncio.get_running_loop().create_future(), time.monotonic())
        self._line.put(waiting, whose, rank)
        self._think_soon()
        return await waiting.thought

    def _think_soon(self) -> None:
        """Start the task that answers, unless it runs."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._think(), name="thinking")
            self._task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Start the task again if it ended while questions wait: an unanswered one is computed anew."""
        if task.cancelled() and not self._closed:
            log.error("thinking was broken off, and goes on")
            self._think_soon()

    async def _think(self) -> None:
        while (waiting := self._in_hand or self._line.take()) is not None:
            self._in_hand = waiting
            if not waiting.thought.done():  # else whoever asked has been cancelled
                await self._answer(waiting)
            self._in_hand = None

    async def _answer(self, waiting: Waiting) -> None:
        began, kind = time.monotonic(), waiting.question.about.__name__.lstrip("_")
        THOUGHT_WAIT_SECONDS.labels(kind).observe(began - waiting.since)
        try:
            thought = await self._process.thought(waiting.question)
        except Exception as error:  # noqa: BLE001  whoever asked raises it
            if not waiting.thought.done():
                waiting.thought.set_exception(error)
        else:
            if not waiting.thought.done():
                waiting.thought.set_result(thought)
        finally:
            THOUGHT_SECONDS.labels(kind).observe(time.monotonic() - began)

    def close(self) -> None:
        """Stop at once; questions that wait are cancelled."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
        while (waiting := self._line.take()) is not None:
            waiting.thought.cancel()
        self._process.close()
