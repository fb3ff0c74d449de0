"""The sandbox's clock: the machine's, moved on demand."""

import time


class Clock:
    """Unix time that can be moved, so that a test need not wait two days."""

    def __init__(self) -> None:
        self._moved = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._moved

    def date(self) -> int:
        """The same in whole seconds, as Telegram dates things."""
        return int(self.now())

    def move(self, seconds: float) -> None:
        """Move the clock by so many seconds; negative: back."""
        self._moved += seconds
