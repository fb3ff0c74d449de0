"""From a table for each kind of game to one for all: whatever was stored is read, found, shown and played on."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.match.model import Match
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat, Inline, Person, Said
from bot.app.model.game import COMPUTER, Header
from bot.app.model.ledger import Masteries
from bot.app.outbox import ScreenItem
from bot.app.registry import KINDS
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.before_games import NEVER_ENDED, ROWS, Row, write_before
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened

HEADER = {"thread", "starter", "salt", "seed", "opened_at", "ended_at"}
ONLY_ALONE = {"hint", "suggestions", "help"}
"""What games of several and those in which the bot guesses were stored with, but had no use for."""
PROMPTS = {"hotseat", "hotseat-names", "which", "which-hidden", "position"}
RENAMED = {"table_id": "game_id", "match_id": "game_id", "front": "focus"}
SAME = [
    "challenges", "chats", "contests", "entries", "jobs", "long_jobs", "moved_groups", "people", "ratings",
    "results", "seats", "seeks",
]  # fmt: skip
"""Tables whose rows are kept as they are, but for names of columns."""


@pytest_asyncio.fixture
async def migrated(blank: str) -> AsyncIterator[DatabaseStore]:
    """The store, opened by this version on what the version before has left."""
    await write_before(blank)
    async with opened(blank) as store:
        yield store


def kind_of(row: Row) -> type[Header]:
    """Of which class the game of an old row is now."""
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
    """The game of an old row."""

    async def job(work: Work) -> Header | None:
        return await work.games.load(id_of(row), kind_of(row))

    game = await store.run(job)
    assert game is not None, row
    return game


def test_the_rows_tell_of_every_kind_in_every_state() -> None:
    states = {(kind_of(row), bool(row["is_over"])) for row in OLD}
    kinds = (Alone, Keeper, Group, Number, Match)
    assert states == {(kind, over) for kind in kinds for over in (False, True)}
    bodies = [json.loads(row["body"]) for row in ROWS["tables"]]
    assert all(any(body.get(name) for body in bodies) for name in ("hint", "target", "notes", "asking", "resigning"))
    modes = {body["position"].split()[0] for body in bodies if "company" in body}
    assert modes == {"party", "circle", "duel"}
    assert any(body["thread"] for body in bodies)
    numbers = [json.loads(row["body"]) for row in ROWS["numbers"]]
    assert {body["line"].split()[2] == "-" for body in numbers} == {False, True}
    matches = [json.loads(row["body"]) for row in ROWS["matches"]]
    assert {body["number"] for body in matches} == {"", "held", "played-for"}
    assert {body["on_card"] for body in matches} == {False, True}
    assert {json.loads(row["body"])["state"] for row in ROWS["challenges"]} >= {
        "unsent",
        "open",
        "accepted",
        "withdrawn",
    }


async def test_every_game_is_read_as_it_was(migrated: DatabaseStore) -> None:
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


async def test_a_game_ended_when_it_had_ended_or_else_when_it_began(migrated: DatabaseStore) -> None:
    for row in OLD:
        ended_at = json.loads(row["body"])["ended_at"]
        wanted = row["opened_at"] if id_of(row) == NEVER_ENDED else ended_at
        assert (await read(migrated, row)).ended_at == wanted


async def test_every_game_is_saved_again_at_its_next_revision(migrated: DatabaseStore) -> None:
    for row in OLD:
        game = await read(migrated, row)

        async def saved(work: Work, game: Header = game) -> None:
            work.games.save(game)

        await migrated.run(saved)
        again = await read(migrated, row)
        assert again == game
        assert again.revision == row["revision"] + 1


async def test_what_runs_in_a_chat_is_found_there(migrated: DatabaseStore) -> None:
    chats = {row["chat_id"] for row in OLD if "chat_id" in row}
    for update, chat in enumerate(sorted(chats)):
        running = [row for row in OLD if row.get("chat_id") == chat and not row["is_over"]]
        wanted = tuple(map(id_of, sorted(running, key=lambda row: (row["opened_at"], id_of(row)))))

        async def look(work: Work, chat: int = chat, update: int = update) -> list[tuple[str, ...]]:
            there, scene = await work.games.running_in(chat), await work.scene(update, Chat(chat))
            return [tuple(game.id for game in games) for games in (there, scene.games)]

        assert await migrated.run(look) == [wanted, wanted]
    assert await latest_numbers(migrated, chats) == latest_of(ROWS["numbers"])


async def latest_numbers(store: DatabaseStore, chats: set[int]) -> dict[int, str]:
    """The game of guessing a number that was begun last in each chat."""
    found = {}
    for chat in chats:
        game = await store.run(lambda work, chat=chat: work.games.latest(chat, Number))  # type: ignore[misc]
        if game is not None:
            found[chat] = game.id
    return found


def latest_of(rows: list[Row]) -> dict[int, str]:
    return {row["chat_id"]: id_of(row) for row in sorted(rows, key=lambda row: row["opened_at"])}


async def test_what_somebody_plays_is_found_by_their_seat(migrated: DatabaseStore) -> None:
    people = {row["person_id"] for row in ROWS["seats"]}
    assert COMPUTER not in people
    for person in people:
        running = [row["match_id"] for row in ROWS["seats"] if row["person_id"] == person and not row["is_over"]]
        wanted = sorted(running, key=lambda match: BY_ID[match]["opened_at"])

        async def look(work: Work, person: int = person) -> tuple[list[str], int, bool]:
            games = await work.games.running_of(person, Match)
            return (
                [game.id for game in games],
                await work.games.count_of(person),
                (await work.games.glance(person)).has_seats,
            )

        assert await migrated.run(look) == (wanted, len(wanted), bool(wanted))


async def test_drafts_prompts_options_and_cards_are_kept_where_they_belong(migrated: DatabaseStore, blank: str) -> None:
    for row in ROWS["drafts"]:
        look = partial(typed, name=row["table_id"], person=row["person_id"])
        assert await migrated.run(look) == row["symbols"]
    assert {row["table_id"] for row in ROWS["drafts"]} >= PROMPTS
    drafts = {row["table_id"] for row in ROWS["drafts"]} & BY_ID.keys()
    assert len(drafts) > 3
    assert {game for (game,) in await rows_at(blank, "SELECT game_id FROM drafts")} == drafts


async def typed(work: Work, name: str, person: int) -> str:
    """What was kept under a name among the drafts, from where it is kept now."""
    if name in PROMPTS:
        return await work.prompts.read(name, person)
    if name.startswith("last-"):
        return await work.prompts.last_options(person, name.removeprefix("last-"))
    if name.startswith("card:"):
        return await work.challenges.bound_card(Inline(name.removeprefix("card:")))
    return await work.draft(name, person)


async def test_masteries_are_counted_on(migrated: DatabaseStore) -> None:
    for chat in {row["chat_id"] for row in ROWS["numbers"]}:
        sizes = [row["mastered"] for row in ROWS["numbers"] if row["chat_id"] == chat and row["mastered"]]
        wanted = Masteries(len(sizes), max(sizes, default=0))
        assert await migrated.run(lambda work, chat=chat: work.masteries.of(chat)) == wanted  # type: ignore[misc]
    assert any(row["mastered"] for row in ROWS["numbers"])


def slot_now(slot: str | None) -> str | None:
    """A slot as it is called since."""
    kind, _, game = (slot or "").partition(":")
    return f"game:{game}" if kind in {"table", "number", "match"} else slot


async def test_screens_stand_and_wait_where_they_did(migrated: DatabaseStore, blank: str) -> None:  # noqa: ARG001
    shown = await rows_at(blank, "SELECT chat_id, slot, message_id, below FROM slots")
    wanted = [(row["chat_id"], slot_now(row["slot"]), row["message_id"], row["below"]) for row in ROWS["slots"]]
    assert Counter(shown) == Counter(wanted)
    waiting = await rows_at(blank, "SELECT letter_id, chat_id, slot, content FROM outbox")
    wanted = [(row["letter_id"], row["chat_id"], slot_now(row["slot"]), row["content"]) for row in ROWS["outbox"]]
    assert Counter(waiting) == Counter(wanted)
    kinds = {(row["slot"] or "").partition(":")[0] for row in (*ROWS["slots"], *ROWS["outbox"])}
    assert kinds >= {"table", "number", "match", "card", "challenge", "contest", "menu", ""}


@pytest.mark.parametrize("table", SAME)
async def test_whatever_else_is_stored_is_kept(migrated: DatabaseStore, blank: str, table: str) -> None:  # noqa: ARG001
    columns = list(ROWS[table][0])
    renamed = RENAMED | ({"table_id": "subject"} if table == "jobs" else {})
    names = ", ".join(renamed.get(column, column) for column in columns)
    found = await rows_at(blank, f"SELECT {names} FROM {table}")
    assert Counter(found) == Counter(tuple(row.values()) for row in ROWS[table])


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
