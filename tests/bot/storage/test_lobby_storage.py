"""Who looks for a rival, as it is kept: the closest are found, and one claim wins, on both databases."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.duels import Seek, person_of
from bot.app.model.terms import Terms
from bot.app.work import StaleGame, Work
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from sandbox.client import PATIENCE
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import Job, opened
from tests.distribution import examples

pytestmark = pytest.mark.both_databases

DUEL, RACE = Terms(), Terms("race", "words-uk", "days", rated=False)
NOBODY = Seek(0, "", DUEL, 1500.0, 350.0, 0, 0, 0.0)


def seek(person: int, rating: float = 1500.0, **other: object) -> Seek:
    return replace(NOBODY, person=person, name=f"P{person}", rating=rating, since=person / 3, **other)  # type: ignore[arg-type]


def beginning(*seeks: Seek) -> Job:
    async def job(work: Work) -> None:
        for one in seeks:
            work.lobby.begin(one)

    return job


def claiming(*seeks: Seek) -> Job:
    async def job(work: Work) -> None:
        for one in seeks:
            work.lobby.claim(one)

    return job


async def rivals(store: DatabaseStore, one: Seek) -> set[int]:
    return {rival.person for rival in await store.run(lambda work: work.lobby.rivals(one, 100.0))}


async def listed(store: DatabaseStore, person: int, most: int = 100, *, is_open: bool = False) -> list[int]:
    return [one.person for one in await store.run(lambda work: work.lobby.load_listed(person, most, is_open=is_open))]


async def looking(store: DatabaseStore) -> list[int]:
    return await listed(store, 999)


@pytest.mark.parametrize("terms", [DUEL, RACE])
async def test_a_seek_is_given_back_as_it_was(store: DatabaseStore, terms: Terms) -> None:
    one = replace(seek(2**40, 1523.4), terms=terms, finished=3, walked_out=1, last_rival=2**41, since=1.7e9 + 1 / 3)
    await store.run(beginning(one))
    assert await store.run(lambda work: work.lobby.seek_of(2**40)) == one
    assert await store.run(lambda work: work.lobby.seek_of(1)) is None
    assert person_of(one.id) == one.person


async def test_who_begins_anew_looks_once_and_as_they_said_last(store: DatabaseStore) -> None:
    await store.run(beginning(seek(1)))
    anew = replace(seek(1), terms=RACE, since=99.5)
    await store.run(beginning(anew))
    assert await store.run(lambda work: work.lobby.seek_of(1)) == anew
    assert anew.id != seek(1).id
    assert await looking(store) == [1]


async def test_the_closest_on_either_side_are_found_and_no_more_than_a_handful(store: DatabaseStore) -> None:
    crowd = [seek(1000 + points, float(points)) for points in range(1000, 2000, 10)]
    await store.run(beginning(*crowd))
    one = seek(1, 1500.0)
    found = sorted(rival.rating for rival in await store.run(lambda work: work.lobby.rivals(one, 100.0)))
    assert found == [float(points) for points in range(1380, 1620, 10)]
    assert len(await rivals(store, seek(1, 900.0))) == len(await rivals(store, seek(1, 2500.0))) == 12


async def test_of_many_who_are_as_strong_those_who_have_waited_longest_are_found(store: DatabaseStore) -> None:
    await store.run(beginning(*(seek(person) for person in range(1, 31))))
    assert await rivals(store, seek(99)) == set(range(1, 13))


async def test_only_those_who_want_the_same_are_rivals(store: DatabaseStore) -> None:
    others = [Terms("sudden"), Terms(variant="mini"), Terms(clock="days"), Terms(rated=False), DUEL]
    await store.run(beginning(*(seek(person, terms=terms) for person, terms in enumerate(others, 1))))
    assert await rivals(store, seek(9)) == {5}


async def test_blocks_and_silence_part_people_and_history_does_not(store: DatabaseStore, place: str) -> None:
    await store.run(beginning(*(seek(person) for person in range(1, 8)), seek(8, last_rival=9)))
    await change_at(place, "INSERT INTO blocks (person_id, blocked_id) VALUES (9, 2), (3, 9), (4, 5)")

    async def goes_silent(work: Work) -> None:
        work.prefer(Chat(6), Preferences(reachable=False))
        work.prefer(Chat(7), Preferences())

    await store.run(goes_silent)
    assert await rivals(store, seek(9, last_rival=1)) == {1, 4, 5, 7, 8}
    assert await rivals(store, seek(9, 1400.0, last_rival=1)) == {1, 4, 5, 7, 8}
    assert await rivals(store, seek(9, 1600.0, last_rival=1)) == {1, 4, 5, 7, 8}


async def test_who_waits_is_counted_and_listed_by_waiting(store: DatabaseStore) -> None:
    await store.run(beginning(*(seek(person) for person in (3, 1, 2))))
    assert await looking(store) == [1, 2, 3]
    assert await store.run(lambda work: work.lobby.load_listed(999, 2, is_open=False)) == (seek(1), seek(2))
    assert await store.run(lambda work: work.lobby.waiting(100)) == 3
    assert await store.run(lambda work: work.lobby.waiting(2)) == 2


async def test_challenges_to_everybody_are_listed_apart(store: DatabaseStore) -> None:
    challenge = seek(2, is_open=True)
    await store.run(beginning(seek(1), challenge, seek(3, is_open=True)))
    assert (await listed(store, 9, is_open=True), await looking(store)) == ([2, 3], [1])
    assert await store.run(lambda work: work.lobby.seek_of(2)) == challenge
    assert await rivals(store, seek(9)) == {1, 2, 3}


@pytest.mark.parametrize("is_open", [False, True])
async def test_nobody_sees_themselves_nor_whom_a_block_parts_from_them(
    store: DatabaseStore,
    place: str,
    is_open: bool,  # noqa: FBT001
) -> None:
    await store.run(beginning(*(seek(person, is_open=is_open) for person in range(1, 7))))
    await change_at(place, "INSERT INTO blocks (person_id, blocked_id) VALUES (1, 2), (3, 1), (4, 5)")

    async def goes_silent(work: Work) -> None:
        work.prefer(Chat(6), Preferences(reachable=False))

    await store.run(goes_silent)
    assert await listed(store, 1, is_open=is_open) == [4, 5]
    assert await listed(store, 5, is_open=is_open) == [1, 2, 3]


async def test_a_claim_must_hit(store: DatabaseStore) -> None:
    await store.run(beginning(seek(1), seek(2)))
    with pytest.raises(StaleGame):
        await store.run(claiming(seek(1), replace(seek(2), since=0.5)))
    assert await looking(store) == [1, 2]
    await store.run(claiming(seek(1), seek(2)))
    assert await looking(store) == []
    with pytest.raises(StaleGame):
        await store.run(claiming(seek(1)))


async def test_of_two_that_claim_in_one_breath_one_wins(store: DatabaseStore) -> None:
    await store.run(beginning(seek(1), seek(2), seek(3)))
    pairs = [(seek(1), seek(2)), (seek(3), seek(2))]
    outcomes = await asyncio.gather(*(store.run(claiming(*pair)) for pair in pairs), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [StaleGame]
    assert await looking(store) in ([1], [3])


async def test_two_replicas_that_claim_crosswise_never_both_win_and_never_wait_for_each_other(
    shared: str,
) -> None:
    async with opened(shared) as here, opened(shared) as there:
        for round_ in range(20):
            one, other = seek(2 * round_ + 1), seek(2 * round_ + 2)
            await here.run(beginning(one, other))
            async with asyncio.timeout(PATIENCE):
                claims = here.run(claiming(one, other)), there.run(claiming(other, one))
                outcomes = await asyncio.gather(*claims, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes if outcome] == [StaleGame]
        assert await rows_at(shared, "SELECT count(*) FROM seeks") == [(0,)]


WISHED = {"person_id": 1, "since_abort": 0.0, "wish": "duel classic live rated", "rating": 1500.0, "full": 30}


async def test_the_closest_are_found_by_the_index_however_many_wait(tmp_path: Path) -> None:
    async with opened(tmp_path / "bot.db") as store:
        statement = store._queries.rivals.sql.rstrip(" ;")
        plan = [row[-1] for row in await store._database.reader.rows(f"EXPLAIN QUERY PLAN {statement}", WISHED)]
    assert len([step for step in plan if step.startswith("SEARCH seeks USING INDEX seeks_by_wish")]) == 2
    assert not [step for step in plan if "SCAN seeks" in step or "TEMP B-TREE" in step]


async def test_postgresql_finds_them_by_the_index_too_though_it_knows_nothing_of_the_crowd(postgres: Cluster) -> None:
    url = await postgres.new_database()
    async with opened(url) as store:
        for first in range(1, 3001, 250):  # all at once would take too long for a transaction on a busy machine
            await store.run(beginning(*(seek(person, float(person)) for person in range(first, first + 250))))
        await store._database.writer.rows("SET plan_cache_mode = force_generic_plan")  # type: ignore[attr-defined]
        statement = f"EXPLAIN {store._queries.rivals.sql.rstrip(' ;')}"
        plan = "\n".join(row for (row,) in await store._database.writer.rows(statement, list(WISHED.values())))  # type: ignore[attr-defined]
    assert plan.count("using seeks_by_wish on seeks") == 2
    assert "Sort" not in plan
    assert "Seq Scan on seeks" not in plan


PEOPLE = st.integers(1, 6)


@given(
    ratings=st.lists(st.integers(0, 4), min_size=6, max_size=6),
    blocks=st.sets(st.tuples(PEOPLE, PEOPLE), max_size=4),
)
@settings(max_examples=examples(30))
def test_few_people_see_exactly_those_whom_nothing_parts_from_them(
    tmp_path_factory: pytest.TempPathFactory, ratings: list[int], blocks: set[tuple[int, int]]
) -> None:
    crowd = [seek(person, 100.0 * rating) for person, rating in enumerate(ratings, 1)]

    async def stored_rows() -> dict[int, set[int]]:
        place = f"sqlite:///{tmp_path_factory.mktemp('lobby')}/bot.db"
        async with opened(place) as store:
            await store.run(beginning(*crowd))
            for person, blocked in blocks:
                await change_at(place, f"INSERT INTO blocks (person_id, blocked_id) VALUES ({person}, {blocked})")
            return {one.person: await rivals(store, one) for one in crowd}

    assert asyncio.run(stored_rows()) == {
        one.person: {
            other.person
            for other in crowd
            if other != one and not blocks & {(one.person, other.person), (other.person, one.person)}
        }
        for one in crowd
    }
