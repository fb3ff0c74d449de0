"""Fetching updates: a batch is confirmed, by fetching the next, only when all of it is committed."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any

import structlog
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.app.messages import Incoming, chat_of
from bot.app.worker import Worker
from bot.telegram.api import Api
from bot.telegram.translate import ALLOWED_UPDATES, incoming_of

log = structlog.get_logger()
LONG_POLL = 25
BATCH = 100
TIME_TO_FINISH = 1.5
"""Seconds for what is in hand once we are told to stop; what is not done by then is not confirmed and comes again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0


class Receiver:
    """Long polling."""

    def __init__(self, api: Api, bot_id: int, worker: Worker) -> None:
        self._api = api
        self._bot_id = bot_id
        self._worker = worker
        self._offset = 0
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Fetch no more; what is in hand is finished."""
        self._stopping.set()

    async def serve(self) -> None:
        """Receive until stopped. Raises InvalidToken if Telegram takes the token no more."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                updates = await self._unless_stopping(self._fetch(LONG_POLL))
            except InvalidToken:
                raise
            except TelegramError as error:
                await self._rest(error, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            if updates and await self._finished(self._carry_out(updates)):
                self._offset = updates[-1]["update_id"] + 1
        await self._confirm()

    async def _rest(self, error: TelegramError, pause: float) -> None:
        if isinstance(error, RetryAfter):
            asked = error.retry_after
            pause = max(pause, float(asked if isinstance(asked, int) else asked.total_seconds()))
        why = "another program fetches this bot's updates" if isinstance(error, Conflict) else type(error).__name__
        log.warning("no updates for now", why=why, error=str(error), pause=pause)
        await self._unless_stopping(asyncio.sleep(pause))

    async def _fetch(self, wait: int, limit: int = BATCH) -> list[dict[str, Any]]:
        """The next updates, as Telegram wrote them. Asking confirms all before the offset."""
        asked = {"offset": self._offset, "timeout": wait, "limit": limit, "allowed_updates": ALLOWED_UPDATES}
        return list(await self._api.call("getUpdates", wait=wait + 10, **asked))

    async def _unless_stopping(self, doing: Any) -> Any:
        """What `doing` returns, or None as soon as we are told to stop."""
        task = asyncio.ensure_future(doing)
        stop = asyncio.ensure_future(self._stopping.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if task.done():
            return task.result()
        task.cancel()
        return None

    async def _finished(self, doing: Coroutine[Any, Any, None]) -> bool:
        """Whether it came to its end. Told to stop we wait a little, but not for a storage that stays down."""
        task = asyncio.ensure_future(doing)
        stop = asyncio.ensure_future(self._stopping.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        finished, _ = await asyncio.wait({task}, timeout=TIME_TO_FINISH)
        task.cancel()
        return task in finished

    async def _confirm(self) -> None:
        """Tell Telegram what is done, so that it does not come again."""
        if self._offset:
            try:
                await asyncio.wait_for(self._fetch(0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")

    async def _carry_out(self, updates: list[dict[str, Any]]) -> None:
        """Chats side by side, each in the order in which Telegram delivered."""
        lanes: defaultdict[int | None, list[Incoming]] = defaultdict(list)
        for raw in updates:
            try:
                incoming = incoming_of(raw, self._bot_id)
            except Exception as error:  # noqa: BLE001  nothing that comes in may stop the intake
                await self._worker.keep_unreadable(raw["update_id"], error)
                continue
            chat = chat_of(incoming)
            lanes[None if chat is None else chat.id].append(incoming)
        await asyncio.gather(*(self._in_order(lane) for lane in lanes.values()))

    async def _in_order(self, lane: list[Incoming]) -> None:
        for incoming in lane:
            await self._worker.run(incoming)
