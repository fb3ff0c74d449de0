"""A room as those hear it who have joined it, and how far what was said there has come to them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.model.remark import WITHIN, Remark

KEPT = 40
"""So many of the last remarks count: those who spoke before are no longer seen."""
MOST_TOGETHER = 30
"""So much is said in a room within WITHIN seconds, whoever says it: nobody could read more."""


@dataclass(frozen=True, slots=True)
class Round:
    """How far the last remarks in a room have been brought: to all whose id is no higher. None: to everybody."""

    stream: str
    told_up_to: int | None = None
    told_at: float = 0.0
    """When that was, in seconds since 1970; 0 where it is to everybody."""
    is_behind: bool = False
    """More was said since the round began: another one follows."""
    revision: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Listener:
    """Somebody who has joined a room, and whom they do not hear of those who spoke there last."""

    person: int
    language: str | None
    spoken: str | None
    muted: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    """Those whom a block parts from them."""

    def hears(self, person: int) -> bool:
        """Whether they read what that person says."""
        return person not in self.muted and person not in self.parted


def is_crowded(said: Sequence[Remark], now: float) -> bool:
    """Whether as much has just been said as anybody can read; a clock that was put back silences nobody."""
    return sum(abs(now - remark.said_at) < WITHIN for remark in said) >= MOST_TOGETHER


class Rooms(Protocol):
    """Who hears what is said in rooms, and how far it has come."""

    async def round(self, room: str) -> Round:
        """How far the last remarks have been brought there."""

    def save_round(self, last: Round) -> None:
        """Keep how far they have been brought. The work begins again if somebody else has saved that meanwhile."""

    async def listeners(self, room: str, after: int, most: int, *, speaker: int = 0) -> tuple[Listener, ...]:
        """So many at most of those who have joined, by id, beginning after one. `speaker`: who is just speaking."""
