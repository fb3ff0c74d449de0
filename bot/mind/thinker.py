"""Those who want to know something of a process, one after the other."""

import asyncio
from dataclasses import dataclass

from bot.app.thinking import Question
from bot.mind.line import Line
from bot.mind.process import Process


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question, and the thought that is waited for."""

    question: Question
    thought: "asyncio.Future[bytes]"


class Thinker:
    """Gives its process one question at a time, so that the order is ours and nobody's limit counts what others ask."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._line: Line[Waiting] = Line()
        self._task: asyncio.Task[None] | None = None

    async def thought(self, question: Question, whose: int, rank: int = 0) -> bytes:
        """The thought, pickled, once it is its turn. Raises TooMuchToThink and what the function raises."""
        waiting = Waiting(question, asyncio.get_running_loop().create_future())
        self._line.put(waiting, whose, rank)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._think())
        return await waiting.thought

    async def _think(self) -> None:
        while (waiting := self._line.take()) is not None:
            if waiting.thought.done():  # nobody wants to know any more
                continue
            try:
                thought = await self._process.thought(waiting.question)
            except Exception as error:  # noqa: BLE001  whoever asked is to hear of it
                if not waiting.thought.done():
                    waiting.thought.set_exception(error)
            else:
                if not waiting.thought.done():
                    waiting.thought.set_result(thought)

    def close(self) -> None:
        """Stop thinking, at once: what still waits is cancelled."""
        if self._task is not None:
            self._task.cancel()
        while (waiting := self._line.take()) is not None:
            waiting.thought.cancel()
        self._process.close()
