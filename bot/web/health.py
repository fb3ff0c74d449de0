"""The health pages /healthz and /readyz. Their answers tell outsiders nothing else."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import web

from bot.web.server import Bare

log = structlog.get_logger()
PATIENCE = 2.0
"""Seconds for the database to answer."""
GOOD_FOR = 1.0
"""Seconds for which an answer of the database is reused: anybody may request the page."""


class Health:
    """Health pages. `check` raises if the database does not answer; `failing`: the name of a task that does not run.

    `flows`, once it is set, says whether updates arrive.
    """

    def __init__(self, check: Callable[[], Awaitable[None]], failing: Callable[[], str | None]) -> None:
        self._check = check
        self._failing = failing
        self._answer: asyncio.Task[bool] | None = None
        self._asked_at = 0.0
        self.flows: Callable[[], bool] = lambda: False

    async def alive(self, _request: web.BaseRequest) -> web.StreamResponse:
        """200 if every background task runs, else 503 with the name of one that does not."""
        task = self._failing()
        return Bare(text="alive\n") if task is None else Bare(text=f"{task}\n", status=503)

    async def ready(self, _request: web.BaseRequest) -> web.StreamResponse:
        """200 if the database answers and updates arrive, else 503 with what is missing."""
        if not await self._database_answers():
            return Bare(text="database\n", status=503)
        if not self.flows():
            return Bare(text="telegram\n", status=503)
        return Bare(text="ready\n")

    async def _database_answers(self) -> bool:
        """Whether the database answers; concurrent requests share one query."""
        now = time.monotonic()
        if self._answer is None or (self._answer.done() and now - self._asked_at > GOOD_FOR):
            self._asked_at = now
            self._answer = asyncio.create_task(self._ask())
        return await asyncio.shield(self._answer)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._check()
        except Exception as error:  # noqa: BLE001  on any error we are not ready
            log.warning("the database does not answer", error=type(error).__name__)
            return False
        return True
