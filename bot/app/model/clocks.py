"""Clocks of matches. A new clock is one entry."""

from dataclasses import dataclass

TIME_FOR_SECRETS = 300.0
"""The least time to set a secret, in seconds: nobody is hurried into a bad one."""
A_DAY = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock: the time for each guess. All times are in seconds."""

    name: str
    label: str
    """Text key of its name."""
    seconds: float | None = None
    """None: no limit, so nobody loses on time."""
    reminder: float | None = None
    """The reminder comes so long before the end; None: never."""
    is_live: bool = False
    """Whether both are expected to stay until the end."""
    seek_lasts: float = A_DAY
    """The duration of a search: whoever is found should still be there."""
    rematch_lasts: float = A_DAY
    """How long an offer of a rematch is valid, so that nobody who has left is surprised."""
    on_card: str = ""
    """The clock used instead on a card, which notifies nobody; empty: itself."""

    def deadline(self, now: float, *, secret: bool = False) -> float | None:
        """The deadline of a guess or, with `secret`, of setting a secret; None without a limit."""
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
"""The clock of matches against the bot."""
