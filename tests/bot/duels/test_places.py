"""Places among the best are read off counters of bands, which follow every rating; on both databases."""

import asyncio
import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.app.model.ratings import BAND, KNOWN_FROM, NEAR, SHARDS, Standing
from bot.app.work import StaleGame, Work
from bot.game.rating import PROVISIONAL, Rating
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.duels.played import FAMILY, NOW, standing
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened

ROUNDS = 12


async def rate(store: DatabaseStore, ratings: dict[int, Rating], *chats: int) -> None:
    """Give these people these ratings, in one work."""

    async def job(work: Work) -> None:
        for person, rating in ratings.items():
            known = await work.ratings.standing(person, FAMILY)
            rated = replace(known, rating=rating, wins=known.wins + 1, played_at=NOW)
            work.ratings.keep_standing(rated.known_by(KNOWN_FROM))

    await store.run(job, *chats)


async def place_of(store: DatabaseStore, person: int) -> int:
    mine = await standing(store, person)
    return await store.run(lambda work: work.ratings.place(mine))


def drawn(dice: random.Random) -> Rating:
    """A rating; every fourth is not certain enough."""
    deviation = dice.choice([60.0, PROVISIONAL, 90.0, PROVISIONAL + 1])
    return Rating(dice.choice([1490.0, 1499.9, 1500.0, 1509.9, 1510.0, dice.uniform(900, 2200)]), deviation, 0.06)


async def assert_counted(url: str) -> None:
    """The counters say what counting the people says."""
    counted = {(family, band, shard): people for family, band, shard, people in await rows_at(
        url, "SELECT family, band, shard, people FROM bands WHERE people <> 0")}  # fmt: skip
    rated = await rows_at(url, "SELECT family, rating, deviation, person_id, band FROM ratings")
    people = Counter(
        (family, int(rating // BAND), person % SHARDS)
        for family, rating, deviation, person, _ in rated if deviation <= PROVISIONAL
    )  # fmt: skip
    assert counted == people
    assert all((band is None) == (deviation > PROVISIONAL) for *_, deviation, _, band in rated)


async def test_a_place_is_one_more_than_those_above(store: DatabaseStore, place: str) -> None:
    dice = random.Random(5)
    ratings = dict[int, Rating]()
    for _ in range(ROUNDS):
        some = {dice.randrange(1, 60): drawn(dice) for _ in range(10)}
        await rate(store, some)
        ratings |= some
    await assert_counted(place)
    certain = [rating.value for rating in ratings.values() if not rating.is_provisional]
    for person, rating in ratings.items():
        mine = Standing(person, FAMILY, rating)
        found = await store.run(lambda work, mine=mine: work.ratings.place(mine))  # type: ignore[misc]
        assert found == 1 + sum(value > rating.value for value in certain)


async def test_of_a_crowded_band_so_many_are_counted_one_by_one(store: DatabaseStore) -> None:
    crowd = {person: Rating(1505.0 + person / 1000, 60.0, 0.06) for person in range(1, NEAR + 3)}
    await rate(store, crowd | {9000: Rating(1504.0, 60.0, 0.06), 9001: Rating(1499.0, 60.0, 0.06)})
    found = [await place_of(store, 9000), await place_of(store, 9001)]
    assert found == [NEAR + 1, len(crowd) + 2]


async def test_a_rating_that_another_has_saved_is_counted_once(store: DatabaseStore, place: str) -> None:
    await rate(store, {1: Rating(1500.0, 60.0, 0.06)})
    known = await standing(store, 1)
    await rate(store, {1: Rating(1600.0, 60.0, 0.06)})

    async def late(work: Work) -> None:
        await work.ratings.standing(1, FAMILY)
        work.ratings.keep_standing(replace(known, rating=Rating(1700.0, 60.0, 0.06)).known_by(KNOWN_FROM))

    with pytest.raises(StaleGame):
        await store.run(late)
    await assert_counted(place)


async def test_replicas_that_rate_people_of_the_same_bands_do_not_lock_each_other(postgres: Cluster) -> None:
    url, before = await postgres.new_database(), postgres.log.count("deadlock detected")
    dice = random.Random(7)

    async def rated(store: DatabaseStore, first: int, number: int) -> None:
        """People of its own, whom the other replica counts on the same rows."""
        for _ in range(ROUNDS):
            people = dice.sample(range(first, first + 5 * SHARDS), 12)
            await rate(store, {person: drawn(dice) for person in people}, number)

    async with opened(url) as one, opened(url) as other, asyncio.timeout(PATIENCE):
        works = [(store, first) for store, first in ((one, 1), (other, 1 + 5 * SHARDS)) for _ in range(8)]
        await asyncio.gather(*(rated(store, first, number) for number, (store, first) in enumerate(works, 1)))
    await assert_counted(url)
    assert postgres.log.count("deadlock detected") == before
