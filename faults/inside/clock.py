"""A clock that jumps: ahead of the machine's by as many seconds as a file says, or behind."""

import time
from pathlib import Path

_machine = time.time


class JumpingClock:
    """Stands in for `time.time`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> float:
        """The time as the file will have it."""
        try:
            return _machine() + float(self._file.read_text("ascii"))
        except (OSError, ValueError):  # there is no such file yet, or it is being written
            return _machine()


def let_it_jump(file: Path) -> None:
    """From now on the process goes by that file."""
    time.time = JumpingClock(file)
