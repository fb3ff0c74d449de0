"""What is thought about at length once its update is confirmed: for whom, where, and with what."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat

MOST = 4
"""So many of a person's wait, the one in hand included."""


@dataclass(frozen=True, slots=True)
class LongJob:
    """Something that takes long, about a table, a match or whatever else the kind knows by that subject.

    `turn` tells how far it had come when the job was written, lest the job be done when that has moved on.
    """

    kind: str
    subject: str
    turn: int = 0
    person: int = 0
    """Who asked for it; 0: nobody, it comes by itself."""
    chat: Chat | None = None
    """Where what comes of it is to be shown, if in one place."""
    content: str = ""
    """What else there is to know, as JSON."""
    id: int = 0
    """The database's; 0 while it has not been stored."""

    def is_same(self, other: "LongJob") -> bool:
        """Whether the same would be shown in the same place."""
        same = (other.kind, other.subject, other.turn, other.chat)
        return (self.kind, self.subject, self.turn, self.chat) == same


class LongJobs(Protocol):
    """What waits to be thought about at length."""

    async def of(self, person: int) -> tuple[LongJob, ...]:
        """What the person has asked for and is not done, the oldest first."""

    def put(self, job: LongJob) -> None:
        """Let the job be done in its turn. The work begins again if MOST of the person's wait by then."""

    async def load(self, job: int) -> LongJob | None:
        """The job of that id; it is ours until the end of this work. None if it is done, or somebody else's."""

    def drop(self, job: LongJob) -> None:
        """The job is done."""
