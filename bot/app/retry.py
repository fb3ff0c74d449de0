"""Retries for failures that may pass."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.app.asking import NeedsAnswer
from bot.app.ports import StaleGame, StorageDown, Store, Work
from bot.app.thinking import Compute, NeedsThought, Question

log = structlog.get_logger()
Result = TypeVar("Result")
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0


async def retry_until_stored(attempt: Callable[[], Awaitable[Result]]) -> Result:
    """The result of `attempt`, repeated with growing pauses while the storage is down."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await attempt()
        except StaleGame:
            continue
        except StorageDown as error:
            log.warning("storage is down, trying again", error=str(error), pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def run_with_thoughts(
    store: Store, compute: Compute, job: Callable[[Work], Awaitable[Result]], *chats: int, whose: int = 0
) -> Result:
    """The result of `job` once it is committed. If it needs a computation, that is made first and the job run again.

    The same if it needs to know what only Telegram can tell.

    Every result that it needed is held until it is done, so it ends however many it needs. `whose`: the person who
    waits. Raises TooMuchToThink, and what the job raises.
    """
    held: list[Question] = []
    try:
        while True:
            try:
                return await retry_until_stored(lambda: store.run(job, *chats))
            except NeedsThought as need:
                await compute.think(need.question, whose)
                # Held until the end: a cache that evicts early results while later ones are computed would never let
                # the job end.
                held.append(need.question)
            except NeedsAnswer as need:
                await need.ask()
    finally:
        for question in held:
            compute.release(question)
