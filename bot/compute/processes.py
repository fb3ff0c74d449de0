"""Runs the solver in two processes, one for short and one for long computations, so that short ones need not wait."""

import asyncio
import pickle
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog

from bot.app.advice.reviewed import game_review
from bot.app.thinking import NeedsThought, Question, TooMuchAtOnce, TooMuchToThink
from bot.compute.child import NoThought
from bot.compute.memory import Memory
from bot.compute.process import Process
from bot.compute.thinker import Thinker
from solver.review import review_of

log = structlog.get_logger()
LONG: frozenset[Callable[..., Any]] = frozenset({game_review, review_of})
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
        self._under_way: dict[Question, asyncio.Task[None]] = {}
        self._quick_of: Counter[int] = Counter()
        """By person, how many short computations they have started that still run."""
        self._too_much: dict[Question, float] = {}
        self._clock = clock

    async def warm_up(self) -> None:
        """Start both processes and their imports before somebody waits for them."""
        ready = Question(_ready, ())
        await asyncio.gather(self._quick.thought(ready, 0), self._long.thought(ready, 0))

    def close(self) -> None:
        """Stop all computations at once."""
        for task in self._under_way.values():
            task.cancel()
        for thinker in (self._quick, self._long):
            thinker.close()

    def recall(self, question: Question) -> Any:
        """The result. Raises NeedsThought if it is not cached, TooMuchToThink if it took too long a moment ago."""
        try:
            return _unpickled(self._memory.recall(question))
        except KeyError:
            self._refuse(question)
            raise NeedsThought(question) from None

    async def think(self, question: Question, whose: int = 0) -> None:
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

    def release(self, question: Question) -> None:
        """Release the result: its caller needs it no more."""
        self._memory.release(question)

    async def asked(self, question: Question) -> Any:
        """A result that is not cached, computed by the long process before all else that waits there: for pictures."""
        return _unpickled(await self._long.thought(question, 0, PICTURES))

    def _begin(self, question: Question, whose: int) -> "asyncio.Task[None]":
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

    def _ended(self, question: Question, counted: int, task: "asyncio.Task[None]") -> None:
        if not task.cancelled():
            task.exception()  # read, for whoever asked may have been cancelled meanwhile
        del self._under_way[question]
        self._quick_of[counted] -= 1
        if not self._quick_of[counted]:
            del self._quick_of[counted]

    def _refuse(self, question: Question) -> None:
        """Raise TooMuchToThink if the computation took too long a moment ago."""
        if self._too_much.get(question, 0.0) > self._clock():
            raise TooMuchToThink(question)

    async def _compute(self, question: Question, whose: int) -> None:
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
