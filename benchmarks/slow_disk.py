"""The bot on a slow disk: `python -m benchmarks.slow_disk` is `python -m bot` with slow commits to SQLite.

The thread that commits sleeps while the transaction is still open, as if it waited for the disk. Checkpoints are as
fast as ever.
"""

import sqlite3
import sys
import time
from functools import partial
from typing import Any

from bot.__main__ import main

DELAY = 0.01
"""Seconds that each commit takes longer."""


class Slow(sqlite3.Connection):
    """A connection that waits before it commits what was written."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT":
            self._wait()
        return super().execute(statement, *values)

    def commit(self) -> None:
        self._wait()
        super().commit()

    def _wait(self) -> None:
        if self.in_transaction:
            time.sleep(DELAY)


if __name__ == "__main__":
    sqlite3.connect = partial(sqlite3.connect, factory=Slow)  # type: ignore[assignment]  # it has many signatures
    sys.exit(main())
