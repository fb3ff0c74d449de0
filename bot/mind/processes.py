"""Heavy thought, in two processes of its own, so that no player waits for another's: quick ones, and long ones."""

import asyncio
import pickle
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog

from bot.app.advice.reviewed import reviewed
from bot.app.thinking import Question, ThinkFirst, TooMuchAtOnce, TooMuchToThink
from bot.mind.child import NoThought
from bot.mind.memory import Memory
from bot.mind.process import Process
from bot.mind.thinker import Thinker
from solver.review import review_of

log = structlog.get_logger()
LONG: frozenset[Callable[..., Any]] = frozenset({reviewed, review_of})
"""What may take seconds, and is wanted by jobs alone. All else takes milliseconds, a tenth of a second at most."""
QUICK_LIMIT, LONG_LIMIT = 5.0, 30.0
"""Seconds that a thought may take from when it begins."""
MOST_AT_ONCE = 8
"""Quick thoughts that one person waits for: others wait for the batch in which they asked, and more are a flood."""
NICENESS = 10
ROOM = 16 * 1024 * 1024
"""Bytes of thoughts that are kept, pickled, with what was asked; in memory they take some three times as much."""
MINUTE = 60.0
"""Seconds for which it is remembered that a thought was too much."""
PICTURES, THOUGHTS = range(2)
"""Ranks in the long line: a letter waits for its picture."""


class ThinkingProcesses:
    """The port `Mind` over the solver."""

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
        """How many quick thoughts are under way that each person has begun."""
        self._too_much: dict[Question, float] = {}
        self._clock = clock

    async def warm_up(self) -> None:
        """Have both processes ready, with what most thoughts need, before somebody waits for them."""
        ready = Question(_ready, ())
        await asyncio.gather(self._quick.thought(ready, 0), self._long.thought(ready, 0))

    def close(self) -> None:
        """Stop thinking, at once."""
        for task in self._under_way.values():
            task.cancel()
        for thinker in (self._quick, self._long):
            thinker.close()

    def recall(self, question: Question) -> Any:
        """The thought. Raises ThinkFirst if it has not been had, TooMuchToThink if it was too much a moment ago."""
        try:
            return _unpickled(self._memory.recall(question))
        except KeyError:
            self._refuse(question)
            raise ThinkFirst(question) from None

    async def think(self, question: Question, whose: int = 0) -> None:
        """Have the thought ready for `recall`, and hold it until it is released.

        All who ask the same wait for the same thought; who waits no more takes it from nobody else. Raises
        TooMuchToThink, and TooMuchAtOnce for a person who waits for several already.
        """
        self._memory.hold(question)
        try:
            if question not in self._memory:
                await asyncio.shield(self._begun(question, whose))
        except BaseException:
            self._memory.release(question)
            raise

    def release(self, question: Question) -> None:
        """Whoever had it thought about needs it no more."""
        self._memory.release(question)

    async def asked(self, question: Question) -> Any:
        """A thought that is not kept, by the long process, before all else that waits there: for pictures."""
        return _unpickled(await self._long.thought(question, 0, PICTURES))

    def _begun(self, question: Question, whose: int) -> "asyncio.Task[None]":
        if question not in self._under_way:
            self._refuse(question)
            counted = 0 if question.about in self._are_long else whose  # nobody's own act is never too much
            if counted and self._quick_of[counted] >= MOST_AT_ONCE:
                raise TooMuchAtOnce(question)
            self._quick_of[counted] += 1
            task = asyncio.ensure_future(self._had(question, whose))
            self._under_way[question] = task
            task.add_done_callback(lambda _task: self._ended(question, counted))
        return self._under_way[question]

    def _ended(self, question: Question, counted: int) -> None:
        del self._under_way[question]
        self._quick_of[counted] -= 1
        if not self._quick_of[counted]:
            del self._quick_of[counted]

    def _refuse(self, question: Question) -> None:
        """Raise TooMuchToThink if it was too much a moment ago."""
        if self._too_much.get(question, 0.0) > self._clock():
            raise TooMuchToThink(question)

    async def _had(self, question: Question, whose: int) -> None:
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
    """Nothing: whoever asks for it has imported what thoughts need."""
