"""Long computations that are made after their update is confirmed."""

from dataclasses import dataclass
from typing import Any

from bot.app.messages import Chat
from bot.app.rows import Rows

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


class LongJobs(Rows):
    """Stored long computations."""

    async def of(self, person: int) -> tuple[LongJob, ...]:
        """The person's jobs that are not done, the oldest first."""
        return tuple([long_job(row) for row in await self.rows("long_jobs_of", person_id=person)])

    def put(self, job: LongJob) -> None:
        """Put a job. The work begins again if MOST of the person's wait by then."""
        self.write(
            "put_long_job",
            kind=job.kind,
            subject=job.subject,
            person_id=job.person,
            chat_id=job.chat.id if job.chat else 0,
            thread_id=job.chat.thread if job.chat else None,
            turn=job.turn,
            content=job.content,
            least=0 if job.is_asked else MOST,
            most=MOST,
        )

    async def load(self, job: int) -> LongJob | None:
        """The job of that id, locked until the end of this work. None if it is done, or another replica's."""
        for row in await self.rows("long_job", job_id=job):
            return long_job(row)
        return None

    def drop(self, job: LongJob) -> None:
        """Delete the job."""
        self.write("drop_long_job", job_id=job.id)


def long_job(row: Any) -> LongJob:
    """The job of a row."""
    return LongJob(
        kind=row["kind"],
        subject=row["subject"],
        turn=row["turn"],
        person=row["person_id"],
        chat=Chat(row["chat_id"], row["thread_id"]) if row["chat_id"] else None,
        content=row["content"],
        id=row["job_id"],
    )
