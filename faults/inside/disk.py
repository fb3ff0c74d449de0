"""A disk that is full: SQLite files may have only as many pages as a file says.

`PRAGMA max_page_count` holds for one connection and while it is open, so nobody outside can set it; hence the bot's own
connections look it up, each time before they begin a transaction.
"""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

UNLIMITED = 1_073_741_823


def let_it_fill_up(file: Path) -> None:
    """From now on the process's databases go by that file."""

    class Confined(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement.startswith("BEGIN"):
                super().execute(f"PRAGMA max_page_count = {_pages(file)}")
            return super().execute(statement, *values)

    sqlite3.connect = partial(sqlite3.connect, factory=Confined)  # type: ignore[assignment]  # it has many signatures


def _pages(file: Path) -> int:
    try:
        return int(file.read_text("ascii"))
    except (OSError, ValueError):
        return UNLIMITED
