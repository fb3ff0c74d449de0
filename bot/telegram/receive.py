"""Long polling: a batch is confirmed, by fetching the next, only when all of it is committed."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence

import structlog
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from bot.app.messages import Incoming
from bot.app.pace import Pace
from bot.app.shutdown import Shutdown
from bot.app.uptime import TIME_TO_WORK
from bot.telegram import token
from bot.telegram.api import Api
from bot.telegram.intake import Intake
from bot.telegram.lanes import lanes_of
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES, Json

log = structlog.get_logger()
LONG_POLL = 10
"""Seconds. Telegram would wait longer, but a dead connection would then keep us waiting as long."""
SILENT = 15.0
"""Seconds after which a fetch is given up."""
BATCH = 100
AT_A_TIME = 8
"""So many lanes begin between two looks round of the event loop."""
TIME_TO_FINISH = 1.5
"""Seconds for the running batch after SIGTERM; what is not done by then is not confirmed and is delivered again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GOOD_FOR = 60.0
"""Seconds for which a successful fetch shows that updates arrive."""


class Receiver:
    """Fetches updates until shutdown."""

    def __init__(
        self,
        api: Api,
        intake: Intake,
        shutdown: Shutdown,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = token.PAUSES,
    ) -> None:
        self._api = api
        self._intake = intake
        self._shutdown = shutdown
        self._clock = clock
        self._confirming = confirming
        self._offset = 0
        self._works = False
        self._fetched_at = self._emptied_at = -math.inf
        self._all_done = False
        self._caught_up = False

    @property
    def flows(self) -> bool:
        """Whether the last successful fetch is recent."""
        return self._clock() - self._fetched_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether no old update waits at Telegram."""
        return self._all_done and self.flows

    async def attended(self) -> bool:
        """Whether updates arrive and are carried out within bounded time, so that no outage is recorded.

        True for TIME_TO_WORK after each fetch that took all that waited at Telegram, once it has been carried out:
        whatever waits now was sent since, however much it is. So long computations, or a flood by one person, are no
        outage.
        """
        return await self.drained() or (self._caught_up and self._clock() - self._emptied_at < TIME_TO_WORK)

    async def serve(self) -> None:
        """Fetch and carry out until shutdown. Raises InvalidToken if getMe confirms that the token is refused."""
        pause = FIRST_PAUSE
        while not self._shutdown.is_requested:
            try:
                updates = await self._shutdown.unless(self._fetch(LONG_POLL if self._works else 0))
            except TelegramError as error:
                if isinstance(error, InvalidToken) and await self._shutdown.unless(
                    token.is_refused(self._api, self._confirming)
                ):
                    raise
                if isinstance(error, Conflict):
                    self._fetched_at = -math.inf  # another process fetches: what waits is not ours
                self._works = self._all_done = self._caught_up = False
                await self._rest(error, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if self._works:
                pause = FIRST_PAUSE
            if updates is not None:
                await self._work_on(updates)
        await self._confirm()

    async def _work_on(self, updates: list[Json]) -> None:
        self._works, self._fetched_at = True, self._clock()
        self._all_done = False
        # A batch that is not full was all that waited at Telegram at that moment.
        if len(updates) < BATCH:
            self._emptied_at = self._fetched_at
        done = await self._shutdown.unless(self._carry_out(updates), grace=TIME_TO_FINISH) if updates else True
        if done and updates:
            # The next fetch confirms the batch, so only a batch that is wholly committed moves the offset.
            self._offset = updates[-1]["update_id"] + 1
        self._all_done = bool(done) and len(updates) < BATCH
        self._caught_up = self._caught_up or self._all_done

    async def _rest(self, error: TelegramError, pause: float) -> None:
        pause = max(pause, seconds_asked(error))
        why = "another program fetches this bot's updates" if isinstance(error, Conflict) else type(error).__name__
        log.warning("no updates for now", why=why, error=str(error), pause=pause)
        await self._shutdown.unless(self._wait_out(error, pause))

    async def _wait_out(self, error: TelegramError, pause: float) -> None:
        await asyncio.sleep(pause)
        if isinstance(error, Conflict) and "webhook" in error.message and pause >= LONGEST_PAUSE:
            await self._take_over()

    async def _take_over(self) -> None:
        """Delete the webhook again: a bot that is shutting down may have registered its own once more."""
        try:
            await self._api.call("deleteWebhook")
        except TelegramError as error:
            log.warning("the webhook stays for now", error=str(error))

    async def _fetch(self, wait: int, limit: int = BATCH) -> list[Json]:
        """The next updates as JSON. Fetching confirms all before the offset."""
        asked = {"offset": self._offset, "timeout": wait, "limit": limit, "allowed_updates": ALLOWED_UPDATES}
        updates = await self._api.call("getUpdates", wait=wait + SILENT, **asked)
        if not isinstance(updates, list) or not all(_has_an_id(update) for update in updates):
            raise NetworkError("getUpdates was answered with something else")
        return updates

    async def _confirm(self) -> None:
        """Confirm the updates that are done, so that they are not delivered again."""
        if self._offset:
            try:
                await asyncio.wait_for(self._fetch(0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")

    async def _carry_out(self, updates: list[Json]) -> bool:
        """Carry out the lanes concurrently, each in order; True once all is done.

        They begin a few at a time, or the loop would begin a hundred of them in one go.
        """
        read, pace = [], Pace()
        for update in updates:
            read.append(await self._intake.read(update))
            await pace.keep()
        async with asyncio.TaskGroup() as group:
            for number, lane in enumerate(lanes_of([incoming for incoming in read if incoming is not None]), 1):
                group.create_task(self._in_order(lane))
                if number % AT_A_TIME == 0:
                    await asyncio.sleep(0)
        return True

    async def _in_order(self, lane: list[Incoming]) -> None:
        for incoming in lane:
            await self._intake.carry_out(incoming)


def _has_an_id(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int
