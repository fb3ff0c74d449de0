"""What a database holds, past the code that is tested."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.storage.sqlite import path_in
from faults.processes.postgres import Cluster, Rows
from sandbox.client import PATIENCE

NOTHING_TO_DO = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox) AND NOT EXISTS (SELECT 1 FROM long_jobs)"
"""Finds that the bot has nothing left to do or to say."""


async def rows_at(place: str, query: str) -> Rows:
    """What the database at the URL answers."""
    file = path_in(place)
    return await Cluster.fetched(place, query) if file is None else _rows_in(file, query)


async def change_at(place: str, statement: str) -> None:
    """Reach into the database at the URL, as only a test may."""
    file = path_in(place)
    if file is None:
        await Cluster.change(place, statement)
    else:
        _rows_in(file, statement)


async def waiting_at(place: str) -> list[int]:
    return [chat for (chat,) in await rows_at(place, "SELECT DISTINCT chat_id FROM outbox ORDER BY chat_id")]


async def holds(place: str, query: str, *, within: float = PATIENCE) -> Rows:
    """Wait until the query finds something, and give that."""
    async with asyncio.timeout(within):
        while not (found := await rows_at(place, query)):
            await asyncio.sleep(0.02)
    return found


def _rows_in(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as connection:
        return connection.execute(query).fetchall()
