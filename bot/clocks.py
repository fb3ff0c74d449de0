"""The machine's clock, which CLOCK_AHEAD sets ahead, and one without jumps. All dates come from here."""

import time
from collections.abc import Callable

import structlog

# The machine's clock, which CLOCK_AHEAD sets ahead. All dates come from here.
#
# The database measures rate limits and leases by a clock of its own: those are differences, and stay as they are.

_ahead = 0.0


def wall() -> float:
    """Seconds since 1970."""
    return time.time() + _ahead


def set_ahead(seconds: float) -> None:
    """Set the clock ahead of the machine's. Call it before anything asks for the time."""
    global _ahead  # noqa: PLW0603  one machine, one clock
    _ahead = seconds


# A clock without jumps, whatever happens to the machine's clock.

log = structlog.get_logger()
SLEW = 2.0
"""Seconds by which the clock may be corrected between two readings before that counts as a jump."""


def since_boot() -> float:
    """Seconds since the machine started, including sleep where that is known."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class SteadyClock:
    """Seconds since 1970. If the machine's clock jumps an hour forward, nobody loses a game on time."""

    def __init__(self, wall: Callable[[], float] = wall, ticks: Callable[[], float] = since_boot) -> None:
        self._wall = wall
        self._ticks = ticks
        self._began = wall() - ticks()
        self._jump = 0.0

    def now(self) -> float:
        """The time by the machine's clock as it was at the start, with small corrections but without jumps."""
        off = self._wall() - self._ticks() - self._began
        # Small corrections, such as those by NTP, are followed; a jump is not, and is logged once.
        if abs(off) <= SLEW:
            self._began += off
            off = 0.0
        if abs(off - self._jump) > SLEW:
            log.warning("the clock has jumped; we go on evenly until the bot is started anew", seconds=round(off))
            self._jump = off
        return self._ticks() + self._began
