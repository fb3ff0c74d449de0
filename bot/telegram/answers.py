"""Answers to presses, and cards for inline questions: straight after the commit, past the queue."""

import asyncio
from typing import Any

import structlog
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.app.ports import Answer
from bot.app.screens.duels.inline import Cards
from bot.app.supervision import tell_of
from bot.telegram.api import Api
from bot.telegram.inline import as_results
from bot.telegram.refusals import reason_of

log = structlog.get_logger()
LONGEST = 200
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)
"""A press waits about 15 seconds for its answer; after these there is no use. An inline question waits 30."""


class Answers:
    """Tells those who pressed what came of it, and those who asked what they may send."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, query: str, answer: Answer) -> None:
        """Answer a press, soon."""
        told: dict[str, Any] = {"text": answer.text[:LONGEST], "show_alert": answer.alert} if answer.text else {}
        if answer.url:
            told["url"] = answer.url
        self._begin("answerCallbackQuery", {"callback_query_id": query, **told})

    def offer(self, query: str, cards: Cards) -> None:
        """Answer an inline question, soon. The next one may be answered otherwise, and anybody else's."""
        told = {"inline_query_id": query, "cache_time": 0, "is_personal": True, **as_results(cards)}
        self._begin("answerInlineQuery", told)

    async def drain(self, seconds: float) -> None:
        """Let what is under way arrive."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in list(self._tasks):
            task.cancel()

    def _begin(self, method: str, told: dict[str, Any]) -> None:
        task = asyncio.create_task(self._send(method, told), name=method)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(tell_of)

    async def _send(self, method: str, told: dict[str, Any]) -> None:
        for pause in PAUSES:
            try:
                await self._api.call(method, **told)
            except (BadRequest, Forbidden) as error:
                log.debug("answer refused", method=method, error=reason_of(error))
                return  # too late, or answered before: the screen has told it all
            except TelegramError as error:
                log.info("answer waits", error=type(error).__name__, pause=pause)
                await asyncio.sleep(pause)
            else:
                return
