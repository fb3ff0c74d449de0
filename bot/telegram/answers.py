"""Sends answers to presses and inline queries directly after the commit, not through the outbox."""

import asyncio
from typing import Any

import structlog
from telegram.constants import CallbackQueryLimit
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.app.ports import Answer
from bot.app.screens.duels.inline import Cards
from bot.app.supervision import tell_of
from bot.telegram.api import Api
from bot.telegram.inline import as_results
from bot.telegram.refusals import reason_of

log = structlog.get_logger()
LONGEST = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds between attempts. A press can be answered for about 15 seconds, an inline query for 30."""
HEAD_START = 2.0
"""Seconds that an answer has, be it tried again, before the waiting for it is ended."""


class Answers:
    """Answers callback queries and inline queries in the background; repeats what fails, and never raises."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()

    def put(self, query: str, answer: Answer) -> None:
        """Answer a press in the background."""
        parameters: dict[str, Any] = {"text": answer.text[:LONGEST], "show_alert": answer.alert} if answer.text else {}
        if answer.url:
            parameters["url"] = answer.url
        self._begin("answerCallbackQuery", {"callback_query_id": query, **parameters})

    def end_wait(self, query: str) -> None:
        """End the waiting after a press that was carried out before, unless it is answered soon.

        Whoever carried it out, be it another replica, may be about to answer. Telegram takes the first answer alone: an
        empty one that overtook theirs would lead the player nowhere.
        """
        task = asyncio.create_task(self._end_wait(query), name="end of a wait")
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    def offer(self, query: str, cards: Cards) -> None:
        """Answer an inline query in the background. Telegram must not cache it: the next answer may differ."""
        parameters = {"inline_query_id": query, "cache_time": 0, "is_personal": True, **as_results(cards)}
        self._begin("answerInlineQuery", parameters)

    async def drain(self, seconds: float) -> None:
        """Wait until all answers have been sent, for at most so many seconds; waits are ended no more."""
        for end in list(self._ends):
            end.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in list(self._tasks):
            task.cancel()

    async def _end_wait(self, query: str) -> None:
        await asyncio.sleep(HEAD_START)
        self.put(query, Answer())

    def _begin(self, method: str, parameters: dict[str, Any]) -> None:
        task = asyncio.create_task(self._send(method, parameters), name=method)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(tell_of)

    async def _send(self, method: str, parameters: dict[str, Any]) -> None:
        for pause in PAUSES:
            try:
                await self._api.call(method, **parameters)
            except (BadRequest, Forbidden) as error:
                log.debug("answer refused", method=method, error=reason_of(error))
                return  # too late or answered already: the screen shows the result as well
            except TelegramError as error:
                log.info("answer waits", error=type(error).__name__, pause=pause)
                await asyncio.sleep(pause)
            else:
                return
