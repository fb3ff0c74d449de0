"""A solver process that computes one thing at a time, with a time limit, and is replaced when it dies."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import structlog
from pebble import CONSTS, ProcessExpired, ProcessPool

from bot.app.thinking import Question, TooMuchToThink
from bot.compute.child import pickled_thought, prepare

log = structlog.get_logger()
TIME_TO_START, TIME_TO_BEGIN = 60.0, 5.0
"""Seconds for a process to start, even on a busy machine, and for a started one to begin a computation."""
CONSTS.term_timeout = 0.5
"""Seconds after SIGTERM until pebble kills the process; ours ends at once unless it is stopped."""
ATTEMPTS = 3
"""A computation during which the process died so often counts as the cause."""


class Broken(Exception):
    """The process or its pool died."""


class Process:
    """A process with `limit` seconds for each computation, from its start. It starts with the first one."""

    def __init__(self, name: str, limit: float, niceness: int = 0) -> None:
        self._name = name
        self._limit = limit
        self._niceness = niceness
        self._pool = self._new_pool()
        self._has_started = False

    async def thought(self, question: Question) -> bytes:
        """The result, pickled. Raises TooMuchToThink, and what the function raises except ValueError."""
        for _ in range(ATTEMPTS):
            try:
                return await self._ask(question)
            except Broken as error:
                log.warning("a thinking process has died", process=self._name, why=str(error))
        raise TooMuchToThink(question)

    async def _ask(self, question: Question) -> bytes:
        began = time.monotonic()
        future = await self._schedule(pickled_thought, question.about, question.given)
        waiting = asyncio.wrap_future(future)
        waiting.add_done_callback(_note)
        # Starting the process is not part of the computation's time limit, which begins when it runs.
        await asyncio.wait({waiting}, timeout=TIME_TO_BEGIN if self._has_started else TIME_TO_START)
        if future.running():
            await asyncio.wait({waiting}, timeout=self._limit + TIME_TO_BEGIN)
        if not waiting.done():
            await self._replace_pool()
            raise Broken("it does not answer")
        self._has_started = True
        try:
            return waiting.result()
        except TimeoutError:
            self._has_started = False
            if time.monotonic() - began < self._limit:  # pebble's timeout uses the wall clock, which may have been set
                raise Broken("the machine's clock was put forward") from None
            raise TooMuchToThink(question) from None
        except BrokenProcessPool as error:
            await self._replace_pool()
            raise Broken(repr(error)) from None
        except ProcessExpired as error:
            self._has_started = False
            raise Broken(repr(error)) from None

    async def _schedule(self, function: Callable[..., bytes], *given: Any) -> "Future[bytes]":
        """Schedule the function. A process that died while it was idle takes its pool with it, which is replaced."""
        try:
            return self._pool.schedule(function, given, timeout=self._limit)
        except RuntimeError:
            await self._replace_pool()
            return self._pool.schedule(function, given, timeout=self._limit)

    async def _replace_pool(self) -> None:
        former, self._pool, self._has_started = self._pool, self._new_pool(), False
        await asyncio.to_thread(_end, former)

    def _new_pool(self) -> ProcessPool:
        context: Any = get_context("spawn")
        return ProcessPool(max_workers=1, context=context, initializer=prepare, initargs=(self._niceness,))

    def close(self) -> None:
        """End the process at once."""
        _end(self._pool)


def _note(thought: "asyncio.Future[bytes]") -> None:
    """Retrieve the exception, so that it is not logged as lost if whoever waited has gone."""
    if not thought.cancelled():
        thought.exception()


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()
