"""Fetching updates: a batch is confirmed, by fetching the next, only when all of it is committed."""

import asyncio
from collections import defaultdict

import structlog
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from bot.app.messages import Incoming, chat_of
from bot.app.stopping import Stopping
from bot.app.worker import Worker
from bot.telegram.api import Api
from bot.telegram.refusals import seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES, Json, incoming_of

log = structlog.get_logger()
LONG_POLL = 25
BATCH = 100
TIME_TO_FINISH = 1.5
"""Seconds for what is in hand once we are told to stop; what is not done by then is not confirmed and comes again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0


class Receiver:
    """Long polling, until told to stop."""

    def __init__(self, api: Api, bot_id: int, worker: Worker, stopping: Stopping) -> None:
        self._api = api
        self._bot_id = bot_id
        self._worker = worker
        self._stopping = stopping
        self._offset = 0

    async def serve(self) -> None:
        """Receive until told to stop. Raises InvalidToken if Telegram takes the token no more."""
        pause = FIRST_PAUSE
        while not self._stopping.told:
            try:
                updates = await self._stopping.unless(self._fetch(LONG_POLL))
            except InvalidToken:
                raise
            except TelegramError as error:
                await self._rest(error, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            if updates:
                done = await self._stopping.unless(self._carry_out(updates), grace=TIME_TO_FINISH)
                self._offset = updates[-1]["update_id"] + 1 if done else self._offset
        await self._confirm()

    async def _rest(self, error: TelegramError, pause: float) -> None:
        pause = max(pause, seconds_asked(error))
        why = "another program fetches this bot's updates" if isinstance(error, Conflict) else type(error).__name__
        log.warning("no updates for now", why=why, error=str(error), pause=pause)
        await self._stopping.unless(asyncio.sleep(pause))

    async def _fetch(self, wait: int, limit: int = BATCH) -> list[Json]:
        """The next updates, as Telegram wrote them. Asking confirms all before the offset."""
        asked = {"offset": self._offset, "timeout": wait, "limit": limit, "allowed_updates": ALLOWED_UPDATES}
        updates = await self._api.call("getUpdates", wait=wait + 10, **asked)
        if not isinstance(updates, list) or not all(_has_an_id(update) for update in updates):
            raise NetworkError("getUpdates was answered with something else")
        return updates

    async def _confirm(self) -> None:
        """Tell Telegram what is done, so that it does not come again."""
        if self._offset:
            try:
                await asyncio.wait_for(self._fetch(0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")

    async def _carry_out(self, updates: list[Json]) -> bool:
        """Chats side by side, each in the order in which Telegram delivered; True once all is done."""
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
        return True

    async def _in_order(self, lane: list[Incoming]) -> None:
        for incoming in lane:
            await self._worker.run(incoming)


def _has_an_id(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int
