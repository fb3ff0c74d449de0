"""What is due is done once, on time, and not if the game has moved on; what takes long is done once, and in turn."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest

from bot.app.jobs import JOBS, LONG_JOBS, LongJobsDone
from bot.app.kind import LongThought
from bot.app.kinds.reviews import slot_of_review
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.long_jobs import MOST, LongJob, LongJobs
from bot.app.outbox import ScreenItem
from bot.app.screen import Place
from bot.app.work import GRACE, Job, StaleGame, StorageDown, Work
from bot.app.world import Computation, TooMuchToThink, World
from bot.game.daily import MINUTE
from bot.storage.store import DatabaseStore
from solver.review import review_of
from solver.suggest import advise
from solver.variant import VARIANTS
from tests.bot.due import CHAT, DUE, Moment, failures, left, looked, noted, notes, planned, thoughtful
from tests.bot.storage.databases import change_at, holds, rows_at
from tests.bot.storage.stores import TABLE, opened, saving, screen, table_in

pytestmark = pytest.mark.both_databases


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    for kind, job in (("note", noted), ("thoughtful", thoughtful)):
        monkeypatch.setitem(JOBS, kind, job)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Moment()


@dataclass
class Jobs:
    store: DatabaseStore
    place: str
    moment: Moment

    async def plans(self, *kinds: str) -> None:
        await self.store.run(saving(table_in(CHAT)))
        await self.store.run(planned(*(Job(kind, TABLE, 0) for kind in kinds)))

    async def after_a_look(self) -> tuple[int, str | None]:
        """How many notes there are then, and of what kind is what has still to be done."""
        await looked(self.moment.jobs(self.store))
        waiting = await left(self.store)
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


async def test_what_is_due_waits_for_the_backlog_of_which_else_nobody_asks(jobs: Jobs, moment: Moment) -> None:
    assert (await jobs.after_a_look(), moment.asked) == ((0, None), 0)
    await jobs.plans("note")
    moment.drained = False
    assert await jobs.after_a_look() == (0, "note")
    assert moment.asked > 0
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


async def test_a_job_of_a_newer_version_is_left_for_that(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    await jobs.plans("unheard of", "note")
    assert await jobs.after_a_look() == (1, "unheard of")
    assert await failures(jobs.place) == []
    monkeypatch.setitem(JOBS, "unheard of", noted)
    assert await jobs.after_a_look() == (1, "unheard of")
    jobs.moment.now += MINUTE
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


async def test_a_job_has_its_thought_first_or_is_put_off_and_the_next_is_done(jobs: Jobs, moment: Moment) -> None:
    await jobs.plans("thoughtful", "note")
    moment.fails = {0: TooMuchToThink(Computation(advise, ()))}
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


ANN, BOB, EVE = 1, 2, 3
GONE = "UPDATE replicas SET seen_at = seen_at - 60"


def job_for(person: int, number: int, *, kind: str = "note", chat: int | None = None) -> LongJob:
    """That somebody wants this, in a chat of their own or in that one."""
    return LongJob(kind, f"{person}.{number}", 0, person, Chat(chat or person), '"told"')


def of(person: int, *numbers: int) -> list[LongJob]:
    return [job_for(person, number) for number in numbers]


def put(*jobs: LongJob) -> Callable[[Work], Awaitable[None]]:
    async def putting(work: Work) -> None:
        for job in jobs:
            work.of(LongJobs).put(job)

    return putting


@dataclass
class Thinker(Moment):
    done: list[str] = field(default_factory=list)
    pause: float = 0.0

    async def think(self, question: Computation, whose: int = 0) -> None:
        await asyncio.sleep(self.pause * (whose > 0))
        await super().think(question, whose)

    def release(self, question: Computation) -> None:
        assert question in self.thought

    async def thoughtful(self, job: LongJob, work: Work, world: World) -> None:
        """Once something of its own has been thought about, each puts a letter."""
        world.recall(review_of, VARIANTS["classic"], ((job.subject,),))  # type: ignore[arg-type]
        assert job.chat
        work.show(job.chat, f"note {job.subject}", screen(job.subject), Place.HERE)
        self.done.append(job.subject)

    def long_jobs(self, store: DatabaseStore) -> LongJobsDone:
        return LongJobsDone(store, self, self.world(), store.take_long_job)


@dataclass
class Desk:
    """Where long jobs are put, and done by the thinker."""

    store: DatabaseStore
    place: str
    thinker: Thinker

    async def do(self, *jobs: LongJob) -> list[str]:
        """What is done in all, in that order, once these are put too."""
        await self.store.run(put(*jobs))
        await self.thinker.long_jobs(self.store).do_all()
        return self.thinker.done

    async def asked(self, job: LongJob) -> bool:
        """Ask as a handler does: False if too much of the person's waits already."""

        async def asking(work: Work) -> bool:
            if len(await work.of(LongJobs).of(job.person)) >= MOST:
                return False
            work.of(LongJobs).put(job)
            return True

        while True:
            with suppress(StaleGame):
                return await self.store.run(asking, *([job.chat.id] if job.chat else []))

    async def shown(self) -> list[str]:
        return [item.screen.html for item in await self.store.outbox.pending(ANN) if isinstance(item, ScreenItem)]


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    monkeypatch.setitem(LONG_JOBS, "note", LongThought(thinker.thoughtful, slot_of_review))
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.02)
    return thinker


@pytest.fixture
def desk(store: DatabaseStore, place: str, thinker: Thinker) -> Desk:
    return Desk(store, place, thinker)


async def counts(place: str, *tables: str) -> tuple[int, ...]:
    rows = [await rows_at(place, f"SELECT count(*) FROM {table}") for table in ("long_jobs", *tables)]
    return tuple(int(found) for ((found,),) in rows)


async def test_each_is_done_once_people_take_turns_and_what_nobody_waits_for_comes_last(desk: Desk) -> None:
    await desk.store.run(put(replace(job_for(EVE, 0), is_asked=False)))
    await desk.store.run(put(*of(ANN, 0, 1, 2, 3)))
    assert await desk.do(*of(BOB, 0, 1)) == ["1.0", "2.0", "1.1", "2.1", "1.2", "1.3", "3.0"]
    assert (len(desk.thinker.thought), *await counts(desk.place, "outbox")) == (7, 0, 7)


async def test_one_person_has_four_at_most_however_many_are_asked_at_once(desk: Desk) -> None:
    answers = await asyncio.gather(*(desk.asked(job_for(ANN, number, chat=-number - 1)) for number in range(90)))
    assert (sum(answers), *await counts(desk.place)) == (MOST, MOST)
    assert await desk.asked(job_for(BOB, 0))
    assert not await desk.asked(job_for(ANN, 90))


async def test_what_comes_by_itself_is_never_too_much_and_comes_after_what_people_want(desk: Desk) -> None:
    await desk.store.run(put(*(LongJob("note", str(number), chat=Chat(7)) for number in range(6))))
    assert await desk.do(*of(ANN, 0, 1)) == ["0", "1.0", "1", "1.1", "2", "3", "4", "5"]
    assert await counts(desk.place) == (0,)


async def test_whoever_does_them_is_woken_by_the_commit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[bool] = []
    desk.store.signals.on_long_jobs = lambda: woken.append(True)
    await desk.store.run(put(job_for(ANN, 0)))
    await desk.store.run(put())
    assert woken == [True]
    monkeypatch.setattr("bot.app.jobs.LOOK", 1000)
    jobs = desk.thinker.long_jobs(desk.store)
    desk.store.signals.on_long_jobs = jobs.wake
    serving = asyncio.create_task(jobs.serve())
    await holds(desk.place, "SELECT 1 FROM outbox WHERE chat_id = 1")
    await desk.store.run(put(job_for(BOB, 0)))
    await holds(desk.place, "SELECT 1 FROM outbox WHERE chat_id = 2")
    serving.cancel()


async def test_a_bug_is_kept_and_the_next_is_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(job: LongJob, work: Work, _world: World) -> None:
        work.show(Chat(ANN), "note", screen("never seen"), Place.HERE)
        raise ZeroDivisionError(f"over {job.subject}")

    monkeypatch.setitem(LONG_JOBS, "breaks", LongThought(breaks, slot_of_review))
    assert await desk.do(job_for(ANN, 0, kind="breaks"), job_for(BOB, 0)) == ["2.0"]
    [html] = await desk.shown()
    assert "broke on my side" in html
    ((content, error),) = await rows_at(desk.place, "SELECT content, error FROM failed_updates")
    assert json.loads(content) == {"kind": "LongJob", "job": {"kind": "breaks", "subject": "1.0", "turn": 0, "id": 1}}
    assert "ZeroDivisionError" in error
    assert "over 1" not in error


async def test_what_is_too_much_is_told_once_but_to_a_chat_that_takes_nothing_and_is_no_bug(desk: Desk) -> None:
    async def gone(work: Work) -> None:
        work.prefer(Chat(EVE), Preferences(reachable=False))

    await desk.store.run(gone)
    desk.thinker.fails = dict.fromkeys((ANN, BOB, EVE), TooMuchToThink(Computation(review_of, ())))
    assert await desk.do(job_for(ANN, 0), job_for(BOB, 0), job_for(EVE, 0)) == []
    assert await desk.shown() == ["⚠️ That’s too much for me to work out; your game is safe."]
    assert await counts(desk.place, "failed_updates") == (0, 0)
    assert await rows_at(desk.place, "SELECT chat_id FROM outbox ORDER BY chat_id") == [(ANN,), (BOB,)]


async def test_a_group_that_moves_takes_along_what_waits_and_what_is_in_hand(desk: Desk) -> None:
    await desk.store.run(put(job_for(ANN, 0, chat=-6), job_for(ANN, 1, chat=-6)))
    desk.thinker.pause = 0.3
    doing = asyncio.create_task(desk.do())
    await asyncio.sleep(0.1)
    await desk.store.outbox.note_renamed(-6, -1006)
    await doing
    rows = await rows_at(desk.place, "SELECT chat_id, slot FROM outbox")
    assert sorted(rows) == [(-1006, "note 1.0"), (-1006, "note 1.1")]


async def test_replicas_think_of_each_once_and_of_one_of_a_persons_at_a_time(shared: str, thinker: Thinker) -> None:
    async with opened(shared) as one, opened(shared) as other:
        for person in range(1, 11):
            await one.run(put(*of(person, 0, 1, 2, 3)))
        await asyncio.gather(*(thinker.long_jobs(store).do_all() for store in (one, other)))
        for store in (one, other):
            await thinker.long_jobs(store).do_all()
    assert (len(thinker.thought), *await counts(shared, "outbox")) == (40, 0, 40)
    assert len(set(thinker.done)) == len(thinker.done) == 40


async def test_what_a_living_replica_is_about_is_left_to_it_and_taken_over_when_it_is_dead(shared: str) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await one.run(put(*of(ANN, 0, 1), *of(BOB, 0)))
        first, again = await one.take_long_job(["note"]), await one.take_long_job(["note"])
        assert first == again, "its own is what it goes on with"
        theirs = await other.take_long_job(["note"])
        assert (first and first.subject, theirs and theirs.subject) == ("1.0", "2.0")
        await change_at(shared, f"DELETE FROM long_jobs WHERE job_id = {theirs.id if theirs else 0}")
        assert await other.take_long_job(["note"]) is None, "one of Ann's is in hand"
        await change_at(shared, GONE)
        assert await other.take_long_job(["note"]) == first


async def test_what_was_in_hand_when_the_bot_was_killed_is_done_after_the_restart(place: str, thinker: Thinker) -> None:
    async with opened(place) as killed:
        await killed.run(put(*of(ANN, 0, 1)))
        assert await killed.take_long_job(["newer"]) is None
        assert await killed.take_long_job(["note"]) is not None
    await change_at(place, GONE)
    async with opened(place) as store:
        assert await Desk(store, place, thinker).do() == ["1.0", "1.1"]
    assert await counts(place, "outbox") == (0, 2)
