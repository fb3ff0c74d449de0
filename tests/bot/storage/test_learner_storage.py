"""How far people have come in the lessons, as it is kept on both databases."""

import pytest

from bot.app.model.lessons import TASKS, Learner, Missed, learner_read, learner_written
from bot.app.work import StaleGame, Work
from bot.game.daily import DAY
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at

ANN, BOB = 2**40, 2
SMALL = 2048
"""Bytes: the row is read and written whole with every answer."""


async def learnt(store: DatabaseStore, person: int) -> Learner:
    return await store.run(lambda work: work.learners.of(person))


async def keep(store: DatabaseStore, learner: Learner) -> None:
    async def job(work: Work) -> None:
        work.learners.keep(learner)

    await store.run(job)


async def test_what_was_learnt_comes_back_and_nobody_else_knows_it(store: DatabaseStore, place: str) -> None:
    ann = Learner(ANN).after_answer("zero-2", is_right=True, now=100.0).after_answer("sum-1", is_right=False, now=100.0)
    await keep(store, ann)
    kept = await learnt(store, ANN)
    assert (kept.right, dict(kept.missed)) == (frozenset({"zero-2"}), {"sum-1": Missed(0, 100.0 + DAY)})
    assert not kept.knows_replies
    assert await learnt(store, BOB) == Learner(BOB)
    assert await rows_at(place, "SELECT person_id FROM learners") == [(ANN,)]


async def test_two_answers_at_once_are_both_counted(store: DatabaseStore) -> None:
    one = await learnt(store, ANN)
    await keep(store, one.after_answer("zero-1", is_right=True, now=1.0))
    with pytest.raises(StaleGame):
        await keep(store, one.after_answer("zero-2", is_right=True, now=1.0))
    assert (await learnt(store, ANN)).right == {"zero-1"}


def test_whoever_has_missed_all_of_it_takes_little_room() -> None:
    everything = frozenset(TASKS)
    late = {task: Missed(2, 4_000_000_000.0) for task in TASKS}
    for learner in (Learner(ANN, everything), Learner(ANN, frozenset(), late, knows_replies=True)):
        body = learner_written(learner)
        assert learner_read(ANN, body, 0) == learner
        assert len(body) < SMALL


def test_what_an_older_version_has_written_is_read() -> None:
    body = '{"right":{"zero":[1,3]},"missed":{"zero-2":[1,1700000000]},"knows":1}'
    read = learner_read(ANN, body, 7)
    assert read == Learner(
        ANN, frozenset({"zero-1", "zero-3"}), {"zero-2": Missed(1, 1.7e9)}, knows_replies=True, revision=7
    )
    assert learner_read(ANN, "{}", 0) == Learner(ANN)
