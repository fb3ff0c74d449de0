"""Two replicas pair people from one lobby: whoever waits is claimed once."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from bot.app.handlers import lobby
from bot.app.messages import Person
from bot.app.model.duels import Seek
from bot.app.model.terms import Terms
from bot.app.supervision import retry_until_stored
from bot.app.texts import texts_in
from bot.app.work import Job, Work
from bot.app.world import World
from bot.storage.store import DatabaseStore
from bot.world import real_world
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened

ROUNDS = 15
Doing = Callable[[Work], Awaitable[None]]


def no_thoughts(*_: object) -> None:
    raise AssertionError("nobody asks for a hint in the lobby")


WORLD: World = real_world("bot", no_thoughts)


def seek(person: int) -> Seek:
    return Seek(person, f"P{person}", Terms(), 1500.0, 350.0, 0, 0, WORLD.now())


def beginning(*seeks: Seek) -> Doing:
    async def job(work: Work) -> None:
        for one in seeks:
            work.lobby.begin(one)

    return job


def looking(person: int) -> Doing:
    """Somebody comes."""
    return partial(_looks, person)


async def _looks(person: int, work: Work) -> None:
    await lobby.look(Terms(), Person(person, f"P{person}"), texts_in("en"), work, WORLD)


def looking_again(one: Seek) -> Doing:
    """Somebody who waits looks around again."""
    return lambda work: lobby.look_again(Job(lobby.KIND, one.id, 0), work, WORLD)


async def _looks_again(person: int, work: Work) -> None:
    if (one := await work.lobby.seek_of(person)) is not None:
        await looking_again(one)(work)


async def at_once(*doings: tuple[DatabaseStore, Doing]) -> None:
    """As updates and jobs are carried out: begun again where somebody else was faster."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(retry_until_stored(partial(store.run, doing)) for store, doing in doings))


async def test_two_replicas_pair_the_same_two_only_once(shared: str) -> None:
    url, people = shared, count(1)
    async with opened(url) as here, opened(url) as there:
        pairs = [(seek(next(people)), seek(next(people))) for _ in range(ROUNDS)]
        for one, other in pairs:
            await here.run(beginning(one, other))
            await at_once((here, looking_again(one)), (there, looking_again(other)))
    assert sorted(await stored.pairs_at(url)) == [(one.person, other.person) for one, other in pairs]
    assert await rows_at(url, "SELECT person_id FROM seeks") == []


async def test_of_two_who_come_to_different_replicas_one_meets_whoever_waits(shared: str) -> None:
    url, people = shared, count(1)
    async with opened(url) as here, opened(url) as there:
        for _ in range(ROUNDS):
            waits, one, other = next(people), next(people), next(people)
            await here.run(beginning(seek(waits)))
            await at_once((here, looking(one)), (there, looking(other)))
            [left] = await rows_at(url, "SELECT person_id FROM seeks")
            assert left[0] in {one, other}
            await here.run(partial(_stops, left[0]))
    assert sorted(first for first, _ in await stored.pairs_at(url)) == list(range(1, 3 * ROUNDS, 3))


async def _stops(person: int, work: Work) -> None:
    assert await lobby.stop(person, work)


async def test_many_who_come_at_once_each_meet_at_most_one(store: DatabaseStore, place: str) -> None:
    people = range(1, 31)
    await at_once(*((store, looking(person)) for person in people))
    for (waits,) in await rows_at(place, "SELECT person_id FROM seeks"):
        await at_once((store, partial(_looks_again, waits)))
    seated = sorted(person for pair in await stored.pairs_at(place) for person in pair)
    left = [person for (person,) in await rows_at(place, "SELECT person_id FROM seeks")]
    assert sorted((*seated, *left)) == list(people)
    assert len(left) <= 1
