"""The port `Uptime`, over named queries."""

from typing import Any

from bot.storage.writes import Writes

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
