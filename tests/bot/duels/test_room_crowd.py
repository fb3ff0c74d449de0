"""The lobby's room with many listeners: everybody hears, a bounded number at a time; who has gone is there no more."""

import json
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from bot.app.actions.room import ABANDONED, KIND, ROOM, STEP, bring, bring_on
from bot.app.messages import Chat, Left, Person, Said
from bot.app.model.chats import Preferences
from bot.app.model.talk import KEPT, MOST_TOGETHER, TalkMessage, is_crowded
from bot.app.outbox import MOST_WAITING
from bot.app.work import Job, Work
from bot.app.worker import Replies, Worker
from bot.app.world import World
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import change_at, rows_at

ANN = 1
CROWD = 2 * STEP + 30
WAITING = "SELECT chat_id, content FROM outbox ORDER BY chat_id"


@pytest.fixture
def world() -> World:
    return world_with(None, AtOnce())


async def joined(store: DatabaseStore, *people: int) -> None:
    async def job(work: Work) -> None:
        for person in people:
            work.talk.listen(ROOM, person)

    await store.run(job)


async def says(store: DatabaseStore, world: World, text: str, person: int = ANN) -> None:
    async def job(work: Work) -> None:
        said = await work.talk.last_messages(ROOM, KEPT)
        message = TalkMessage(world.new_id(), ROOM, person, "Ann", text, world.now())
        work.talk.say(message)
        await bring((*said, message), work, world)

    await store.run(job, person)


async def one_step(store: DatabaseStore, world: World) -> bool:
    """Carry out the next job of the room; whether there was one."""

    async def job(work: Work) -> bool:
        due = await work.due_job(world.now())
        if due is not None:
            work.drop_job(due)
            await bring_on(due, work, world)
        return due is not None

    return await store.run(job)


async def read_by(place: str) -> dict[int, str]:
    """What each is about to read, the newest message alone."""
    data = {chat: json.loads(content)["html"] for chat, content in await rows_at(place, WAITING)}
    return {chat: html.split("\n\n")[1].splitlines()[-1].partition(": ")[2] for chat, html in data.items()}


async def test_everybody_hears_however_many_they_are_so_many_at_a_time(
    store: DatabaseStore, place: str, world: World
) -> None:
    crowd = range(2, 2 + CROWD)
    await joined(store, ANN, *crowd)
    await says(store, world, "hello")
    counts = [len(await read_by(place))]
    while await one_step(store, world):
        counts.append(len(await read_by(place)))
    assert counts == [STEP - 1, 2 * STEP - 1, CROWD], "who has spoken sees it where they spoke"
    assert set((await read_by(place)).values()) == {"hello"}
    assert await rows_at(place, "SELECT kind FROM jobs") == []
    assert await rows_at(place, "SELECT count(*) FROM outbox WHERE urgency = 3") == [(CROWD,)]


async def test_what_is_said_while_a_round_is_under_way_reaches_everybody_in_the_end_and_once(
    store: DatabaseStore, place: str, world: World
) -> None:
    await joined(store, *range(2, 2 + CROWD))
    await says(store, world, "one")
    await one_step(store, world)
    for number in range(2, 10):
        await says(store, world, f"remark {number}", person=number)
    assert await rows_at(place, "SELECT count(*) FROM jobs") == [(1,)]
    steps = 0
    while await one_step(store, world):
        steps += 1
    assert steps == 1 + 3, "the rest of the round under way, and one more"
    assert Counter((await read_by(place)).values()) == {"remark 9": CROWD}
    await says(store, world, "later")
    assert Counter((await read_by(place)).values())["later"] == STEP, "the next begins at once"


async def test_a_round_that_was_broken_off_begins_anew_with_a_later_talk_message(
    store: DatabaseStore, place: str, world: World
) -> None:
    await joined(store, *range(2, 2 + CROWD))
    await says(store, world, "one")
    await change_at(place, "DELETE FROM jobs")
    await says(store, world, "two")
    assert not await one_step(store, world)
    await change_at(place, f"UPDATE rooms SET told_at = told_at - {2 * ABANDONED}")
    await says(store, world, "three")
    while await one_step(store, world):
        pass
    assert Counter((await read_by(place)).values()) == {"three": CROWD}


async def test_a_job_that_comes_twice_or_too_late_does_nothing(store: DatabaseStore, place: str, world: World) -> None:
    await joined(store, *range(2, 2 + CROWD))
    await says(store, world, "one")
    before = await rows_at(place, WAITING)
    for up_to in (0, 7, 10**9):
        await store.run(partial(bring_on, Job(KIND, f"{ROOM}:{up_to}", 0), world=world))
    assert await rows_at(place, WAITING) == before


async def test_whoever_does_not_want_to_hear_somebody_is_not_shown_them(
    store: DatabaseStore, place: str, world: World
) -> None:
    bob, eve, cid, dan = 2, 3, 4, 2**41
    await joined(store, ANN, bob, eve, cid, dan)

    async def apart(work: Work) -> None:
        work.talk.mute(bob, ANN)
        work.talk.block(eve, ANN)
        work.talk.block(ANN, cid)
        work.prefer(Chat(dan), Preferences("uk"))

    await store.run(apart)
    await says(store, world, "howdy")
    assert list(await read_by(place)) == [dan]
    assert "Кімната лобі" in str((await rows_at(place, WAITING))[0][1])
    await says(store, world, "hi", person=dan)
    assert sorted(await read_by(place)) == [ANN, bob, eve, cid, dan]
    shown = {chat: json.loads(content)["html"] for chat, content in await rows_at(place, WAITING)}
    assert [chat for chat, html in shown.items() if "howdy" in html] == [ANN, dan]


async def test_whoever_cannot_be_reached_has_left_and_the_others_hear(
    store: DatabaseStore, place: str, world: World
) -> None:
    gone, there = range(2, 2 + 2 * STEP), range(10**6, 10**6 + 5)
    await joined(store, *gone, *there)
    for person in gone[:-1]:
        await store.outbox.note_unreachable(person)
    worker = Worker(store, AtOnce(), world, Replies(lambda _query, _answer: None))
    await worker.run(Left(1, Chat(gone[-1])))
    assert await rows_at(place, "SELECT person_id FROM listeners ORDER BY 1") == [(person,) for person in there]
    await says(store, world, "hello")
    assert list(await read_by(place)) == list(there)


async def test_a_room_in_which_too_many_talk_says_so_kindly(store: DatabaseStore, place: str, world: World) -> None:
    worker = Worker(
        store, AtOnce(), replace(world, now=lambda: 1e6), Replies(lambda _query, _answer: None), limits=False
    )
    people = range(2, 12)
    await joined(store, *people)
    for number in range(5 * len(people)):
        person = people[number % len(people)]
        said = Said(number + 1, Chat(person), Person(person, "Kim", "en"), number + 1, f"/say hello there, {number}")
        await worker.run(said)
    [(count,)] = await rows_at(place, "SELECT count(*) FROM remarks")
    assert count <= MOST_TOGETHER
    found = [json.loads(content)["html"] for _, content in await rows_at(place, WAITING)]
    assert any("Too many people talking: this wasn’t passed on. Try again in a moment." in html for html in found)
    assert len(found) == len(people) < MOST_WAITING


def test_only_what_was_just_said_fills_a_room() -> None:
    messages = [TalkMessage(str(n), ROOM, n, "Kim", "hi", 100.0 + n / 100) for n in range(MOST_TOGETHER)]
    assert is_crowded(messages, 101.0)
    assert not is_crowded(messages[1:], 101.0)
    assert not is_crowded(messages, 130.0)
    assert not is_crowded(messages, 10.0)
