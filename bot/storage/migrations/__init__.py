"""Migrations: numbered .sql files, each run once, in order; a folder for each database, with the same numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)"
"""Creates the table of migrations that have been run."""


class FromTheFuture(Exception):
    """The database was migrated by a newer version of the bot."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration."""

    number: int
    name: str
    script: str

    @property
    def record(self) -> str:
        """The statement that stores it as run."""
        return f"INSERT INTO migrations (number, name) VALUES ({self.number}, '{self.name}');"  # noqa: S608  our own name


def migrations_for(kind: str) -> list[Migration]:
    """The migrations in the folder of that name, in order."""
    files = sorted((FOLDER / kind).glob("*.sql"))
    return [Migration(int(file.stem.partition("_")[0]), file.stem, file.read_text("utf-8")) for file in files]


def not_yet_made(migrations: Sequence[Migration], done: set[int]) -> list[Migration]:
    """Those that have not been run. Raises FromTheFuture."""
    if done - {migration.number for migration in migrations}:
        raise FromTheFuture
    return [migration for migration in migrations if migration.number not in done]
