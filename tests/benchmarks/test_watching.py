"""What watches the bot and its disk: it sees what is there, and slows down what it says that it slows down."""

import gc
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.disk import flushes
from benchmarks.heart import Beats, heart
from benchmarks.slow_disk import DELAY, Slow

HELD = 0.05


async def test_a_loop_that_is_held_is_noticed_and_so_is_a_collection_of_garbage() -> None:
    async with heart() as beats:
        time.sleep(HELD)  # noqa: ASYNC251  this is what is to be noticed
        gc.collect()
    assert max(beats.late) >= 1000 * HELD - 1
    assert len(beats.late) == len(beats.work) == len(beats.at)
    assert len(beats.collecting) == len(beats.collected_at) > 0


async def test_watching_ends() -> None:
    before = len(gc.callbacks)
    async with heart() as beats:
        pass
    seen = len(beats.collecting)
    gc.collect()
    assert len(gc.callbacks) == before
    assert len(beats.collecting) == seen


def test_a_phase_has_its_own_beats_alone() -> None:
    beats = Beats()
    for moment in (1.0, 2.0, 3.0):
        beats.at.append(moment)
        beats.late.append(10 * moment)
        beats.work.append(moment)
        beats.collected_at.append(moment)
        beats.collecting.append(100 * moment)
    phase = beats.between(2.0, 3.0)
    assert (list(phase.late), list(phase.work), list(phase.collecting)) == ([20.0], [2.0], [200.0])


@pytest.mark.parametrize("commit", [lambda slow: slow.execute("COMMIT"), lambda slow: slow.commit()])
def test_a_commit_on_the_slow_disk_takes_longer(tmp_path: Path, commit: Callable[[sqlite3.Connection], None]) -> None:
    path = tmp_path / "slow.db"
    slow = sqlite3.connect(path, isolation_level=None, factory=Slow)
    slow.execute("CREATE TABLE written (what)")
    slow.execute("BEGIN IMMEDIATE")
    slow.execute("INSERT INTO written VALUES (1)")
    began = time.perf_counter()
    commit(slow)
    assert time.perf_counter() - began >= DELAY
    slow.close()
    other = sqlite3.connect(path)
    assert other.execute("SELECT * FROM written").fetchall() == [(1,)]
    other.close()


def test_the_disk_is_asked_as_often_as_wanted_and_left_as_it_was(tmp_path: Path) -> None:
    took = flushes(tmp_path, 3)
    assert len(took) == 3
    assert min(took) > 0
    assert list(tmp_path.iterdir()) == []
