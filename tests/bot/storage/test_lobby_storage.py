"""How people meet, as it is kept: by the lobby and by challenges, on both databases and at two replicas at once."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.duels import actions as duels
from bot.app.duels.actions import Refusal
from bot.app.duels.handlers import accept
from bot.app.duels.model import Challenge, Challenges, ChallengeState, challenge_read, challenge_written, token_on
from bot.app.lobby import handlers as lobby
from bot.app.lobby.model import Lobby, Seek, person_of
from bot.app.messages import Chat, Inline, Person
from bot.app.model.chats import Preferences
from bot.app.model.terms import Terms
from bot.app.supervision import retry_until_stored
from bot.app.talk.model import Talk
from bot.app.texts import texts_in
from bot.app.work import Job, StaleGame, Work
from bot.storage.store import DatabaseStore
from bot.world import real_world
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests import stored
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import errors_of, opened, opened_anew, write
from tests.distribution import examples

pytestmark = pytest.mark.both_databases

DUEL, RACE = Terms(), Terms("race", "words-uk", "days", rated=False)
NOBODY = Seek(0, "", DUEL, 1500.0, 350.0, 0, 0, 0.0)
ANN, BOB, EVE = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Eve")
ROUNDS = 15
Doing = Callable[[Work], Awaitable[object]]
WORLD = real_world("bot", NotImplementedError)  # nobody asks for a hint


def seek(person: int, rating: float = 1500.0, **other: object) -> Seek:
    return replace(NOBODY, person=person, name=f"P{person}", rating=rating, since=person / 3, **other)  # type: ignore[arg-type]


async def begin(store: DatabaseStore, *seeks: Seek) -> None:
    await write(store, *(lambda work, one=one: work.of(Lobby).begin(one) for one in seeks))


async def claim(store: DatabaseStore, *seeks: Seek) -> None:
    await write(store, *(lambda work, one=one: work.of(Lobby).claim(one) for one in seeks))


async def sought_by(store: DatabaseStore, person: int) -> Seek | None:
    return await store.run(lambda work: work.of(Lobby).seek_of(person))


async def rivals(store: DatabaseStore, one: Seek) -> set[int]:
    return {rival.person for rival in await store.run(lambda work: work.of(Lobby).rivals(one, 100.0))}


async def listed(store: DatabaseStore, person: int, most: int = 100, *, is_open: bool = False) -> list[int]:
    seeks = await store.run(lambda work: work.of(Lobby).load_listed(person, most))
    return [one.person for one in seeks if one.is_open is is_open]


async def waiting(place: str) -> list[int]:
    return [person for (person,) in await rows_at(place, "SELECT person_id FROM seeks ORDER BY person_id")]


@pytest.mark.parametrize("terms", [DUEL, RACE])
async def test_a_seek_is_given_back_as_it_was_said_last(store: DatabaseStore, terms: Terms) -> None:
    one = replace(seek(2**40, 1523.4), terms=terms, finished=3, walked_out=1, last_rival=2**41, since=1.7e9 + 1 / 3)
    for said in (one, replace(one, terms=RACE, since=99.5)):
        await begin(store, said)
        assert (await sought_by(store, 2**40), await sought_by(store, 1)) == (said, None)
        assert (person_of(said.id), await listed(store, 999)) == (2**40, [2**40])
        assert said.id != replace(said, since=1.0).id


async def test_the_closest_on_either_side_are_found_and_of_equals_who_waited_longest(store: DatabaseStore) -> None:
    await begin(store, *(seek(1000 + points, float(points)) for points in range(1000, 2000, 10)))
    found = sorted(rival.rating for rival in await store.run(lambda work: work.of(Lobby).rivals(seek(1), 100.0)))
    assert found == [float(points) for points in range(1380, 1620, 10)]
    assert len(await rivals(store, seek(1, 900.0))) == len(await rivals(store, seek(1, 2500.0))) == 12
    await begin(store, *(seek(person, 3000.0) for person in range(1, 31)))
    assert await rivals(store, seek(99, 3000.0)) == {*range(1, 13), *range(2880, 3000, 10)}


async def test_only_those_who_want_the_same_are_rivals(store: DatabaseStore) -> None:
    others = [Terms("sudden"), Terms(variant="mini"), Terms(clock="days"), Terms(rated=False), DUEL]
    await begin(store, *(seek(person, terms=terms) for person, terms in enumerate(others, 1)))
    assert await rivals(store, seek(9)) == {5}


async def test_blocks_and_silence_part_people_and_history_does_not(store: DatabaseStore, place: str) -> None:
    await begin(store, *(seek(person) for person in range(1, 8)), seek(8, last_rival=9))
    await change_at(place, "INSERT INTO blocks (person_id, blocked_id) VALUES (9, 2), (3, 9), (4, 5)")
    await write(store, lambda work: work.prefer(Chat(6), Preferences(reachable=False)))
    await write(store, lambda work: work.prefer(Chat(7), Preferences()))
    for rating in (1400.0, 1500.0, 1600.0):
        assert await rivals(store, seek(9, rating, last_rival=1)) == {1, 4, 5, 7, 8}


async def test_who_waits_is_counted_and_listed_and_challenges_to_everybody_apart(store: DatabaseStore) -> None:
    await begin(store, *(seek(person) for person in (3, 1, 2)), *(seek(person, is_open=True) for person in (5, 4)))
    assert (await listed(store, 9), await listed(store, 9, is_open=True)) == ([1, 2, 3], [4, 5])
    assert await store.run(lambda work: work.of(Lobby).load_listed(9, 2)) == (
        *(seek(1), seek(2)),
        *(seek(4, is_open=True), seek(5, is_open=True)),
    )
    assert [await store.run(lambda work, most=most: work.of(Lobby).waiting(most)) for most in (100, 2)] == [5, 2]  # type: ignore[misc]
    assert await sought_by(store, 4) == seek(4, is_open=True)
    assert await rivals(store, seek(9)) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("is_open", [False, True])
async def test_nobody_sees_themselves_nor_whom_they_blocked(store: DatabaseStore, place: str, *, is_open: bool) -> None:
    await begin(store, *(seek(person, is_open=is_open) for person in range(1, 7)))
    await change_at(place, "INSERT INTO blocks (person_id, blocked_id) VALUES (1, 2), (3, 1), (4, 5)")
    await write(store, lambda work: work.prefer(Chat(6), Preferences(reachable=False)))
    assert [await listed(store, one, is_open=is_open) for one in (1, 5)] == [[4, 5], [1, 2, 3]]


async def test_a_claim_must_hit_and_of_two_in_one_breath_one_wins(store: DatabaseStore, place: str) -> None:
    await begin(store, seek(1), seek(2))
    assert await errors_of(claim(store, seek(1), replace(seek(2), since=0.5))) == [StaleGame]
    assert await waiting(place) == [1, 2]
    await claim(store, seek(1), seek(2))
    assert await waiting(place) == []
    assert await errors_of(claim(store, seek(1))) == [StaleGame]
    await begin(store, seek(1), seek(2), seek(3))
    assert await errors_of(claim(store, seek(1), seek(2)), claim(store, seek(3), seek(2))) == [StaleGame]
    assert await waiting(place) in ([1], [3])


async def test_two_replicas_that_claim_crosswise_never_both_win_nor_wait_for_each_other(shared: str) -> None:
    async with opened(shared) as here, opened(shared) as there:
        for round_ in range(20):
            one, other = seek(2 * round_ + 1), seek(2 * round_ + 2)
            await begin(here, one, other)
            async with asyncio.timeout(PATIENCE):
                assert await errors_of(claim(here, one, other), claim(there, other, one)) == [StaleGame]
        assert await waiting(shared) == []


WISHED = {"person_id": 1, "since_abort": 0.0, "wish": "duel classic live rated", "rating": 1500.0, "full": 30}


async def test_postgresql_finds_the_closest_by_the_index_whatever_the_crowd(postgres: Cluster) -> None:
    url = await postgres.new_database()
    async with opened(url) as store:
        for first in range(1, 3001, 250):  # all at once would take too long for a transaction on a busy machine
            await begin(store, *(seek(person, float(person)) for person in range(first, first + 250)))
        await store._database.writer.rows("SET plan_cache_mode = force_generic_plan")  # type: ignore[attr-defined]
        statement = f"EXPLAIN {store._queries.rivals.sql.rstrip(' ;')}"
        plan = "\n".join(row for (row,) in await store._database.writer.rows(statement, list(WISHED.values())))  # type: ignore[attr-defined]
    assert plan.count("using seeks_by_wish on seeks") == 2
    assert not [scan for scan in ("Sort", "Seq Scan on seeks") if scan in plan]


PEOPLE = st.integers(1, 6)


@given(
    ratings=st.lists(st.integers(0, 4), min_size=6, max_size=6), blocks=st.sets(st.tuples(PEOPLE, PEOPLE), max_size=4)
)
@settings(max_examples=examples(30))
def test_few_people_see_exactly_those_whom_nothing_parts_from_them(
    tmp_path_factory: pytest.TempPathFactory, ratings: list[int], blocks: set[tuple[int, int]]
) -> None:
    crowd = [seek(person, 100.0 * rating) for person, rating in enumerate(ratings, 1)]

    async def stored_rows() -> dict[int, set[int]]:
        async with opened_anew(str(tmp_path_factory.mktemp("lobby"))) as store:
            await begin(store, *crowd)
            for one, other in blocks:
                await store.run(partial(block, Person(one, "one"), Person(other, "other")))
            return {one.person: await rivals(store, one) for one in crowd}

    ids, parted = range(1, 7), blocks | {(other, one) for one, other in blocks}
    apart = {one: {other for other in ids if other != one and (one, other) not in parted} for one in ids}
    assert asyncio.run(stored_rows()) == apart


async def block(one: Person, other: Person, work: Work) -> None:
    await work.of(Talk).block(one, other)


def comes(person: int) -> Doing:
    return lambda work: lobby.look(Terms(), Person(person, f"P{person}"), texts_in("en"), work, WORLD)


def looking_again(one: Seek) -> Doing:
    return lambda work: lobby.look_again(Job(lobby.KIND, one.id, 0), work, WORLD)


async def at_once(*doings: tuple[DatabaseStore, Doing]) -> None:
    """As updates and jobs are carried out: begun again where somebody else was faster."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(retry_until_stored(partial(store.run, doing)) for store, doing in doings))


async def test_two_replicas_pair_the_same_two_only_once(shared: str) -> None:
    pairs = [[replace(seek(2 * number + add), since=WORLD.now()) for add in (1, 2)] for number in range(ROUNDS)]
    async with opened(shared) as here, opened(shared) as there:
        for one, other in pairs:
            await begin(here, one, other)
            await at_once((here, looking_again(one)), (there, looking_again(other)))
    assert sorted(await stored.pairs_at(shared)) == [(one.person, other.person) for one, other in pairs]
    assert await waiting(shared) == []


async def test_of_two_who_come_to_different_replicas_one_meets_whoever_waits(shared: str) -> None:
    first = list(range(1, 3 * ROUNDS, 3))
    async with opened(shared) as here, opened(shared) as there:
        for waits in first:
            await begin(here, replace(seek(waits), since=WORLD.now()))
            await at_once((here, comes(waits + 1)), (there, comes(waits + 2)))
            [left] = await waiting(shared)
            assert left in {waits + 1, waits + 2}
            assert await here.run(partial(lobby.stop, left))
    assert sorted(person for person, _ in await stored.pairs_at(shared)) == first


async def test_many_who_come_at_once_each_meet_at_most_one(store: DatabaseStore, place: str) -> None:
    people = range(1, 31)
    await at_once(*((store, comes(person)) for person in people))
    for waits in await waiting(place):
        if (one := await sought_by(store, waits)) is not None:
            await at_once((store, looking_again(one)))
    seated, left = [person for pair in await stored.pairs_at(place) for person in pair], await waiting(place)
    assert sorted((*seated, *left)) == list(people)
    assert len(left) <= 1


GROUPS = st.builds(Chat, st.integers(-(2**40), -1), st.none() | st.integers(1, 99))
TEXT = st.text(max_size=40)


@given(
    st.builds(
        Challenge,
        token=st.just("x" * 22),
        terms=st.builds(Terms, st.sampled_from(["duel", "race"]), rated=st.booleans()),
        person=st.integers(1, 2**52),
        name=TEXT,
        made_at=st.floats(0, 4e9),
        expires_at=st.floats(0, 4e9),
        to=st.none() | st.integers(1, 2**52),
        to_name=TEXT,
        taker=st.none() | st.integers(1, 2**52),
        taker_name=TEXT,
        declined=st.lists(TEXT, max_size=3).map(tuple),
        card=st.none() | GROUPS | st.builds(Inline, st.text()),
        seed=TEXT,
        state=st.sampled_from(ChallengeState),
        match=TEXT,
        watched=st.booleans(),
    )
)
def test_a_challenge_reads_back_as_it_was_written_and_one_of_an_unknown_format_not(challenge: Challenge) -> None:
    assert challenge_read(challenge.token, challenge_written(challenge), 0) == challenge
    with pytest.raises(ValueError, match="format 99"):
        challenge_read("x" * 22, '{"format":99}', 1)


def test_an_older_version_knows_all_that_is_written_of_a_challenge_that_others_may_watch() -> None:
    challenge = Challenge("t" * 22, Terms(), 1, "Ann", 0.0, 9.0, consents=(2, 3))
    written, without = (json.loads(challenge_written(replace(challenge, watched=each))) for each in (True, False))
    assert "watched" not in written
    assert (written.pop("consents"), without.pop("consents")) == ([0, 2, 3], [2, 3])
    assert written == without


def test_who_comes_too_late_is_told_why() -> None:
    challenge = Challenge("x" * 22, Terms(), ANN.id, "Ann", 0.0, 100.0, to=BOB.id)
    told = [duels.refusal(challenge, *who) for who in ((BOB.id, 99.0), (BOB.id, 100.0), (ANN.id, 99.0), (EVE.id, 99.0))]
    assert told == [None, Refusal.EXPIRED, Refusal.OWN, Refusal.NOT_YOURS]
    anybody = replace(challenge, to=None, taker=BOB.id)
    assert [duels.refusal(anybody, who.id, 99.0) for who in (BOB, EVE)] == [None, Refusal.ACCEPTED]
    for state in (ChallengeState.ACCEPTED, ChallengeState.DECLINED, ChallengeState.WITHDRAWN, ChallengeState.EXPIRED):
        assert duels.refusal(replace(challenge, state=state), BOB.id, 101.0) is Refusal(state.value)
    assert duels.refusal(replace(challenge, state=ChallengeState.UNSENT), BOB.id, 99.0) is Refusal.EXPIRED


async def of_ann(work: Work) -> Challenge:
    work.prefer(Chat(ANN.id), Preferences(greeted=True))
    return duels.make_challenge(Terms(), ANN, work, WORLD)


async def offered_by_ann(work: Work) -> Challenge:
    return duels.offered(Terms(), ANN, work, WORLD)


def accepting(token: str, person: Person) -> Doing:
    async def job(work: Work) -> None:
        challenge = await work.of(Challenges).load(token)
        assert challenge is not None
        if duels.refusal(challenge, person.id, WORLD.now()) is None:
            await accept(challenge, person, work, WORLD, told=False)

    return job


async def test_what_waits_is_known_until_it_is_answered_and_saved_once(store: DatabaseStore) -> None:
    challenge, offer = await store.run(of_ann), await store.run(offered_by_ann)
    assert await errors_of(write(store, lambda work: work.of(Challenges).save(challenge))) == [StaleGame]

    waits = await store.run(lambda work: work.of(Challenges).open_of(ANN.id))
    await store.run(accepting(challenge.token, BOB))
    then = await store.run(lambda work: work.of(Challenges).open_of(ANN.id))
    tokens = [{one.token for one in each} for each in (waits, then)]
    assert tokens == [{challenge.token, offer.token}, {offer.token}]


async def test_two_replicas_begin_one_match_of_each_challenge_and_make_one_of_each_card(shared: str) -> None:
    async with opened(shared) as here, opened(shared) as there:
        for _ in range(ROUNDS):
            challenge = await here.run(of_ann)
            await at_once((here, accepting(challenge.token, BOB)), (there, accepting(challenge.token, EVE)))
        before = set(await rows_at(shared, "SELECT token FROM challenges"))
        offer = await here.run(offered_by_ann)
        for number in range(ROUNDS):
            job = partial(duels.load_from_card, offer.token, Inline(f"card {number}"), world=WORLD)
            await at_once((here, job), (there, job))
    assert (await stored.matches_at(shared), len(before)) == (ROUNDS, ROUNDS)
    assert sum(ANN.id in pair for pair in await stored.pairs_at(shared)) == ROUNDS
    made = {token for (token,) in {*await rows_at(shared, "SELECT token FROM challenges")} - before}
    assert made == {offer.token} | {token_on(Inline(f"card {number}"), offer.token) for number in range(ROUNDS)}
