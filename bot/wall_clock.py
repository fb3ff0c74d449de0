"""The machine's clock, which CLOCK_AHEAD sets ahead. All dates come from here.

The database measures rate limits and leases by a clock of its own: those are differences, and stay as they are.
"""

import time

_ahead = 0.0


def wall() -> float:
    """Seconds since 1970."""
    return time.time() + _ahead


def set_ahead(seconds: float) -> None:
    """Set the clock ahead of the machine's. Call it before anything asks for the time."""
    global _ahead  # noqa: PLW0603  one machine, one clock
    _ahead = seconds
