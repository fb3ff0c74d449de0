"""What takes long is done once, in turn, for as long as it is wanted; on both databases and with several replicas."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest

from bot.app.jobs import LONG_JOBS, LongJobsDone
from bot.app.messages import Chat
from bot.app.model.chats import MOST, LongJob, Preferences
from bot.app.outbox import ScreenItem
from bot.app.screen import Place
from bot.app.work import StaleGame, Work
from bot.app.world import Question, TooMuchToThink, World
from bot.storage.store import DatabaseStore
from solver.review import review_of
from solver.variant import VARIANTS
from tests.bot.due import Moment
from tests.bot.storage.databases import change_at, holds, rows_at
from tests.bot.storage.stores import opened, screen

CLASSIC, ANN, BOB, EVE = VARIANTS["classic"], 1, 2, 3


def job_for(person: int, number: int, *, kind: str = "note", chat: int | None = None) -> LongJob:
    """That somebody wants this, in a chat of their own or in that one."""
    return LongJob(kind, f"{person}.{number}", 0, person, Chat(chat or person), '"told"')


@dataclass
class Thinker(Moment):
    """Whoever does the long jobs, and what they have done."""

    done: list[str] = field(default_factory=list)
    pause: float = 0.0

    async def think(self, question: Question, whose: int = 0) -> None:
        await asyncio.sleep(self.pause * (whose > 0))
        await super().think(question, whose)

    def release(self, question: Question) -> None:
        assert question in self.thought

    async def thoughtful(self, job: LongJob, work: Work, world: World) -> None:
        """Once something of its own has been thought about, each puts a letter."""
        world.recall(review_of, CLASSIC, ((job.subject,),))  # type: ignore[arg-type]
        assert job.chat
        work.show(job.chat, f"note {job.subject}", screen(job.subject), Place.HERE)
        self.done.append(job.subject)

    def long_jobs(self, store: DatabaseStore) -> LongJobsDone:
        return LongJobsDone(store, self, self.world(), store.take_long_job)

    async def do(self, store: DatabaseStore, *jobs: LongJob) -> list[str]:
        """What is done in all, in that order, once these are put too."""
        await store.run(put(*jobs))
        await self.long_jobs(store).do_all()
        return self.done


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    monkeypatch.setitem(LONG_JOBS, "note", thinker.thoughtful)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.02)
    return thinker


def put(*jobs: LongJob) -> Callable[[Work], Awaitable[None]]:
    async def putting(work: Work) -> None:
        for job in jobs:
            work.long_jobs.put(job)

    return putting


def of(person: int, *numbers: int) -> list[LongJob]:
    return [job_for(person, number) for number in numbers]


async def asked(store: DatabaseStore, job: LongJob) -> bool:
    """Ask as a handler does: False if too much of the person's waits already."""

    async def asking(work: Work) -> bool:
        if len(await work.long_jobs.of(job.person)) >= MOST:
            return False
        work.long_jobs.put(job)
        return True

    while True:
        with suppress(StaleGame):
            return await store.run(asking, *([job.chat.id] if job.chat else []))


async def counts(place: str, *tables: str) -> tuple[int, ...]:
    rows = [await rows_at(place, f"SELECT count(*) FROM {table}") for table in ("long_jobs", *tables)]
    return tuple(int(found) for ((found,),) in rows)


async def test_each_is_done_once_people_take_turns_and_what_nobody_waits_for_comes_last(
    store: DatabaseStore, place: str, thinker: Thinker
) -> None:
    await store.run(put(replace(job_for(EVE, 0), is_asked=False)))
    await store.run(put(*of(ANN, 0, 1, 2, 3)))
    assert await thinker.do(store, *of(BOB, 0, 1)) == ["1.0", "2.0", "1.1", "2.1", "1.2", "1.3", "3.0"]
    assert (len(thinker.thought), *await counts(place, "outbox")) == (7, 0, 7)


async def test_one_person_has_four_at_most_however_many_are_asked_at_once(store: DatabaseStore, place: str) -> None:
    answers = await asyncio.gather(*(asked(store, job_for(ANN, number, chat=-number - 1)) for number in range(90)))
    assert (sum(answers), *await counts(place)) == (MOST, MOST)
    assert (await asked(store, job_for(BOB, 0)), await asked(store, job_for(ANN, 90))) == (True, False)


async def test_what_comes_by_itself_is_never_too_much_and_comes_after_what_people_want(
    store: DatabaseStore, place: str, thinker: Thinker
) -> None:
    await store.run(put(*(LongJob("note", str(number), chat=Chat(7)) for number in range(6))))
    assert await thinker.do(store, *of(ANN, 0, 1)) == ["0", "1.0", "1", "1.1", "2", "3", "4", "5"]
    assert await counts(place) == (0,)


async def test_whoever_does_them_is_woken_by_the_commit(
    store: DatabaseStore, place: str, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[bool] = []
    store.signals.on_long_jobs = lambda: woken.append(True)
    await store.run(put(job_for(ANN, 0)))
    await store.run(put())
    assert woken == [True]
    monkeypatch.setattr("bot.app.jobs.LOOK", 1000)
    jobs = thinker.long_jobs(store)
    store.signals.on_long_jobs = jobs.wake
    serving = asyncio.create_task(jobs.serve())
    await holds(place, "SELECT 1 FROM outbox WHERE chat_id = 1")
    await store.run(put(job_for(BOB, 0)))
    await holds(place, "SELECT 1 FROM outbox WHERE chat_id = 2")
    serving.cancel()


async def shown(store: DatabaseStore) -> list[str]:
    return [item.screen.html for item in await store.outbox.pending(ANN) if isinstance(item, ScreenItem)]


async def test_a_bug_is_kept_without_what_was_told_and_the_next_is_done(
    store: DatabaseStore, place: str, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(job: LongJob, work: Work, _world: World) -> None:
        work.show(Chat(ANN), "note", screen("never seen"), Place.HERE)
        raise ZeroDivisionError(f"over {job.subject}")

    monkeypatch.setitem(LONG_JOBS, "breaks", breaks)
    assert await thinker.do(store, job_for(ANN, 0, kind="breaks"), job_for(BOB, 0)) == ["2.0"]
    assert ["broke on my side" in html for html in await shown(store)] == [True]
    ((content, error),) = await rows_at(place, "SELECT content, error FROM failed_updates")
    assert json.loads(content) == {"kind": "LongJob", "job": {"kind": "breaks", "subject": "1.0", "turn": 0, "id": 1}}
    assert ("ZeroDivisionError" in error, "over 1" in error) == (True, False)


async def test_what_is_too_much_is_told_once_but_to_a_chat_that_takes_nothing_and_is_no_bug(
    store: DatabaseStore, place: str, thinker: Thinker
) -> None:
    async def gone(work: Work) -> None:
        work.prefer(Chat(EVE), Preferences(reachable=False))

    await store.run(gone)
    thinker.fails = dict.fromkeys((ANN, BOB, EVE), TooMuchToThink(Question(review_of, ())))
    assert await thinker.do(store, job_for(ANN, 0), job_for(BOB, 0), job_for(EVE, 0)) == []
    assert await shown(store) == ["⚠️ That’s too much for me to work out; your game is safe."]
    assert await counts(place, "failed_updates") == (0, 0)
    assert await rows_at(place, "SELECT chat_id FROM outbox ORDER BY chat_id") == [(ANN,), (BOB,)]


async def test_a_group_that_moves_takes_along_what_waits_and_what_is_in_hand(
    store: DatabaseStore, place: str, thinker: Thinker
) -> None:
    await store.run(put(job_for(ANN, 0, chat=-6), job_for(ANN, 1, chat=-6)))
    thinker.pause = 0.3
    doing = asyncio.create_task(thinker.do(store))
    await asyncio.sleep(0.1)
    await store.outbox.note_renamed(-6, -1006)
    await doing
    rows = await rows_at(place, "SELECT chat_id, slot FROM outbox")
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


async def test_what_a_living_replica_is_about_is_left_to_it_and_what_a_dead_one_was_about_is_taken_over(
    shared: str,
) -> None:
    async with opened(shared) as one, opened(shared) as other:
        await one.run(put(job_for(ANN, 0), job_for(ANN, 1), job_for(BOB, 0)))
        first, again = await one.take_long_job(["note"]), await one.take_long_job(["note"])
        assert first == again, "its own is what it goes on with"
        theirs = await other.take_long_job(["note"])
        assert (first and first.subject, theirs and theirs.subject) == ("1.0", "2.0")
        await change_at(shared, f"DELETE FROM long_jobs WHERE job_id = {theirs.id if theirs else 0}")
        assert await other.take_long_job(["note"]) is None, "one of Ann's is in hand"
        await change_at(shared, "UPDATE replicas SET seen_at = seen_at - 60")
        taken = await other.take_long_job(["note"])
        assert taken == first


async def test_what_was_in_hand_when_the_bot_was_killed_is_done_after_the_restart(place: str, thinker: Thinker) -> None:
    async with opened(place) as killed:
        await killed.run(put(*of(ANN, 0, 1)))
        assert [await killed.take_long_job([kind]) is None for kind in ("newer", "note")] == [True, False]
    await change_at(place, "UPDATE replicas SET seen_at = seen_at - 60")
    async with opened(place) as store:
        assert await thinker.do(store) == ["1.0", "1.1"]
    assert await counts(place, "outbox") == (0, 2)
