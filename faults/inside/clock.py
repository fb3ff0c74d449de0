"""A clock with an offset in seconds that is read from a file."""

import time
from pathlib import Path

_machine = time.time


class JumpingClock:
    """Stands in for `time.time`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> float:
        """The machine's time plus the file's offset."""
        try:
            return _machine() + float(self._file.read_text("ascii"))
        except (OSError, ValueError):  # the file does not exist yet, or is being written
            return _machine()


def let_it_jump(file: Path) -> None:
    """Replace `time.time` by the clock with that file."""
    time.time = JumpingClock(file)
