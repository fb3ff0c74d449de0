"""Whether Telegram takes the token no more.

A single refusal does not say so: a 401 or 404 can come from a proxy, or from a Bot API server that is being restarted.
"""

import asyncio
from collections.abc import Sequence

from telegram.error import InvalidToken, TelegramError

from bot.telegram.api import Api

PAUSES = (0.5, 2.0, 5.0)
"""Seconds before each question."""


async def is_refused(api: Api, pauses: Sequence[float] = PAUSES) -> bool:
    """Whether getMe, asked after each of these pauses, refuses the token every time."""
    for pause in pauses:
        await asyncio.sleep(pause)
        try:
            await api.call("getMe")
        except InvalidToken:
            continue
        except TelegramError:
            return False  # who refused it cannot be known
        else:
            return False
    return True
