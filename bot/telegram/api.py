"""The Bot API through `telegram.Bot`, its answers as Telegram wrote them.

Turning a sent message into objects costs eight times what sending it does, and of all that we need one number.
"""

import warnings
from typing import Any

from telegram import Bot
from telegram.error import EndPointNotFound, InvalidToken
from telegram.warnings import PTBUserWarning

warnings.filterwarnings("ignore", message=r"Please use 'Bot\.", category=PTBUserWarning)


class Api:
    """Calls by the names that Telegram gives them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def call(self, method: str, *, wait: float | None = None, **parameters: Any) -> Any:
        """What Telegram answers. `wait`: seconds it may take, where it may take long. Raises TelegramError."""
        timeout = {} if wait is None else {"read_timeout": wait}
        try:
            return await self._bot.do_api_request(method, api_kwargs=parameters, **timeout)  # type: ignore[arg-type]
        except EndPointNotFound:
            # python-telegram-bot says so for every 401 and 404; we only call what exists
            raise InvalidToken(f"Telegram refuses the token ({method})") from None
