"""A damaged database file: once damage is found, nothing is read or written, and the operator is told what to do."""

import sqlite3
from pathlib import Path

import structlog

log = structlog.get_logger()
RESTORE = "restore a backup, save what can be read with `sqlite3 FILE .recover`, or move the file away to begin anew"
CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damage:
    """What is known of damage to the file.

    `found`: what is broken; None: nothing, as far as we know. `is_served`: whether the log tells the operator, because
    the file has been opened; before that, the start fails instead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: str | None = None
        self.is_served = False

    def note(self, error: sqlite3.DatabaseError) -> None:
        """Note the error, if it says that the file is damaged."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in CODES:
            self.tell(str(error))

    def tell(self, what: str) -> None:
        """Stop all work on the file, and log why, once."""
        if self.found is None:
            self.found = f"the database is malformed: {' '.join(what.split())}"
            if self.is_served:
                log.error("the database is damaged", path=str(self._path), error=self.found, advice=RESTORE)
