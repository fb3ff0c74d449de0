"""The port `LongJobs`, over named queries."""

from typing import Any

from bot.app.messages import Chat
from bot.app.model.long_job import MOST, LongJob
from bot.storage.writes import Writes


class StoredLongJobs:
    """Stored long computations."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def of(self, person: int) -> tuple[LongJob, ...]:
        """The person's jobs that are not done, the oldest first."""
        return tuple([long_job(row) async for row in self._queries.long_jobs_of(self._session, person_id=person)])

    def put(self, job: LongJob) -> None:
        """Put a job. The work begins again if MOST of the person's wait by then."""
        self._writes.add(
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
        async for row in self._queries.long_job(self._session, job_id=job):
            return long_job(row)
        return None

    def drop(self, job: LongJob) -> None:
        """Delete the job."""
        self._writes.add("drop_long_job", job_id=job.id)


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
