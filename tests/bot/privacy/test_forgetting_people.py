"""Whoever asks is shown all that is theirs, and whoever asks to be forgotten is found nowhere any more."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.app.actions.operators import LARGEST, document
from bot.app.handlers.privacy import forget_again
from bot.app.kinds.match.model import HELD, PLAYED_FOR, Match, Sitter
from bot.app.messages import Chat
from bot.app.model.game import COMPUTER, LEFT
from bot.app.model.tables import SHOWN, TABLES
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import NOW, ended
from tests.bot.inside import inside
from tests.bot.privacy.somebody import (
    ENDED,
    NAME,
    OFFERED,
    RIVAL,
    SOMEBODY,
    all_done,
    columns_at,
    forgotten,
    known_everywhere,
    told_of,
)
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened, saving, table_in

# Whoever asks to be forgotten is found nowhere any more, and what others have played with them is whole

TAKEN_AWAY = {name: table.taken for name, table in TABLES.items() if table.taken}
KEPT = {(name, column): why for name, table in TABLES.items() for column, why in table.stays.items()}
TEXTS = [table.texts for table in TABLES.values() if table.texts]
NAMING = (
    *("person", "people", "chat", "rival", "blocked", "muted", "about", "starter", "told_up_to"),
    *("a", "b", "by", "host", "winner", "owner", "maker", "user", "member", "player", "sender", "reporter", "friend"),
)
"""What the columns are called, at their beginning, in which somebody may be named."""
COUNTS = {("bands", "people"), ("budget", "many_free_at")}


def names_a_person(table: str, column: str) -> bool:
    begins = column.removesuffix("_id").removesuffix("_name").removeprefix("last_")
    return begins in NAMING and (table, column) not in COUNTS


async def test_every_column_that_names_a_person_is_taken_away_or_has_a_reason_to_stay(place: str) -> None:
    columns = await columns_at(place)
    naming = {(table, column) for table, names in columns.items() for column in names if names_a_person(table, column)}
    taken = {(table, column) for table, names in TAKEN_AWAY.items() for column in names}
    kept = {(table, column) for table, column in KEPT if names_a_person(table, column)}
    assert naming - taken - kept == set(), "bot/app/model/tables.py says what becomes of it"
    assert taken & set(KEPT) == set()
    assert taken | set(KEPT) <= {(table, column) for table, names in columns.items() for column in names}


async def test_every_table_of_which_rows_are_taken_away_is_shown(place: str) -> None:
    assert [name for name, table in TABLES.items() if table.taken and not table.shown] == []
    assert TABLES.keys() - {"migrations"} <= (await columns_at(place)).keys()


async def named_in(place: str) -> set[tuple[str, str]]:
    return {(table, column) for table, column, _ in await told_of(place, str(SOMEBODY), NAME)}


async def rest_of(place: str) -> dict[str, list[Any]]:
    return {table: sorted(await rows_at(place, f"SELECT * FROM {table}"), key=repr) for table in TAKEN_AWAY}


async def test_nothing_is_left_but_what_has_a_reason(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    tables = {table for table, _, _ in await told_of(place, str(SOMEBODY))}
    assert set(TAKEN_AWAY) <= tables | {"long_jobs"}, "known_everywhere puts a row of them into every table"
    await forgotten(store)
    left = [(table, column) for table, column, _ in await told_of(place, str(SOMEBODY), NAME, "ann_of_all")]
    assert set(left) <= {*KEPT, ("outbox", "chat_id")}, left
    assert await rows_at(place, f"SELECT forgotten_at FROM forgotten WHERE person_id = {SOMEBODY}") == [(NOW,)]
    [(told,)] = await rows_at(place, f"SELECT content FROM outbox WHERE chat_id = {SOMEBODY}")
    assert "Готово" in told


async def test_what_others_have_played_is_whole_and_what_waits_goes_on(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    await forgotten(store)
    [(results,)] = await rows_at(place, f"SELECT count(*) FROM results WHERE person_id = {RIVAL} AND rival_id = {LEFT}")
    assert results == 1
    points = await rows_at(place, f"SELECT rival_id, games FROM rivalries WHERE person_id = {RIVAL}")
    assert points == [(LEFT, 1)]
    rivals = await store.run(lambda work: work.ratings.rivalries(RIVAL, 5))
    assert [rival.name for rival in rivals] == [""]
    games: dict[str, str] = dict(await rows_at(place, "SELECT game_id, body FROM games"))
    assert games.keys() == {f"{1:016x}", "3" * 16, "4" * 16, "5" * 16}
    one, other = json.loads(games[f"{1:016x}"])["sitters"]
    assert (one["person"], one["name"], one["chat"], one["notes"]) == (LEFT, "Someone who left", None, "")
    assert (other["person"], other["name"]) == (RIVAL, "Bob")
    assert json.loads(games["3" * 16])["guessed_by"] == ["Someone who left", "Bob"]
    assert json.loads(games["4" * 16])["company"]["members"][0] == {"name": "Someone who left", "person": LEFT}
    assert json.loads(games["5" * 16])["target"]["name"] == "Someone who left"
    assert json.loads(games["5" * 16])["target"]["clue"] == ""
    [(line,)] = await rows_at(place, "SELECT line FROM played WHERE line LIKE '1;match;%'")
    assert line.split(";")[2] == f"{LEFT} {RIVAL}"
    theirs = await store.run(lambda work: work.contests.load(ENDED))
    assert theirs is not None
    assert (theirs.first.person, theirs.insiders, theirs.clue) == (LEFT, (LEFT, RIVAL), "")
    assert (await store.run(lambda work: work.contests.standings(theirs, 5))).best == ()
    joined = await store.run(lambda work: work.contests.load(OFFERED))
    assert joined is not None
    assert (joined.begun, joined.ended) == (1, 1)
    to_them = await store.run(lambda work: work.challenges.load("c" * 22))
    to_all = await store.run(lambda work: work.challenges.load("d" * 22))
    assert to_them is not None
    assert to_all is not None
    assert (to_them.state.value, to_all.state.value) == ("declined", "open")
    assert [one.token for one in await store.run(lambda work: work.challenges.open_of(RIVAL))] == ["d" * 22]


async def test_places_count_them_no_more(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    await change_at(place, "DELETE FROM bands")
    await forgotten(store)
    counted = await rows_at(place, "SELECT band, people FROM bands WHERE family = '4x10'")
    assert counted == [(146, -1)]


async def test_others_blocks_stay_and_reports_lose_who_made_them(store: DatabaseStore, place: str) -> None:
    await change_at(place, f"INSERT INTO blocks VALUES ({RIVAL}, {SOMEBODY}), ({SOMEBODY}, {RIVAL})")
    for person, about in ((SOMEBODY, RIVAL), (LEFT, RIVAL), (RIVAL, SOMEBODY)):
        await change_at(place, f"INSERT INTO reports VALUES ('game', {person}, {about}, 7.5, '[]')")
    await forgotten(store)
    assert await rows_at(place, "SELECT * FROM blocks") == [(RIVAL, SOMEBODY)]
    reports = await rows_at(place, "SELECT person_id, about_id FROM reports ORDER BY 1")
    assert reports == [(LEFT, RIVAL), (RIVAL, SOMEBODY)]


async def test_more_than_fit_into_one_transaction(store: DatabaseStore, place: str) -> None:
    for number in range(250):
        await change_at(place, f"INSERT INTO points VALUES ({-number - 1}, {SOMEBODY}, 'Ann', 1, 1)")
        await change_at(place, f"INSERT INTO blocks VALUES ({SOMEBODY}, {number})")
    await forgotten(store)
    assert await told_of(place, NAME) == []
    assert await rows_at(place, "SELECT * FROM blocks") == []


@pytest.mark.parametrize("body", ["", "[]", "{}", "null"])
async def test_what_cannot_be_read_holds_nothing_up(store: DatabaseStore, place: str, body: str) -> None:
    values = f"{SOMEBODY}, 1, '', 1, 1, '{body}', 1"
    await change_at(
        place,
        f"INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)"
        f" VALUES ('x', 'alone', {values})",
    )
    await change_at(place, f"INSERT INTO challenges VALUES ('t', {SOMEBODY}, 1, 1, 9, '{body}', 1, NULL)")
    await change_at(place, f"INSERT INTO played (game_id, line) VALUES ('y', '9;{SOMEBODY}')")
    await change_at(place, f"INSERT INTO played_by SELECT {SOMEBODY}, number, 0 FROM played")
    await change_at(place, f"INSERT INTO contests VALUES ('c', 'x', '[{SOMEBODY}', 1, 1, 0)")
    await forgotten(store)
    assert await rows_at(place, "SELECT * FROM games") == await rows_at(place, "SELECT * FROM played") == []
    assert await rows_at(place, "SELECT person_id FROM challenges") == [(LEFT,)]


@pytest.mark.parametrize("done", [1, 9, 27])
async def test_it_goes_on_after_a_restart_wherever_it_was_broken_off(
    store: DatabaseStore, place: str, done: int
) -> None:
    await known_everywhere(store, place)
    await forgotten(store, most=done)
    assert await rows_at(place, f"SELECT * FROM people WHERE person_id = {SOMEBODY}") != []
    await store.close()
    async with opened(place) as later:
        await all_done(later)
    assert await named_in(place) <= {*KEPT, ("outbox", "chat_id")}


async def test_twice_is_harmless(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    await forgotten(store)
    await change_at(place, "DELETE FROM outbox")
    before = await rest_of(place)
    await forgotten(store)
    await change_at(place, "DELETE FROM outbox")
    assert await rest_of(place) == before


async def test_a_restored_backup_can_forget_them_again(store: DatabaseStore, place: str) -> None:
    await forgotten(store)
    [known] = await store.forgotten_since(NOW - 1)
    assert await store.forgotten_since(NOW + 1) == ()
    await known_everywhere(store, place)
    await change_at(place, "DELETE FROM outbox")

    async def again(work: Work) -> None:
        forget_again(known, work)

    await store.run(again)
    await all_done(store)
    assert await named_in(place) <= {*KEPT}
    assert await rows_at(place, "SELECT * FROM outbox") == []


def test_reasons_are_given() -> None:
    reasons: list[Any] = [*KEPT.values(), *TEXTS]
    assert all(reasons)


# What a person is shown of what is stored: all that is theirs, no secret of a game that is on, nothing of others

SECRETS = "0987", "6543"
LOST = f"duel classic {' '.join(SECRETS)} first 0 | 0:8901 1:{SECRETS[1]} 0:1234"


async def told(store: DatabaseStore, person: int) -> str:
    return json.dumps(await store.run(lambda work: work.privacy.rows_of(person)))


async def test_there_is_something_of_every_table(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    rows = await store.run(lambda work: work.privacy.rows_of(SOMEBODY))
    assert set(SHOWN) - rows.keys() <= {"leases", "forgotten"}
    assert NAME in json.dumps(rows)


async def test_of_others_there_are_no_numbers(store: DatabaseStore, place: str) -> None:
    await known_everywhere(store, place)
    shown = await told(store, SOMEBODY)
    assert str(RIVAL) not in shown
    assert str(SOMEBODY) not in (await told(store, RIVAL))


@pytest.mark.parametrize("number", [HELD, PLAYED_FOR, ""])
async def test_a_number_that_the_bot_still_keeps_is_not_told(store: DatabaseStore, number: str) -> None:
    match = ended(1, LOST, SOMEBODY, COMPUTER, rated=False)
    sitters = (match.sitters[0], Sitter(COMPUTER, "", None))
    await store.run(lambda work: _saved(work, replace(match, sitters=sitters, level="perfect", number=number)))
    shown = await told(store, SOMEBODY)
    assert shown.count("hidden while the game is on") == (2 if number else 0)
    assert (SECRETS[0] in shown) == (not number)


async def _saved(work: Work, match: Match) -> None:
    work.games.save(match)


async def test_a_game_that_is_on_is_hidden_whole(store: DatabaseStore) -> None:
    await store.run(saving(replace(table_in(Chat(SOMEBODY), position="solo classic 9876 | 0123"), starter=SOMEBODY)))
    shown = await told(store, SOMEBODY)
    assert "9876" not in shown
    assert "hidden while the game is on" in shown


# The question whether to forget somebody and their data, without a network


async def test_the_button_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.handlers.privacy.LASTS", 0.5)
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/forgetme")
        [data] = [data for data, slot in bot.buttons if data.startswith("1:forgetme:") and slot == "menu"]
        told = await bot.presses(data, "menu")
        assert "This button is out of date." in str(told[0])
        assert await bot.store.forgotten_since(0) == ()


@pytest.mark.parametrize("data", ["1:privacy:data", "1:forgetme", "1:forgetme:0000000000000001", "1:privacy"])
async def test_forged_in_a_group_nothing_is_sent_or_forgotten(data: str) -> None:
    async with inside(None, Chat(-5)) as bot:
        await bot.says("/menu")
        await bot.presses(data, "menu")
        assert await bot.store.forgotten_since(0) == ()
        assert not [item for item in bot.screens.values() if item[1].document]


async def test_a_thousand_presses_send_one_file() -> None:
    async with inside(None, Chat(1001)) as bot:
        sent = []
        for _ in range(50):
            sent += await bot.says("/mydata")
        assert "my-data.json" in str(sent)
        assert str(sent).count("name='my-data.json'") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_has_a_bound_and_says_so(language: str) -> None:
    rows = {"remarks": [{"said": "x" * 5000}] * 499, "people": [{"name": "Ann"}]}
    text = document(1, rows, 0.0, texts_in(language))
    assert len(text) < 1.1 * LARGEST
    assert text.count('"left_out"') == 1
