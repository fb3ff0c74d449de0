"""The first calls of the Bot API: who we are, repeated until Telegram answers."""

import asyncio

import structlog
from telegram import Bot
from telegram.error import InvalidToken

from bot.telegram import token

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
    pause = FIRST_PAUSE
    while True:
        try:
            async with asyncio.timeout(TIME_TO_INTRODUCE):
                await bot.initialize()
                if polls:
                    await bot.delete_webhook()
        except Exception as error:
            if isinstance(error, InvalidToken) and await token.is_refused(bot, AT_ONCE):
                raise
            reason = f"{type(error).__name__}: {error}"
            log.warning("Telegram cannot be reached, trying again", BOT_API_URL=url, error=reason, pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return True
