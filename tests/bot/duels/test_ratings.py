"""What is known of people: ratings, counted once for both, places, friends, terms. On both databases."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.daily.model import DailyTries, Try
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import Appearance, force_move, guess_by, show_seat
from bot.app.model.terms import FRIENDS, LOBBY, Terms
from bot.app.outbox import ScreenItem
from bot.app.ratings.model import (
    BAND,
    KNOWN_FROM,
    MOST_A_DAY,
    NEAR,
    SHARDS,
    Career,
    Player,
    Ratings,
    Rivalry,
    Standing,
    week_of,
)
from bot.app.screen import Place
from bot.app.supervision import retry_until_stored
from bot.app.work import StaleGame, Work
from bot.game.daily import DAY
from bot.game.model import Seat
from bot.game.rating import DRAW, LOSS, PROVISIONAL, START, WIN, Rating, after_game
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.duels import played
from tests.bot.duels.played import (
    ANN,
    BOB,
    DRAWN,
    EVE,
    FAMILY,
    FIRST_WINS,
    NOW,
    ended,
    ending,
    player,
    standing,
    world_at,
)
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import Job, opened
from tests.bot.strategies import TERMS

GAMES = ROUNDS = 12


def keeping(one: Player) -> Job:
    async def job(work: Work) -> None:
        work.of(Ratings).keep_player(one)

    return job


async def end(
    store: DatabaseStore, which: int, how: str = FIRST_WINS, one: int = ANN, two: int = BOB, now: float = NOW, **of: Any
) -> Match:
    return await store.run(ending(ended(which, how, one, two, **of), now))


async def careers(store: DatabaseStore, person: int, most: int = 5) -> tuple[Career, ...]:
    return await store.run(lambda work: work.of(Ratings).careers(person, most))


async def test_a_win_moves_both_a_first_draw_neither_and_a_rating_rests_less_certain(store: DatabaseStore) -> None:
    match = await end(store, 1)
    ann, bob = await standing(store, ANN), await standing(store, BOB)
    assert (ann.rating, bob.rating) == (after_game(START, START, WIN), after_game(START, START, LOSS))
    assert ((ann.wins, ann.losses), (bob.wins, bob.losses)) == ((1, 0), (0, 1))
    assert match.changes == ((1500.0, ann.rating.value), (1500.0, bob.rating.value))
    assert await store.run(lambda work: work.games.load(match.id, Match)) == match
    await end(store, 2, DRAWN, 7, 8)
    for person in (7, 8):
        kept = await standing(store, person)
        assert kept.rating.value == pytest.approx(1500.0)
        assert kept.rating.deviation < START.deviation
        assert (kept.draws, kept.games, kept.week_points) == (1, 1, DRAW)
    await end(store, 3, FIRST_WINS, BOB, ANN, later := NOW + 100 * DAY)
    mine, theirs = bob.rating_at(later), ann.rating_at(later)
    assert mine.deviation > bob.rating.deviation, "a rating rests less certain, and the rival is taken as they are now"
    assert (await standing(store, BOB)).rating == after_game(mine, theirs, WIN)


@pytest.mark.parametrize(("position", "walked_out"), [(played.FIRST_RESIGNS, 0), (played.FIRST_OVERSLEEPS, 1)])
async def test_resigning_and_oversleeping_lose_and_the_latter_is_walking_out(
    store: DatabaseStore, position: str, walked_out: int
) -> None:
    await end(store, 1, position)
    assert (await standing(store, ANN)).losses == (await standing(store, BOB)).wins == 1
    (ann, bob) = known = [await player(store, person) for person in (ANN, BOB)]
    assert [(one.finished, one.walked_out) for one in known] == [(1 - walked_out, walked_out), (1, 0)]
    assert (ann.completion, bob.completion) == (1 - walked_out, 1.0)


async def test_an_aborted_match_and_one_alone_on_both_sides_leave_no_trace(store: DatabaseStore, place: str) -> None:
    assert (await end(store, 1, played.ABORTED)).changes == ()
    assert await player(store, ANN) == Player(ANN)
    assert await rows_at(place, "SELECT * FROM results") == await rows_at(place, "SELECT * FROM ratings") == []
    assert (await end(store, 2, FIRST_WINS, EVE, EVE)).changes == ()
    assert await rows_at(place, f"SELECT * FROM people WHERE person_id = {EVE}") == []


async def test_the_sixth_game_with_a_rival_in_a_day_counts_not_and_friendly_ones_use_none(store: DatabaseStore) -> None:
    for number in range(MOST_A_DAY + 1):
        match = await end(store, 20 + number, rated=False)
        assert (match.changes, match.unrated_because) == ((), "")
    assert await standing(store, ANN) == Standing(ANN, FAMILY)
    assert await careers(store, ANN) == (Career(FAMILY, MOST_A_DAY + 1, 1.0, None),)
    assert (await player(store, ANN)).finished == MOST_A_DAY + 1
    for number in range(MOST_A_DAY):
        assert (await end(store, number, now=NOW + number)).changes
    before = await standing(store, ANN)
    sixth = await end(store, 6, FIRST_WINS, BOB, ANN, NOW + 10)
    assert (sixth.changes, sixth.unrated_because) == ((), "often")
    assert await standing(store, ANN) == before
    assert (await end(store, 7, FIRST_WINS, ANN, EVE, NOW + 11)).changes
    assert (await end(store, 8, now=NOW + DAY + 0.5)).changes


async def test_each_family_has_a_rating_of_its_own_and_who_ends_a_match_twice_counts_once(store: DatabaseStore) -> None:
    await end(store, 1, "race mini 1234 | 0:1234@5 1:1235@9")
    assert [(await standing(store, ANN, family)).games for family in ("4x5", FAMILY)] == [1, 0]
    for number in (2, 3):
        await end(store, number)
    both = await careers(store, ANN)
    assert [(career.family, career.games) for career in both] == [("4x10", 2), ("4x5", 1)]
    assert await careers(store, ANN, 1) == both[:1]
    outcomes = await asyncio.gather(*(end(store, 4) for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(outcome, StaleGame) for outcome in outcomes) == 1
    assert ((await standing(store, ANN)).games, (await player(store, ANN)).finished) == (3, 4)


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
            assert (kept.games, kept.wins, (await player(here, person)).finished) == (games, games // 2, games)
    assert await rows_at(shared, "SELECT count(*) FROM results") == [(2 * GAMES,)]


async def test_what_is_known_of_a_person_is_given_back(store: DatabaseStore) -> None:
    ann = Player(ANN, "Ann", Terms("race", "words-uk-4", "days", rated=False), 3, 1, BOB, lobby_choice=LOBBY)
    await store.run(keeping(ann))
    without = replace(ann, choice=None)
    for known in (ann, without, replace(without, lobby_choice=None)):
        before = await player(store, ANN)
        await store.run(keeping(replace(before, choice=known.choice, lobby_choice=known.lobby_choice)))
        assert await player(store, ANN) == known
    with pytest.raises(StaleGame):
        await store.run(keeping(ann))
    assert Player(ANN).completion == Player(ANN).faith == 1.0
    once, twice = Player(ANN, walked_out=1), Player(ANN, walked_out=2)
    assert once.completion == 0.0, "a first mishap is no habit"
    assert once.faith >= 0.8 > twice.faith, "a first mishap is no habit"


async def test_the_history_is_in_order_and_the_latest_part_of_it(store: DatabaseStore) -> None:
    matches = [await end(store, number, FIRST_WINS, ANN, 100 + number, NOW + number) for number in range(4)]
    after = tuple(match.changes[0][1] for match in matches)
    assert await store.run(lambda work: work.of(Ratings).history(ANN, FAMILY, 10)) == after
    assert await store.run(lambda work: work.of(Ratings).history(ANN, FAMILY, 2)) == after[-2:]
    (career,) = await careers(store, ANN)
    assert career.best == max(after)


async def test_the_usual_number_of_guesses_is_that_of_broken_codes(store: DatabaseStore) -> None:
    longer = "race classic 0123 | 0:4567@1 0:8901@2 0:0123@5 1:4567@9 1:8901@20 1:5678@30"
    for number, position in enumerate((longer, played.FIRST_RESIGNS, FIRST_WINS), 1):
        await end(store, number, position)
    (ann,), (bob,) = await careers(store, ANN), await careers(store, BOB)
    assert ((ann.games, ann.usual), (bob.games, bob.usual)) == ((3, 2.0), (3, None))


async def test_rivalries_are_seen_from_my_side_the_most_played_first(store: DatabaseStore) -> None:
    await end(store, 1, FIRST_WINS, ANN, EVE)
    await end(store, 2)
    await end(store, 3, DRAWN, BOB, ANN)
    known = Rivalry("Bob", 1.5, 2), Rivalry("Eve", 1.0, 1)
    assert await store.run(lambda work: work.of(Ratings).rivalries(ANN, 5)) == known
    assert await store.run(lambda work: work.of(Ratings).rivalries(BOB, 1)) == (Rivalry("Ann", 0.5, 2),)


@pytest.mark.parametrize(
    ("aborted", "friends", "walked_out"), [("time", False, 1), ("time", True, 0), ("wish", False, 0)]
)
async def test_who_never_came_to_a_game_of_the_lobby_has_left_it(
    store: DatabaseStore, aborted: str, *, friends: bool, walked_out: int
) -> None:
    match = ended(1, played.ABORTED)
    match = replace(match.with_sitter(Seat(0), replace(match.sitters[0], aborted=aborted)), friends=friends)
    await store.run(ending(match))
    known = [await player(store, person) for person in (ANN, BOB)]
    assert [(one.walked_out, one.finished) for one in known] == [(walked_out, 0), (0, 0)]
    assert (await standing(store, ANN)).rating == START


async def test_who_looks_while_the_rival_moves_sees_the_move_in_the_end(store: DatabaseStore) -> None:
    match = replace(ended(7, "duel classic 0123 4567 first 0 |"), ended_at=None)

    async def known(work: Work) -> Match:
        found = await work.games.load(match.id, Match)
        assert found is not None
        return found

    async def guess(work: Work) -> None:
        now = await known(work)
        await force_move(now, guess_by(now, Seat(0), now.game.variant.parse("8901"), NOW), work, world_at(NOW))

    async def look(work: Work) -> None:
        await show_seat(await known(work), Seat(1), Appearance(Place.BOTTOM), work, world_at(NOW))

    async def keep(work: Work) -> None:
        work.games.save(match)

    await store.run(keep)
    moving = retry_until_stored(lambda: store.run(guess, ANN))
    await asyncio.gather(moving, retry_until_stored(lambda: store.run(look, BOB)))
    items = await store.outbox.pending(BOB)
    assert "8901" in [item.screen.html for item in items if isinstance(item, ScreenItem)][-1]


async def best(store: DatabaseStore, of: str, *about: Any) -> list[str]:
    return [one.name for one in await store.run(lambda work: getattr(work.of(Ratings), f"best_of_{of}")(*about))]


async def test_a_week_begins_on_monday_is_won_by_points_and_then_forgotten(store: DatabaseStore) -> None:
    monday = 1_789_948_800.0
    assert week_of(monday) == week_of(monday + 7 * DAY - 1) == week_of(monday - 1) + 1 == week_of(NOW)
    await end(store, 1)
    await end(store, 2, DRAWN, ANN, EVE)
    week = week_of(NOW)
    ranked = await store.run(lambda work: work.of(Ratings).best_of_week(FAMILY, week, 10))
    found = [(one.name, one.standing.week_points, one.standing.week_games) for one in ranked]
    assert found == [("Ann", 1.5, 2), ("Eve", 0.5, 1), ("Bob", 0.0, 1)]
    await end(store, 3, FIRST_WINS, BOB, ANN, NOW + 7 * DAY)
    ranked = await store.run(lambda work: work.of(Ratings).best_of_week(FAMILY, week + 1, 10))
    assert [(one.name, one.standing.week_points) for one in ranked] == [("Bob", 1.0), ("Ann", 0.0)]


async def test_only_certain_ratings_stand_among_the_best_of_all(store: DatabaseStore) -> None:
    async def rate(work: Work) -> None:
        for person, value, deviation in ((1, 1600.0, 60.0), (2, 1900.0, 200.0), (3, 1700.0, 110.0), (4, 1500.0, 60.0)):
            kept = Standing(person, FAMILY, Rating(value, deviation, 0.06), wins=20, played_at=NOW)
            work.of(Ratings).keep_standing(kept.known_by(KNOWN_FROM))
            work.of(Ratings).keep_player(Player(person, f"P{person}"))

    await store.run(rate)
    assert await best(store, "all", FAMILY, 2) == ["P3", "P1"]
    assert await place_of(store, 4) == 3


async def test_a_group_ranks_whom_it_has_seen_and_each_their_rivals_and_themselves(store: DatabaseStore) -> None:
    await end(store, 1, card=played.GROUP)
    await end(store, 2, FIRST_WINS, EVE, BOB)
    ranked = [await best(store, "rivals", person, FAMILY, 10) for person in (ANN, 9)]
    assert [*ranked, await best(store, "group", played.GROUP.id, FAMILY, 10)] == [["Ann", "Bob"], [], ["Ann", "Bob"]]

    async def migrates(work: Work) -> None:
        work.rename(played.GROUP, -200)

    await store.run(migrates)
    assert [len(await best(store, "group", group, FAMILY, 10)) for group in (played.GROUP.id, -200)] == [0, 2]


async def rate(store: DatabaseStore, ratings: dict[int, Rating], *chats: int) -> None:

    async def job(work: Work) -> None:
        for person, rating in ratings.items():
            known = await work.of(Ratings).standing(person, FAMILY)
            rated = replace(known, rating=rating, wins=known.wins + 1, played_at=NOW)
            work.of(Ratings).keep_standing(rated.known_by(KNOWN_FROM))

    await store.run(job, *chats)


async def place_of(store: DatabaseStore, person: int, rating: Rating | None = None) -> int:
    mine = await standing(store, person) if rating is None else Standing(person, FAMILY, rating)
    return await store.run(lambda work: work.of(Ratings).place(mine))


def drawn(dice: random.Random) -> Rating:
    """A rating; every fourth is not certain enough."""
    deviation = dice.choice([60.0, PROVISIONAL, 90.0, PROVISIONAL + 1])
    return Rating(dice.choice([1490.0, 1499.9, 1500.0, 1509.9, 1510.0, dice.uniform(900, 2200)]), deviation, 0.06)


async def assert_counted(url: str) -> None:
    """The counters say what counting the people says."""
    bands = await rows_at(url, "SELECT family, band, shard, people FROM bands WHERE people <> 0")
    rated = await rows_at(url, "SELECT family, rating, deviation, person_id, band FROM ratings")
    assert {(family, band, shard): people for family, band, shard, people in bands} == Counter(
        (family, int(rating // BAND), person % SHARDS)
        for family, rating, deviation, person, _ in rated
        if deviation <= PROVISIONAL
    )
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
        assert await place_of(store, person, rating) == 1 + sum(value > rating.value for value in certain)


async def test_of_a_crowd_so_many_are_counted_one_by_one_and_nobody_twice(store: DatabaseStore, place: str) -> None:
    crowd = {person: Rating(1505.0 + person / 1000, 60.0, 0.06) for person in range(1, NEAR + 3)}
    await rate(store, crowd | {9000: Rating(1504.0, 60.0, 0.06), 9001: Rating(1499.0, 60.0, 0.06)})
    assert [await place_of(store, person) for person in (9000, 9001)] == [NEAR + 1, len(crowd) + 2]
    known = await standing(store, 1)
    await rate(store, {1: Rating(1600.0, 60.0, 0.06)})

    async def late(work: Work) -> None:
        await work.of(Ratings).standing(1, FAMILY)
        work.of(Ratings).keep_standing(replace(known, rating=Rating(1700.0, 60.0, 0.06)).known_by(KNOWN_FROM))

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


TODAY, CYD, DAN = 7, 104, 105


async def friends_of(store: DatabaseStore, person: int) -> dict[int, Any]:
    found = await store.run(lambda work: work.of(Ratings).friends(person, TODAY, 30))
    return {friend.person: friend for friend in found}


async def tries(work: Work) -> None:
    """Bob has finished today's code; Cyd, whose name nobody knows otherwise, plays on."""
    for attempt in (Try(TODAY, BOB, "Bob", "b" * 16, 1.0, 9.0, 5, solved=True), Try(TODAY, CYD, "Cyd", "c" * 16, 1.0)):
        work.of(DailyTries).begin(attempt)
        if attempt.ended_at is not None:
            work.of(DailyTries).end(attempt)
    work.of(DailyTries).befriend(ANN, CYD)
    work.of(DailyTries).befriend(DAN, ANN)


@pytest.mark.both_databases
async def test_rivals_and_those_of_links_are_friends_of_both(store: DatabaseStore, place: str) -> None:
    for number, position, rival in ((1, FIRST_WINS, BOB), (2, DRAWN, BOB), (3, FIRST_WINS, EVE)):
        await store.run(ending(ended(number, position, ANN, rival), 1e9 + number))
    await store.run(tries)
    found = await friends_of(store, ANN)
    assert list(found) == [EVE, BOB], "the last rival first; of nobody without a name is anything told"
    assert (found[BOB].name, found[BOB].points, found[BOB].games) == ("Bob", 1.5, 2)
    assert found[BOB].terms == Terms("duel", "classic", "none", rated=True)
    assert [today and today.guesses for today in (found[BOB].today, found[EVE].today)] == [5, None]
    for person in (CYD, DAN):
        await change_at(place, f"INSERT INTO ledgers VALUES ({person}, 'P{person}', 1, NULL, '{{}}', 1)")
    found = await friends_of(store, ANN)
    assert [(one.person, one.knows_me, one.today) for one in found.values()][2:] == [
        (CYD, False, None),
        (DAN, True, None),
    ]
    knowing = [person for person in (BOB, CYD, DAN) if (await friends_of(store, person))[ANN].knows_me]
    assert knowing == [BOB, CYD]


async def forgets_bob(at: str, work: Work) -> str:
    return await work.privacy.forget_some(BOB, at)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "apart",
    [
        "INSERT INTO blocks VALUES (1, 2)",
        "INSERT INTO blocks VALUES (2, 1)",
        "INSERT INTO bans VALUES (2, 7.5, 9)",
        "UPDATE rivalries SET rival_id = -1",
        FORGOTTEN := "INSERT INTO daily_friends VALUES (2, 1), (1, 2)",
    ],
)
async def test_whom_a_block_parts_who_left_and_who_is_forgotten_is_no_friend(
    store: DatabaseStore, place: str, apart: str
) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, BOB)))
    assert list(await friends_of(store, ANN)) == [BOB]
    await change_at(place, apart)
    at = "begin" if apart == FORGOTTEN else ""
    while at:
        at = await store.run(partial(forgets_bob, at))
    assert await friends_of(store, ANN) == {}


def of(player: Player) -> dict[bool, Terms]:
    """Both sets, by whether they are those in the lobby."""
    return {False: player.with_friends, True: player.in_lobby}


@given(st.none() | TERMS, st.none() | TERMS, st.lists(st.tuples(TERMS, st.booleans()), max_size=6))
def test_a_choice_changes_the_terms_it_is_for_and_no_others(
    choice: Terms | None, lobby_choice: Terms | None, choices: list[tuple[Terms, bool]]
) -> None:
    players = [Player(1, choice=choice, lobby_choice=lobby_choice)]
    for terms, in_lobby in choices:
        players.append(players[-1].choosing(terms, in_lobby=in_lobby))
    for (terms, in_lobby), (before, after) in zip(choices, pairwise(players), strict=True):
        assert of(after) == {in_lobby: terms, not in_lobby: of(before)[not in_lobby]}


@given(TERMS)
def test_what_was_chosen_before_there_were_two_holds_for_both(terms: Terms) -> None:
    assert of(Player(1, choice=terms)) == {False: terms, True: terms}


def test_unless_chosen_friends_play_slowly_for_nothing_but_strangers_at_once_for_rating() -> None:
    assert of(Player(1)) == {False: FRIENDS, True: LOBBY}
    assert (FRIENDS.clock, FRIENDS.rated, LOBBY.clock, LOBBY.rated) == ("days", False, "live", True)
