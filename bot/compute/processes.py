"""Runs the solver in two processes, one for short and one for long computations, so that short ones need not wait.

In their order: the port `Mind`; a solver process; what feeds it; its queue; the cache; what runs in the process.
"""

import asyncio
import os
import pickle
import signal
import threading
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from typing import Any, Generic, TypeVar

import structlog
from pebble import CONSTS, ProcessExpired, ProcessPool

from bot.app.advice import game_review
from bot.app.world import Computation, NeedsThought, TooMuchAtOnce, TooMuchToThink
from bot.metrics import THOUGHT_SECONDS, THOUGHT_WAIT_SECONDS
from solver.review import review_of
from solver.suggest import review_together

# The port `Mind`, over two solver processes.

log = structlog.get_logger()
LONG: frozenset[Callable[..., Any]] = frozenset({game_review, review_of, review_together})
"""Functions that may take seconds and are called by jobs only. All others take a tenth of a second at most."""
QUICK_LIMIT, LONG_LIMIT = 5.0, 30.0
"""Seconds that a computation may take, from its start."""
MOST_AT_ONCE = 2
"""Short computations that one person may wait for.

The rest of their batch of updates waits with them, and Telegram hands out no more than a hundred at a time: with eight,
one person's hints in thirty groups held up everybody by 3.7 s (`benchmarks.foul`).
"""
NICENESS = 10
ROOM = 16 * 1024 * 1024
"""Bytes of cached results, pickled, with their questions; unpickled they take some three times as much."""
MINUTE = 60.0
"""Seconds for which a computation that took too long is not tried again."""
PICTURES, THOUGHTS = range(2)
"""Ranks in the queue of the long process: a message waits for its picture, so pictures go first."""


class ThinkingProcesses:
    """The port `Mind`, over solver processes."""

    def __init__(
        self,
        *,
        long: frozenset[Callable[..., Any]] = LONG,
        limits: tuple[float, float] = (QUICK_LIMIT, LONG_LIMIT),
        room: int = ROOM,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        quick, slow = limits
        self._quick = Thinker(Process("quick", quick))
        self._long = Thinker(Process("long", slow, NICENESS))
        self._are_long = long
        self._memory = Memory(room)
        self._under_way: dict[Computation, asyncio.Task[None]] = {}
        self._quick_of: Counter[int] = Counter()
        """By person, how many short computations they have started that still run."""
        self._too_much: dict[Computation, float] = {}
        self._clock = clock

    async def warm_up(self) -> None:
        """Start both processes and their imports before somebody waits for them."""
        ready = Computation(_ready, ())
        await asyncio.gather(self._quick.thought(ready, 0), self._long.thought(ready, 0))

    def close(self) -> None:
        """Stop all computations at once."""
        for task in self._under_way.values():
            task.cancel()
        for thinker in (self._quick, self._long):
            thinker.close()

    def recall(self, question: Computation) -> Any:
        """The result. Raises NeedsThought if it is not cached, TooMuchToThink if it took too long a moment ago."""
        try:
            return _unpickled(self._memory.recall(question))
        except KeyError:
            self._refuse(question)
            raise NeedsThought(question) from None

    async def think(self, question: Computation, whose: int = 0) -> None:
        """Compute the result for `recall`, unless it is cached, and hold it until it is released.

        Callers with equal questions share one computation, which goes on if one of them is cancelled. Raises
        TooMuchToThink, and TooMuchAtOnce for a person who waits for too many already.
        """
        self._memory.hold(question)
        try:
            if question not in self._memory:
                # Shielded: others may wait for the same computation, and cancelling it would kill the process.
                await asyncio.shield(self._begin(question, whose))
        except BaseException:
            self._memory.release(question)
            raise

    def release(self, question: Computation) -> None:
        """Release the result: its caller needs it no more."""
        self._memory.release(question)

    async def asked(self, question: Computation) -> Any:
        """A result that is not cached, computed by the long process before all else that waits there: for pictures."""
        return _unpickled(await self._long.thought(question, 0, PICTURES))

    def _begin(self, question: Computation, whose: int) -> "asyncio.Task[None]":
        if question not in self._under_way:
            self._refuse(question)
            counted = 0 if question.about in self._are_long else whose  # jobs are not limited: no person waits for them
            if counted and self._quick_of[counted] >= MOST_AT_ONCE:
                raise TooMuchAtOnce(question)
            self._quick_of[counted] += 1
            task = asyncio.ensure_future(self._compute(question, whose))
            self._under_way[question] = task
            task.add_done_callback(lambda task: self._ended(question, counted, task))
        return self._under_way[question]

    def _ended(self, question: Computation, counted: int, task: "asyncio.Task[None]") -> None:
        if not task.cancelled():
            task.exception()  # read, for whoever asked may have been cancelled meanwhile
        del self._under_way[question]
        self._quick_of[counted] -= 1
        if not self._quick_of[counted]:
            del self._quick_of[counted]

    def _refuse(self, question: Computation) -> None:
        """Raise TooMuchToThink if the computation took too long a moment ago."""
        if self._too_much.get(question, 0.0) > self._clock():
            raise TooMuchToThink(question)

    async def _compute(self, question: Computation, whose: int) -> None:
        thinker, rank = (self._long, THOUGHTS) if question.about in self._are_long else (self._quick, 0)
        try:
            thought = await thinker.thought(question, whose, rank)
        except TooMuchToThink:
            log.warning("a thought was too much", about=question.about.__name__)
            now = self._clock()
            self._too_much = {known: until for known, until in self._too_much.items() if until > now}
            self._too_much[question] = now + MINUTE
            raise
        with suppress(KeyError):
            del self._too_much[question]
        self._memory.keep(question, thought)


def _unpickled(pickled: bytes) -> Any:
    thought = pickle.loads(pickled)  # noqa: S301  a process of our own wrote it
    if isinstance(thought, NoThought):
        raise thought.error
    return thought


def _ready() -> None:
    """Do nothing: the process that runs it has imported what computations need."""


# A solver process that computes one thing at a time, with a time limit, and is replaced when it dies.

TIME_TO_START, TIME_TO_BEGIN = 60.0, 5.0
"""Seconds for a process to start, even on a busy machine, and for a started one to begin a computation."""
CONSTS.term_timeout = 0.5
"""Seconds after SIGTERM until pebble kills the process; ours ends at once unless it is stopped."""
ATTEMPTS = 3
"""A computation during which the process died so often counts as the cause."""


class Process:
    """A process with `limit` seconds for each computation, from its start. It starts with the first one."""

    def __init__(self, name: str, limit: float, niceness: int = 0) -> None:
        self._name = name
        self._limit = limit
        self._niceness = niceness
        self._pool = self._new_pool()
        self._has_started = False

    async def thought(self, question: Computation) -> bytes:
        """The result, pickled. Raises TooMuchToThink, and what the function raises except ValueError."""
        for _ in range(ATTEMPTS):
            try:
                return await self._ask(question)
            except Broken as error:
                log.warning("a thinking process has died", process=self._name, why=str(error))
        raise TooMuchToThink(question)

    async def _ask(self, question: Computation) -> bytes:
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


class Broken(Exception):
    """The process or its pool died."""


def _note(thought: "asyncio.Future[bytes]") -> None:
    """Retrieve the exception, so that it is not logged as lost if whoever waited has gone."""
    if not thought.cancelled():
        thought.exception()


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


# Feeds a solver process from a queue.


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question and the future of its result."""

    question: Computation
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

    async def thought(self, question: Computation, whose: int, rank: int = 0) -> bytes:
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


# The queue of a solver process.

Item = TypeVar("Item")


class Line(Generic[Item]):
    """Items by rank, the lowest first; within a rank people take turns, however many items each has."""

    def __init__(self) -> None:
        self._ranks: defaultdict[int, dict[int, deque[Item]]] = defaultdict(dict)

    def put(self, item: Item, whose: int, rank: int) -> None:
        """Add an item, behind the others of the same person."""
        self._ranks[rank].setdefault(whose, deque()).append(item)

    def take(self) -> Item | None:
        """Remove and return the next item; None if there is none."""
        for _, people in sorted(self._ranks.items()):
            for whose in people:
                # The person's queue moves to the end of the dictionary, so people take turns.
                theirs = people.pop(whose)
                item = theirs.popleft()
                if theirs:
                    people[whose] = theirs  # to the end of the queue
                return item
        return None


# A cache of results, pickled, limited by bytes.


class Memory:
    """Evicts the results used least recently, once it takes more than `room` bytes; never those that are held."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._size = 0
        self._thoughts: OrderedDict[Computation, bytes] = OrderedDict()
        self._held: dict[Computation, bytes] = {}
        self._holders: Counter[Computation] = Counter()

    def __contains__(self, question: Computation) -> bool:
        return question in self._held or question in self._thoughts

    @property
    def size(self) -> int:
        """Bytes of what may be evicted, questions included."""
        return self._size

    def recall(self, question: Computation) -> bytes:
        """The pickled result. Raises KeyError if it is not cached."""
        if question in self._held:
            return self._held[question]
        self._thoughts.move_to_end(question)
        return self._thoughts[question]

    def keep(self, question: Computation, thought: bytes) -> None:
        """Add a result."""
        if question in self._holders:
            self._held[question] = thought
        else:
            self._put(question, thought)

    def hold(self, question: Computation) -> None:
        """Hold the result, now or once it is added: it is not evicted until it is released as often as it was held."""
        self._holders[question] += 1
        if question in self._thoughts:
            thought = self._thoughts.pop(question)
            self._size -= _size(question, thought)
            self._held[question] = thought

    def release(self, question: Computation) -> None:
        """Release the result once."""
        self._holders[question] -= 1
        if self._holders[question]:
            return
        del self._holders[question]
        if question in self._held:
            self._put(question, self._held.pop(question))

    def _put(self, question: Computation, thought: bytes) -> None:
        if question in self._thoughts:
            self._size -= _size(question, self._thoughts.pop(question))
        self._thoughts[question] = thought
        self._size += _size(question, thought)
        while self._size > self._room:
            forgotten, former = self._thoughts.popitem(last=False)
            self._size -= _size(forgotten, former)


def _size(question: Computation, thought: bytes) -> int:
    return len(thought) + len(pickle.dumps(question.given, pickle.HIGHEST_PROTOCOL))


# What runs in a solver process. It is imported there anew, so it imports little.


@dataclass(frozen=True, slots=True)
class NoThought:
    """The result of a function that raised ValueError."""

    error: ValueError


def prepare(niceness: int) -> None:
    """Set the process's niceness; end it on SIGTERM and when the bot's process ends, which may be killed.

    Ctrl-C is ignored here: the bot handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def pickled_thought(about: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
    """The function's result, pickled; NoThought if it raises ValueError."""
    try:
        thought = about(*given)
    except ValueError as error:  # the arguments make no sense: whoever asked is told
        thought = NoThought(error)
    return pickle.dumps(thought, pickle.HIGHEST_PROTOCOL)
