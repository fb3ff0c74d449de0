"""What counting and timing for /metrics costs an update, beside all that the update costs."""

import asyncio
import time

from benchmarks.contenders import OURS, alternated
from benchmarks.measuring import Report, Size, Spread, run
from bot.metrics import TRANSACTION_UNITS, UPDATE_ANSWER_SECONDS, UPDATE_COMMIT_SECONDS, UPDATES, timed
from bot.telegram.api import measured_call

RATIOS: tuple[str, ...] = ("metrics.updates",)
QUERIES, UNITS = 10, 5
"""Queries of an update, rather more than it asks; updates of a transaction."""
UPDATES_COUNTED = 5000
CONDITIONS = """\
What an update of {chats} busy private chats costs this bot's process, games in SQLite, and what its metrics take of it:
counted once by kind and outcome, timed to its commit and to its answer, {queries} queries and a call of the Bot API
timed, a fifth of a transaction counted. Processor time. The ratio: how many times its metrics fit into an update.
"""


def measured(size: Size) -> Report:
    """The ratio must stay above 50: metrics take less than 2 %."""
    [ours] = run(alternated((OURS,), size))
    counted = [asyncio.run(_counted()) for _ in range(size.rounds)]
    shares = [took / ours.work for took in counted]
    lines = CONDITIONS.format(chats=size.chats, queries=QUERIES)
    told = f"an update: {1e6 * ours.work:.0f} µs; its metrics: {1e6 * min(counted):.1f} µs, {min(shares):.1%}"
    return Report(f"{lines}\n{told}", {"metrics.updates": Spread.of(1 / share for share in shares)})


async def _counted() -> float:
    """Seconds of processor that the metrics of an update take."""
    began = time.process_time()
    for number in range(UPDATES_COUNTED):
        UPDATES.labels("said", "done").inc()
        UPDATE_COMMIT_SECONDS.observe(0.003)
        UPDATE_ANSWER_SECONDS.observe(0.005)
        for _ in range(QUERIES):
            await timed("scene", _nothing())
        with measured_call("sendMessage"):
            pass
        if number % UNITS == 0:
            TRANSACTION_UNITS.observe(UNITS)
    took = time.process_time() - began
    began = time.process_time()
    for _ in range(UPDATES_COUNTED * QUERIES):
        await _nothing()
    return (took - (time.process_time() - began)) / UPDATES_COUNTED


async def _nothing() -> None:
    """An answer of the database, at no cost but that of a coroutine, which is taken off again."""
