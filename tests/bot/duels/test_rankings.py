"""Who stands where among the best of the week, of all time, in a group and among rivals; on both databases."""

from bot.app.model.ratings import KNOWN_FROM, Player, Standing, week_of
from bot.app.work import Work
from bot.game.daily import DAY
from bot.game.rating import Rating
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import (
    ANN,
    BOB,
    DRAWN,
    EVE,
    FAMILY,
    FIRST_WINS,
    GROUP,
    NOW,
    ended,
    ending,
    standing,
)
from tests.bot.storage.stores import Job


async def test_a_week_is_won_by_points_and_then_forgotten(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, BOB)))
    await store.run(ending(ended(2, DRAWN, ANN, EVE)))
    week = week_of(NOW)
    ranked = await store.run(lambda work: work.ratings.best_of_week(FAMILY, week, 10))
    assert [(one.name, one.standing.week_points, one.standing.week_games) for one in ranked] == [
        ("Ann", 1.5, 2),
        ("Eve", 0.5, 1),
        ("Bob", 0.0, 1),
    ]
    await store.run(ending(ended(3, FIRST_WINS, BOB, ANN), NOW + 7 * DAY))
    ranked = await store.run(lambda work: work.ratings.best_of_week(FAMILY, week + 1, 10))
    assert [(one.name, one.standing.week_points) for one in ranked] == [("Bob", 1.0), ("Ann", 0.0)]


def test_weeks_begin_on_monday() -> None:
    monday = 1_789_948_800.0
    assert week_of(monday) == week_of(monday + 7 * DAY - 1) == week_of(monday - 1) + 1 == week_of(NOW)


def rated_as(person: int, value: float, deviation: float) -> Job:
    async def job(work: Work) -> None:
        kept = Standing(person, FAMILY, Rating(value, deviation, 0.06), wins=20, played_at=NOW)
        work.ratings.keep_standing(kept.known_by(KNOWN_FROM))
        work.ratings.keep_player(Player(person, f"P{person}"))

    return job


async def test_only_certain_ratings_stand_among_the_best_of_all(store: DatabaseStore) -> None:
    for person, value, deviation in ((1, 1600.0, 60.0), (2, 1900.0, 200.0), (3, 1700.0, 110.0), (4, 1500.0, 60.0)):
        await store.run(rated_as(person, value, deviation))
    ranked = await store.run(lambda work: work.ratings.best_of_all(FAMILY, 2))
    assert [one.name for one in ranked] == ["P3", "P1"]
    fourth = await standing(store, 4)
    assert await store.run(lambda work: work.ratings.place(fourth)) == 3


async def test_a_group_ranks_whom_it_has_seen_the_certain_ones_first(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, BOB, card=GROUP)))
    await store.run(ending(ended(2, FIRST_WINS, EVE, ANN)))
    ranked = await store.run(lambda work: work.ratings.best_of_group(GROUP.id, FAMILY, 10))
    assert [one.name for one in ranked] == ["Ann", "Bob"]

    async def migrates(work: Work) -> None:
        work.rename(GROUP, -200)

    await store.run(migrates)
    assert await store.run(lambda work: work.ratings.best_of_group(GROUP.id, FAMILY, 10)) == ()
    assert len(await store.run(lambda work: work.ratings.best_of_group(-200, FAMILY, 10))) == 2


async def test_rivals_of_mine_are_those_i_have_played_and_i(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, BOB)))
    await store.run(ending(ended(2, FIRST_WINS, EVE, BOB)))
    ranked = await store.run(lambda work: work.ratings.best_of_rivals(ANN, FAMILY, 10))
    assert [one.name for one in ranked] == ["Ann", "Bob"]
    assert await store.run(lambda work: work.ratings.best_of_rivals(9, FAMILY, 10)) == ()
