"""A full disk: SQLite files may have only as many pages as a file says.

`PRAGMA max_page_count` is set for a connection and lost when it is closed, so it cannot be set from outside. Hence the
bot's own connections set it each time before they begin a transaction.
"""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

UNLIMITED = 1_073_741_823


def let_it_fill_up(file: Path) -> None:
    """Apply the file's limit to all databases of the process."""

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
