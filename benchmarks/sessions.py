"""The cost of a chat with few and with many stored sessions of others."""

import asyncio
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import asyncpg

from benchmarks.bots import FIGURES, against, beside, figures, head
from benchmarks.contenders import IN_POSTGRES, OURS, Contender, alternated
from benchmarks.measuring import ROOT, Report, Size, Spread, aligned, run
from benchmarks.telegram import TOKEN
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.registry import KINDS
from bot.game.notation import game_at
from bot.storage.sqlite import path_in
from bot.storage.store import store_at

TIMES_AS_MANY = 1000
RATIOS = tuple(f"sessions.{database}.{figure}" for database in ("sqlite", "postgres") for figure in FIGURES)
FILLING = Path(__file__).with_suffix(".sql")
PLAYED = "solo classic 0834 | 0123 4567 8904 0384 0843 0834"
BEGUN = "solo classic 0834 | 0123 4567 8904"
BOT_ID = int(TOKEN.partition(":")[0])
CONDITIONS = """\
{chats} private chats that play as above, beside the stored sessions of others: each a chat, a finished game, its board,
an update that was seen, and for every fourth a game that is on.
"""


def measured(size: Size) -> Report:
    """Both databases; ratios are of the fuller one to the emptier, so 1 means no difference."""
    lines, ratios = [head()], dict[str, Spread]()
    for database, contender in (("sqlite", OURS), ("postgres", IN_POSTGRES)):
        counts = (size.stored // TIMES_AS_MANY, size.stored)
        outcomes = run(alternated([stocked(contender, count) for count in counts], size))
        if outcomes:
            few, many = outcomes
            lines += [figures(few), figures(many), against(many, few, f"{TIMES_AS_MANY} times as many")]
            ratios |= beside(many, few, f"sessions.{database}")
    return Report(f"{CONDITIONS.format(chats=size.chats)}\n{aligned(lines)}", ratios)


def stocked(contender: Contender, sessions: int) -> Contender:
    """The contender on a database with so many stored sessions."""

    @asynccontextmanager
    async def database() -> AsyncIterator[str]:
        async with contender.database() as url:
            if contender.folder == ROOT:
                await fill(url, sessions)
            else:
                await _filled_by(contender.folder, url, sessions)
            yield url

    where = contender.name.rpartition(" ")[2]
    return replace(contender, name=f"{where}, {sessions:,} stored", database=database)


async def _filled_by(folder: Path, url: str, sessions: int) -> None:
    """Store them by another checkout's own migrations and rows."""
    script = f"import asyncio; from benchmarks.sessions import fill; asyncio.run(fill({url!r}, {sessions}))"
    filling = await asyncio.create_subprocess_exec(sys.executable, "-c", script, cwd=folder)
    if await filling.wait():
        raise RuntimeError(f"{folder} could not store {sessions} sessions")


async def fill(url: str, sessions: int) -> None:
    """Store sessions of people who do not play now."""
    store = store_at(url, BOT_ID, KINDS)
    await store.open()
    await store.close()
    script = FILLING.read_text("utf-8")
    for name, value in {"sessions": sessions, "bot": BOT_ID, "played": _body(PLAYED), "begun": _body(BEGUN)}.items():
        script = script.replace(f":{name}", str(value))
    path = path_in(url)
    if path is None:
        await _fill_postgres(url, script)
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.executescript(f"BEGIN;\n{script}\nCOMMIT; PRAGMA wal_checkpoint(TRUNCATE)")


async def _fill_postgres(url: str, script: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for statements in (script, "VACUUM ANALYZE", "CHECKPOINT"):
            await connection.execute(statements)
    finally:
        await connection.close()


def _body(position: str) -> str:
    """The stored body of a game at that position."""
    names = ("Player",) * len(re.findall(r" \d{4}", position.partition("|")[2]))
    table = Alone(
        id="", chat=Chat(0), game=game_at(position), starter=1, salt="5a" * 16, opened_at=1.7e9, guessed_by=names
    )
    return KINDS.body_of(table)
