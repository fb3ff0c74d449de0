"""Somebody of whom every table holds a row, what a database tells of them, and how they are forgotten."""

import re
from dataclasses import replace
from typing import Any

from bot.app.handlers.privacy import begin_forgetting
from bot.app.jobs import DueJobs
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.messages import Chat
from bot.app.model.chats import LongJob, Preferences
from bot.app.model.duels import Challenge, Contest, Entry, Target
from bot.app.model.terms import Terms
from bot.app.screen import Place, Screen
from bot.app.texts import Html
from bot.app.work import GRACE, Job, Work
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import FIRST_WINS, NOW, ended, ending, world_at
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import table_in
from tests.bot.storage.transferable import PEOPLE, columns_of

SOMEBODY, RIVAL, NAME = 2**40, 2**41, "Ann"
GROUP, CHAT = Chat(-77), Chat(2**40)
ENDED, OFFERED = "a" * 22, "b" * 22
COUNTS = {"bands": ("4x10", 146, 0, 3)}
"""A row whose number is none of a person's."""
SOLO = "solo classic 0834 | 0123 0834"


def literal(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int | float) else "'" + str(value).replace("'", "''") + "'"


async def insert(place: str, table: str, row: tuple[object, ...]) -> None:
    values = ", ".join(map(literal, row))
    await change_at(place, f"INSERT INTO {table} ({columns_of(table)}) VALUES ({values})")


async def known_everywhere(store: DatabaseStore, place: str) -> None:
    """Put a row of them into every table that may hold one, and names into all bodies."""
    await store.run(games_of_theirs)
    await store.run(ending(match(1)))
    await store.run(others_with_them)
    for table, row in (PEOPLE | COUNTS).items():
        if table != "played_by":
            await change_at(place, f"DELETE FROM {table} WHERE {conflict(table, row)}")
        await insert(place, table, row)
    await insert(place, "failed_updates", (5, NOW, f'{{"person": {{"id": {SOMEBODY}, "name": "(3 characters)"}}}}', ""))
    await insert(place, "failed_messages", (SOMEBODY, NOW, '{"html": "hello Ann", "rows": []}', "why", 99))
    await insert(place, "seats", ("over" * 4, 0, SOMEBODY, 1))
    await insert(place, "slots", (SOMEBODY, "menu", 7, 0, 0, 0))
    await insert(place, "stripped", (SOMEBODY, 7, 7.5))
    await change_at(place, "UPDATE ratings SET band = 146, deviation = 60")


def conflict(table: str, row: tuple[object, ...]) -> str:
    """The rows that the games have put already."""
    column = columns_of(table).split(", ")[0]
    return f"{column} = {literal(row[0])}"


def match(number: int) -> Any:
    """A match of theirs that has just ended, in which they took notes."""
    over = ended(number, FIRST_WINS, SOMEBODY, RIVAL)
    one, other = over.sitters
    return replace(over, sitters=(replace(one, name=NAME, notes="012"), replace(other, name="Bob")), salt="")


async def games_of_theirs(work: Work) -> None:
    work.prefer(CHAT, Preferences("uk", "uk", username="ann_of_all"))
    work.games.save(table_in(CHAT, "1" * 16))
    work.keep_draft("1" * 16, SOMEBODY, "01")
    work.games.save(replace(table_in(CHAT, "2" * 16, SOLO), starter=SOMEBODY, guessed_by=(NAME, NAME)))
    work.show(CHAT, "menu", Screen(Html("hello Ann")), Place.BOTTOM)
    work.long_jobs.put(LongJob("review-told", "5a5a", 3, SOMEBODY, CHAT, '{"turns": []}'))
    work.prompts.keep_last_options(CHAT.id, "solo", "solo classic")
    work.at(2e9, Job("gone", str(2**41), 0))


async def others_with_them(work: Work) -> None:
    board = replace(table_in(GROUP, "3" * 16, SOLO), starter=SOMEBODY, guessed_by=(NAME, "Bob"), notes=())
    work.games.save(board)
    seats = GroupSeats((Member(NAME, SOMEBODY), Member("Bob", RIVAL)), skipping=(SOMEBODY,))
    party = game_at("circle classic 0123 first 0 seats 2 | 0:8901 |")
    group = Group(id="4" * 16, chat=GROUP, game=party, starter=RIVAL, salt="5a", opened_at=1.0, seats=seats)
    work.games.save(replace(group, guessed_by=(NAME,)))
    over = game_at(SOLO)
    first = Entry(SOMEBODY, NAME, "2" * 16, 1.0, 2.0, over)
    work.contests.save(Contest(ENDED, first, "5a", (SOMEBODY, RIVAL), begun=1, ended=0, clue=f"as {NAME} is"))
    target = Target(ENDED, NAME, 2, solved=True, clue=f"as {NAME} is")
    work.games.save(replace(table_in(Chat(RIVAL), "5" * 16), starter=RIVAL, target=target))
    theirs = Contest(OFFERED, Entry(RIVAL, "Bob", "6" * 16, 1.0, 2.0, over), "5a", (RIVAL,), begun=2, ended=1)
    work.contests.save(theirs)
    work.contests.enter(theirs, Entry(SOMEBODY, NAME, "1" * 16, 3.0))
    work.challenges.save(Challenge("c" * 22, Terms(), RIVAL, "Bob", 1.0, 9e9, to=SOMEBODY, to_name=NAME, seed="5a"))
    consents = (SOMEBODY,)
    work.challenges.save(Challenge("d" * 22, Terms(), RIVAL, "Bob", 1.0, 9e9, declined=(NAME,), consents=consents))


async def forgotten(store: DatabaseStore, now: float = NOW, most: int = 1000) -> None:
    """They ask to be forgotten, and all of it is done."""

    async def ask(work: Work) -> None:
        begin_forgetting(SOMEBODY, "uk", work, world_at(now))

    await store.run(ask)
    await all_done(store, now, most)


async def all_done(store: DatabaseStore, now: float = NOW, most: int = 1000) -> None:
    """What is due is done, at most so many jobs."""
    nothing: Any = None

    async def drained() -> bool:
        return True

    jobs = DueJobs(store, nothing, world_at(now + GRACE + 1), drained)
    while await store.run(lambda work: work.due_job(now + 1)) is not None and most:
        most -= 1
        await jobs._do_next()


async def told_of(place: str, *words: str) -> list[tuple[str, str, object]]:
    """Every value of the database that holds one of the words: the table, the column, and the value."""
    found, tells = [], re.compile(r"(?<![-\w])(" + "|".join(words) + r")(?!\w)")
    for table, columns in (await columns_at(place)).items():
        for row in await rows_at(place, f"SELECT {', '.join(columns)} FROM {table}"):
            named = zip(columns, row, strict=True)
            found += [(table, name, value) for name, value in named if tells.search(str(value))]
    return found


async def columns_at(place: str) -> dict[str, list[str]]:
    if place.startswith("sqlite"):
        query = """SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"""
    else:
        query = """SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
            USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"""
    columns: dict[str, list[str]] = {}
    for table, column in await rows_at(place, query):
        columns.setdefault(table, []).append(column)
    return columns
