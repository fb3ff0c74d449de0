"""Long computations that are made after their update is confirmed."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat

MOST = 4
"""The most jobs of a person that may wait, the running one included."""


@dataclass(frozen=True, slots=True)
class LongJob:
    """A long computation about a game, or whatever its kind means by `subject`.

    `turn`: how far the game had come when the job was written; the job is not done if it has moved on.
    """

    kind: str
    subject: str
    turn: int = 0
    person: int = 0
    """Who asked for it; 0: nobody."""
    chat: Chat | None = None
    """Where the result is shown, if in one chat."""
    content: str = ""
    """Further data, as its kind writes it."""
    is_asked: bool = True
    """Whether somebody waits for it. If not, it comes behind all that somebody waits for. Known until it is stored."""
    id: int = 0
    """The database's id; 0 while it has not been stored."""

    def is_same(self, other: "LongJob") -> bool:
        """Whether the same result would be shown in the same place."""
        same = (other.kind, other.subject, other.turn, other.chat, other.content)
        return (self.kind, self.subject, self.turn, self.chat, self.content) == same


class LongJobs(Protocol):
    """Stored long computations."""

    async def of(self, person: int) -> tuple[LongJob, ...]:
        """The person's jobs that are not done, the oldest first."""

    def put(self, job: LongJob) -> None:
        """Put a job. The work begins again if MOST of the person's wait by then."""

    async def load(self, job: int) -> LongJob | None:
        """The job of that id, locked until the end of this work. None if it is done, or another replica's."""

    def drop(self, job: LongJob) -> None:
        """Delete the job."""
