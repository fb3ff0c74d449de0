"""Fetching updates: a batch is confirmed, by fetching the next, only when all of it is committed."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence

import structlog
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from bot.app.messages import Incoming
from bot.app.presence import TIME_TO_WORK
from bot.app.stopping import Stopping
from bot.telegram import token
from bot.telegram.api import Api
from bot.telegram.intake import Intake
from bot.telegram.lanes import lanes_of
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES, Json

log = structlog.get_logger()
LONG_POLL = 10
"""Seconds; Telegram would wait longer, but a connection that has gone silent would keep us waiting as long."""
SILENT = 15.0
"""Seconds after which an answer that is overdue is not waited for any more."""
BATCH = 100
TIME_TO_FINISH = 1.5
"""Seconds for what is in hand once we are told to stop; what is not done by then is not confirmed and comes again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GOOD_FOR = 60.0
"""Seconds for which a fetch that succeeded shows that updates flow."""


class Receiver:
    """Long polling, until told to stop."""

    def __init__(
        self,
        api: Api,
        intake: Intake,
        stopping: Stopping,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = token.PAUSES,
    ) -> None:
        self._api = api
        self._intake = intake
        self._stopping = stopping
        self._clock = clock
        self._confirming = confirming
        self._offset = 0
        self._works = False
        self._fetched_at = self._emptied_at = -math.inf
        self._all_done = False
        self._caught_up = False

    @property
    def flows(self) -> bool:
        """Whether updates reach us, as far as we know."""
        return self._clock() - self._fetched_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether nothing waits at Telegram that happened long ago."""
        return self._all_done and self.flows

    async def attended(self) -> bool:
        """Whether what people do reaches us and is worked on within bounded time: thinking is no outage.

        So it is once a backlog has been carried out, for TIME_TO_WORK after each fetch that took all that waited at
        Telegram: what waits there now was sent since. However much one person sends at once, that is no backlog.
        """
        return await self.drained() or (self._caught_up and self._clock() - self._emptied_at < TIME_TO_WORK)

    async def serve(self) -> None:
        """Receive until told to stop. Raises InvalidToken if getMe confirms that Telegram takes the token no more."""
        pause = FIRST_PAUSE
        while not self._stopping.told:
            try:
                updates = await self._stopping.unless(self._fetch(LONG_POLL if self._works else 0))
            except TelegramError as error:
                if isinstance(error, InvalidToken) and await self._stopping.unless(
                    token.is_refused(self._api, self._confirming)
                ):
                    raise
                if isinstance(error, Conflict):
                    self._fetched_at = -math.inf  # what waits goes to somebody else
                self._works = self._all_done = self._caught_up = False
                await self._rest(error, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if self._works:
                pause = FIRST_PAUSE
            if updates is not None:
                await self._fetched(updates)
        await self._confirm()

    async def _fetched(self, updates: list[Json]) -> None:
        self._works, self._fetched_at = True, self._clock()
        self._all_done = False
        if len(updates) < BATCH:
            self._emptied_at = self._fetched_at
        done = await self._stopping.unless(self._carry_out(updates), grace=TIME_TO_FINISH) if updates else True
        if done and updates:
            self._offset = updates[-1]["update_id"] + 1
        self._all_done = bool(done) and len(updates) < BATCH
        self._caught_up = self._caught_up or self._all_done

    async def _rest(self, error: TelegramError, pause: float) -> None:
        pause = max(pause, seconds_asked(error))
        why = "another program fetches this bot's updates" if isinstance(error, Conflict) else type(error).__name__
        log.warning("no updates for now", why=why, error=str(error), pause=pause)
        await self._stopping.unless(self._waited(error, pause))

    async def _waited(self, error: TelegramError, pause: float) -> None:
        await asyncio.sleep(pause)
        if isinstance(error, Conflict) and "webhook" in error.message and pause >= LONGEST_PAUSE:
            await self._take_over()

    async def _take_over(self) -> None:
        """A bot that leaves just as we come may have registered its webhook once more."""
        try:
            await self._api.call("deleteWebhook")
        except TelegramError as error:
            log.warning("the webhook stays for now", error=str(error))

    async def _fetch(self, wait: int, limit: int = BATCH) -> list[Json]:
        """The next updates, as Telegram wrote them. Asking confirms all before the offset."""
        asked = {"offset": self._offset, "timeout": wait, "limit": limit, "allowed_updates": ALLOWED_UPDATES}
        updates = await self._api.call("getUpdates", wait=wait + SILENT, **asked)
        if not isinstance(updates, list) or not all(_has_an_id(update) for update in updates):
            raise NetworkError("getUpdates was answered with something else")
        return updates

    async def _confirm(self) -> None:
        """Tell Telegram what is done, so that it does not come again."""
        if self._offset:
            try:
                await asyncio.wait_for(self._fetch(0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")

    async def _carry_out(self, updates: list[Json]) -> bool:
        """Lines side by side, each in the order in which Telegram delivered; True once all is done."""
        read = [await self._intake.read(update) for update in updates]
        lanes = lanes_of([incoming for incoming in read if incoming is not None])
        await asyncio.gather(*(self._in_order(lane) for lane in lanes))
        return True

    async def _in_order(self, lane: list[Incoming]) -> None:
        for incoming in lane:
            await self._intake.carry_out(incoming)


def _has_an_id(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int
