"""A clock without jumps, whatever happens to the machine's clock."""

import time
from collections.abc import Callable

import structlog

from bot.wall_clock import wall

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
