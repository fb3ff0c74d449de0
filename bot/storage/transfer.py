"""Moving all that a bot remembers from SQLite to PostgreSQL: what can be moved, and a snapshot of the source."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.storage.migrations import migrations_for

# Why data cannot be moved.


class CannotMove(Exception):
    """The data cannot be moved, and the target is as it was; the message is one line that says why."""


# Rows in types that both databases hold, and a checksum over all rows of a table.

INTEGERS = {"integer": 2**31, "bigint": 2**63}
SUMS = 2**256


class Unfit(ValueError):
    """A value that one of the databases cannot hold; the message says why, without the value."""


def integer(kind: str) -> Callable[[Any], int]:
    """A reader for a column of integers of that size."""
    bound = INTEGERS[kind]

    def read(value: Any) -> int:
        if not isinstance(value, int):
            raise Unfit(f"is {_kind(value)}, not an integer")
        if not -bound <= value < bound:
            raise Unfit(f"is too large for PostgreSQL's {kind}")
        return value

    return read


def number(value: Any) -> float:
    """The value of a floating-point column."""
    if isinstance(value, int) and int(float(value)) == value:
        return float(value)
    if not isinstance(value, float):
        raise Unfit(f"is {_kind(value)}, not a number of double precision")
    return value


def text(value: Any) -> str:
    """The value of a text column."""
    if not isinstance(value, str):
        raise Unfit(f"is {_kind(value)}, not a text")
    if "\0" in value:
        raise Unfit("has the character NUL, which PostgreSQL cannot hold")
    return value


READERS: Mapping[str, Callable[[Any], Any]] = {
    "integer": integer("integer"),
    "bigint": integer("bigint"),
    "double precision": number,
    "text": text,
}
"""Readers by PostgreSQL's name of the column's type. A new type is one entry."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that both databases have: its columns with PostgreSQL's types, and its key.

    `numbered`: the column with ascending numbers from the database.
    """

    name: str
    columns: Mapping[str, str]
    key: Sequence[str]
    numbered: str | None

    def read(self, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
        """The rows, each value read as its column's type. Raises Unfit, naming the row."""
        readers = [READERS[kind] for kind in self.columns.values()]  # our schema has no other types
        for row in rows:
            try:
                yield tuple([None if value is None else read(value) for read, value in zip(readers, row, strict=True)])
            except (Unfit, OverflowError):
                raise self._complaint(row, readers) from None

    def _complaint(self, row: Sequence[Any], readers: Sequence[Callable[[Any], Any]]) -> Unfit:
        named = dict(zip(self.columns, row, strict=True))
        which = ", ".join(f"{column} {named[column]!r:.80}" for column in self.key)
        for (column, value), read in zip(named.items(), readers, strict=True):
            try:
                value is None or read(value)
            except (Unfit, OverflowError) as error:
                return Unfit(f"{self.name}.{column} {error} (the row with {which})")
        raise AssertionError("one of the values has been refused")


@dataclass(slots=True)
class Sum:
    """The number of rows and the sum of their hashes, independent of their order."""

    rows: int = 0
    hashes: int = 0

    def add(self, row: Sequence[Any]) -> None:
        """Add a row."""
        written = json.dumps(row, separators=(",", ":")).encode()
        self.rows += 1
        self.hashes = (self.hashes + int.from_bytes(sha256(written).digest(), "big")) % SUMS

    @property
    def short(self) -> str:
        """The first digits of the sum, for people."""
        return f"{self.hashes:064x}"[:16]


def _kind(value: Any) -> str:
    return {int: "an integer", float: "a fraction", str: "a text", bytes: "bytes"}[type(value)]


# The source: a snapshot of a SQLite file.

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
