"""What the bot's database holds, read from outside."""

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

Rows = list[tuple[Any, ...]]
FINGERPRINT = 16


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the database has it."""

    chat: int
    fingerprint: str
    secret: str
    salt: str
    guesses: tuple[str, ...]
    over: bool
    names: tuple[str, ...] = ()
    """Who made each guess."""


class SqliteRows:
    """A SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection:
            return connection.execute(query).fetchall()


class PostgresRows:
    """A PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        connection = await asyncpg.connect(self._url)
        try:
            return [tuple(row) for row in await connection.fetch(query)]
        finally:
            await connection.close()


Query = SqliteRows | PostgresRows


async def stored_games(query: Query) -> list[StoredGame]:
    """Every game, in the order in which they were begun."""
    rows = await query("SELECT chat_id, is_over, body FROM tables ORDER BY opened_at")
    return [_game(chat, bool(over), json.loads(body)) for chat, over, body in rows]


def _game(chat: int, over: bool, told: dict[str, Any]) -> StoredGame:  # noqa: FBT001  a row
    head, _, rest = told["position"].partition("|")
    secret = head.split()[2]
    guesses = tuple(rest.partition("|")[0].split())
    return StoredGame(
        chat, fingerprint(secret, told["salt"]), secret, told["salt"], guesses, over, tuple(told["guessed_by"])
    )


def fingerprint(secret: str, salt: str) -> str:
    """What a board shows of the two."""
    return hashlib.sha256(f"{secret} {salt}".encode()).hexdigest()[:FINGERPRINT]
