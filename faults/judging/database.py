"""Reads the bot's database from outside."""

import hashlib
import json
import sqlite3
from base64 import urlsafe_b64encode
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

Rows = list[tuple[Any, ...]]
OF_THE_BOT = """
SELECT chat_id, salt, ended_at IS NOT NULL, body FROM games WHERE kind IN ('alone', 'group')
ORDER BY opened_at, game_id"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game."""

    chat: int
    fingerprint: str
    secret: str
    salt: str
    guesses: tuple[str, ...]
    over: bool
    names: tuple[str, ...] = ()
    """The name of the player of each guess."""


class SqliteRows:
    """Queries on a SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection:
            return connection.execute(query).fetchall()

    async def change(self, first: "Change", second: "Change") -> bool:
        """Run both in a transaction; False, with nothing changed, if the first changes no row."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection, connection:
            found: bool = connection.execute(*first).rowcount > 0
            if found:
                connection.execute(*second)
            return found


class PostgresRows:
    """Queries on a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        connection = await asyncpg.connect(self._url)
        try:
            return [tuple(row) for row in await connection.fetch(query)]
        finally:
            await connection.close()

    async def change(self, first: "Change", second: "Change") -> bool:
        """Run both in a transaction; False, with nothing changed, if the first changes no row."""
        connection = await asyncpg.connect(self._url)
        try:
            async with connection.transaction():
                found: bool = await connection.execute(_numbered(first[0]), *first[1]) != "UPDATE 0"
                if found:
                    await connection.execute(_numbered(second[0]), *second[1])
                return found
        finally:
            await connection.close()


def _numbered(statement: str) -> str:
    """The statement with `$1`, `$2` and so on for its values."""
    first, *others = statement.split("?")
    return first + "".join(f"${number}{other}" for number, other in enumerate(others, 1))


Query = SqliteRows | PostgresRows
Change = tuple[str, tuple[Any, ...]]
"""A statement with `?` for each of its values."""


async def stored_games(query: Query) -> list[StoredGame]:
    """Every game in which the bot keeps a secret, the oldest first."""
    rows = await query(OF_THE_BOT)
    return [_game(chat, salt, bool(over), json.loads(body)) for chat, salt, over, body in rows]


def _game(chat: int, salt: str, over: bool, data: dict[str, Any]) -> StoredGame:  # noqa: FBT001  a row
    head, _, rest = data["position"].partition("|")
    secret = head.split()[2]
    guesses = tuple(rest.partition("|")[0].split())
    return StoredGame(chat, fingerprint(secret, salt), secret, salt, guesses, over, tuple(data["guessed_by"]))


def fingerprint(secret: str, salt: str) -> str:
    """The fingerprint that the lock on a board carries."""
    digest = hashlib.sha256(f"{secret} {salt}".encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
