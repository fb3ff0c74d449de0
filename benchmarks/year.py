"""The rows that a year of players leaves: a database is filled with them, and measured before and after it is pruned.

`python -m benchmarks.year sqlite:///year.db --days 3`
"""

import asyncio
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
from tqdm import tqdm

from benchmarks.measuring import aligned
from bot.app.contests.model import Contest, Entry, contest_written
from bot.app.duels.model import Challenge, ChallengeState, challenge_written
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat
from bot.app.model.game import Header, played_written
from bot.app.model.terms import Terms
from bot.app.registry import KINDS
from bot.game.notation import game_at
from bot.game.number import number_game_at
from bot.storage import keeping
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore, store_at
from sandbox.arguments import Parser, number

PARTS = re.compile(r"^-- kept (\d+)$\n(.*?)(?=^-- kept|\Z)", re.MULTILINE | re.DOTALL)
FILLING = Path(__file__).with_suffix(".sql")
GAMES = 4
"""Games of a player on a day."""
RETURNING = 20
"""There are so many times as many people as play on a day."""
BOT_ID = 123456
MEGABYTE = 2**20
OF_A_FILE = """
SELECT coalesce(tbl_name, dbstat.name), sum(pageno) * page_size
FROM pragma_page_size, dbstat LEFT JOIN sqlite_schema USING (name) WHERE aggregate = true GROUP BY 1
"""
"""By pages: the bytes that SQLite adds up itself overflow at 2 GiB."""
OF_A_SERVER = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
Sizes = Mapping[str, int]
Execute = Callable[[str], Coroutine[Any, Any, None]]


def main() -> None:
    options = Parser(prog="python -m benchmarks.year", description=__doc__)
    options.add_argument("database", help="the URL of an empty database")
    options.add_argument("--days", type=number(int, 1), default=365)
    options.add_argument("--players", type=number(int, 1), default=10_000, help="on each day")
    options.add_argument("--pruned", action="store_true", help="fill in only what would be left, which is quicker")
    given = options.parse_args()
    print(asyncio.run(sizes_of(given.database, given.days, given.players, pruned=given.pruned)))


async def sizes_of(url: str, days: int, players: int, *, pruned: bool = False) -> str:
    """Fill the database, prune it, and tell its size by table before and after."""
    store = store_at(url, BOT_ID, KINDS)
    await store.open()
    try:
        await _fill(url, days, players, pruned=pruned)
        before = await _sizes(url)
        began = time.monotonic()
        await _prune(store)
        took = time.monotonic() - began
    finally:
        await store.close()
    await _settle(url)
    return _table(before, await _sizes(url), f"{days} days of {players:,} players; pruned in {took:.0f} s")


async def _prune(store: DatabaseStore) -> None:
    """Prune without the pauses in which others would have their turn."""
    pause, keeping.PAUSE = keeping.PAUSE, 0.0
    try:
        await store.forget(time.time())
    finally:
        keeping.PAUSE = pause


async def _fill(url: str, days: int, players: int, *, pruned: bool) -> None:
    """One day after the other, the last one being today."""
    games, parts, now = players * GAMES, PARTS.findall(FILLING.read_text("utf-8")), time.time()
    shared = values() | {"games": games, "people": players * RETURNING}
    async with _opened(url) as execute:
        for day in tqdm(range(days), unit=" days", desc="filled in"):
            age = days - day
            script = "".join(part for kept, part in parts if not pruned or age <= int(kept))
            await execute(_with(script, shared | {"first": 1 + day * games, "at": f"{now - 86400 * age:.0f}.0"}))


def _with(script: str, given: Mapping[str, object]) -> str:
    """The script with its parameters, the longest names first."""
    for name in sorted(given, key=len, reverse=True):
        script = script.replace(f":{name}", str(given[name]).replace("'", "''"))
    return script


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Execute]:
    """What runs a script in a transaction."""
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            yield connection.execute
        finally:
            await connection.execute("ANALYZE")
            await connection.close()
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY")

        async def execute(script: str) -> None:
            file.executescript(f"BEGIN;\n{script}\nCOMMIT;")

        yield execute
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _sizes(url: str) -> Sizes:
    """Bytes by table, indexes included."""
    path = path_in(url)
    if path is None:
        connection = await asyncpg.connect(url)
        try:
            return {row[0]: row[1] for row in await connection.fetch(OF_A_SERVER)}
        finally:
            await connection.close()
    with closing(sqlite3.connect(path)) as file:
        sizes = dict(file.execute(OF_A_FILE).fetchall())
        [(free,)] = file.execute("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
    return sizes | {"(free pages)": free}


async def _settle(url: str) -> None:
    """Let a server do at once what autovacuum does in time."""
    if path_in(url) is None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("VACUUM ANALYZE")
        finally:
            await connection.close()


def _table(before: Sizes, after: Sizes, head: str) -> str:
    names = sorted((name for name in before if before[name] > MEGABYTE / 10), key=lambda name: -before[name])
    sizes = [("all", sum(before.values()), sum(after.values()))]
    sizes += [(name, before[name], after.get(name, 0)) for name in names]
    lines = [(name, f"{was / MEGABYTE:,.1f}", f"{is_now / MEGABYTE:,.1f}") for name, was, is_now in sizes]
    return f"{head}\n\n{aligned([('table', 'MB before', 'MB after'), *lines])}"


# What usual games and challenges take in the database

SALT = "5a" * 16
PERSON, RIVAL, OPENED, ENDED = 1_111_111_111, 2_222_222_222, 1_790_000_000.0, 1_790_000_095.0
CHAT = Chat(PERSON)
NAME = "Somebody who plays"
HEADER: dict[str, Any] = {"id": "0" * 16, "starter": PERSON, "salt": SALT, "opened_at": OPENED, "ended_at": ENDED}
SEVEN = "0123 4567 8904 0384 0843 0835 0834"
LOG = "9 20 34 ?0 51 60 82 95"
ALONE = Alone(
    **HEADER,
    chat=CHAT,
    game=game_at(f"solo classic 0834 | {SEVEN}"),
    guessed_by=(NAME,) * 7,
    suggestions=1,
    log=LOG,
)
OVER: dict[str, Header] = {
    "alone": ALONE,
    "keeper": Keeper(
        **HEADER,
        chat=CHAT,
        game=game_at("think classic | 0123=1B1C 0456=1B0C 0378=1B2C 0834=4B0C"),
        breaker=Breaker(before="think classic | 0123=1B1C 0456=1B0C 0378=1B2C"),
        log="9 20 34 51",
    ),
    "number": Number(
        **HEADER,
        chat=CHAT,
        game=number_game_at("number 1..100 37 | >50 >25 >37 >31 >34 >36 =37"),
        starter_name=NAME,
        asked_by=(NAME,) * 7,
        log="9 20 34 51 60 82 95",
    ),
    "match": Match(
        **HEADER,
        game=game_at("duel classic 0834 1234 first 0 | 0:0123 1:4567 0:8901 1:0384 0:0835 1:0834 0:1243 1:5678 0:1234"),
        clock="live",
        rated=True,
        sitters=(Sitter(PERSON, NAME, PERSON), Sitter(RIVAL, NAME, RIVAL)),
        salts=(SALT, SALT),
        began_at=OPENED,
        changes=((1500.0, 1543.21), (1500.0, 1456.78)),
        log="9 20 34 51 60 82 95 120 140",
    ),
}
"""A game of each kind that is over."""
ENTRY = Entry(PERSON, NAME, "0" * 16, OPENED, ENDED, game_at(f"solo classic 0834 | {SEVEN}"), hints=1)
CONTEST = Contest("t" * 22, ENTRY, SALT, (PERSON,), begun=1, ended=1)
CHALLENGE = Challenge(
    "t" * 22, Terms(), PERSON, NAME, OPENED, OPENED, seed=SALT, state=ChallengeState.EXPIRED, match="0" * 16
)


def values() -> dict[str, str]:
    """The values for year.sql: bodies, and lines with the words PERSON, RIVAL and OPENED in the place of figures."""
    begun = replace(ALONE, ended_at=None, game=game_at("solo classic 0834 | 0123 4567 8904"))
    bodies = {f"{kind}_body": KINDS.body_of(game, game.log) for kind, game in OVER.items()}
    return {
        **bodies,
        **{f"{kind}_line": _line(game) for kind, game in OVER.items()},
        "begun_body": KINDS.body_of(begun, "9 20 34"),
        "contest_body": contest_written(CONTEST),
        "entry_body": contest_written(CONTEST)[:200],
        "challenge_body": challenge_written(CHALLENGE),
        "salt": SALT,
    }


def _line(game: Header) -> str:
    played = KINDS.played_of(game, game.log)
    if played is None:
        raise ValueError("the game is not over")
    line = played_written(played)
    for figure, word in ((PERSON, "PERSON"), (RIVAL, "RIVAL"), (round(OPENED), "OPENED")):
        line = line.replace(str(figure), word)
    return line


if __name__ == "__main__":
    main()
