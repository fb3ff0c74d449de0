"""What the bot tells people of what it stores about them: in plain words, and all of it as a file."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.storage.personal import HIDDEN, NOT_PERSONAL, PERSONAL, personal_data
from bot.storage.store import DatabaseStore
from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired
from tests.bot.solo.private_games import begun
from tests.bot.storage.databases import rows_at

TABLES_OF = {
    "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
HERE = "All that I store about you"


async def file_of(stage: Stage, message: Message) -> dict[str, Any]:
    """The file that hangs on a message."""
    assert message.document
    async with ClientSession() as http, http.get(f"{stage.server.url}{message.document}") as response:
        told: dict[str, Any] = json.loads(await response.read())
    return told


async def asked(stage: Stage, person: Person) -> dict[str, Any]:
    """The file that somebody gets."""
    await person.send("/mydata")
    return await file_of(stage, await person.sees(HERE))


def rows(told: dict[str, Any], table: str) -> list[dict[str, Any]]:
    """A table's rows in the file."""
    [found] = [each["rows"] for each in told["tables"] if each["table"] == table]
    return list(found)


@pytest.mark.asyncio(loop_scope="session")
async def test_all_that_is_stored_comes_as_one_file_without_the_secret_of_the_game_that_is_on(stage: Stage) -> None:
    alice = await begun(stage)
    await alice.send("9876")
    await alice.sees("1. 9876")
    secret = stage.secret_of(alice.id)
    told = await asked(stage, alice)
    assert (told["person"], [each["table"] for each in told["tables"]]) == (alice.id, list(PERSONAL))
    [game] = rows(told, "games")
    assert (game["chat_id"], game["body"], game["salt"]) == (alice.id, HIDDEN, HIDDEN)
    assert secret not in json.dumps([rows(told, table) for table in ("games", "played", "prompts", "drafts")])
    assert rows(told, "chats")[0]["chat_id"] == alice.id
    assert stage.bot.rows("SELECT * FROM long_jobs WHERE person_id = ?", alice.id) == []


@pytest.mark.asyncio(loop_scope="session")
async def test_a_rivals_secret_is_in_nobodys_file_while_the_duel_is_on(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.keep("0123", "4567")
    for person, theirs in ((pair.alice, "4567"), (pair.bob, "0123")):
        told = await asked(stage, person)
        [match] = rows(told, "games")
        assert match["body"] == HIDDEN
        assert len(rows(told, "seats")) == 1
        assert f'"{theirs}"' not in json.dumps(told)


@pytest.mark.asyncio(loop_scope="session")
async def test_asked_again_at_once_it_is_not_made_again(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann", "uk")
    await ann.send("/privacy")
    page = await ann.sees("Що я зберігаю")
    await ann.presses("Усі мої дані", on=page)
    await ann.sees("Усе, що я про тебе зберігаю")
    await ann.send("/mydata")
    await ann.sees("нещодавно")
    await stage.quiet()
    assert sum(bool(message.document) for message in ann.messages()) == 1


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_group_the_page_has_no_button_and_no_file_comes(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", ann)
    await ann.send("/privacy", chat=group)
    page = await ann.sees("What I store", chat=group)
    assert page.button("All my data") is None
    await ann.send("/mydata", chat=group)
    await ann.sees("in our private chat", chat=group)


async def test_every_table_is_told_or_is_about_nobody(place: str) -> None:
    query = TABLES_OF[place.partition(":")[0]]
    tables = {name for (name,) in await rows_at(place, query)} - {"migrations"}
    assert PERSONAL.keys() | NOT_PERSONAL.keys() == tables
    assert not PERSONAL.keys() & NOT_PERSONAL.keys()


async def test_it_can_be_read_of_either_database(store: DatabaseStore, place: str) -> None:
    told = json.loads(await personal_data(place, 7, datetime.now(UTC)))
    assert [each["rows"] for each in told["tables"]] == [[]] * len(PERSONAL)
    assert all(each["because"] for each in told["tables"])
    assert await store.stored()
