"""Whoever asks is shown all that is theirs, and whoever asks to be forgotten is found nowhere any more."""

import json
import re
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from bot.app.contests.model import Contest, Contests, Entry, Target
from bot.app.duels.model import Challenge, Challenges
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.match.model import HELD, PLAYED_FOR, Sitter
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.chats import Preferences
from bot.app.model.game import COMPUTER
from bot.app.model.long_jobs import LongJob, LongJobs
from bot.app.model.prompts import Prompts
from bot.app.model.tables import SHOWN, TABLES
from bot.app.model.terms import Terms
from bot.app.operators.actions import LARGEST, document
from bot.app.operators.model import Operators
from bot.app.privacy.handlers import begin_forgetting
from bot.app.ratings.model import Ratings
from bot.app.screen import Place, Screen
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.app.work import GRACE, Job, Work
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore
from tests.bot.due import done_by
from tests.bot.duels.played import FIRST_WINS, NOW, ended, ending, world_at
from tests.bot.inside import inside
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened, saving, table_in, write
from tests.bot.storage.transferable import PEOPLE, columns_of

# Somebody of whom every table holds a row, what a database tells of them, and how they are forgotten
SOMEBODY, RIVAL, NAME = 2**40, 2**41, "Ann"
GROUP, CHAT = Chat(-77), Chat(2**40)
ENDED, OFFERED = "a" * 22, "b" * 22
NUMBERED = {"bands": ("4x10", 146, 0, 3)}
SOLO = "solo classic 0834 | 0123 0834"


def literal(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int | float) else "'" + str(value).replace("'", "''") + "'"


async def insert(place: str, table: str, row: tuple[object, ...]) -> None:
    await change_at(place, f"INSERT INTO {table} ({columns_of(table)}) VALUES ({', '.join(map(literal, row))})")


async def known_everywhere(store: DatabaseStore, place: str) -> None:
    """Put a row of them into every table that may hold one, and names into all bodies."""
    await store.run(games_of_theirs)
    over = ended(1, FIRST_WINS, SOMEBODY, RIVAL)
    one, other = over.sitters  # a match that has just ended, in which they took notes
    sitters = replace(one, name=NAME, notes="012"), replace(other, name="Bob")
    await store.run(ending(replace(over, sitters=sitters, salt="")))
    await store.run(others_with_them)
    for table, row in (PEOPLE | NUMBERED).items():
        if table != "played_by":
            column = columns_of(table).split(", ")[0]  # the games have put such rows already
            await change_at(place, f"DELETE FROM {table} WHERE {column} = {literal(row[0])}")
        await insert(place, table, row)
    await insert(place, "failed_updates", (5, NOW, f'{{"person": {{"id": {SOMEBODY}, "name": "(3 characters)"}}}}', ""))
    await insert(place, "failed_messages", (SOMEBODY, NOW, '{"html": "hello Ann", "rows": []}', "why", 99))
    await insert(place, "seats", ("over" * 4, 0, SOMEBODY, 1))
    await insert(place, "slots", (SOMEBODY, "menu", 7, 0, 0, 0))
    await insert(place, "stripped", (SOMEBODY, 7, 7.5))
    await change_at(place, "UPDATE ratings SET band = 146, deviation = 60")


async def games_of_theirs(work: Work) -> None:
    work.prefer(CHAT, Preferences("uk", "uk", username="ann_of_all"))
    work.games.save(table_in(CHAT, "1" * 16))
    work.keep_draft("1" * 16, SOMEBODY, "01")
    work.games.save(replace(table_in(CHAT, "2" * 16, SOLO), starter=SOMEBODY, guessed_by=(NAME, NAME)))
    work.show(CHAT, "menu", Screen(Html("hello Ann")), Place.BOTTOM)
    work.of(LongJobs).put(LongJob("review-told", "5a5a", 3, SOMEBODY, CHAT, '{"turns": []}'))
    work.of(Prompts).keep_last_options(CHAT.id, "solo", "solo classic")
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
    work.of(Contests).save(Contest(ENDED, first, "5a", (SOMEBODY, RIVAL), begun=1, ended=0, clue=f"as {NAME} is"))
    target = Target(ENDED, NAME, 2, solved=True, clue=f"as {NAME} is")
    work.games.save(replace(table_in(Chat(RIVAL), "5" * 16), starter=RIVAL, target=target))
    theirs = Contest(OFFERED, Entry(RIVAL, "Bob", "6" * 16, 1.0, 2.0, over), "5a", (RIVAL,), begun=2, ended=1)
    work.of(Contests).save(theirs)
    work.of(Contests).enter(theirs, Entry(SOMEBODY, NAME, "1" * 16, 3.0))
    work.of(Challenges).save(Challenge("c" * 22, Terms(), RIVAL, "Bob", 1.0, 9e9, to=SOMEBODY, to_name=NAME, seed="5a"))
    consents = (SOMEBODY,)
    work.of(Challenges).save(Challenge("d" * 22, Terms(), RIVAL, "Bob", 1.0, 9e9, declined=(NAME,), consents=consents))


async def forgotten(store: DatabaseStore, most: int = 1000) -> None:
    await write(store, lambda work: begin_forgetting(SOMEBODY, "uk", work, world_at(NOW)))
    await all_done(store, most)


async def all_done(store: DatabaseStore, most: int = 1000) -> None:
    await done_by(store, NOW + 1, world_at(NOW + GRACE + 1), most)


async def told_of(place: str, *words: str) -> list[tuple[str, str, object]]:
    """Every value of the database that holds one of the words: the table, the column, and the value."""
    found, tells = [], re.compile(r"(?<![-\w])(" + "|".join(words) + r")(?!\w)")
    for table, columns in (await columns_at(place)).items():
        for row in await rows_at(place, f"SELECT {', '.join(columns)} FROM {table}"):
            named = zip(columns, row, strict=True)
            found += [(table, name, value) for name, value in named if tells.search(str(value))]
    return found


COLUMNS_HERE = """SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"""
COLUMNS_THERE = """SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
    USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"""


async def columns_at(place: str) -> dict[str, list[str]]:
    columns = defaultdict[str, list[str]](list)
    for table, column in await rows_at(place, COLUMNS_HERE if place.startswith("sqlite") else COLUMNS_THERE):
        columns[table].append(column)
    return columns


# Whoever asks to be forgotten is found nowhere any more, and what others have played with them is whole
TAKEN_AWAY = {name: table.taken for name, table in TABLES.items() if table.taken}
KEPT = {(name, column): why for name, table in TABLES.items() for column, why in table.stays.items()}
NAMING = (
    *("person", "people", "chat", "rival", "blocked", "muted", "about", "starter", "told_up_to"),
    *("a", "b", "by", "host", "winner", "owner", "maker", "user", "member", "player", "sender", "reporter", "friend"),
)
"""What the columns are called, at their beginning, in which somebody may be named."""
COUNTS = {("bands", "people"), ("budget", "many_free_at")}


def names_a_person(table: str, column: str) -> bool:
    begins = column.removesuffix("_id").removesuffix("_name").removeprefix("last_")
    return begins in NAMING and (table, column) not in COUNTS


async def test_what_names_a_person_is_taken_away_and_then_shown_or_has_a_reason_to_stay(place: str) -> None:
    columns = await columns_at(place)
    naming = {(table, column) for table, names in columns.items() for column in names if names_a_person(table, column)}
    taken = {(table, column) for table, names in TAKEN_AWAY.items() for column in names}
    kept = {(table, column) for table, column in KEPT if names_a_person(table, column)}
    assert naming - taken - kept == set(), "bot/app/model/tables.py says what becomes of it"
    assert taken & set(KEPT) == set()
    assert taken | set(KEPT) <= {(table, column) for table, names in columns.items() for column in names}
    assert all(KEPT.values()), "reasons are given"
    assert [name for name, table in TABLES.items() if table.taken and not table.shown] == []
    assert TABLES.keys() - {"migrations"} <= columns.keys()


async def named_in(place: str) -> set[tuple[str, str]]:
    return {(table, column) for table, column, _ in await told_of(place, str(SOMEBODY), NAME, "ann_of_all")}


async def test_nothing_is_left_but_what_has_a_reason(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    tables = {table for table, _, _ in await told_of(place, str(SOMEBODY))}
    assert set(TAKEN_AWAY) <= tables | {"long_jobs"}, "known_everywhere puts a row of them into every table"
    await forgotten(store)
    assert (left := await named_in(place)) <= {*KEPT, ("outbox", "chat_id")}, left
    assert await rows_at(place, f"SELECT forgotten_at FROM forgotten WHERE person_id = {SOMEBODY}") == [(NOW,)]
    [(told,)] = await rows_at(place, f"SELECT content FROM outbox WHERE chat_id = {SOMEBODY}")
    assert "Готово" in told


async def test_what_others_have_played_is_whole_and_what_waits_goes_on(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    await change_at(place, "DELETE FROM bands")
    await forgotten(store)
    assert await rows_at(place, "SELECT band, people FROM bands WHERE family = '4x10'") == [(146, -1)]
    assert await rows_at(place, f"SELECT rival_id FROM results WHERE person_id = {RIVAL}") == [(LEFT,)]
    assert await rows_at(place, f"SELECT rival_id, games FROM rivalries WHERE person_id = {RIVAL}") == [(LEFT, 1)]
    rivals = await store.run(lambda work: work.of(Ratings).rivalries(RIVAL, 5))
    assert [rival.name for rival in rivals] == [""]
    games: dict[str, str] = dict(await rows_at(place, "SELECT game_id, body FROM games"))
    assert games.keys() == {f"{1:016x}", "3" * 16, "4" * 16, "5" * 16}
    one, other = json.loads(games[f"{1:016x}"])["sitters"]
    assert (one["person"], one["name"], one["chat"], one["notes"]) == (LEFT, "Someone who left", None, "")
    assert (other["person"], other["name"]) == (RIVAL, "Bob")
    board, party, target = (json.loads(games[number * 16]) for number in "345")
    assert board["guessed_by"] == ["Someone who left", "Bob"]
    assert party["company"]["members"][0] == {"name": "Someone who left", "person": LEFT}
    assert (target["target"]["name"], target["target"]["clue"]) == ("Someone who left", "")
    [(line,)] = await rows_at(place, "SELECT line FROM played WHERE line LIKE '1;match;%'")
    assert line.split(";")[2] == f"{LEFT} {RIVAL}"
    theirs: Any = await store.run(lambda work: work.of(Contests).load(ENDED))
    assert (theirs.first.person, theirs.insiders, theirs.clue) == (LEFT, (LEFT, RIVAL), "")
    assert (await store.run(lambda work: work.of(Contests).standings(theirs, 5))).best == ()
    joined: Any = await store.run(lambda work: work.of(Contests).load(OFFERED))
    assert (joined.begun, joined.ended) == (1, 1)
    to_them = await store.run(lambda work: work.of(Challenges).load("c" * 22))
    to_all = await store.run(lambda work: work.of(Challenges).load("d" * 22))
    assert [one and one.state.value for one in (to_them, to_all)] == ["declined", "open"]
    assert [one.token for one in await store.run(lambda work: work.of(Challenges).open_of(RIVAL))] == ["d" * 22]


async def test_more_than_fit_into_one_transaction_go_others_blocks_stay_and_reports_lose_who_made_them(
    store: DatabaseStore, place: str
) -> None:
    await change_at(place, f"INSERT INTO blocks VALUES ({RIVAL}, {SOMEBODY}), ({SOMEBODY}, {RIVAL})")
    for number in range(250):
        await change_at(place, f"INSERT INTO points VALUES ({-number - 1}, {SOMEBODY}, 'Ann', 1, 1)")
        await change_at(place, f"INSERT INTO blocks VALUES ({SOMEBODY}, {number})")
    for person, about in ((SOMEBODY, RIVAL), (LEFT, RIVAL), (RIVAL, SOMEBODY)):
        await change_at(place, f"INSERT INTO reports VALUES ('game', {person}, {about}, 7.5, '[]')")
    await forgotten(store)
    assert (await told_of(place, NAME), await rows_at(place, "SELECT * FROM blocks")) == ([], [(RIVAL, SOMEBODY)])
    reports = await rows_at(place, "SELECT person_id, about_id FROM reports ORDER BY 1")
    assert reports == [(LEFT, RIVAL), (RIVAL, SOMEBODY)]


@pytest.mark.parametrize("body", ["", "[]", "{}", "null"])
async def test_what_cannot_be_read_holds_nothing_up(store: DatabaseStore, place: str, body: str) -> None:
    columns = "game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision"
    values = f"'x', 'alone', {SOMEBODY}, 1, '', 1, 1, '{body}', 1"
    await change_at(place, f"INSERT INTO games ({columns}) VALUES ({values})")
    await change_at(place, f"INSERT INTO challenges VALUES ('t', {SOMEBODY}, 1, 1, 9, '{body}', 1, NULL)")
    await change_at(place, f"INSERT INTO played (game_id, line) VALUES ('y', '9;{SOMEBODY}')")
    await change_at(place, f"INSERT INTO played_by SELECT {SOMEBODY}, number, 0 FROM played")
    await change_at(place, f"INSERT INTO contests VALUES ('c', 'x', '[{SOMEBODY}', 1, 1, 0, NULL)")
    await forgotten(store)
    assert await rows_at(place, "SELECT * FROM games") == await rows_at(place, "SELECT * FROM played") == []
    assert await rows_at(place, "SELECT person_id FROM challenges") == [(LEFT,)]


@pytest.mark.parametrize("done", [1, 9, 27])
async def test_it_goes_on_wherever_it_was_broken_off(store: DatabaseStore, place: str, done: int) -> None:
    await known_everywhere(store, place)
    await forgotten(store, most=done)
    assert await rows_at(place, f"SELECT * FROM people WHERE person_id = {SOMEBODY}") != []
    await store.close()
    async with opened(place) as later:
        await all_done(later)
    assert await named_in(place) <= {*KEPT, ("outbox", "chat_id")}


async def test_twice_is_harmless(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    rests = []
    for _ in range(2):
        await forgotten(store)
        await change_at(place, "DELETE FROM outbox")
        rests.append([sorted(await rows_at(place, f"SELECT * FROM {table}"), key=repr) for table in TAKEN_AWAY])
    assert rests[0] == rests[1]


# What a person is shown of what is stored: all that is theirs, no secret of a game that is on, nothing of others
SECRETS = "0987", "6543"
LOST = f"duel classic {' '.join(SECRETS)} first 0 | 0:8901 1:{SECRETS[1]} 0:1234"


async def told(store: DatabaseStore, person: int) -> str:
    return json.dumps(await store.run(lambda work: work.privacy.rows_of(person)))


async def test_there_is_something_of_every_table_and_of_others_are_no_numbers(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    rows = await store.run(lambda work: work.privacy.rows_of(SOMEBODY))
    assert set(SHOWN) - rows.keys() <= {"leases", "forgotten"}
    shown = await told(store, SOMEBODY)
    assert NAME in shown
    assert str(RIVAL) not in shown
    assert str(SOMEBODY) not in await told(store, RIVAL)


@pytest.mark.parametrize("number", [HELD, PLAYED_FOR, "", None])
async def test_a_game_that_is_on_and_a_number_that_the_bot_still_keeps_are_hidden(
    store: DatabaseStore, number: str | None
) -> None:
    match = ended(1, LOST, SOMEBODY, COMPUTER, rated=False)
    sitters = (match.sitters[0], Sitter(COMPUTER, "", None))
    game = replace(table_in(Chat(SOMEBODY), position=f"solo classic {SECRETS[0]} | 0123"), starter=SOMEBODY)
    kept = replace(match, sitters=sitters, level="perfect", number=number or "")
    await store.run(saving(game if number is None else kept))
    shown = await told(store, SOMEBODY)
    assert shown.count("hidden while the game is on") == {None: 1, "": 0}.get(number, 2)
    assert (SECRETS[0] in shown) == (number == "")


# The question whether to forget somebody and their data, without a network
async def test_the_button_expires_and_a_thousand_presses_send_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.privacy.handlers.LASTS", 0.5)
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/forgetme")
        [data] = [data for data, slot in bot.buttons if data.startswith("1:forgetme:") and slot == "menu"]
        assert "This button is out of date." in str((await bot.presses(data, "menu"))[0])
        assert (await bot.store.run(lambda work: work.of(Operators).access(1001))).forgotten_at is None
        sent = [await bot.says("/mydata") for _ in range(50)]
        assert str(sent).count("name='my-data.json'") == 1


@pytest.mark.parametrize("data", ["1:privacy:data", "1:forgetme", "1:forgetme:0000000000000001", "1:privacy"])
async def test_forged_in_a_group_nothing_is_sent_or_forgotten(data: str) -> None:
    async with inside(None, Chat(-5)) as bot:
        await bot.says("/menu")
        await bot.presses(data, "menu")
        assert (await bot.store.run(lambda work: work.of(Operators).access(1001))).forgotten_at is None
        assert not [item for item in bot.screens.values() if item[1].document]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_has_a_bound_and_says_so(language: str) -> None:
    rows = {"remarks": [{"said": "x" * 5000}] * 499, "people": [{"name": "Ann"}]}
    text = document(1, rows, 0.0, texts_in(language))
    assert len(text) < 1.1 * LARGEST
    assert text.count('"left_out"') == 1
