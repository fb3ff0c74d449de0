"""Whether the token is refused for good.

A single refusal does not say so: a 401 or 404 can come from a proxy, or from a Bot API server that is restarting.
"""

import asyncio
from collections.abc import Sequence

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

PAUSES = (0.5, 2.0, 5.0)
"""Seconds before each getMe."""


async def is_refused(bot: Bot, pauses: Sequence[float] = PAUSES) -> bool:
    """Whether getMe refuses the token every time, called after each of these pauses."""
    for pause in pauses:
        await asyncio.sleep(pause)
        try:
            await bot.get_me()
        except InvalidToken:
            continue
        except TelegramError:
            return False  # the source of the refusal is not known
        else:
            return False
    return True
