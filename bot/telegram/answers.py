"""Answers to presses: straight after the commit, past the queue."""

import asyncio
from typing import Any

import structlog
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError

from bot.app.ports import Answer
from bot.telegram.api import Api

log = structlog.get_logger()
LONGEST = 200
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)
"""A press waits about 15 seconds for its answer; after these there is no use."""


class Answers:
    """Tells those who pressed what came of it."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, query: str, answer: Answer) -> None:
        """Answer a press, soon."""
        task = asyncio.create_task(self._send(query, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self, seconds: float) -> None:
        """Let what is under way arrive."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in list(self._tasks):
            task.cancel()

    async def _send(self, query: str, answer: Answer) -> None:
        told: dict[str, Any] = {"text": answer.text[:LONGEST], "show_alert": answer.alert} if answer.text else {}
        if answer.url:
            told["url"] = answer.url
        for pause in PAUSES:
            try:
                await self._api.call("answerCallbackQuery", callback_query_id=query, **told)
            except (BadRequest, Forbidden, InvalidToken):
                return  # too late, or answered before: the screen has told it all
            except TelegramError as error:
                log.info("answer waits", error=type(error).__name__, pause=pause)
                await asyncio.sleep(pause)
            else:
                return
