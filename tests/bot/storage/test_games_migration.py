"""What the bot had stored before all games came into one table is read, found, counted, shown and played on."""

import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest_asyncio

from bot.app.duels.model import Challenges
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.match.model import Match
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat, Inline, Person, Said
from bot.app.model.game import COMPUTER, Header
from bot.app.model.prompts import Prompts
from bot.app.outbox import ScreenItem
from bot.app.ratings.model import Points, Score
from bot.app.registry import KINDS
from bot.app.stats.model import Masteries, MasteryStore
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.storage.migrations import MIGRATIONS, migrations_for
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import loaded, open_once, opened, saving

# Databases as they stood then: schema 0013. `rows_of_0013.json` was recorded once from the bot of that version, while
# people played with it in every way.
Row = dict[str, Any]
LAST = 13
ROWS: dict[str, list[Row]] = json.loads(Path(__file__).with_name("rows_of_0013.json").read_text("utf-8"))
NEVER_ENDED = "e" * 16
"""The id of a table that is over, though nobody wrote down since when, as may have come to be once."""
OVER = next(row for row in ROWS["tables"] if row["is_over"])
ENDLESS = {"table_id": NEVER_ENDED, "body": json.dumps(json.loads(OVER["body"]) | {"ended_at": None})}
ROWS["tables"].append(OVER | ENDLESS)


async def write_before(place: str) -> None:
    file = path_in(place)
    made = migrations_for("postgres" if file is None else "sqlite")[:LAST]
    schema = f"{MIGRATIONS};\n" + "\n".join(migration.script + migration.record for migration in made)
    rows = {f"{table} ({', '.join(found[0])})": [tuple(row.values()) for row in found] for table, found in ROWS.items()}
    if file is None:
        connection = await asyncpg.connect(place)
        try:
            await connection.execute(schema)
            for table, values in rows.items():
                places = ", ".join(f"${number}" for number in range(1, len(values[0]) + 1))
                await connection.executemany(f"INSERT INTO {table} VALUES ({places})", values)
            for table, numbered in (("outbox", "letter_id"), ("jobs", "job_id"), ("long_jobs", "job_id")):
                last = max(row[numbered] for row in ROWS[table])
                await connection.execute("SELECT setval(pg_get_serial_sequence($1, $2), $3)", table, numbered, last)
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.executescript(schema)
            for table, values in rows.items():
                database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values[0]))})", values)


HEADER = {"thread", "starter", "salt", "seed", "opened_at", "ended_at"}
ONLY_ALONE = {"hint", "suggestions", "help"}
"""What games of several and those in which the bot guesses were stored with, but had no use for."""
PROMPTS = {"hotseat", "hotseat-names", "which", "which-hidden", "position"}
RENAMED = {"table_id": "game_id", "match_id": "game_id", "front": "focus"}
UNTOUCHED = "challenges chats contests entries jobs long_jobs moved_groups people ratings results seats seeks"
"""Tables whose rows are kept as they are, but for names of columns."""


@pytest_asyncio.fixture
async def migrated(blank: str) -> AsyncIterator[DatabaseStore]:
    await write_before(blank)
    async with opened(blank) as store:
        yield store


def kind_of(row: Row) -> type[Header]:
    if "match_id" in row:
        return Match
    if "number_id" in row:
        return Number
    body = json.loads(row["body"])
    return Group if "company" in body else Keeper if "breaker" in body else Alone


def id_of(row: Row) -> str:
    return str(row.get("table_id") or row.get("number_id") or row["match_id"])


OLD = [row for table in ("tables", "numbers", "matches") for row in ROWS[table]]
BY_ID = {id_of(row): row for row in OLD}


async def read(store: DatabaseStore, row: Row) -> Any:
    return await loaded(store, id_of(row), kind_of(row))


def test_the_rows_tell_of_every_kind_in_every_state() -> None:
    kinds = (Alone, Keeper, Group, Number, Match)
    states = {(kind_of(row), bool(row["is_over"])) for row in OLD}
    assert states == {(kind, over) for kind in kinds for over in (False, True)}
    bodies, numbers, matches, challenges = (
        [json.loads(row["body"]) for row in ROWS[table]] for table in ("tables", "numbers", "matches", "challenges")
    )
    assert all(any(body.get(name) for body in bodies) for name in ("hint", "target", "notes", "asking", "resigning"))
    assert {body["position"].split()[0] for body in bodies if "company" in body} == {"party", "circle", "duel"}
    assert any(body["thread"] for body in bodies)
    assert {body["line"].split()[2] == "-" for body in numbers} == {False, True}
    assert {body["number"] for body in matches} == {"", "held", "played-for"}
    assert {body["on_card"] for body in matches} == {False, True}
    assert {body["state"] for body in challenges} >= {"unsent", "open", "accepted", "withdrawn"}


async def test_every_game_is_read_as_it_was_and_saved_at_its_next_revision(migrated: DatabaseStore) -> None:
    for row in OLD:
        game, before = await read(migrated, row), json.loads(row["body"])
        after = json.loads(KINDS.body_of(game))
        lost = HEADER | {"wanted"} | (set() if isinstance(game, Alone) else ONLY_ALONE)
        kept = {name: value for name, value in before.items() if name not in lost}
        if game.is_over:
            kept.pop("notes", None)
        assert after == kept, id_of(row)
        assert (game.id, game.opened_at, game.revision) == (id_of(row), row["opened_at"], row["revision"])
        assert game.is_over == bool(row["is_over"])
        if isinstance(game, Match):
            assert (game.chat, game.salt, game.starter) == (None, before["seed"], before["sitters"][0]["person"])
        else:
            assert game.chat == Chat(row["chat_id"], before["thread"])
            assert (game.salt, game.starter) == (before["salt"], before["starter"])
        assert game.ended_at == (row["opened_at"] if id_of(row) == NEVER_ENDED else before["ended_at"])
        await migrated.run(saving(game))
        again = await read(migrated, row)
        assert (again, again.revision) == (game, row["revision"] + 1)


async def test_what_runs_is_found_in_its_chat_and_by_the_seats(migrated: DatabaseStore) -> None:
    chats = {row["chat_id"] for row in OLD if "chat_id" in row}
    for update, chat in enumerate(sorted(chats)):
        running = [row for row in OLD if row.get("chat_id") == chat and not row["is_over"]]
        wanted = tuple(map(id_of, sorted(running, key=lambda row: (row["opened_at"], id_of(row)))))

        async def look(work: Work, chat: int = chat, update: int = update) -> list[tuple[str, ...]]:
            there, scene = await work.games.running_in(chat), await work.scene(update, Chat(chat))
            return [tuple(game.id for game in games) for games in (there, scene.games)]

        assert await migrated.run(look) == [wanted, wanted]
    latest = {row["chat_id"]: id_of(row) for row in sorted(ROWS["numbers"], key=lambda row: row["opened_at"])}
    for chat in chats:
        game = await migrated.run(lambda work, chat=chat: work.games.latest(chat, Number))  # type: ignore[misc]
        assert (game and game.id) == latest.get(chat)
    people = {row["person_id"] for row in ROWS["seats"]}
    assert COMPUTER not in people
    for person in people:
        seats = [row["match_id"] for row in ROWS["seats"] if row["person_id"] == person and not row["is_over"]]
        played = sorted(seats, key=lambda match: BY_ID[match]["opened_at"])

        async def look_at(work: Work, person: int = person) -> tuple[list[str], int, bool]:
            games, scene = await work.games.running_of(person, Match), await work.scene(-person, Chat(person))
            return [game.id for game in games], await work.games.count_of(person), scene.has_seats

        assert await migrated.run(look_at) == (played, len(played), bool(played))


async def typed(work: Work, name: str, person: int) -> str:
    """What was kept under a name among the drafts, from where it is kept now."""
    if name in PROMPTS:
        return await work.of(Prompts).read(name, person)
    if name.startswith("last-"):
        return await work.of(Prompts).last_options(person, name.removeprefix("last-"))
    if name.startswith("card:"):
        return await work.of(Challenges).bound_card(Inline(name.removeprefix("card:")))
    return await work.draft(name, person)


def slot_now(slot: str | None) -> str | None:
    kind, _, game = (slot or "").partition(":")
    return f"game:{game}" if kind in {"table", "number", "match"} else slot


async def test_whatever_else_was_kept_stands_where_it_belongs(migrated: DatabaseStore, blank: str) -> None:
    for row in ROWS["drafts"]:
        look = partial(typed, name=row["table_id"], person=row["person_id"])
        assert await migrated.run(look) == row["symbols"]
    names = {row["table_id"] for row in ROWS["drafts"]}
    drafts = names & BY_ID.keys()
    assert names >= PROMPTS
    assert len(drafts) > 3
    assert {game for (game,) in await rows_at(blank, "SELECT game_id FROM drafts")} == drafts
    for table, columns in (("slots", "chat_id message_id below"), ("outbox", "letter_id chat_id content")):
        kept = columns.split()
        found = await rows_at(blank, f"SELECT slot, {', '.join(kept)} FROM {table}")
        assert Counter(found) == Counter((slot_now(row["slot"]), *map(row.get, kept)) for row in ROWS[table]), table
    kinds = {(row["slot"] or "").partition(":")[0] for row in (*ROWS["slots"], *ROWS["outbox"])}
    assert kinds >= {"table", "number", "match", "card", "challenge", "contest", "menu", ""}
    for table in UNTOUCHED.split():
        renamed = RENAMED | ({"table_id": "subject"} if table == "jobs" else {})
        now = ", ".join(renamed.get(column, column) for column in ROWS[table][0])
        found = await rows_at(blank, f"SELECT {now} FROM {table}")
        assert Counter(found) == Counter(tuple(row.values()) for row in ROWS[table]), table
    for chat in {row["chat_id"] for row in ROWS["numbers"]}:
        sizes = [row["mastered"] for row in ROWS["numbers"] if row["chat_id"] == chat and row["mastered"]]
        wanted = Masteries(len(sizes), max(sizes, default=0))
        assert await migrated.run(lambda work, chat=chat: work.of(MasteryStore).of(chat)) == wanted  # type: ignore[misc]
    assert any(row["mastered"] for row in ROWS["numbers"])
    gained = Counter[tuple[int, int]]()
    for row in ROWS["points"]:
        gained[row["group_id"], row["person_id"]] += row["won"]
    points = await rows_at(blank, "SELECT group_id, person_id, won FROM points")
    assert {(group, person): won for group, person, won in points} == dict(gained)
    games = Counter((row["person_id"], row["family"]) for row in ROWS["results"])
    careers = await rows_at(blank, "SELECT person_id, family, games FROM careers")
    assert {(person, family): number for person, family, number in careers} == games


async def test_a_game_that_was_on_is_played_on_where_its_board_stands(migrated: DatabaseStore) -> None:
    row = next(row for row in ROWS["tables"] if row["chat_id"] == -6)
    slot, ann = f"table:{id_of(row)}", Person(1001, "Ann", "uk")
    [message] = [each["message_id"] for each in ROWS["slots"] if each["slot"] == slot]
    worker = Worker(migrated, AtOnce(), world_with(None, AtOnce()), Replies(lambda _query, _answer: None), limits=False)
    await worker.run(Said(10**6, Chat(-6), ann, 10**6, "/guess 4567"))
    game = await read(migrated, row)
    assert len(game.game.turns) == 2
    items = [item for item in await migrated.outbox.pending(-6) if isinstance(item, ScreenItem)]
    assert [(item.slot, item.current) for item in items] == [(f"game:{game.id}", message)]


GROUP, SUPERGROUP = -7, -1000000000007
BEFORE = f"""
moved_groups ({GROUP}, {SUPERGROUP})
results ('a', 1, 2, 'Bob', '4x10', 1, 1.0, 1600.0, 60.0, 5, 1, {SUPERGROUP}, 10.0)
results ('b', 1, 2, 'Bob', '4x10', 1, 0.5, 1580.0, 60.0, 8, 1, {GROUP}, 20.0)
results ('c', 1, 3, 'Bob', '4x10', 0, 0.0, 1700.0, 60.0, 9, 0, NULL, 30.0)
results ('d', 2, 1, 'Bob', '5x10', 0, 0.0, 1700.0, 60.0, 9, 0, -8, 15.0)
points ('p', 1, {SUPERGROUP}, 'Ann', 3, 10.0)
points ('q', 1, {SUPERGROUP}, 'Anna', 2, 20.0)
points ('r', 2, {SUPERGROUP}, 'Bob', 0, 20.0)
points ('s', 1, -8, 'A', 1, 5.0)
points ('t', 1, {GROUP}, 'An', 4, 1.0)
"""
RATING = "INSERT INTO ratings VALUES ({}, '4x10', {}, {}, 0.06, 3, 2, 0, 1, 7.5, 3, 2881, 1.0, 3)"
RATINGS = [(11, 1509.99, 60.0), (19, 1500.0, 110.0), (12, 1499.99, 60.0), (13, 1505.0, 110.01), (14, -5.0, 30.0)]


async def test_what_an_older_one_counted_is_counted_on(blank: str) -> None:
    await write_before(blank)
    for table in ("results", "ratings", "points"):
        await change_at(blank, f"DELETE FROM {table}")
    for line in BEFORE.strip().splitlines():
        table, _, values = line.partition(" ")
        await change_at(blank, f"INSERT INTO {table} VALUES {values}")
    for row in RATINGS:
        await change_at(blank, RATING.format(*row))
    await open_once(blank)
    careers = await rows_at(blank, "SELECT * FROM careers ORDER BY person_id")
    assert careers == [(1, "4x10", 3, 2, 13, 1600.0), (2, "5x10", 1, 0, 0, None)]
    rivalries = await rows_at(blank, "SELECT person_id, rival_id, points, games, latest FROM rivalries ORDER BY 1, 2")
    assert rivalries == [(1, 2, 1.5, 2, 20.0), (1, 3, 0.0, 1, 30.0), (2, 1, 0.0, 1, 15.0)]
    regulars = await rows_at(blank, "SELECT * FROM regulars ORDER BY group_id")
    assert regulars == [(-8, 2, 15.0), (GROUP, 1, 20.0)]
    bands = await rows_at(blank, "SELECT person_id, band FROM ratings ORDER BY person_id")
    assert bands == [(11, 150), (12, 149), (13, None), (14, -1), (19, 150)]
    crowds = await rows_at(blank, "SELECT family, band, shard, people FROM bands ORDER BY band")
    assert crowds == [("4x10", -1, 6, 1), ("4x10", 149, 4, 1), ("4x10", 150, 3, 2)]
    async with opened(blank) as store:
        best = await store.run(lambda work: work.of(Points).scores(SUPERGROUP, 10))
        assert best == (Score(1, "Anna", 9, 3), Score(2, "Bob", 0, 1)), "by the group's first id"
        assert await store.run(lambda work: work.of(Points).scores(-8, 10)) == (Score(1, "A", 1, 1),)
        assert await store.run(lambda work: work.of(Points).score(SUPERGROUP, 2)) == Score(2, "Bob", 0, 1)
        assert await store.run(lambda work: work.of(Points).score(SUPERGROUP, 3)) is None
