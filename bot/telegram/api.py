"""The Bot API as plain JSON: parameters and answers as Telegram writes them, refusals as python-telegram-bot's errors.

Turning a sent message into objects costs eight times what sending it does, and we need one number of it.
"""

import json
from collections.abc import Mapping
from typing import Any

from bot.telegram.refusals import refusal
from bot.telegram.request import AiohttpRequest, File


class Api:
    """Calls methods by Telegram's names. `root`: the URL before the method's name."""

    def __init__(self, root: str, http: AiohttpRequest) -> None:
        self._root = root
        self._http = http

    async def call(self, method: str, *, wait: float | None = None, **parameters: Any) -> Any:
        """The `result` of Telegram's answer.

        `wait`: the timeout in seconds, if not the usual one. Raises TelegramError.
        """
        body = json.dumps(parameters).encode()
        return _result(*await self._http.post_json(f"{self._root}/{method}", body, wait))

    async def upload(self, method: str, files: Mapping[str, File], **parameters: Any) -> Any:
        """The `result` of Telegram's answer to a call with files. Raises TelegramError."""
        fields = {name: value if isinstance(value, str) else json.dumps(value) for name, value in parameters.items()}
        return _result(*await self._http.post_form(f"{self._root}/{method}", fields, files))


def _result(status: int, answer: bytes) -> Any:
    try:
        data = json.loads(answer)
        return data["result"]
    except (ValueError, KeyError, TypeError):
        raise refusal(status, answer) from None
