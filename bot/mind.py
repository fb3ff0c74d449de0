"""Heavy thought, in a process of its own, so that no player waits for another's."""

import asyncio
import os
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import active_children, connection, get_context, parent_process
from typing import Any

import structlog

from bot.app.thinking import Question, ThinkFirst

log = structlog.get_logger()
LONGEST_THOUGHT = 5.0
"""Seconds; a thought takes milliseconds, the first one the start of the process."""
ATTEMPTS = 3
REMEMBERED = 4096
"""So many thoughts are kept."""


@dataclass(frozen=True, slots=True)
class NoThought:
    """That there is nothing to think about, and why."""

    error: ValueError


class ThinkingProcess:
    """The port `Mind` over the solver."""

    def __init__(self) -> None:
        self._pool = _new_pool()
        self._thoughts: OrderedDict[Question, Any] = OrderedDict()
        self._under_way: dict[Question, asyncio.Future[None]] = {}

    async def warm_up(self) -> None:
        """Start the process before somebody waits for it."""
        await asyncio.get_running_loop().run_in_executor(self._pool, os.getpid)

    def close(self) -> None:
        """Stop thinking, at once."""
        _kill_thinkers()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def recall(self, question: Question) -> Any:
        """The thought. Raises ThinkFirst if it has not been had."""
        try:
            self._thoughts.move_to_end(question)
            thought = self._thoughts[question]
        except KeyError:
            raise ThinkFirst(question) from None
        if isinstance(thought, NoThought):
            raise thought.error
        return thought

    async def think(self, question: Question) -> None:
        """Have the thought ready for `recall`. Two who ask the same wait for the same thought."""
        if question not in self._under_way:
            task = asyncio.ensure_future(self._thought(question))
            self._under_way[question] = task
            task.add_done_callback(lambda _task: self._under_way.pop(question))
        await self._under_way[question]

    async def _thought(self, question: Question) -> None:
        try:
            self._thoughts[question] = await self.asked(question)
        except ValueError as error:  # what was asked about is no game: whoever recalls it is told
            self._thoughts[question] = NoThought(error)
        while len(self._thoughts) > REMEMBERED:
            self._thoughts.popitem(last=False)

    async def asked(self, question: Question) -> Any:
        """The thought, which is not kept; of a new process if need be. Raises TimeoutError where none answers."""
        for _ in range(ATTEMPTS):
            pool = self._pool
            try:
                thought = asyncio.get_running_loop().run_in_executor(pool, question.about, *question.given)
                return await asyncio.wait_for(thought, LONGEST_THOUGHT)
            except (BrokenProcessPool, TimeoutError) as error:
                self._replace(pool, type(error).__name__)
        raise TimeoutError("no thinking process answers")

    def _replace(self, pool: ProcessPoolExecutor, why: str) -> None:
        """A new pool instead of this one, unless somebody else who waited has seen to it.

        The killed one fails all who still wait for it, and they ask the new one; cancelling would end their updates.
        """
        if pool is self._pool:
            log.warning("the thinking process does not answer; a new one takes over", why=why)
            _kill_thinkers()
            pool.shutdown(wait=False)
            self._pool = _new_pool()


def _kill_thinkers() -> None:
    for process in active_children():
        process.kill()


def _new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=_die_with_parent)


def _die_with_parent() -> None:
    """A killed bot cannot stop its thinker, so the thinker watches over the bot. Ctrl-C is the bot's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch(sentinel: int) -> None:
        connection.wait([sentinel])
        os._exit(0)

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
