"""Long polling: an update is confirmed, by fetching from the next on, only when it and all before it are committed.

Telegram gives a hundred of those that are not confirmed. While the first of them takes long, the others are fetched
again and again, and those that have come meanwhile are carried out.
"""

import asyncio
import math
import time
from collections.abc import Callable, Sequence

import structlog
from telegram import Bot
from telegram.constants import PollingLimit
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from bot.app.shutdown import Shutdown
from bot.telegram import token
from bot.telegram.api import Api
from bot.telegram.backlog import Backlog
from bot.telegram.in_hand import InHand
from bot.telegram.intake import Intake
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES, Json

log = structlog.get_logger()
LONG_POLL = 10
"""Seconds. Telegram would wait longer, but a dead connection would then keep us waiting as long."""
SILENT = 15.0
"""Seconds after which a fetch is given up."""
BATCH = PollingLimit.MAX_LIMIT
HOLD = 0.2
"""Seconds that a batch has until it is fetched again with what has come meanwhile."""
TIME_TO_FINISH = 1.5
"""Seconds for what is in hand after SIGTERM; what is not done by then is not confirmed and is delivered again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GOOD_FOR = 60.0
"""Seconds for which a successful fetch shows that updates arrive."""


class Receiver:
    """Fetches updates until shutdown."""

    def __init__(
        self,
        api: Api,
        bot: Bot,
        intake: Intake,
        shutdown: Shutdown,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = token.PAUSES,
    ) -> None:
        self._api = api
        self._bot = bot
        self._in_hand = InHand(intake)
        self._backlog = Backlog(self._in_hand, clock)
        self._shutdown = shutdown
        self._clock = clock
        self._confirming = confirming
        self._works = False
        self._fetched_at = -math.inf

    @property
    def flows(self) -> bool:
        """Whether the last successful fetch is recent."""
        return self._clock() - self._fetched_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether all updates that were sent until a moment ago have been carried out."""
        return self._backlog.is_drained() and self.flows

    async def attended(self) -> bool:
        """Whether updates arrive and are carried out within bounded time, so that no outage is recorded.

        Updates that came together may take TIME_TO_WORK, however many they are. So long computations, or a flood by one
        person, are no outage.
        """
        return self._backlog.is_attended()

    async def serve(self) -> None:
        """Fetch and carry out until shutdown. Raises InvalidToken if getMe confirms that the token is refused."""
        pause = FIRST_PAUSE
        while not self._shutdown.is_requested:
            try:
                may_wait = self._works and self._in_hand.is_empty
                offset = self._in_hand.offset
                updates = await self._shutdown.unless(self._fetch(offset, LONG_POLL if may_wait else 0))
            except TelegramError as error:
                if isinstance(error, InvalidToken) and await self._shutdown.unless(
                    token.is_refused(self._bot, self._confirming)
                ):
                    raise
                if isinstance(error, Conflict):
                    self._fetched_at = -math.inf  # another process fetches: what waits is not ours
                self._works = False
                self._backlog.forget()
                await self._rest(error, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if self._works:
                pause = FIRST_PAUSE
            if updates is not None:
                await self._work_on(updates, offset)
        await self._in_hand.stop(TIME_TO_FINISH)
        await self._confirm()

    async def _work_on(self, updates: list[Json], offset: int) -> None:
        self._works, self._fetched_at = True, self._clock()
        await self._in_hand.take(updates, offset)
        # A batch that is not full was all that waited at Telegram at that moment.
        self._backlog.note(took_all=len(updates) < BATCH)
        await self._shutdown.unless(self._in_hand.wait(HOLD))

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
            await self._bot.delete_webhook()
        except TelegramError as error:
            log.warning("the webhook stays for now", error=str(error))

    async def _fetch(self, offset: int, wait: int, limit: int = BATCH) -> list[Json]:
        """The updates from the offset on, as JSON. Fetching confirms all before it."""
        asked = {"offset": offset, "timeout": wait, "limit": limit, "allowed_updates": ALLOWED_UPDATES}
        updates = await self._api.call("getUpdates", wait=wait + SILENT, **asked)
        if not isinstance(updates, list) or not all(_has_an_id(update) for update in updates):
            raise NetworkError("getUpdates was answered with something else")
        return updates

    async def _confirm(self) -> None:
        """Confirm the updates that are done, so that they are not delivered again."""
        if self._in_hand.offset:
            try:
                await asyncio.wait_for(self._fetch(self._in_hand.offset, 0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")


def _has_an_id(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int
