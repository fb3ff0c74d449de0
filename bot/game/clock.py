"""How long one may think. A new clock is one entry."""

from dataclasses import dataclass

TIME_FOR_SECRETS = 300.0
"""Seconds, at least, to keep a secret: nobody is hurried into a bad one."""


@dataclass(frozen=True, slots=True)
class Clock:
    """So many seconds for each guess, and so many before their end somebody absent is reminded; None: no limit."""

    name: str
    seconds: float | None = None
    reminder: float | None = None
    is_live: bool = False
    """Whether both stay at it until the end."""

    def deadline(self, now: float, *, secret: bool = False) -> float | None:
        """When the time of whoever has to guess, or to keep a secret, runs out."""
        if self.seconds is None:
            return None
        return now + (max(self.seconds, TIME_FOR_SECRETS) if secret else self.seconds)


CLOCKS = {
    clock.name: clock
    for clock in (
        Clock("live", seconds=90, reminder=30, is_live=True),
        Clock("relaxed", seconds=3600, reminder=600),
        Clock("days", seconds=86400, reminder=3 * 3600),
        Clock("none"),
    )
}


def lengthened(deadline: float, since: float, outages: tuple[tuple[float, float], ...]) -> float:
    """The deadline of a time that began at `since`, later by as long as we could not be reached before it."""
    for began, ended in sorted(outages):
        if began < deadline:
            deadline += max(0.0, ended - max(began, since))
    return deadline
