"""Frequent calls of the Bot API as plain JSON; for all others there is python-telegram-bot's `Bot`.

Turning a sent message into objects costs four times what sending it does, and we need one number of it.
"""

import time
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import orjson
from telegram.error import TelegramError
from telegram.request import BaseRequest

from bot.metrics.instruments import TELEGRAM_CALL_SECONDS, TELEGRAM_REFUSALS
from bot.telegram.refusals import kind_of
from bot.telegram.request import AiohttpRequest, Body, File, WrittenRequest, form


class Api:
    """Calls methods by Telegram's names. `root`: the URL before the method's name."""

    def __init__(self, root: str, http: AiohttpRequest) -> None:
        self._root = root
        self._http = http

    async def call(self, method: str, *, wait: float | None = None, **parameters: Any) -> Any:
        """The `result` of Telegram's answer.

        `wait`: the timeout in seconds, if not the usual one. Raises TelegramError.
        """
        with measured_call(method):
            return await self._post(method, orjson.dumps(parameters), wait)

    async def upload(self, method: str, files: Mapping[str, File], **parameters: Any) -> Any:
        """The `result` of Telegram's answer to a call with files. Raises TelegramError."""
        fields = {
            name: value if isinstance(value, str) else orjson.dumps(value).decode()
            for name, value in parameters.items()
        }
        with measured_call(method):
            return await self._post(method, form(fields, files), None)

    def _post(self, method: str, body: Body, wait: float | None) -> Awaitable[Any]:
        read_timeout = BaseRequest.DEFAULT_NONE if wait is None else wait
        return WrittenRequest(self._http, body).post(f"{self._root}/{method}", read_timeout=read_timeout)


@contextmanager
def measured_call(method: str) -> Iterator[None]:
    """Time the call, and count it if it fails."""
    began = time.perf_counter()
    try:
        yield
    except TelegramError as error:
        TELEGRAM_REFUSALS.labels(method, kind_of(error)).inc()
        raise
    finally:
        TELEGRAM_CALL_SECONDS.labels(method).observe(time.perf_counter() - began)
