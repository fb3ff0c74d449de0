"""Rooms: their listeners, and how far messages have been sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.model.talk import WITHIN, TalkMessage

KEPT = 40
"""The last messages that count: earlier speakers are no longer shown."""
MOST_TOGETHER = 30
"""The most messages in a room within WITHIN seconds, of all people together."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of sending: all listeners up to this id have been served. None: all."""

    stream: str
    told_up_to: int | None = None
    told_at: float = 0.0
    """When that was, in seconds since 1970; 0 if all have been served."""
    is_behind: bool = False
    """Whether there were further messages since the round began: another round follows."""
    revision: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener of a room, with the people whose last messages they do not read."""

    person: int
    language: str | None
    spoken: str | None
    muted: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    """The people with a block between them and the listener."""

    def hears(self, person: int) -> bool:
        """Whether they read what that person says."""
        return person not in self.muted and person not in self.parted


def is_crowded(said: Sequence[TalkMessage], now: float) -> bool:
    """Whether the room has reached its limit of messages; a clock that was set back silences nobody."""
    return sum(abs(now - message.said_at) < WITHIN for message in said) >= MOST_TOGETHER


class Rooms(Protocol):
    """Stored listeners of rooms, and rounds of sending."""

    async def round(self, room: str) -> Round:
        """The round in which the last messages are sent."""

    def save_round(self, last: Round) -> None:
        """Save the round. The work begins again if another has saved it since it was read."""

    async def listeners(self, room: str, after: int, most: int, *, speaker: int = 0) -> tuple[Listener, ...]:
        """Listeners by id, after that one, at most so many. `speaker`: who is speaking."""
