"""Contests in either database."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.model.duels import Contest, Entry, Standings
from bot.app.work import StaleGame, Work
from bot.game.notation import game_at
from bot.storage.store import DatabaseStore
from tests.bot.storage.stores import Job

TOKEN = "t" * 22
ANN = Entry(1, "Ann", "1" * 16, 100.0, 161.5, game_at("solo classic 0834 | 0123 0834"), hints=2)
CONTEST = Contest(TOKEN, ANN, "5a" * 16, (1, 7), begun=3, ended=2)


def kept(contest: Contest, *entries: Entry) -> Job:
    async def job(work: Work) -> None:
        work.contests.save(contest)
        for entry in entries:
            work.contests.enter(contest, entry)

    return job


def gone(person: int, *, guesses: str = "", end: str = "", seconds: float = 10.0) -> Entry:
    """Somebody's go that is over."""
    line = f"solo classic 0834 | {guesses} {'' if end else '0834'} {end}"
    return Entry(person, f"P{person}", f"{person:016x}", 200.0, 200.0 + seconds, game_at(line))


BOB = gone(2, guesses="0123", seconds=5.0)
EVE = gone(3, end="| resigned 0")
FAY = gone(4, guesses="0123", seconds=4.0)
KIM = Entry(5, "Кім 🍀", "5" * 16, 300.0)


async def standings(store: DatabaseStore, most: int = 10) -> Standings:
    async def job(work: Work) -> Standings:
        contest = await work.contests.load(TOKEN)
        assert contest is not None
        return await work.contests.standings(contest, most)

    return await store.run(job)


async def test_a_contest_is_read_as_it_was_saved(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST))
    read = await store.run(lambda work: work.contests.load(TOKEN))
    assert read == CONTEST
    assert await store.run(lambda work: work.contests.about(ANN.game_id)) == CONTEST
    assert await store.run(lambda work: work.contests.about("f" * 16)) is None
    assert await store.run(lambda work: work.contests.load("u" * 22)) is None


async def test_a_contest_keeps_that_tries_have_no_hints(store: DatabaseStore) -> None:
    await store.run(kept(replace(CONTEST, no_hints=True)))
    read = await store.run(lambda work: work.contests.load(TOKEN))
    assert read is not None
    assert read.target.no_hints
    assert read.target.hints == ANN.hints


async def test_a_go_is_read_as_it_was_kept(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST, KIM, BOB))
    assert await store.run(lambda work: work.contests.entry(TOKEN, 5)) == KIM
    assert await store.run(lambda work: work.contests.entry(TOKEN, 2)) == BOB
    assert await store.run(lambda work: work.contests.entry(TOKEN, 1)) is None
    assert await store.run(lambda work: work.contests.entry("u" * 22, 2)) is None


async def test_the_best_come_first_and_those_who_still_play_apart(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST, BOB, EVE, FAY, KIM))
    stands = await standings(store)
    assert [entry.name for entry in stands.best] == ["P4", "P2", "Ann", "P3"]
    assert stands.playing == (KIM,)
    assert [entry.name for entry in (await standings(store, 2)).best] == ["P4", "P2", "Ann"]


async def test_a_go_that_is_finished_takes_the_place_of_itself(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST, KIM))
    over = replace(KIM, ended_at=360.0, game=game_at("solo classic 0834 | 0834"))
    contest = await store.run(lambda work: work.contests.load(TOKEN))
    assert contest is not None
    await store.run(kept(contest, over))
    stands = await standings(store)
    assert over in stands.best
    assert stands.playing == ()


async def test_the_latest_who_have_finished_are_known(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST, BOB, EVE, FAY, KIM))
    latest = await store.run(lambda work: work.contests.latest(TOKEN, 2))
    assert latest == (EVE.game_id, BOB.game_id)


async def test_of_two_who_finish_at_once_one_begins_again(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST))
    read = await store.run(lambda work: work.contests.load(TOKEN))
    assert read is not None
    results = await asyncio.gather(
        *(store.run(kept(replace(read, ended=3), entry), entry.person) for entry in (BOB, FAY)),
        return_exceptions=True,
    )
    assert [type(result) for result in results if result is not None] == [StaleGame]
    assert len((await standings(store)).best) == 2


async def test_a_contest_is_not_made_over_another(store: DatabaseStore) -> None:
    await store.run(kept(CONTEST))
    with pytest.raises(StaleGame):
        await store.run(kept(replace(CONTEST, begun=9)))
