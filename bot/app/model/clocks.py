"""How long one may think in a match, and what else depends on that. A new clock is one entry."""

from dataclasses import dataclass

TIME_FOR_SECRETS = 300.0
"""Seconds, at least, to keep a secret: nobody is hurried into a bad one."""
A_DAY = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time for each guess. All times are in seconds."""

    name: str
    label: str
    """Text key of its name."""
    seconds: float | None = None
    """None: no limit, and then nobody can lose on time."""
    reminder: float | None = None
    """So long before the end somebody is reminded; None: never."""
    is_live: bool = False
    """Whether both stay at it until the end."""
    seek_lasts: float = A_DAY
    """For how long somebody looks for a rival: whoever is found should still be there."""
    rematch_lasts: float = A_DAY
    """For how long the wish for a rematch holds: whoever has left is not to be surprised."""
    on_card: str = ""
    """The clock in its place on a card, which makes no phone ring; empty: itself."""

    def deadline(self, now: float, *, secret: bool = False) -> float | None:
        """When the time of whoever has to guess, or to keep a secret, runs out."""
        if self.seconds is None:
            return None
        return now + (max(self.seconds, TIME_FOR_SECRETS) if secret else self.seconds)


CLOCKS = {
    clock.name: clock
    for clock in (
        Clock(
            name="live",
            label="clock.live",
            seconds=90,
            reminder=30,
            is_live=True,
            seek_lasts=1800,
            rematch_lasts=600,
            on_card="days",
        ),
        Clock(name="relaxed", label="clock.relaxed", seconds=3600, reminder=600, on_card="days"),
        Clock(name="days", label="clock.days", seconds=A_DAY, reminder=3 * 3600),
        Clock(name="none", label="clock.none"),
    )
}
"""By name, in the order of the menu."""
UNTIMED = "none"
"""The clock of matches in which the bot has a seat: nobody waits for the person."""
