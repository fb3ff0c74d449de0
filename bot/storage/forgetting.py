"""Deletes rows that are older than `KEEPING` keeps them, a few at a time, and gives their space back to the disk."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from bot.storage.keeping import DAY, KEEPING
from bot.storage.keeping_rules import Rule
from bot.storage.unit_of_work import UnitOfWork

PAUSE = 0.05
"""Seconds between two transactions, in which others have the database to themselves."""


class Runs(Protocol):
    """Carries out a unit of work in a transaction of its own."""

    async def __call__(self, job: Callable[[UnitOfWork], Awaitable[bool]], *, alone: bool) -> bool:
        """What the job returns, once its writes are committed."""


async def forget_old(run: Runs, now: float) -> None:
    """Delete the rows that are older than their tables keep them, and give the space back to the disk.

    Each step is a short transaction of its own, and others have their turn between two of them.
    """
    for kept in KEEPING.values():
        for rule in kept.rules:
            await _repeat(run, partial(_forget_some, rule, now - rule.days * DAY))
    await _repeat(run, _give_back)


async def _repeat(run: Runs, step: Callable[[UnitOfWork], Awaitable[bool]]) -> None:
    """Carry the step out until it finds nothing more to do."""
    while True:
        if not await run(step, alone=True):
            return
        await asyncio.sleep(PAUSE)


async def _forget_some(rule: Rule, before: float, work: UnitOfWork) -> bool:
    rows = await work.rows(rule.query, before=before)
    rule.then(rows, work)
    return bool(rows)


async def _give_back(work: UnitOfWork) -> bool:
    return await work.give_back()
