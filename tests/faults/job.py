"""A job of the tests' own: a while after each guess, a mark is set on it, unless there have been more by then."""

from dataclasses import replace
from typing import Any

from bot.app.handlers import boards
from bot.app.handlers.desk import Desk
from bot.app.handlers.solo import guesses
from bot.app.jobs import JOBS
from bot.app.model.table import Table
from bot.app.ports import Answer, Job, Work, World
from bot.game.model import Phase
from solver.variant import Code

KIND = "mark"
MARK = "·"
AFTER = 1.0
"""Seconds."""
_guessed = guesses.guessed


class Planting:
    """A unit of work that plants a job when the table is saved with one guess more."""

    def __init__(self, work: Work, turns: int, due: float) -> None:
        self._work = work
        self._turns = turns
        self._due = due

    def __getattr__(self, name: str) -> Any:
        return getattr(self._work, name)

    def save(self, table: Table) -> None:
        """Save it."""
        self._work.save(table)
        if len(table.game.turns) > self._turns:
            self._work.at(self._due, Job(KIND, table.id, len(table.game.turns)))


async def guessed(code: Code, table: Table, desk: Desk) -> Answer:
    """A guess, and a job that is due soon after it."""
    planting: Any = Planting(desk.work, len(table.game.turns), desk.world.now() + AFTER)
    return await _guessed(code, table, replace(desk, work=planting))


async def mark(job: Job, work: Work, _world: World) -> None:
    """Mark the newest guess. Whoever marks twice, or a guess that was not the job's, leaves two marks."""
    table = await work.table(job.table)
    if table is None or table.game.phase is Phase.OVER or len(table.game.turns) != job.turn:
        return
    *earlier, newest = table.guessed_by
    work.save(replace(table, guessed_by=(*earlier, newest + MARK)))


def plant_jobs() -> None:
    """From now on every guess has its job."""
    JOBS[KIND] = mark
    for module in (guesses, boards):
        setattr(module, "guessed", guessed)  # noqa: B010  they do not export what is put there
