"""The end of a match counts once, for both, and only where it should; on both databases."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from bot.app.kinds.match.model import Match
from bot.app.model.ratings import MOST_A_DAY, Career, Player, Rivalry, Standing
from bot.app.model.terms import LOBBY, Terms
from bot.app.work import StaleGame, Work
from bot.game.daily import DAY
from bot.game.model import Seat
from bot.game.rating import DRAW, LOSS, START, WIN, after_game
from bot.storage.store import DatabaseStore
from sandbox.client import PATIENCE
from tests.bot.duels.played import (
    ABORTED,
    ANN,
    BOB,
    DRAWN,
    EVE,
    FAMILY,
    FIRST_OVERSLEEPS,
    FIRST_RESIGNS,
    FIRST_WINS,
    NOW,
    ended,
    ending,
    player,
    standing,
)
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import Job, opened

GAMES = 12
"""Four of each pair of three."""


def keeping(one: Player) -> Job:
    async def job(work: Work) -> None:
        work.ratings.keep_player(one)

    return job


async def test_a_win_moves_both_and_is_written_on_the_match(store: DatabaseStore) -> None:
    match = await store.run(ending(ended(1, FIRST_WINS)))
    ann, bob = await standing(store, ANN), await standing(store, BOB)
    assert ann.rating == after_game(START, START, WIN)
    assert bob.rating == after_game(START, START, LOSS)
    assert ((ann.wins, ann.losses), (bob.wins, bob.losses)) == ((1, 0), (0, 1))
    assert match.changes == ((1500.0, ann.rating.value), (1500.0, bob.rating.value))
    assert await store.run(lambda work: work.games.load(match.id, Match)) == match


async def test_a_draw_between_beginners_moves_neither_but_is_known(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, DRAWN)))
    for person in (ANN, BOB):
        kept = await standing(store, person)
        assert kept.rating.value == pytest.approx(1500.0)
        assert kept.rating.deviation < START.deviation
        assert (kept.draws, kept.games, kept.week_points) == (1, 1, DRAW)


@pytest.mark.parametrize(("position", "walked_out"), [(FIRST_RESIGNS, 0), (FIRST_OVERSLEEPS, 1)])
async def test_resigning_and_oversleeping_lose_and_only_the_latter_is_walking_out(
    store: DatabaseStore, position: str, walked_out: int
) -> None:
    await store.run(ending(ended(1, position)))
    assert (await standing(store, ANN)).losses == (await standing(store, BOB)).wins == 1
    ann, bob = await player(store, ANN), await player(store, BOB)
    assert (ann.finished, ann.walked_out, ann.completion) == (1 - walked_out, walked_out, 1 - walked_out)
    assert (bob.finished, bob.walked_out, bob.completion) == (1, 0, 1.0)


async def test_an_aborted_match_leaves_no_trace(store: DatabaseStore, place: str) -> None:
    match = await store.run(ending(ended(1, ABORTED)))
    assert match.changes == ()
    assert await player(store, ANN) == Player(ANN)
    assert await rows_at(place, "SELECT * FROM results") == await rows_at(place, "SELECT * FROM ratings") == []


async def test_a_friendly_match_is_remembered_and_moves_no_rating(store: DatabaseStore) -> None:
    match = await store.run(ending(ended(1, FIRST_WINS, rated=False)))
    assert (match.changes, match.unrated_because) == ((), "")
    assert await standing(store, ANN) == Standing(ANN, FAMILY)
    assert await store.run(lambda work: work.ratings.careers(ANN, 5)) == (Career(FAMILY, 1, 1.0, None),)
    assert (await player(store, ANN)).finished == 1


async def test_who_plays_alone_on_both_sides_is_not_rated(store: DatabaseStore, place: str) -> None:
    match = await store.run(ending(ended(1, FIRST_WINS, ANN, ANN)))
    assert match.changes == ()
    assert await rows_at(place, "SELECT * FROM people") == []


async def test_the_sixth_game_with_a_rival_within_a_day_does_not_count(store: DatabaseStore) -> None:
    for number in range(MOST_A_DAY):
        match = await store.run(ending(ended(number, FIRST_WINS), NOW + number))
        assert match.changes
    before = await standing(store, ANN)
    sixth = await store.run(ending(ended(6, FIRST_WINS, BOB, ANN), NOW + 10))
    assert (sixth.changes, sixth.unrated_because) == ((), "often")
    assert await standing(store, ANN) == before
    assert (await store.run(ending(ended(7, FIRST_WINS, ANN, EVE), NOW + 11))).changes
    assert (await store.run(ending(ended(8, FIRST_WINS), NOW + DAY + 0.5))).changes


async def test_friendly_games_do_not_use_up_the_rated_ones(store: DatabaseStore) -> None:
    for number in range(MOST_A_DAY + 1):
        await store.run(ending(ended(number, FIRST_WINS, rated=False)))
    assert (await store.run(ending(ended(9, FIRST_WINS)))).changes


async def test_a_rating_rests_less_certain_and_the_rival_is_taken_as_they_are_now(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, FIRST_WINS)))
    ann, bob = await standing(store, ANN), await standing(store, BOB)
    later = NOW + 100 * DAY
    await store.run(ending(ended(2, FIRST_WINS, BOB, ANN), later))
    mine, theirs = bob.rating_at(later), ann.rating_at(later)
    assert mine.deviation > bob.rating.deviation
    assert (await standing(store, BOB)).rating == after_game(mine, theirs, WIN)


async def test_each_family_has_a_rating_of_its_own(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, "race mini 1234 | 0:1234@5 1:1235@9")))
    assert (await standing(store, ANN, "4x5")).games == 1
    assert (await standing(store, ANN)).games == 0
    await store.run(ending(ended(2, FIRST_WINS)))
    await store.run(ending(ended(3, FIRST_WINS)))
    careers = await store.run(lambda work: work.ratings.careers(ANN, 5))
    assert [(career.family, career.games) for career in careers] == [("4x10", 2), ("4x5", 1)]
    assert await store.run(lambda work: work.ratings.careers(ANN, 1)) == careers[:1]


async def test_a_match_that_ends_twice_counts_once(store: DatabaseStore) -> None:
    outcomes = await asyncio.gather(
        *(store.run(ending(ended(1, FIRST_WINS))) for _ in range(2)), return_exceptions=True
    )
    assert sum(isinstance(outcome, StaleGame) for outcome in outcomes) == 1
    assert (await standing(store, ANN)).games == (await player(store, ANN)).finished == 1


async def test_two_replicas_that_end_matches_of_the_same_people_count_each_once(shared: str) -> None:
    pairs = [(ANN, BOB), (BOB, EVE), (EVE, ANN), (BOB, ANN), (EVE, BOB), (ANN, EVE)]

    async def until_it_counts(store: DatabaseStore, number: int) -> None:
        one, other = pairs[number % len(pairs)]
        match = ended(number, FIRST_WINS, one, other)
        while await store.run(lambda work: work.games.load(match.id, Match)) is None:
            try:
                await store.run(ending(match), number)
            except StaleGame:
                continue

    async with opened(shared) as here, opened(shared) as there, asyncio.timeout(PATIENCE):
        await asyncio.gather(*(until_it_counts(store, number) for number in range(GAMES) for store in (here, there)))
        played = Counter(person for number in range(GAMES) for person in pairs[number % len(pairs)])
        for person, games in played.items():
            kept = await standing(here, person)
            assert (kept.games, kept.wins) == (games, games // 2)
            assert (await player(here, person)).finished == games
    assert await rows_at(shared, "SELECT count(*) FROM results") == [(2 * GAMES,)]


async def test_what_is_known_of_a_person_is_given_back(store: DatabaseStore) -> None:
    ann = Player(ANN, "Ann", Terms("race", "words-uk-4", "days", rated=False), 3, 1, BOB, lobby_choice=LOBBY)
    await store.run(keeping(ann))
    assert await player(store, ANN) == ann
    await store.run(keeping(replace(await player(store, ANN), choice=None)))
    assert await player(store, ANN) == replace(ann, choice=None)
    await store.run(keeping(replace(await player(store, ANN), lobby_choice=None)))
    assert await player(store, ANN) == replace(ann, choice=None, lobby_choice=None)
    with pytest.raises(StaleGame):
        await store.run(keeping(ann))


def test_a_first_mishap_is_no_habit() -> None:
    assert Player(ANN).completion == Player(ANN).faith == 1.0
    assert Player(ANN, walked_out=1).completion == 0.0
    assert Player(ANN, walked_out=1).faith >= 0.8 > Player(ANN, walked_out=2).faith


async def test_the_history_is_in_order_and_the_latest_part_of_it(store: DatabaseStore) -> None:
    after = [
        (await store.run(ending(ended(number, FIRST_WINS, ANN, 100 + number), NOW + number))).changes[0][1]
        for number in range(4)
    ]
    assert await store.run(lambda work: work.ratings.history(ANN, FAMILY, 10)) == tuple(after)
    assert await store.run(lambda work: work.ratings.history(ANN, FAMILY, 2)) == tuple(after[-2:])
    (career,) = await store.run(lambda work: work.ratings.careers(ANN, 5))
    assert career.best == max(after)


async def test_the_usual_number_of_guesses_is_that_of_broken_codes(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, "race classic 0123 | 0:4567@1 0:8901@2 0:0123@5 1:4567@9 1:8901@20 1:5678@30")))
    await store.run(ending(ended(2, FIRST_RESIGNS)))
    await store.run(ending(ended(3, FIRST_WINS)))
    (ann,) = await store.run(lambda work: work.ratings.careers(ANN, 5))
    (bob,) = await store.run(lambda work: work.ratings.careers(BOB, 5))
    assert ((ann.games, ann.usual), (bob.games, bob.usual)) == ((3, 2.0), (3, None))


async def test_rivalries_are_seen_from_my_side_the_most_played_first(store: DatabaseStore) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, EVE)))
    await store.run(ending(ended(2, FIRST_WINS, ANN, BOB)))
    await store.run(ending(ended(3, DRAWN, BOB, ANN)))
    assert await store.run(lambda work: work.ratings.rivalries(ANN, 5)) == (
        Rivalry("Bob", 1.5, 2),
        Rivalry("Eve", 1.0, 1),
    )
    assert await store.run(lambda work: work.ratings.rivalries(BOB, 1)) == (Rivalry("Ann", 0.5, 2),)


@pytest.mark.parametrize(
    ("aborted", "friends", "walked_out"), [("time", False, 1), ("time", True, 0), ("wish", False, 0)]
)
async def test_whom_the_lobby_led_to_a_game_and_who_never_came_has_left_it(
    store: DatabaseStore, aborted: str, *, friends: bool, walked_out: int
) -> None:
    match = ended(1, ABORTED)
    match = replace(match.with_sitter(Seat(0), replace(match.sitters[0], aborted=aborted)), friends=friends)
    await store.run(ending(match))
    ann, bob = await player(store, ANN), await player(store, BOB)
    assert (ann.walked_out, bob.walked_out) == (walked_out, 0)
    assert (await standing(store, ANN)).rating == START
    assert ann.finished == bob.finished == 0
