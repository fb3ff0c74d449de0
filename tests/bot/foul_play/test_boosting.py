"""Accounts that lose on purpose lift nobody into the tables, and cost no honest player anything; on both databases."""

from dataclasses import replace

import pytest

from bot.app.model.ratings import AGAIN, EARLY, TOO_OFTEN, Standing, week_of
from bot.app.work import Work
from bot.game.daily import DAY
from bot.game.rating import Rating, after_game
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import ANN, BOB, FAMILY, FIRST_WINS, NOW, ended, ending, standing

SETTLED = Rating(1500.0, 60.0, 0.06)
SECOND_RESIGNS = "race classic 0123 | {turns} | resigned 1"
HALF, FULL = 0.5, 1.0


async def known(store: DatabaseStore, *people: int, rating: Rating = SETTLED) -> None:
    async def job(work: Work) -> None:
        for person in people:
            before = await work.ratings.standing(person, FAMILY)
            work.ratings.keep_standing(replace(before, rating=rating, wins=before.wins + 1, played_at=NOW))

    await store.run(job)


async def best_of_all(store: DatabaseStore) -> list[str]:
    return [one.name for one in await store.run(lambda work: work.ratings.best_of_all(FAMILY, 10))]


def share(before: Standing, after: Standing, full: Rating) -> float:
    """How much of the change that a game makes was made."""
    return (after.rating.value - before.rating.value) / (full.value - before.rating.value)


async def test_from_the_fourth_game_of_a_day_half_counts_and_from_the_sixth_nothing(store: DatabaseStore) -> None:
    shares, reasons = [], []
    for number in range(7):
        before, rival = await standing(store, ANN), await standing(store, BOB)
        match = await store.run(ending(ended(number, FIRST_WINS), NOW + number))
        reasons.append(match.half_because or match.unrated_because)
        mine, theirs = before.rating_at(NOW + number), rival.rating_at(NOW + number)
        shares.append(share(before, await standing(store, ANN), after_game(mine, theirs, 1.0)))
    assert shares == pytest.approx([FULL] * 3 + [HALF] * 2 + [0.0] * 2)
    assert reasons == ["", "", "", AGAIN, AGAIN, TOO_OFTEN, TOO_OFTEN]
    week = (await standing(store, ANN)).week_points
    assert week == 3 + 2 * HALF
    match = await store.run(ending(ended(9, FIRST_WINS), NOW + DAY + 2))
    assert match.half_because == "", "a day later the first ones are forgotten"


async def test_both_change_half_as_much_in_all_that_a_rating_is(store: DatabaseStore) -> None:
    await store.run(ending(replace(ended(1, FIRST_WINS), half_because=AGAIN)))
    whole = after_game(Rating(1500.0, 350.0, 0.06), Rating(1500.0, 350.0, 0.06), 1.0)
    ann, bob = (await standing(store, ANN)).rating, (await standing(store, BOB)).rating
    assert ann.value - 1500 == pytest.approx((whole.value - 1500) / 2) == pytest.approx(1500 - bob.value)
    assert ann.deviation == bob.deviation == pytest.approx((350 + whole.deviation) / 2)


@pytest.mark.parametrize(
    ("turns", "rating", "share_of_winner"),
    [
        ("0:4567@5 1:4567@6", None, HALF),
        ("0:4567@5 1:4567@6 1:8901@7", None, HALF),
        ("0:4567@5 1:4567@6 1:8901@7 1:2345@8", None, FULL),
        ("0:4567@5", SETTLED, FULL),
    ],
)
@pytest.mark.parametrize("end", ["resigned", "timed-out"])
async def test_a_newcomer_who_leaves_at_once_is_worth_half_to_the_winner_alone(
    store: DatabaseStore, turns: str, rating: Rating | None, share_of_winner: float, end: str
) -> None:
    if rating:
        await known(store, BOB, rating=rating)
    before, rival = await standing(store, ANN), await standing(store, BOB)
    match = await store.run(ending(ended(1, SECOND_RESIGNS.format(turns=turns).replace("resigned", end))))
    ann, bob = await standing(store, ANN), await standing(store, BOB)
    assert share(before, ann, after_game(before.rating, rival.rating, 1.0)) == pytest.approx(share_of_winner)
    assert share(rival, bob, after_game(rival.rating, before.rating, 0.0)) == pytest.approx(FULL)
    assert match.half_because == (EARLY if share_of_winner == HALF else "")


async def test_a_ring_of_unknown_accounts_lifts_nobody_into_the_tables(store: DatabaseStore) -> None:
    for number, rival in enumerate(range(10, 20)):
        await store.run(ending(ended(number, FIRST_WINS, ANN, rival), NOW + number))
    await known(store, ANN, rating=Rating(2300.0, 60.0, 0.06))
    await store.run(ending(ended(30, FIRST_WINS, ANN, 20), NOW + 30))
    assert (await standing(store, ANN)).rating.is_provisional is False
    assert await best_of_all(store) == []
    await known(store, *range(10, 14))
    await store.run(ending(ended(31, FIRST_WINS, ANN, 20), NOW + 31))
    assert await best_of_all(store) == [], "four of certain rating, and one who has none"
    await known(store, 20)
    await store.run(ending(ended(32, FIRST_WINS, ANN, 20), NOW + 32))
    assert await best_of_all(store) == ["Ann"], "the fifth is the one whom they have just met"


async def test_whoever_has_met_five_known_rivals_is_first_in_the_week_and_newcomers_follow(
    store: DatabaseStore,
) -> None:
    await known(store, ANN, *range(10, 15))
    for number, rival in enumerate(range(10, 15)):
        await store.run(ending(ended(number, FIRST_WINS, ANN, rival), NOW + number))
    for number, rival in enumerate(range(30, 39), 50):
        await store.run(ending(ended(number, FIRST_WINS, BOB, rival), NOW + number))
    ranked = await store.run(lambda work: work.ratings.best_of_week(FAMILY, week_of(NOW), 2))
    assert [one.name for one in ranked] == ["Ann", "Bob"]
    assert ranked[0].standing.week_points < ranked[1].standing.week_points


async def test_an_operator_sees_whose_points_come_from_people_who_play_nobody_else(store: DatabaseStore) -> None:
    await known(store, ANN, BOB, *range(10, 15), *range(30, 35))
    for number, rival in enumerate((*range(10, 15), *range(10, 15))):
        await store.run(ending(ended(number, FIRST_WINS, ANN, rival), NOW + number))
    for number, rival in enumerate(range(30, 35), 50):
        await store.run(ending(ended(number, FIRST_WINS, BOB, rival), NOW + number))
    assert set(await best_of_all(store)) == {"Ann", "Bob"}
    assert await store.run(lambda work: work.ratings.boosted(FAMILY, 10)) == ()
    for person in range(10, 15):  # whom they met besides is taken from them: two games, both against Ann
        await known_by_games(store, person, games=2)
    (found,) = await store.run(lambda work: work.ratings.boosted(FAMILY, 10))
    assert (found.name, found.points, found.doubtful, found.people, found.games) == ("Ann", 10.0, 10.0, 5, 10)


async def known_by_games(store: DatabaseStore, person: int, games: int) -> None:
    async def job(work: Work) -> None:
        before = await work.ratings.standing(person, FAMILY)
        work.ratings.keep_standing(replace(before, wins=0, draws=0, losses=games))

    await store.run(job)
