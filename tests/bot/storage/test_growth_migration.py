"""What is counted on from now on begins with what was stored before."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator

import pytest_asyncio

from bot.app.model.ratings import Score
from bot.storage.store import DatabaseStore
from tests.bot.storage.before_games import ROWS, write_before
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened

OLD, NEW = -7, -1000000000007
"""A group that has become a supergroup."""
RESULT = "INSERT INTO results VALUES ('{}', {}, {}, 'Bob', '{}', {}, {}, {}, 60.0, {}, {}, {}, {})"
RESULTS = [
    ("a", 1, 2, "4x10", 1, 1.0, 1600.0, 5, 1, NEW, 10.0),
    ("b", 1, 2, "4x10", 1, 0.5, 1580.0, 8, 1, OLD, 20.0),
    ("c", 1, 3, "4x10", 0, 0.0, 1700.0, 9, 0, "NULL", 30.0),
    ("d", 2, 1, "5x10", 0, 0.0, 1700.0, 9, 0, -8, 15.0),
]
RATING = "INSERT INTO ratings VALUES ({}, '4x10', {}, {}, 0.06, 3, 2, 0, 1, 7.5, 3, 2881, 1.0, 3)"
RATINGS = [(11, 1509.99, 60.0), (19, 1500.0, 110.0), (12, 1499.99, 60.0), (13, 1505.0, 110.01), (14, -5.0, 30.0)]
POINTS = "INSERT INTO points VALUES ('{}', {}, {}, '{}', {}, {})"
PARTIES = [("p", 1, NEW, "Ann", 3, 10.0), ("q", 1, NEW, "Anna", 2, 20.0), ("r", 2, NEW, "Bob", 0, 20.0),
    ("s", 1, -8, "A", 1, 5.0), ("t", 1, OLD, "An", 4, 1.0)]  # fmt: skip


@pytest_asyncio.fixture
async def migrated(blank: str) -> AsyncIterator[DatabaseStore]:
    """The store, opened by this version on what an older one has left."""
    await write_before(blank)
    for table in ("results", "ratings", "points"):
        await change_at(blank, f"DELETE FROM {table}")
    await change_at(blank, f"INSERT INTO moved_groups VALUES ({OLD}, {NEW})")
    for statement, rows in ((RESULT, RESULTS), (RATING, RATINGS), (POINTS, PARTIES)):
        for row in rows:
            await change_at(blank, statement.format(*row))
    async with opened(blank) as store:
        yield store


async def test_careers_and_rivalries_are_what_the_results_come_to(migrated: DatabaseStore, blank: str) -> None:  # noqa: ARG001
    careers = await rows_at(blank, "SELECT * FROM careers ORDER BY person_id")
    assert careers == [(1, "4x10", 3, 2, 13, 1600.0), (2, "5x10", 1, 0, 0, None)]
    rivalries = await rows_at(blank, "SELECT * FROM rivalries ORDER BY person_id, rival_id")
    assert rivalries == [(1, 2, 1.5, 2, 20.0), (1, 3, 0.0, 1, 30.0), (2, 1, 0.0, 1, 15.0)]
    regulars = await rows_at(blank, "SELECT * FROM regulars ORDER BY group_id")
    assert regulars == [(-8, 2, 15.0), (OLD, 1, 20.0)]


async def test_everybody_is_counted_in_the_band_of_their_rating(migrated: DatabaseStore, blank: str) -> None:  # noqa: ARG001
    bands = await rows_at(blank, "SELECT person_id, band FROM ratings ORDER BY person_id")
    assert bands == [(11, 150), (12, 149), (13, None), (14, -1), (19, 150)]
    counted = await rows_at(blank, "SELECT family, band, shard, people FROM bands ORDER BY band")
    assert counted == [("4x10", -1, 6, 1), ("4x10", 149, 4, 1), ("4x10", 150, 3, 2)]


async def test_points_are_added_up_by_the_groups_first_id(migrated: DatabaseStore) -> None:
    best = await migrated.run(lambda work: work.points.scores(NEW, 10))
    assert best == (Score(1, "Anna", 9, 3), Score(2, "Bob", 0, 1))
    assert await migrated.run(lambda work: work.points.scores(-8, 10)) == (Score(1, "A", 1, 1),)
    assert await migrated.run(lambda work: work.points.score(NEW, 2)) == Score(2, "Bob", 0, 1)
    assert await migrated.run(lambda work: work.points.score(NEW, 3)) is None


async def test_what_was_recorded_in_play_is_counted(blank: str) -> None:
    await write_before(blank)
    async with opened(blank):
        pass
    gained = defaultdict[tuple[int, int], int](int)
    for row in ROWS["points"]:
        gained[row["group_id"], row["person_id"]] += row["won"]
    found = await rows_at(blank, "SELECT group_id, person_id, won FROM points")
    assert {(group, person): won for group, person, won in found} == gained
    games = Counter((row["person_id"], row["family"]) for row in ROWS["results"])
    counted = await rows_at(blank, "SELECT person_id, family, games FROM careers")
    assert {(person, family): number for person, family, number in counted} == games
