"""The lobby's room with many listeners: everybody hears, a bounded number at a time; who has gone is there no more."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import pytest

from bot.app.messages import Chat, Left, Person, Said
from bot.app.model.chats import Preferences
from bot.app.outbox import MOST_WAITING
from bot.app.talk.actions import ABANDONED, KIND, ROOM, STEP, bring, bring_on
from bot.app.talk.model import KEPT, MOST_TOGETHER, Talk, TalkMessage, is_crowded
from bot.app.work import Job, Work
from bot.app.worker import Replies, Worker
from bot.app.world import World
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, world_with
from tests.bot.storage.databases import change_at, rows_at

ANN = 1
CROWD = 2 * STEP + 30
WAITING = "SELECT chat_id, content FROM outbox ORDER BY chat_id"


@dataclass(frozen=True)
class Room:
    """The room on a database, and the world in which people talk there."""

    store: DatabaseStore
    place: str
    world: World

    async def joined(self, *people: int) -> None:
        rows = ", ".join(f"('{ROOM}', {person})" for person in people)
        await change_at(self.place, f"INSERT INTO listeners (stream, person_id) VALUES {rows}")

    async def says(self, text: str, person: int = ANN) -> None:
        async def job(work: Work) -> None:
            said = await work.of(Talk).last_messages(ROOM, KEPT)
            message = TalkMessage(self.world.new_id(), ROOM, person, "Ann", text, self.world.now())
            work.of(Talk).say(message)
            await bring((*said, message), work, self.world)

        await self.store.run(job, person)

    async def step(self) -> bool:
        """Carry out the next job of the room; whether there was one."""

        async def job(work: Work) -> bool:
            due = await work.due_job(self.world.now())
            if due is not None:
                work.drop_job(due)
                await bring_on(due, work, self.world)
            return due is not None

        return await self.store.run(job)

    async def shown(self) -> dict[int, str]:
        return {chat: json.loads(content)["html"] for chat, content in await rows_at(self.place, WAITING)}

    async def read(self) -> dict[int, str]:
        """The newest message alone of what each is about to read."""
        shown = await self.shown()
        return {chat: html.split("\n\n")[1].splitlines()[-1].partition(": ")[2] for chat, html in shown.items()}


@pytest.fixture
def room(store: DatabaseStore, place: str) -> Room:
    return Room(store, place, world_with(None, AtOnce()))


async def test_everybody_hears_however_many_they_are_so_many_at_a_time(room: Room) -> None:
    await room.joined(ANN, *range(2, 2 + CROWD))
    await room.says("hello")
    counts = [len(await room.read())]
    while await room.step():
        counts.append(len(await room.read()))
    assert counts == [STEP - 1, 2 * STEP - 1, CROWD], "who has spoken sees it where they spoke"
    assert set((await room.read()).values()) == {"hello"}
    assert await rows_at(room.place, "SELECT kind FROM jobs") == []
    assert await rows_at(room.place, "SELECT count(*) FROM outbox WHERE urgency = 3") == [(CROWD,)]


async def test_what_is_said_while_a_round_is_under_way_reaches_everybody_in_the_end_and_once(room: Room) -> None:
    await room.joined(*range(2, 2 + CROWD))
    await room.says("one")
    await room.step()
    for number in range(2, 10):
        await room.says(f"remark {number}", person=number)
    assert await rows_at(room.place, "SELECT count(*) FROM jobs") == [(1,)]
    steps = 0
    while await room.step():
        steps += 1
    assert steps == 1 + 3, "the rest of the round under way, and one more"
    assert Counter((await room.read()).values()) == {"remark 9": CROWD}
    await room.says("later")
    assert Counter((await room.read()).values())["later"] == STEP, "the next begins at once"


async def test_a_round_that_was_broken_off_begins_anew_and_a_job_that_comes_twice_does_nothing(room: Room) -> None:
    await room.joined(*range(2, 2 + CROWD))
    await room.says("one")
    before = await rows_at(room.place, WAITING)
    for up_to in (0, 7, 10**9):
        await room.store.run(partial(bring_on, Job(KIND, f"{ROOM}:{up_to}", 0), world=room.world))
    assert await rows_at(room.place, WAITING) == before
    await change_at(room.place, "DELETE FROM jobs")
    await room.says("two")
    assert not await room.step()
    await change_at(room.place, f"UPDATE rooms SET told_at = told_at - {2 * ABANDONED}")
    await room.says("three")
    while await room.step():
        pass
    assert Counter((await room.read()).values()) == {"three": CROWD}


async def test_whoever_does_not_want_to_hear_somebody_is_not_shown_them(room: Room) -> None:
    bob, eve, cid, dan = 2, 3, 4, 2**41
    await room.joined(ANN, bob, eve, cid, dan)

    async def apart(work: Work) -> None:
        work.of(Talk).mute(bob, ANN)
        await work.of(Talk).block(Person(eve, "Eve"), Person(ANN, "Ann"))
        await work.of(Talk).block(Person(ANN, "Ann"), Person(cid, "Cid"))
        work.prefer(Chat(dan), Preferences("uk"))

    await room.store.run(apart)
    await room.says("howdy")
    assert list(await room.read()) == [dan]
    assert "Кімната лобі" in (await room.shown())[dan]
    await room.says("hi", person=dan)
    assert sorted(await room.read()) == [ANN, bob, eve, cid, dan]
    assert [chat for chat, html in (await room.shown()).items() if "howdy" in html] == [ANN, dan]


async def test_whoever_cannot_be_reached_has_left_and_the_others_hear(room: Room) -> None:
    gone, there = range(2, 2 + 2 * STEP), range(10**6, 10**6 + 5)
    await room.joined(*gone, *there)
    for person in gone[:-1]:
        await room.store.outbox.note_unreachable(person)
    worker = Worker(room.store, AtOnce(), room.world, Replies(lambda _query, _answer: None))
    await worker.run(Left(1, Chat(gone[-1])))
    assert await rows_at(room.place, "SELECT person_id FROM listeners ORDER BY 1") == [(person,) for person in there]
    await room.says("hello")
    assert list(await room.read()) == list(there)


async def test_a_room_in_which_too_many_talk_says_so_kindly(room: Room) -> None:
    world = replace(room.world, now=lambda: 1e6)
    worker = Worker(room.store, AtOnce(), world, Replies(lambda _query, _answer: None), limits=False)
    people = range(2, 12)
    await room.joined(*people)
    for number in range(5 * len(people)):
        person = people[number % len(people)]
        said = Said(number + 1, Chat(person), Person(person, "Kim", "en"), number + 1, f"/say hello there, {number}")
        await worker.run(said)
    [(count,)] = await rows_at(room.place, "SELECT count(*) FROM remarks")
    assert count <= MOST_TOGETHER
    found = list((await room.shown()).values())
    assert any("Too many people talking: this wasn’t passed on. Try again in a moment." in html for html in found)
    assert len(found) == len(people) < MOST_WAITING


def test_only_what_was_just_said_fills_a_room() -> None:
    messages = [TalkMessage(str(n), ROOM, n, "Kim", "hi", 100.0 + n / 100) for n in range(MOST_TOGETHER)]
    assert is_crowded(messages, 101.0)
    assert not is_crowded(messages, 130.0)
    assert not is_crowded(messages, 10.0)
    assert not is_crowded(messages[1:], 101.0)
