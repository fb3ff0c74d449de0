"""What is due is done once, on time, and not if the game has moved on."""

import json

import pytest

from bot.app.jobs import JOBS
from bot.app.screen import Place
from bot.app.work import GRACE, Job, StorageDown, Work
from bot.app.world import Question, TooMuchToThink, World
from bot.game.daily import MINUTE
from bot.storage.store import DatabaseStore
from solver.advice import advise
from tests.bot.due import CHAT, DUE, Moment, failures, left, looked, noted, notes, planned, thoughtful
from tests.bot.storage.stores import TABLE, opened, saving, screen, table_in

pytestmark = pytest.mark.both_databases


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    monkeypatch.setitem(JOBS, "note", noted)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Moment()


async def test_what_is_due_is_done_once(store: DatabaseStore, place: str, moment: Moment) -> None:
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("note", TABLE, 0)))
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (1, None)


async def test_what_is_not_due_waits_and_so_does_what_was_due_just_now(
    store: DatabaseStore, place: str, moment: Moment
) -> None:
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("note", TABLE, 0)))
    moment.now = DUE + GRACE - 0.1
    await looked(moment.jobs(store))
    assert await notes(place) == 0
    moment.now = DUE + GRACE
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (1, None)


async def test_nothing_is_due_before_the_backlog_is_drained(store: DatabaseStore, place: str, moment: Moment) -> None:
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("note", TABLE, 0)))
    moment.drained = False
    await looked(moment.jobs(store))
    assert (await notes(place), moment.asked > 0) == (0, True)
    moment.drained = True
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (1, None)


async def test_telegram_is_not_asked_about_its_backlog_while_nothing_is_due(
    store: DatabaseStore, moment: Moment
) -> None:
    await looked(moment.jobs(store))
    assert moment.asked == 0


async def test_a_bug_of_ours_is_kept_and_the_next_job_is_done(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(_job: Job, work: Work, _world: World) -> None:
        work.show(CHAT, "note", screen("never seen"), Place.HERE)
        raise ZeroDivisionError("over nothing")

    monkeypatch.setitem(JOBS, "breaks", breaks)
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("breaks", TABLE, 0), Job("note", TABLE, 0)))
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (1, None)
    assert [(json.loads(content)["job"]["kind"], error) for content, error in await failures(place)] == [
        ("breaks", "ZeroDivisionError"),
    ]


async def test_a_job_of_a_newer_version_is_left_for_that(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("unheard of", TABLE, 0), Job("note", TABLE, 0)))
    await looked(moment.jobs(store))
    waiting = await left(store)
    assert (await notes(place), waiting and waiting.kind) == (1, "unheard of")
    assert await failures(place) == []
    monkeypatch.setitem(JOBS, "unheard of", noted)
    await looked(moment.jobs(store))
    assert await notes(place) == 1
    moment.now += MINUTE
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (2, None)


async def test_a_storage_that_is_down_for_a_moment_spoils_no_job(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = 0

    async def down_at_first(job: Job, work: Work, world: World) -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise StorageDown("for a moment")
        await noted(job, work, world)

    monkeypatch.setitem(JOBS, "note", down_at_first)
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("note", TABLE, 0)))
    await looked(moment.jobs(store))
    assert (times, await notes(place), await left(store)) == (2, 1, None)


async def test_a_job_that_needs_a_thought_has_it_first(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(JOBS, "note", thoughtful)
    await store.run(saving(table_in(CHAT)))
    await store.run(planned(Job("note", TABLE, 0)))
    await looked(moment.jobs(store))
    assert (await notes(place), len(moment.thought)) == (1, 1)
    assert moment.released == moment.thought


async def test_a_job_that_is_too_much_to_think_about_is_put_off_and_the_next_is_done(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(JOBS, "thoughtful", thoughtful)
    await store.run(planned(Job("thoughtful", TABLE, 0), Job("note", TABLE, 0)))
    moment.fails = {0: TooMuchToThink(Question(advise, ()))}
    await looked(moment.jobs(store))
    waiting = await left(store)
    assert (await notes(place), waiting and waiting.kind) == (1, "thoughtful")
    moment.fails = {}
    moment.now += MINUTE
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (2, None)
    assert await failures(place) == []


async def test_a_job_whose_thought_breaks_is_kept_and_the_next_is_done(
    store: DatabaseStore, place: str, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(JOBS, "thoughtful", thoughtful)
    await store.run(planned(Job("thoughtful", TABLE, 0), Job("note", TABLE, 0)))
    moment.fails = {0: ZeroDivisionError("in the solver")}
    await looked(moment.jobs(store))
    assert (await notes(place), await left(store)) == (1, None)
    assert [error for _, error in await failures(place)] == ["ZeroDivisionError"]


@pytest.mark.costly
async def test_two_replicas_do_each_job_once(shared: str, moment: Moment) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await one.run(saving(table_in(CHAT)))
        await one.run(planned(*(Job("note", TABLE, 0) for _ in range(100))))
        await looked(moment.jobs(one), moment.jobs(other), looks=1000)
        assert (await notes(shared), await left(one)) == (100, None)


async def test_a_job_that_another_replica_is_about_is_passed_over(shared: str) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await one.run(planned(Job("note", TABLE, 1), Job("note", TABLE, 2)))

        async def both(work: Work) -> tuple[Job | None, Job | None]:
            return await work.due_job(9e9), await left(other)

        first, second = await one.run(both)
        assert (first and first.turn, second and second.turn) == (1, 2)
