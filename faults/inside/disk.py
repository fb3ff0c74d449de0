"""A full disk: SQLite files may have only as many pages as a file says.

`PRAGMA max_page_count` is set for a connection and lost when it is closed, so it cannot be set from outside. Hence the
bot's own connections set it each time before a transaction begins.
"""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

WRITING = ("INSERT", "UPDATE", "DELETE", "--")
"""How statements begin that may write; those of the bot may have a comment before them."""
UNLIMITED = 1_073_741_823


def let_it_fill_up(file: Path) -> None:
    """Apply the file's limit to all databases of the process."""

    class Confined(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            self._confine(statement)
            return super().execute(statement, *values)

        def executemany(self, statement: str, rows: Any) -> sqlite3.Cursor:
            self._confine(statement)
            return super().executemany(statement, rows)

        def _confine(self, statement: str) -> None:
            if not self.in_transaction and statement.lstrip().startswith(WRITING):
                super().execute(f"PRAGMA max_page_count = {_pages(file)}")

    sqlite3.connect = partial(sqlite3.connect, factory=Confined)  # type: ignore[assignment]  # it has many signatures


def _pages(file: Path) -> int:
    try:
        return int(file.read_text("ascii"))
    except (OSError, ValueError):
        return UNLIMITED
