"""What the bot's process begins with: secrets that can be searched for, a clock and a disk with faults."""

import importlib
import os
import sqlite3
import string
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from faults.players.words import LENGTH, WORDS
from solver import words
from solver.variant import VARIANTS, Variant

# The secrets: the words of `faults.players.words`.

FILE = "en-long"
LONG = Variant("classic", string.ascii_lowercase, LENGTH, words=FILE)


def play_with_long_secrets(folder: Path) -> None:
    """Replace the classic variant by one with these words; lessons keep the digits they are about."""
    importlib.import_module("bot.app.lessons.model")
    importlib.import_module("bot.app.puzzles.model")
    importlib.import_module("bot.game.lessons")
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.{os.getpid()}.new"
    unfinished.write_text("".join(f"{word}{words.COMMON}\n" for word in WORDS), "utf-8")
    unfinished.rename(folder / f"{FILE}.txt")  # other processes may read it at the same time
    for file in words.WORDS.glob("*.txt"):  # what people type is looked up in every list
        with suppress(FileExistsError):
            (folder / file.name).symlink_to(file)
    words.WORDS = folder
    VARIANTS[LONG.name] = LONG


# A clock with an offset in seconds that is read from a file.

_machine = time.time


class JumpingClock:
    """Stands in for `time.time`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> float:
        """The machine's time plus the file's offset."""
        try:
            return _machine() + float(self._file.read_text("ascii"))
        except (OSError, ValueError):  # the file does not exist yet, or is being written
            return _machine()


def let_it_jump(file: Path) -> None:
    """Replace `time.time` by the clock with that file."""
    time.time = JumpingClock(file)


# A full disk: SQLite files may have only as many pages as a file says.

WRITING = ("INSERT", "UPDATE", "DELETE", "--")
"""How statements begin that may write; those of the bot may have a comment before them."""
UNLIMITED = 1_073_741_823


def let_it_fill_up(file: Path) -> None:
    """Apply the file's limit to all databases of the process.

    `PRAGMA max_page_count` is set for a connection and lost when it is closed, so it cannot be set from outside. Hence
    the bot's own connections set it each time before a transaction begins.
    """

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
