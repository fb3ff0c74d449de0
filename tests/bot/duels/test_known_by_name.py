"""Whoever opens another's link, or is blocked, is known by name; with a name alone they are newcomers to all else."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest

import sandbox.client as sandbox
from bot.app.daily.actions import follow
from bot.app.daily.model import DailyTries
from bot.app.intents import Command
from bot.app.messages import Chat, Person
from bot.app.model.reach import Contact, Reach
from bot.app.preferences.screens import blocked
from bot.app.ratings.model import Player, Ratings
from bot.app.screens.common import Page
from bot.app.supervision import retry_until_stored
from bot.app.talk.model import Talk
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from bot.storage.migrations import migrations_for
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from faults.processes.process import ROOT
from sandbox.client import Message
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import button_data
from tests.bot.inside import inside
from tests.bot.player import by_bot, friends, talk
from tests.bot.privacy.test_forgetting_people import forgotten, insert, told
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import Job, opened

ANN, BOB = Person(2**40, "Ann"), Person(2**41, "Bob")
PEOPLE = "SELECT person_id, name FROM people ORDER BY person_id"


# In the chat: newcomers, of whom neither has played anything with the other.


async def listed(person: sandbox.Person) -> Message:
    return await person.sees("👥 Friends", after=await person.send("/friends"))


@pytest.mark.asyncio(loop_scope="session")
async def test_two_newcomers_by_a_code_of_ones_own_know_and_block_each_other_by_name(stage: Stage) -> None:
    ann, bob = await stage.sandbox.person("Ann"), await stage.sandbox.person("Bob")
    await ann.send("/set 0834 easy")
    await stage.after(bob.opens(button_data(await ann.sees("Your code for friends"), "Copy link")))
    assert "\nBob" in (await listed(ann)).text
    shown = await listed(bob)
    assert "\nAnn" in shown.text
    await bob.presses("Ann", on=shown)
    asked = await talk("[Block] → Block Ann?", bob, on=await bob.sees("👥 Ann"))
    await stage.after(bob.presses("Block", on=asked))
    settings = await bob.sees("anguage", after=await bob.send("/settings"))
    await bob.presses("Blocked people", on=settings)
    assert "↩️ Ann" in (await bob.sees("People you’ve blocked")).buttons


@pytest.mark.asyncio(loop_scope="session")
async def test_whoever_offers_a_groups_game_to_friends_is_known_by_their_own_name(stage: Stage) -> None:
    group, alice, bob, carol = await friends(stage)
    await alice.send("/play@sandbox_bot", chat=group)
    await stage.quiet()
    secret = stage.secret_of(group.id)
    await bob.send(f"/guess {secret}", chat=group)
    end = await bob.sees("🎉", chat=group)
    await alice.presses("Share", on=end)
    answer = await alice.presses("Beat", on=by_bot(alice, group)[-1])
    await stage.after(carol.opens(str(answer.url)))
    await carol.send("/friends")
    assert "Alice" in (await carol.sees("👥")).text


# In the store: whose name is written, and that nothing else of them is.


async def known_of(place: str) -> dict[int, str]:
    return dict(await rows_at(place, PEOPLE))


async def opens(store: DatabaseStore, person: Person, owner: Person) -> None:
    await store.run(partial(follow, person, owner))


async def blocks(store: DatabaseStore, person: Person, other: Person) -> None:
    await store.run(lambda work: work.of(Talk).block(person, other))


@pytest.mark.parametrize("meet", [opens, blocks])
async def test_a_name_that_changes_is_followed_and_an_older_one_changes_nothing(
    store: DatabaseStore, place: str, meet: Callable[..., Awaitable[None]]
) -> None:
    for _ in range(2):
        await meet(store, ANN, BOB)
    assert await known_of(place) == {ANN.id: "Ann", BOB.id: "Bob"}
    await meet(store, replace(ANN, name="Anna"), replace(BOB, name="Rob"))
    await meet(store, ANN, replace(BOB, name=""))
    assert await known_of(place) == {ANN.id: "Ann", BOB.id: "Bob"}
    assert await rows_at(place, "SELECT revision FROM people ORDER BY person_id") == [(3,), (1,)]
    await meet(store, replace(BOB, name="Rob"), replace(ANN, name="Anna"))
    assert await known_of(place) == {ANN.id: "Ann", BOB.id: "Rob"}


async def test_a_record_stays_and_nobody_is_known_by_no_name_or_having_left(store: DatabaseStore, place: str) -> None:
    record = Player(BOB.id, "Bob", finished=3, walked_out=1, last_rival=7)

    async def played(work: Work) -> None:
        work.of(Ratings).keep_player(record)

    await store.run(played)
    await opens(store, replace(BOB, name="Rob"), Person(-1, ""))
    await opens(store, replace(BOB, name="Rob"), replace(ANN, name=""))
    await opens(store, BOB, BOB)
    assert await known_of(place) == {BOB.id: "Rob"}
    assert await store.run(lambda work: work.of(Ratings).player(BOB.id)) == replace(record, name="Rob")


async def test_the_owner_of_a_link_to_the_day_is_known_by_their_last_try(store: DatabaseStore, place: str) -> None:
    await insert(place, "daily_players", (BOB.id, "d" * 22, 1, 1, 0, 1))
    assert await store.run(lambda work: work.of(DailyTries).whose("d" * 22)) == replace(BOB, name="")
    for day, name in ((7, "Rob"), (8, "Bob")):
        await insert(place, "daily_tries", (day, BOB.id, name, f"{day:016}", 7.5, 9.5, 5, 1, 0, 40, 1, 0))
    assert await store.run(lambda work: work.of(DailyTries).whose("d" * 22)) == BOB
    assert await store.run(lambda work: work.of(DailyTries).whose("e" * 22)) is None


async def test_two_who_open_each_others_links_at_once_while_a_match_ends_wait_for_nobody(postgres: Cluster) -> None:
    url, before = await postgres.new_database(), postgres.log.count("deadlock detected")

    async def ends_match(work: Work) -> None:
        for person in (BOB, ANN):
            player = await work.of(Ratings).player(person.id)
            work.of(Ratings).keep_player(replace(player, name=person.name, finished=player.finished + 1))

    async with opened(url) as one, opened(url) as other:
        for _ in range(20):
            await change_at(url, "DELETE FROM people")
            deeds: tuple[Job, ...] = (partial(follow, ANN, BOB), partial(follow, BOB, ANN), ends_match)
            stores = (one, other, one)
            await asyncio.gather(
                *(retry_until_stored(partial(store.run, deed)) for store, deed in zip(stores, deeds, strict=True))
            )
            assert await rows_at(url, "SELECT name, finished FROM people ORDER BY person_id") == [
                ("Ann", 1),
                ("Bob", 1),
            ]
    assert postgres.log.count("deadlock detected") == before


async def test_whoever_was_blocked_and_is_forgotten_is_someone_who_left_and_may_be_unblocked(
    store: DatabaseStore, place: str
) -> None:
    await blocks(store, BOB, ANN)
    assert await store.run(lambda work: work.of(Talk).blocked_by(BOB.id, 9)) == ((ANN.id, "Ann"),)
    assert "people" not in await store.run(lambda work: work.privacy.rows_of(ANN.id)), "it would tell who was blocked"
    await forgotten(store)
    assert await known_of(place) == {BOB.id: "Bob"}
    people = await store.run(lambda work: work.of(Talk).blocked_by(BOB.id, 9))
    assert people == ((ANN.id, None),)
    for language in LANGUAGES:
        [label, _] = [row[0].text for row in blocked(people, Page(0, 1, 8), texts_in(language)).rows]
        assert label == f"↩️ {texts_in(language).plain('name.left')}"
    assert not await store.run(lambda work: work.of(Reach).may(Contact.TALK, BOB.id, ANN.id))

    await store.run(lambda work: work.of(Talk).block(BOB, ANN, on=False))
    assert await store.run(lambda work: work.of(Talk).blocked_by(BOB.id, 9)) == ()


async def test_whoever_was_blocked_by_an_older_version_is_known_by_what_else_tells_a_name(
    store: DatabaseStore, place: str
) -> None:
    for number in range(4):
        await insert(place, "blocks", (BOB.id, number + 1))
    await insert(place, "people", (1, "", None, 0, 0, 0, 1, None))
    await insert(place, "ledgers", (2, "Cyd", None, None, "{}", 1))
    await insert(place, "daily_tries", (8, 3, "Dan", "d" * 16, 7.5, 9.5, 5, 1, 0, 40, 1, 0))
    people = await store.run(lambda work: work.of(Talk).blocked_by(BOB.id, 9))
    assert people == ((1, ""), (2, "Cyd"), (3, "Dan"), (4, None))


async def test_the_migration_names_those_who_met_before_and_nobody_else(store: DatabaseStore, place: str) -> None:
    script = next(each.script for each in migrations_for("postgres" if path_in(place) is None else "sqlite")[34:])
    body = '{{"format":1,"person":{},"first":{{"name":"{}","hints":0}},"insiders":[],"begun":0,"ended":0}}'
    for one, other in ((1, 2), (3, 4), (5, 6)):
        await insert(place, "daily_friends", (one, other))
    await insert(place, "blocks", (7, -1))
    await insert(place, "ledgers", (1, "Ann", None, None, "{}", 1))
    await insert(place, "ledgers", (99, "Zoe", None, None, "{}", 1))
    for day, name in ((7, "Rob"), (8, "Bob")):
        await insert(place, "daily_tries", (day, 2, name, f"{day:016}", 7.5, 9.5, 5, 1, 0, 40, 1, 0))
    await insert(place, "contests", ("c" * 22, "c" * 16, body.format(3, r"C \"O\" Єва 🍀"), 1, 7.5, 3, None))
    await insert(place, "contests", ("d" * 22, "d" * 16, "[broken", 1, 7.5, 4, None))
    await insert(place, "entries", ("c" * 22, 5, "e" * 16, 1, 5, 1.5, 7.5, None, '{"format":1,"name":"Eve"}'))
    await insert(place, "people", (6, "Fay", None, 3, 0, 0, 7, None))
    for _ in range(2):
        await change_at(place, script)
    named = {1: "Ann", 2: "Bob", 3: 'C "O" Єва 🍀', 5: "Eve", 6: "Fay"}
    assert await known_of(place) == named
    assert await rows_at(place, "SELECT revision FROM people WHERE finished > 0") == [(7,)]
    assert await store.run(lambda work: work.of(Ratings).player(1)) == Player(1, "Ann")


# Whoever has only a name is a newcomer to all else.

MOMENT = re.compile(r"\d{10}\.\d+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?")
"""When something was stored, by the clock on the wall, as their data tell it."""


async def test_every_command_answers_as_if_nobody_had_a_name() -> None:
    seen = []
    for has_names in (False, True):
        async with inside((0, 8, 3, 4), Chat(1001)) as bot:
            if has_names:
                for person, name in ((1001, "Ann"), (1002, "Bob")):
                    await bot.store.run(partial(know, person, name))
            seen.append([MOMENT.sub("", str(await bot.says(f"/{command.value}"))) for command in Command])
    assert seen[0] == seen[1]
    assert len(seen[0]) > 30


async def know(person: int, name: str, work: Work) -> None:
    await work.of(Ratings).know(person, name)


async def test_a_name_alone_is_not_told_as_data_and_a_record_is(store: DatabaseStore, place: str) -> None:
    before = await told(store, ANN.id)
    await store.run(partial(know, ANN.id, "Ann"))
    assert await told(store, ANN.id) == before
    await insert(place, "seats", ("a" * 16, 0, ANN.id, 0))
    assert '"name": "Ann"' in await told(store, ANN.id), "whoever plays a match has a name there as before"
    await change_at(place, "DELETE FROM seats")
    await change_at(place, "UPDATE people SET finished = 1")
    assert '"name": "Ann"' in await told(store, ANN.id)


def test_nobody_is_blocked_or_made_a_friend_but_where_both_are_named() -> None:
    writes = re.compile(r'write\("(block)" |work\.of\(DailyTries\)\.(befriend)')
    texts = [file.read_text("utf-8") for file in (ROOT / "bot/app").rglob("*.py")]
    assert sorted(name for text in texts for name in writes.findall(text)) == [("", "befriend"), ("block", "")]
