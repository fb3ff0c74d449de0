"""Background tasks: begun again if they end, shut down by SIGTERM, and retries for failures that may pass."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import structlog

from bot.app.work import StaleGame, StorageDown, Work
from bot.app.world import Computation, Compute, NeedsAnswer, NeedsThought

# Lets the event loop look round while one task has much to do.

LONGEST_WORK = 0.002
"""Seconds of work without a pause."""
AT_A_TIME = 8
"""So many tasks are started, or woken, between two looks round of the loop, which would else run all in one go."""


class Pace:
    """The pace of one task: call `keep` between two steps of its work."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def keep(self) -> None:
        """Let other tasks run, if this one has worked for LONGEST_WORK since it last did."""
        if time.perf_counter() - self._since > LONGEST_WORK:
            await asyncio.sleep(0)
            self._since = time.perf_counter()


# Shutdown by SIGTERM or SIGINT.

Result = TypeVar("Result")


class Shutdown:
    """Whether shutdown has begun; cancels what should run only until then."""

    def __init__(self) -> None:
        self._requested = asyncio.Event()

    def heed_signals(self) -> None:
        """Begin shutdown on SIGTERM and SIGINT from now on."""
        with suppress(NotImplementedError):  # loops on Windows have no signal handlers; Ctrl-C ends them anyway
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self._requested.set)

    @property
    def is_requested(self) -> bool:
        """Whether shutdown has begun."""
        return self._requested.is_set()

    async def unless(self, doing: Coroutine[Any, Any, Result], grace: float = 0.0) -> Result | None:
        """What `doing` returns; None if shutdown begins first and it does not end within `grace` seconds after that."""
        task = asyncio.ensure_future(doing)
        requested = asyncio.ensure_future(self._requested.wait())
        try:
            await asyncio.wait({task, requested}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({task}, timeout=grace)
            return task.result() if task.done() else None
        finally:
            requested.cancel()
            task.cancel()


# What is done again and again, and pauses between tries.


async def every(seconds: float, step: Callable[[], Awaitable[object]], woken: asyncio.Event | None = None) -> NoReturn:
    """Carry the step out until cancelled: again after so many seconds, or as soon as it is `woken`."""
    woken = asyncio.Event() if woken is None else woken
    while True:
        woken.clear()
        await step()
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), seconds)


class Backoff:
    """The pauses in seconds between tries: the first, then each twice the one before, at most the longest."""

    def __init__(self, first: float, most: float) -> None:
        self._first = first
        self._most = most
        self._pause = first

    def next(self) -> float:
        """The pause before the next try."""
        pause, self._pause = self._pause, min(2 * self._pause, self._most)
        return pause

    def reset(self) -> None:
        """A try has succeeded: the next pause is the first again."""
        self._pause = self._first


# Supervises background tasks that nobody awaits: one that ends unexpectedly is logged and started again.

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Seconds before a task that ended is started again: the first time, and at most."""
STEADY = 10.0
"""Seconds after which a restarted task counts as running."""
FAILS = 60.0
"""Seconds without running after which a task counts as failing."""
TIME_TO_END = 1.0
Job = Callable[[], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class Watched:
    """The state of a task; `name` is one word."""

    name: str
    begun_at: float | None = None
    """When its present run began; None between two runs."""
    down_since: float | None = None
    """When it ended unexpectedly; None if it has not, or has run for STEADY seconds since."""

    def runs(self, now: float) -> bool:
        """Whether its present run is long enough to count."""
        return self.begun_at is not None and now - self.begun_at >= STEADY

    def fails(self, now: float) -> bool:
        """Whether it has not run for FAILS seconds, so that the health page should say so."""
        return self.down_since is not None and now - self.down_since >= FAILS and not self.runs(now)


def never() -> bool:
    """The `is_done` of a task that never ends: False."""
    return False


def at_once() -> bool:
    """The `is_done` of a task that is done once it returns: True."""
    return True


class Supervision:
    """Runs tasks, each until it is done. One that ends otherwise, by cancellation too, is started again after a pause.

    Cancelling the task that `keep` returns, or `stop`, ends a task for good.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._watched: list[Watched] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(
        self,
        name: str,
        job: Job,
        *,
        is_done: Callable[[], bool] = never,
        fatal: tuple[type[Exception], ...] = (),
    ) -> asyncio.Task[None]:
        """Run the job in a task of that name. `is_done`: whether it may have returned.

        Awaiting the returned task raises the `fatal` errors, which end the job for good.
        """
        watched = Watched(name)
        self._watched.append(watched)
        return self._begin(self._keep_running(watched, job, is_done, fatal), f"keeper of {name}")

    @property
    def failing(self) -> str | None:
        """The name of a task that has not run for a minute, if there is one."""
        now = self._clock()
        return next((watched.name for watched in self._watched if watched.fails(now)), None)

    async def stop(self) -> None:
        """End all tasks for good."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=TIME_TO_END)

    def _begin(self, job: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(job, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep_running(
        self, watched: Watched, job: Job, is_done: Callable[[], bool], fatal: tuple[type[Exception], ...]
    ) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            watched.begun_at = self._clock()
            ended = await self._run_to_end(watched.name, job)
            if isinstance(ended, fatal):
                raise ended
            if ended is None and is_done():
                watched.down_since = None
                return
            if watched.runs(self._clock()):
                watched.down_since = None
                backoff.reset()
            watched.begun_at = None
            watched.down_since = self._clock() if watched.down_since is None else watched.down_since
            pause = backoff.next()
            why = "it returned" if ended is None else type(ended).__name__
            log.error(
                "a background task ended, and is begun again", task=watched.name, why=why, pause=pause, exc_info=ended
            )
            await self._sleep(pause)

    async def _run_to_end(self, name: str, job: Job) -> BaseException | None:
        """Run the job once; returns what ended it, or None if it returned."""
        task = self._begin(job(), name)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
        return asyncio.CancelledError() if task.cancelled() else task.exception()


def tell_of(task: asyncio.Task[Any]) -> None:
    """Log the exception of a task that nobody awaits: for tasks that run once."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task broke", task=task.get_name(), exc_info=error)


# Retries for failures that may pass.

FIRST_RETRY, LONGEST_RETRY = 0.05, 5.0


async def retry_until_stored(attempt: Callable[[], Awaitable[Result]]) -> Result:
    """The result of `attempt`, repeated with growing pauses while the storage is down."""
    backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)
    while True:
        try:
            return await attempt()
        except StaleGame:
            continue
        except StorageDown as error:
            pause = backoff.next()
            log.warning("storage is down, trying again", error=str(error), pause=pause)
            await asyncio.sleep(pause)


async def run_with_thoughts(
    run: Callable[..., Awaitable[Result]],
    compute: Compute,
    job: Callable[[Work], Awaitable[Result]],
    *chats: int,
    whose: int = 0,
) -> Result:
    """The result of `job` once it is committed. If it needs a computation, that is made first and the job run again.

    The same if it needs to know what only Telegram can tell.

    Every result that it needed is held until it is done, so it ends however many it needs. `whose`: the person who
    waits; `run`: runs the job in a transaction, or on what is committed.

    Raises TooMuchToThink, and what the job raises.
    """
    held: list[Computation] = []
    try:
        while True:
            try:
                return await retry_until_stored(lambda: run(job, *chats))
            except NeedsThought as need:
                await compute.think(need.question, whose)
                # Held until the end: a cache that evicts early results while later ones are computed would never let
                # the job end.
                held.append(need.question)
            except NeedsAnswer as need:
                await need.ask()
    finally:
        for question in held:
            compute.release(question)
