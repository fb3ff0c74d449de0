"""What is stored of chats and people: what rings, open questions, privacy, long jobs, uptime."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from bot.app.messages import Chat
from bot.app.model.chats import ALWAYS, MOST, MOST_ROWS, Bell, LongJob
from bot.app.screen import News
from bot.clocks import wall
from bot.storage.outbox import as_json
from bot.storage.personal import SHOWN
from bot.storage.taking_away import PLACES, Place, Taking, read
from bot.storage.writes import Writes

# What rings in a chat, as JSON.


def bell_written(bell: Bell) -> str | None:
    """As JSON; None where everything rings, always."""
    if bell == ALWAYS:
        return None
    silenced = sorted(news.value for news in bell.silenced)
    zone = {} if bell.zone is None else {"zone": bell.zone}
    return as_json({"silenced": silenced, "quiet": bell.quiet, "ahead": bell.ahead, **zone})


def bell_read(content: str | None) -> Bell:
    """The bell that was written."""
    if content is None:
        return ALWAYS
    data = orjson.loads(content)
    quiet = None if data["quiet"] is None else (data["quiet"][0], data["quiet"][1])
    return Bell(frozenset(News(name) for name in data["silenced"]), quiet, data["ahead"], data.get("zone"))


# The port `LongJobs`, over named queries.


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


# The port `Privacy`, over named queries.


class StoredPrivacy:
    """What is stored of one person."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def rows_of(self, person: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """By table what is stored of the person and is theirs to know, at most MOST_ROWS of each; no empty ones."""
        found = {table: await self._rows_in(table, person) for table in SHOWN}
        return {table: rows for table, rows in found.items() if rows}

    async def _rows_in(self, table: str, person: int) -> list[Mapping[str, Any]]:
        query = getattr(self._queries, f"mine_{table}")
        rows = [read(table, row, person) async for row in query(self._session, person_id=person, most=MOST_ROWS)]
        return [row for row in rows if row is not None]

    async def forget_some(self, person: int, place: str) -> str:
        """Forget a few rows; returns how far it has come, empty once nothing is left."""
        at = Place.read(place)
        taking = Taking(person, self._queries, self._session, self._writes)
        return at.after_step(await PLACES[at.name](taking, at.after))

    def note_forgotten(self, person: int, at: float) -> None:
        """Store that the person has asked to be forgotten."""
        self._writes.add("note_forgotten", person_id=person, forgotten_at=at)


# The port `Prompts`: options of last games, and what a person has been asked or is typing, over named queries.


class StoredPrompts:
    """The port `Prompts` over named queries."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def read(self, kind: str, person: int) -> str:
        """The content stored under that kind for the person; empty: nothing."""
        row = await self._queries.prompt(self._session, person_id=person, kind=kind)
        return row["content"] or ""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Store the content; empty deletes it."""
        if content:
            self._writes.add("keep_prompt", person_id=person, kind=kind, content=content, kept_at=wall())
        else:
            self._writes.add("drop_prompt", person_id=person, kind=kind)

    async def last_options(self, chat: int, mode: str) -> str:
        """The options of the last game in that mode in the chat; empty: there was none."""
        row = await self._queries.last_options(self._session, chat_id=chat, mode=mode)
        return row["options"] or ""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Store the options of the game that begins."""
        self._writes.add("keep_last_options", chat_id=chat, mode=mode, options=options)


# The port `Uptime`, over named queries.

LONGEST_SILENCE = 15.0
"""Seconds without a record of uptime from which on a gap is an outage."""


class StoredUptime:
    """Stored uptime and outages."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    def begin(self, now: float) -> None:
        """Record uptime at that time; whatever lies before it is no outage, for the clock was moved."""
        self._writes.add("note_serving", now=now)

    def note(self, now: float) -> None:
        """Record uptime at that time; a long gap since the last record is stored as an outage."""
        self._writes.add("note_outage", now=now, longest=LONGEST_SILENCE)
        self._writes.add("note_serving", now=now)

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """The outages since that time, each as its begin and end (seconds since 1970)."""
        rows = self._queries.outages(self._session, since=since, now=now, longest=LONGEST_SILENCE)
        return tuple(sorted([(row["began_at"], row["ended_at"]) async for row in rows]))
