"""Rows in types that both databases hold, and a checksum over all rows of a table."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

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
