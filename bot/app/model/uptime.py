"""When the bot served."""

from bot.app.rows import Rows

LONGEST_SILENCE = 15.0
"""Seconds without a record of uptime from which on a gap is an outage."""


class Uptime(Rows):
    """When we served: what could not reach us must cost nobody their time."""

    def begin(self, now: float) -> None:
        """Record uptime at that time; whatever lies before it is no outage, for the clock was moved."""
        self.write("note_serving", now=now)

    def note(self, now: float) -> None:
        """Record uptime at that time; a long gap since the last record is stored as an outage."""
        self.write("note_outage", now=now, longest=LONGEST_SILENCE)
        self.write("note_serving", now=now)

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """The outages since that time, each as its begin and end (seconds since 1970)."""
        rows = await self.rows("outages", since=since, now=now, longest=LONGEST_SILENCE)
        return tuple(sorted([(row["began_at"], row["ended_at"]) for row in rows]))
