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
    for kind, job in (("note", noted), ("thoughtful", thoughtful)):
        monkeypatch.setitem(JOBS, kind, job)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Moment()


class Jobs:
    """What is planned about a table, and the runner that looks at it."""

    def __init__(self, store: DatabaseStore, place: str, moment: Moment) -> None:
        self._store, self.place, self._moment = store, place, moment

    async def plans(self, *kinds: str) -> None:
        await self._store.run(saving(table_in(CHAT)))
        await self._store.run(planned(*(Job(kind, TABLE, 0) for kind in kinds)))

    async def after_a_look(self) -> tuple[int, str | None]:
        """How many notes there are then, and of what kind is what has still to be done."""
        await looked(self._moment.jobs(self._store))
        waiting = await left(self._store)
        return await notes(self.place), waiting.kind if waiting else None


@pytest.fixture
def jobs(store: DatabaseStore, place: str, moment: Moment) -> Jobs:
    return Jobs(store, place, moment)


async def test_what_is_due_is_done_once_and_what_is_not_or_was_due_just_now_waits(jobs: Jobs, moment: Moment) -> None:
    await jobs.plans("note")
    moment.now = DUE + GRACE - 0.1
    assert await jobs.after_a_look() == (0, "note")
    moment.now = DUE + GRACE
    assert await jobs.after_a_look() == (1, None)


async def test_nothing_is_done_before_the_backlog_is_drained_of_which_is_not_asked_while_nothing_is_due(
    jobs: Jobs, moment: Moment
) -> None:
    assert (await jobs.after_a_look(), moment.asked) == ((0, None), 0)
    await jobs.plans("note")
    moment.drained = False
    assert (await jobs.after_a_look(), moment.asked > 0) == ((0, "note"), True)
    moment.drained = True
    assert await jobs.after_a_look() == (1, None)


async def test_a_bug_of_ours_is_kept_and_the_next_job_is_done(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(_job: Job, work: Work, _world: World) -> None:
        work.show(CHAT, "note", screen("never seen"), Place.HERE)
        raise ZeroDivisionError("over nothing")

    monkeypatch.setitem(JOBS, "breaks", breaks)
    await jobs.plans("breaks", "note")
    assert await jobs.after_a_look() == (1, None)
    ((content, error),) = await failures(jobs.place)
    assert (json.loads(content)["job"]["kind"], error) == ("breaks", "ZeroDivisionError")


async def test_a_job_of_a_newer_version_is_left_for_that(
    jobs: Jobs, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    await jobs.plans("unheard of", "note")
    assert await jobs.after_a_look() == (1, "unheard of")
    assert await failures(jobs.place) == []
    monkeypatch.setitem(JOBS, "unheard of", noted)
    assert await jobs.after_a_look() == (1, "unheard of")
    moment.now += MINUTE
    assert await jobs.after_a_look() == (2, None)


async def test_a_storage_that_is_down_for_a_moment_spoils_no_job(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Job] = []

    async def down_at_first(job: Job, work: Work, world: World) -> None:
        tries.append(job)
        if len(tries) == 1:
            raise StorageDown("for a moment")
        await noted(job, work, world)

    monkeypatch.setitem(JOBS, "note", down_at_first)
    await jobs.plans("note")
    assert (await jobs.after_a_look(), len(tries)) == ((1, None), 2)


async def test_a_job_has_its_thought_first_or_is_put_off_where_that_is_too_much_and_the_next_is_done(
    jobs: Jobs, moment: Moment
) -> None:
    await jobs.plans("thoughtful", "note")
    moment.fails = {0: TooMuchToThink(Question(advise, ()))}
    assert await jobs.after_a_look() == (1, "thoughtful")
    moment.fails = {}
    moment.now += MINUTE
    assert (await jobs.after_a_look(), await failures(jobs.place)) == ((2, None), [])
    assert (len(moment.thought), moment.released) == (1, moment.thought)


async def test_a_job_whose_thought_breaks_is_kept_and_the_next_is_done(jobs: Jobs, moment: Moment) -> None:
    await jobs.plans("thoughtful", "note")
    moment.fails = {0: ZeroDivisionError("in the solver")}
    assert await jobs.after_a_look() == (1, None)
    assert [error for _, error in await failures(jobs.place)] == ["ZeroDivisionError"]


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
