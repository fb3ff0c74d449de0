"""When the bot served."""

from typing import Protocol


class Uptime(Protocol):
    """When we served: what could not reach us must cost nobody their time."""

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """When we could not be reached since then: from when to when, each time."""
