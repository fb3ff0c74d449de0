"""What is told to Telegram at the start and again if it was changed: who we are, menus, commands, the webhook."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import ParamSpec, TypeVar

import structlog
from telegram import (
    Bot,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    MenuButtonDefault,
    MenuButtonWebApp,
    WebAppInfo,
    WebhookInfo,
)
from telegram.constants import WebhookLimit
from telegram.error import BadRequest, InvalidToken, NetworkError, TelegramError

from bot.app.intents import Command
from bot.app.language import DEFAULT
from bot.app.messages import Chat
from bot.app.periodic import TIME_TO_WORK
from bot.app.supervision import Backoff, Shutdown
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.telegram import receive
from bot.telegram.api import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES

# The first calls of the Bot API: who we are, repeated until Telegram answers.

log = structlog.get_logger()
TIME_TO_INTRODUCE = 5.0
"""Seconds for one attempt at getMe; it is repeated until it succeeds."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 3.0
AT_ONCE = (0.0,)
"""Pauses before getMe is repeated if the token is refused at the start: it is most likely mistyped."""


async def introduce(bot: Bot, url: str, *, polls: bool) -> bool:
    """Call getMe until it succeeds; then True. `url`: where the Bot API is, for the log; `polls`: without a webhook.

    Raises InvalidToken.
    """
    backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
    while True:
        try:
            async with asyncio.timeout(TIME_TO_INTRODUCE):
                await bot.initialize()
                if polls:
                    await bot.delete_webhook()
        except Exception as error:
            if isinstance(error, InvalidToken) and await receive.is_refused(bot, AT_ONCE):
                raise
            reason = f"{type(error).__name__}: {error}"
            pause = backoff.next()
            log.warning("Telegram cannot be reached, trying again", BOT_API_URL=url, error=reason, pause=pause)
            await asyncio.sleep(pause)
        else:
            return True


# Registers what Telegram shows of the bot itself: its commands and descriptions, in each language, and the menu button.

Given = ParamSpec("Given")
Said = TypeVar("Said")
FIRST_MENU_PAUSE, LONGEST_MENU_PAUSE = 0.5, 60.0
IN_PRIVATE = (
    Command.MENU,
    Command.PLAY,
    Command.DAILY,
    Command.PUZZLE,
    Command.LEARN,
    Command.DUEL,
    Command.GAMES,
    Command.TOP,
    Command.SETTINGS,
    Command.HELP,
)
IN_GROUPS = (
    Command.PLAY,
    Command.PARTY,
    Command.DUEL,
    Command.GUESS,
    Command.TOP,
    Command.SETTINGS,
    Command.HELP,
)
"""What Telegram's menu of commands offers, in this order: few, for all others are understood when they are typed."""
OPENS_APP = "▶️ 🐂🐄"
"""On the button beside the field of private chats: one for all languages. By it we know that the button is ours."""


async def register(bot: Bot, app_url: str | None = None) -> None:
    """Register all that Telegram shows, repeating until it accepts; the bot plays meanwhile.

    `app_url`: of the Mini App that the menu button opens; without one a button that we have set goes.
    """
    for language in LANGUAGES:
        code = "" if language == DEFAULT else language
        texts = texts_in(language)
        for scope, commands in (
            (BotCommandScopeAllPrivateChats(), IN_PRIVATE),
            (BotCommandScopeAllGroupChats(), IN_GROUPS),
        ):
            await _tell(bot.set_my_commands, _listed(texts, commands), scope, code)
        await _tell(bot.set_my_description, texts.plain("about.description"), code)
        await _tell(bot.set_my_short_description, texts.plain("about.short"), code)
    if app_url is not None:
        opens = MenuButtonWebApp(OPENS_APP, WebAppInfo(app_url))
        await _tell(bot.set_chat_menu_button, menu_button=opens)
    else:
        stands = await _tell(bot.get_chat_menu_button)
        if isinstance(stands, MenuButtonWebApp) and stands.text == OPENS_APP:
            await _tell(bot.set_chat_menu_button, menu_button=MenuButtonDefault())


async def _tell(method: Callable[Given, Awaitable[Said]], *given: Given.args, **named: Given.kwargs) -> Said | None:
    backoff, name = Backoff(FIRST_MENU_PAUSE, LONGEST_MENU_PAUSE), method.__name__
    while True:
        try:
            return await method(*given, **named)
        except BadRequest as error:
            log.error("Telegram refuses what it was told of the bot", method=name, error=error.message)
            return None
        except TelegramError as error:
            wait = max(backoff.next(), seconds_asked(error))
            log.info("telling Telegram of the bot waits", method=name, error=type(error).__name__, pause=wait)
            await asyncio.sleep(wait)


def commands_of(chat: Chat, language: str) -> list[tuple[str, str]]:
    """What the menu of one chat offers in a language that was chosen there."""
    return _listed(texts_in(language), IN_GROUPS if chat.is_group else IN_PRIVATE)


def _listed(texts: Texts, commands: tuple[Command, ...]) -> list[tuple[str, str]]:
    return [(command.value, texts.plain(f"command.{command.value}")) for command in commands]


# Registers the webhook at Telegram, checks it, and registers it again if something has changed it.

CHECK_EVERY = 60.0
CHECK_SOON = 5.0
"""Seconds until the first check: a wrong URL shows only at the first update that is pushed."""
GOOD_FOR = 150.0
"""Seconds for which a check shows that updates arrive: two checks may fail in a row."""
FIRST_WEBHOOK_PAUSE, LONGEST_WEBHOOK_PAUSE = 0.5, 30.0
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
        confirming: Sequence[float] = receive.PAUSES,
        wanted: Sequence[str] = ALLOWED_UPDATES,
    ) -> None:
        self._wanted = wanted
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
        backoff = Backoff(FIRST_WEBHOOK_PAUSE, LONGEST_WEBHOOK_PAUSE)
        while True:
            trouble = await self._trouble()
            if trouble is None:
                wait = CHECK_SOON if self._is_new else CHECK_EVERY
                self._is_new = False
                backoff.reset()
            else:
                wait = max(backoff.next(), seconds_asked(trouble))
                log.warning("the webhook is not as it should be", error=str(trouble), pause=wait)
            await asyncio.sleep(wait)

    async def _trouble(self) -> TelegramError | None:
        """Register if necessary and query the state; returns what is wrong with it."""
        try:
            if not self._holds:
                await self._register()
            await self._ask()
        except TelegramError as error:
            if isinstance(error, InvalidToken) and await receive.is_refused(self._bot, self._confirming):
                raise
            return error
        return None if self._holds else TelegramError("somebody else has changed it")

    async def _register(self) -> None:
        await self._bot.set_webhook(
            self._url,
            secret_token=self._secret,
            allowed_updates=self._wanted,
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
        is_ours = info.url == self._url and set(info.allowed_updates) == set(self._wanted)
        self._holds = is_ours and not turned_away
        if self._holds:
            self._confirmed_at = self._asked_at


def _failed_at(info: WebhookInfo) -> float:
    """When the last delivery failed, in seconds since 1970, or 0."""
    return info.last_error_date.timestamp() if info.last_error_date else 0.0
