"""The source: a snapshot of a SQLite file."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bot.storage.migrations import migrations_for
from bot.storage.transfer.refusal import CannotMove

PATIENCE = 5.0
"""Seconds to wait for locks on the file."""
AT_ONCE = 1000
"""Rows that are read at a time."""


class Source:
    """One read transaction; a bot may go on serving from the file. All methods raise CannotMove."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise CannotMove(f"{path} is not there")
        self._path = path
        with self._as_refusals():
            self._sqlite = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
            self._sqlite.row_factory = sqlite3.Row
            try:
                self._sqlite.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")
                self._sqlite.execute("BEGIN")
                self._check()
            except BaseException:
                self.close()
                raise

    def tables(self) -> list[str]:
        """The names of its tables."""
        with self._as_refusals():
            query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            return [row["name"] for row in self._sqlite.execute(query)]

    def columns(self, table: str) -> set[str]:
        """The names of the table's columns."""
        with self._as_refusals():
            return {row["name"] for row in self._sqlite.execute("SELECT name FROM pragma_table_info(?)", (table,))}

    def count(self, table: str) -> int:
        """How many rows the table has."""
        with self._as_refusals():
            [row] = self._sqlite.execute(f'SELECT COUNT(*) AS rows FROM "{table}"')  # noqa: S608  a table of ours
            return int(row["rows"])

    def last_number(self, table: str) -> int:
        """The last number that the table has assigned, even to a deleted row; 0 if it assigns none."""
        with self._as_refusals():
            [row] = self._sqlite.execute("SELECT MAX(seq) AS last FROM sqlite_sequence WHERE name = ?", (table,))
            return int(row["last"] or 0)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[sqlite3.Row]:
        """The rows of the table, with these columns."""
        named = ", ".join(f'"{column}"' for column in columns)
        with self._as_refusals():
            cursor = self._sqlite.execute(f'SELECT {named} FROM "{table}"')  # noqa: S608  a table of ours
        while some := self._next(cursor):
            yield from some

    def close(self) -> None:
        """Close the file."""
        self._sqlite.close()

    def _next(self, cursor: sqlite3.Cursor) -> list[sqlite3.Row]:
        with self._as_refusals():
            return cursor.fetchmany(AT_ONCE)

    def _check(self) -> None:
        [row] = self._sqlite.execute("PRAGMA quick_check(1)")
        if row["quick_check"] != "ok":
            raise CannotMove(f"{self._path} is damaged ({' '.join(row['quick_check'].split())})")
        if "migrations" not in self.tables():
            raise CannotMove(f"{self._path} holds no data of this bot")
        done = {row["number"] for row in self._sqlite.execute("SELECT number FROM migrations")}
        known = {migration.number for migration in migrations_for("sqlite")}
        if done - known:
            raise CannotMove(f"{self._path} was written by a newer version of the bot; run that version")
        if known - done:
            raise CannotMove(
                f"{self._path} was written by an older version of the bot; let this one serve from it once"
            )

    @contextmanager
    def _as_refusals(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            reason = str(error).partition(" with text")[0]  # the text itself may be a secret
            raise CannotMove(f"{self._path} cannot be read ({reason})") from None
