"""The port `Uptime` over named queries."""

from typing import Any

from bot.storage.writes import Writes

LONGEST_SILENCE = 15.0
"""Seconds without a note that we serve, after which nobody has been there to serve."""


class StoredUptime:
    """When we served."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    def note(self, now: float) -> None:
        """We serve. What lies since the last note was an outage if that is long ago."""
        self._writes.add("note_outage", now=now, longest=LONGEST_SILENCE)
        self._writes.add("note_serving", now=now)

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """When we could not be reached since then: from when to when, each time."""
        rows = self._queries.outages(self._session, since=since, now=now, longest=LONGEST_SILENCE)
        return tuple([(row["began_at"], row["ended_at"]) async for row in rows])
