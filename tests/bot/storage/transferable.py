"""A file with one of everything that a bot remembers, and what both databases hold of it."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from bot.app.messages import Chat
from bot.app.model import tables
from bot.app.model.chats import Notifications, Preferences
from bot.app.model.long_jobs import LongJob, LongJobs
from bot.app.screen import News
from bot.app.work import Job, Work
from bot.commands.copies import migrate_data as run
from faults.processes.postgres import Cluster
from tests.bot.storage.stores import TABLE, migrated, opened, showing, table_in
from tests.bot.strategies import GROUP, PRIVATE

OF_THE_MOMENT = {"migrations", "replicas", "leases", "budget", "uptime"}
TABLES = {name: table for name, table in tables.TABLES.items() if name not in OF_THE_MOMENT}
PEOPLE = {
    "seats": ("fedcba9876543210", 1, 2**40, 0),
    "crowds": ("fedcba9876543210", 1512.5, 1, 0, 2, 0, 0, 3),
    "watchers": ("fedcba9876543210", 2**40, 1, "👏"),
    "challenges": ("t" * 22, 2**40, 1, 5.0, 9.5, "{}", 1, -5),
    "seeks": (2**40, "Ann", "duel:classic:live:1", 1500.0, 350.0, 5.0, 0, 3, 1, 1, 7.5, 9),
    "aborts": (2**40, 2**41, 5.0),
    "people": (2**40, "Ann", None, 3, 1, 2**41, 4, None),
    "blocks": (2**40, 2**41),
    "ratings": (2**40, "4x10", 1464.06, 151.52, 0.05999, 3, 1, 0, 2, 7.5, 3, 2881, 1.0, 3, None),
    "bands": ("4x10", 146, 0, 2**40),
    "careers": (2**40, "4x10", 3, 2, 11, None),
    "rivalries": (2**40, 2**41, 0.5, 1, 7.5, "duel classic days friendly"),
    "regulars": (-(2**40), 2**40, 7.5),
    "results": ("fedcba9876543211", 2**40, 2**41, "Bob", "4x10", 1, 0.5, 1500.0, 200.0, 6, 1, None, 7.5),
    "contests": ("t" * 22, "fedcba9876543210", "{}", 2, 7.5, 2**40, 2**40),
    "entries": ("t" * 22, 2**40, "fedcba9876543213", 1, 5, 61.5, 7.5, None, "{}"),
    "points": (-(2**40), 2**40, "Ann", 3, 2),
    "ledgers": (2**40, "Ann", 2**40, 93.5, '{"tallies":{}}', 1),
    "masteries": ("fedcba9876543214", 2**40, 2**31 + 1, 2, 2**31 + 1),
    "learners": (2**40, '{"right":{"zero":[1]},"missed":{"zero-2":[0,1700000000]},"knows":1}', 2),
    "puzzlers": (2**40, '{"tried":"Ag==","open":["17",[],1,0,0.0]}', 2),
    "puzzles": (17, 1512.5, 187.25, 0.06, 2),
    "last_options": (-(2**40), "solo", "solo classic normal perfect"),
    "prompts": (2**40, "hotseat-names", "Ann\nЄва 🍀", 7.5),
    "bound_cards": ("AAAAAA-5a", "t" * 22, 7.5),
    "played": (7, "fedcba9876543215", "1;alone;1001;7;8;5a;solo words-uk-4 ГОРА | РАНА;8;"),
    "played_by": (2**40, 7, 20_000),
    "outages": (3.5, 4.5),
    "remarks": ("fedcba9876543212", "fedcba9876543210", 2**40, "Ann", "Хай щастить 🍀", 6.5),
    "moved_groups": (-5, -(2**41)),
    "listeners": ("lobby", 2**40),
    "rooms": ("lobby", 2**40, 7.5, 1, 2),
    "stripped": (-5, 7, 7.5),
    "mutes": (2**40, 2**41),
    "reports": ("fedcba9876543210", 2**40, 2**41, 7.5, '["Хай щастить 🍀"]'),
    "forgotten": (2**41, 7.5),
    "daily_tries": (57, 2**40, "Єва 🍀", "fedcba9876543217", 7.5, 9.5, 5, 1, 0, 40, 1, 0),
    "daily_counts": (57, 0, 5, 40, 3),
    "daily_averages": (2**40, 1.5e9, 4.25, 28),
    "daily_players": (2**40, "d" * 22, 55, 12, 6, 30),
    "daily_friends": (2**40, 2**41),
    "daily_pardons": (56,),
    "daily_reminders": (2**40, "Europe/Kyiv", 540, 3),
    "daily_cards": ("fedcba9876543218", -(2**40), None, 57, 7.5, 1),
    "daily_guests": ("fedcba9876543218", 2**40, 57, "Єва 🍀", 10, 7.5),
    "daily_posts": ("fedcba9876543219", -(2**40), 2**33, 57, 2),
    "bans": (2**40, 7.5, 2**42),
    "feedback": (7, 2**40, "Єва 🍀", "Дякую!", 7.5),
    "deeds": (7, 7.5, 2**42, "warn", 2**40, "Будь чемніше"),
    "broadcasts": ("fedcba9876543216", 2**42, "running", '{"uk": "Привіт 🍀"}', 7.5, 2**41, 5, 9, 10, 3),
}
"""A row of each table that knows of people or groups, its columns as in the schema."""


@cache
def columns_of(table: str) -> str:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(migrated())
        return ", ".join(name for _, name, *_ in database.execute(f"PRAGMA table_info({table})"))


async def filled(file: Path) -> None:
    async with opened(file) as store:
        for chat in (PRIVATE, GROUP):
            await store.run(showing(chat, "one"))
            await store.run(showing(chat, "two", "board"))
        await store.run(one_of_each)
        [first, second] = await store.outbox.pending(PRIVATE.id)
        await store.outbox.note_delivered([first], 17, None)
        await store.outbox.note_refused([second], "Bad Request")
        await store.kept("webhook secret", "5a" * 16)
    with closing(sqlite3.connect(file)) as connection, connection:
        for table, row in PEOPLE.items():
            connection.execute(f"INSERT INTO {table} ({columns_of(table)}) VALUES ({', '.join('?' * len(row))})", row)


async def one_of_each(work: Work) -> None:
    await work.scene(1, None)
    notifications = Notifications(frozenset({News.TALK}), (22, 8), 3)
    known = Preferences(
        "uk", "de", "letters", greeted=True, unexplained=1, notifications=notifications, username="alice"
    )
    known = replace(known, friends_only=True, seen_at=7.5, no_codes=True, hides_week=True, watchable=True)
    work.prefer(PRIVATE, known)
    work.games.save(table_in(PRIVATE))
    work.keep_draft(TABLE, 1001, "01")
    work.keep_failed(1, "{}", "Traceback …")
    work.at(2e9, Job("reminder", TABLE, 1))
    work.of(LongJobs).put(LongJob("review-told", "5a5a", 3, 2**40, Chat(-(10**13), 2**33), '{"turns": []}'))


def move(source: Path, target: str) -> int:
    return run([f"sqlite:///{source}", target])


def held(file: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(file)) as connection:
        return {name: sorted(connection.execute(f"SELECT {columns_of(name)} FROM {name}"), key=repr) for name in TABLES}


def holds(postgres: Cluster, url: str) -> dict[str, list[Any]]:
    """The same as PostgreSQL tells it, without the mark of a copy."""

    async def stored_rows() -> dict[str, list[Any]]:
        rows = {name: await postgres.fetched(url, f"SELECT {columns_of(name)} FROM {name}") for name in TABLES}
        return {name: sorted(rows[name], key=repr) for name in TABLES}

    found = asyncio.run(stored_rows())
    found["kept"] = [row for row in found["kept"] if row[0] != "copied from"]
    return found


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
