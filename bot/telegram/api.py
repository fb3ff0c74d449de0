"""The Bot API as it is: parameters and answers in Telegram's own JSON, refusals as python-telegram-bot's errors.

Turning a sent message into objects costs eight times what sending it does, and of all that we need one number.
"""

import json
from typing import Any

from bot.telegram.refusals import refusal
from bot.telegram.request import AiohttpRequest


class Api:
    """Calls by the names that Telegram gives them. `root` is what stands before the method's name."""

    def __init__(self, root: str, http: AiohttpRequest) -> None:
        self._root = root
        self._http = http

    async def call(self, method: str, *, wait: float | None = None, **parameters: Any) -> Any:
        """What Telegram answers. `wait`: seconds it may take, where it may take long. Raises TelegramError."""
        body = json.dumps(parameters).encode()
        status, answer = await self._http.post_json(f"{self._root}/{method}", body, wait)
        try:
            told = json.loads(answer)
            return told["result"]
        except (ValueError, KeyError, TypeError):
            raise refusal(status, answer) from None
