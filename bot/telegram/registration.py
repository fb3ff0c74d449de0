"""Registers the webhook at Telegram, checks it, and registers it again if something has changed it."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence

import structlog
from telegram import Bot, WebhookInfo
from telegram.constants import WebhookLimit
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot.app.shutdown import Shutdown
from bot.app.uptime import TIME_TO_WORK
from bot.telegram import token
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES

log = structlog.get_logger()
CHECK_EVERY = 60.0
CHECK_SOON = 5.0
"""Seconds until the first check: a wrong URL shows only at the first update that is pushed."""
GOOD_FOR = 150.0
"""Seconds for which a check shows that updates arrive: two checks may fail in a row."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
BACKLOG = 100
"""From so many pending updates on, some of them are old."""
ASKED_ANEW = 1.0
UNAUTHORIZED = "401"
"""In Telegram's last error: the update was pushed with another secret than ours."""


class Registration:
    """Keeps the webhook registered at `url` until shutdown."""

    def __init__(
        self,
        bot: Bot,
        url: str,
        secret: str,
        shutdown: Shutdown,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = token.PAUSES,
    ) -> None:
        self._bot = bot
        self._url = url
        self._secret = secret
        self._shutdown = shutdown
        self._clock = clock
        self._confirming = confirming
        self._holds = False
        self._confirmed_at = -math.inf
        self._asked_at = -math.inf
        self._few_waited_at = -math.inf
        self._known: WebhookInfo | None = None
        self._caught_up = self._is_new = False

    @property
    def flows(self) -> bool:
        """Whether the webhook is registered, as far as we know.

        Telegram's last error does not count: if /readyz failed because of it, no replica would get the updates that
        clear it.
        """
        return self._holds and self._clock() - self._confirmed_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether no old update waits at Telegram.

        After every start and every failed delivery there must have been a moment with no pending update at all, because
        Telegram repeats failed deliveries only after growing pauses.
        """
        return await self._delivers() and self._known is not None and self._known.pending_update_count < BACKLOG

    async def attended(self) -> bool:
        """Whether updates arrive and are carried out within bounded time, so that no outage is recorded.

        An update is pending at Telegram until it is answered, so up to BACKLOG may be pending while we compute: if
        fewer were within TIME_TO_WORK, all that is pending now was sent since.
        """
        return await self._delivers() and self._clock() - self._few_waited_at < TIME_TO_WORK

    async def _delivers(self) -> bool:
        """Whether the webhook is registered and no delivery has failed, by a state that is a moment old."""
        if self._clock() - self._asked_at > ASKED_ANEW:
            try:
                await self._ask()
            except TelegramError:
                return False
        return self._holds and self._caught_up

    async def serve(self) -> None:
        """Register and check until shutdown. Raises InvalidToken if getMe confirms that the token is refused."""
        await self._shutdown.unless(self._look_after())

    async def _look_after(self) -> None:
        pause = FIRST_PAUSE
        while True:
            trouble = await self._trouble()
            if trouble is None:
                pause, wait = FIRST_PAUSE, CHECK_SOON if self._is_new else CHECK_EVERY
                self._is_new = False
            else:
                wait = max(pause, seconds_asked(trouble))
                log.warning("the webhook is not as it should be", error=str(trouble), pause=wait)
                pause = min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(wait)

    async def _trouble(self) -> TelegramError | None:
        """Register if necessary and query the state; returns what is wrong with it."""
        try:
            if not self._holds:
                await self._register()
            await self._ask()
        except TelegramError as error:
            if isinstance(error, InvalidToken) and await token.is_refused(self._bot, self._confirming):
                raise
            return error
        return None if self._holds else TelegramError("somebody else has changed it")

    async def _register(self) -> None:
        await self._bot.set_webhook(
            self._url,
            secret_token=self._secret,
            allowed_updates=ALLOWED_UPDATES,
            max_connections=WebhookLimit.MAX_CONNECTIONS_LIMIT,
        )
        self._is_new = True
        log.info("webhook registered", url=self._url)

    async def _ask(self) -> None:
        """Query the state at Telegram."""
        try:
            info = await self._bot.get_webhook_info()
        except (AttributeError, TypeError, ValueError):  # the library does not check what it reads
            raise NetworkError("getWebhookInfo was answered with something else") from None
        complains = self._known is not None and _failed_at(info) > _failed_at(self._known)
        complaint = info.last_error_message or ""
        if complains:
            log.warning("Telegram could not deliver an update; is WEBHOOK_URL right?", error=complaint)
        # Failed deliveries are repeated after growing pauses, so few pending updates do not mean that they are recent.
        self._caught_up = info.pending_update_count == 0 or (self._caught_up and not complains)
        # A 401 means that another process has registered the webhook with another secret: register again.
        turned_away = complains and UNAUTHORIZED in complaint
        self._known = info
        self._asked_at = self._clock()
        if info.pending_update_count < BACKLOG:
            self._few_waited_at = self._asked_at
        is_ours = info.url == self._url and set(info.allowed_updates) == set(ALLOWED_UPDATES)
        self._holds = is_ours and not turned_away
        if self._holds:
            self._confirmed_at = self._asked_at


def _failed_at(info: WebhookInfo) -> float:
    """When the last delivery failed, in seconds since 1970, or 0."""
    return info.last_error_date.timestamp() if info.last_error_date else 0.0
