"""Whether updates that were sent a while ago still wait, at Telegram or in hand."""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.app.uptime import TIME_TO_WORK
from bot.telegram.in_hand import InHand

RECENT = 1.0
"""Seconds: less than jobs wait after they are due, so what was sent before that has been carried out."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A fetch that took all that waited at Telegram. `offset`: the id after the last of these updates."""

    at: float
    offset: int


class Backlog:
    """Follows the fetches. Times are those of `clock`, in seconds."""

    def __init__(self, in_hand: InHand, clock: Callable[[], float]) -> None:
        self._in_hand = in_hand
        self._clock = clock
        self._pending: deque[Swept] = deque()
        """Fetches that took all, and of which something is in hand, the oldest first."""
        self.forget()

    def forget(self) -> None:
        """Nothing is known any more: a fetch has failed."""
        self._took_all = False
        self._swept_at = self._done_at = -math.inf
        self._pending.clear()

    def note(self, *, took_all: bool) -> None:
        """Note a fetch, whose updates are in hand now."""
        self._took_all = took_all
        if took_all:
            self._swept_at = self._clock()
            self._pending.append(Swept(self._swept_at, self._in_hand.end))

    def is_drained(self) -> bool:
        """Whether all has been carried out that was sent until a moment ago."""
        self._settle()
        return (self._took_all and self._in_hand.is_empty) or self._clock() - self._done_at < RECENT

    def is_attended(self) -> bool:
        """Whether updates arrive and are carried out within TIME_TO_WORK, since the last failure for the first time."""
        self._settle()
        waits_since = self._pending[0].at if self._pending else self._swept_at
        return self.is_drained() or (self._done_at > -math.inf and self._clock() - waits_since < TIME_TO_WORK)

    def _settle(self) -> None:
        offset = self._in_hand.offset
        while self._pending and self._pending[0].offset <= offset:
            self._done_at = self._pending.popleft().at
