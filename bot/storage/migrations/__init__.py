"""Numbered .sql files, each run once, in order; for each kind of database a folder of the same numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)"
"""The statement that makes the table in which the others are remembered."""


class FromTheFuture(Exception):
    """The database was written by a version of the bot that knows more migrations than this one."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A step of the schema."""

    number: int
    name: str
    script: str

    @property
    def record(self) -> str:
        """The statement that remembers it."""
        return f"INSERT INTO migrations (number, name) VALUES ({self.number}, '{self.name}');"  # noqa: S608  our own name


def migrations_for(kind: str) -> list[Migration]:
    """The migrations in the folder of that name, in order."""
    files = sorted((FOLDER / kind).glob("*.sql"))
    return [Migration(int(file.stem.partition("_")[0]), file.stem, file.read_text("utf-8")) for file in files]


def not_yet_made(migrations: Sequence[Migration], done: set[int]) -> list[Migration]:
    """Those that have still to be made. Raises FromTheFuture."""
    if done - {migration.number for migration in migrations}:
        raise FromTheFuture
    return [migration for migration in migrations if migration.number not in done]
