"""The webhook at Telegram: registered, and again if somebody else has changed it."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot.app.presence import TIME_TO_WORK
from bot.app.stopping import Stopping
from bot.telegram import token
from bot.telegram.api import Api
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES

log = structlog.get_logger()
CONNECTIONS = 100
"""As many as Telegram allows: chats need not wait for each other."""
CHECK_EVERY = 60.0
CHECK_SOON = 5.0
"""Seconds after registering: a wrong address shows at the first update that is pushed."""
GOOD_FOR = 150.0
"""Seconds for which a check shows that updates flow: two may fail in a row."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
BACKLOG = 100
"""With so many updates waiting, some happened long ago."""
ASKED_ANEW = 1.0
UNAUTHORIZED = "401"
"""In Telegram's complaint: it bears another secret than ours."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What Telegram says of the webhook. `failed_at`: seconds since 1970, or 0."""

    url: str
    kinds: frozenset[str]
    pending: int
    failed_at: int
    complaint: str


class Registration:
    """Sees that Telegram pushes updates to `url`, until told to stop."""

    def __init__(
        self,
        api: Api,
        url: str,
        secret: str,
        stopping: Stopping,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = token.PAUSES,
    ) -> None:
        self._api = api
        self._url = url
        self._secret = secret
        self._stopping = stopping
        self._clock = clock
        self._confirming = confirming
        self._holds = False
        self._confirmed_at = -math.inf
        self._asked_at = -math.inf
        self._few_waited_at = -math.inf
        self._known: Standing | None = None
        self._caught_up = self._is_new = False

    @property
    def flows(self) -> bool:
        """Whether Telegram knows where to push updates, as far as we know.

        What it complains of does not count: were we withdrawn for it, it would complain of that.
        """
        return self._holds and self._clock() - self._confirmed_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether nothing waits at Telegram that happened long ago.

        After every start and every complaint there must have been a moment at which nothing waited at all: what could
        not be delivered comes again only after growing pauses.
        """
        return await self._delivers() and self._known is not None and self._known.pending < BACKLOG

    async def attended(self) -> bool:
        """Whether what people do reaches us and is worked on within bounded time: thinking is no outage.

        What is worked on waits at Telegram until it is answered, so BACKLOG may wait for a while as well: what does so
        now was sent since fewer did.
        """
        return await self._delivers() and self._clock() - self._few_waited_at < TIME_TO_WORK

    async def _delivers(self) -> bool:
        """Whether Telegram has pushed all that waited for us, and still pushes, as it has told a moment ago."""
        if self._clock() - self._asked_at > ASKED_ANEW:
            try:
                await self._ask()
            except TelegramError:
                return False
        return self._holds and self._caught_up

    async def serve(self) -> None:
        """Register, and look after it until told to stop. Raises InvalidToken if getMe says that it is refused."""
        await self._stopping.unless(self._look_after())

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
        """Register where that is needed, and see how it stands; what is wrong with it."""
        try:
            if not self._holds:
                await self._register()
            await self._ask()
        except TelegramError as error:
            if isinstance(error, InvalidToken) and await token.is_refused(self._api, self._confirming):
                raise
            return error
        return None if self._holds else TelegramError("somebody else has changed it")

    async def _register(self) -> None:
        await self._api.call(
            "setWebhook",
            url=self._url,
            secret_token=self._secret,
            allowed_updates=ALLOWED_UPDATES,
            max_connections=CONNECTIONS,
        )
        self._is_new = True
        log.info("webhook registered", url=self._url)

    async def _ask(self) -> None:
        """Learn how it stands at Telegram."""
        standing = _standing(await self._api.call("getWebhookInfo"))
        complains = self._known is not None and standing.failed_at > self._known.failed_at
        if complains:
            log.warning("Telegram could not deliver an update; is WEBHOOK_URL right?", error=standing.complaint)
        self._caught_up = standing.pending == 0 or (self._caught_up and not complains)
        turned_away = complains and UNAUTHORIZED in standing.complaint
        self._known = standing
        self._asked_at = self._clock()
        if standing.pending < BACKLOG:
            self._few_waited_at = self._asked_at
        self._holds = standing.url == self._url and standing.kinds == frozenset(ALLOWED_UPDATES) and not turned_away
        if self._holds:
            self._confirmed_at = self._asked_at


def _standing(told: Any) -> Standing:
    try:
        return Standing(
            url=str(told["url"]),
            kinds=frozenset(told.get("allowed_updates", [])),
            pending=int(told["pending_update_count"]),
            failed_at=int(told.get("last_error_date", 0)),
            complaint=str(told.get("last_error_message", "")),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NetworkError("getWebhookInfo was answered with something else") from None
