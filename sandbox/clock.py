"""The sandbox's clock: the machine's own, moved on demand."""

import time


class Clock:
    """Unix time that can be moved, so that a test need not wait two days."""

    def __init__(self) -> None:
        self._moved = 0.0

    def now(self) -> float:
        """Seconds since 1970, as the sandbox sees them."""
        return time.time() + self._moved

    def date(self) -> int:
        """The same in whole seconds, as Telegram dates things."""
        return int(self.now())

    def move(self, seconds: float) -> None:
        """Move on, or back with a negative number."""
        self._moved += seconds
