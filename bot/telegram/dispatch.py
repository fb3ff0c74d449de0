"""The outbox empties here: in order for each chat, at least once, within Telegram's limits."""

import asyncio
from collections.abc import Iterable

import structlog
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.app.outbox import Letter, Outbox, ScreenLetter
from bot.app.patience import until_stored
from bot.app.ports import Place, StorageDown
from bot.telegram.calls import Calls
from bot.telegram.limits import Limits
from bot.telegram.refusals import is_unreachable, seconds_asked

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0


class Dispatcher:
    """Sends what waits. Each chat has a task of its own while something waits for it, so none holds up another."""

    def __init__(self, calls: Calls, outbox: Outbox, limits: Limits) -> None:
        self._calls = calls
        self._outbox = outbox
        self._limits = limits
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        self._closed = False

    async def start(self) -> None:
        """Take up what was left waiting."""
        self.wake(await self._outbox.waiting())

    def wake(self, chats: Iterable[int]) -> None:
        """Something waits for these chats."""
        for chat_id in chats:
            self._woken.add(chat_id)
            if chat_id not in self._tasks:
                task = self._tasks[chat_id] = asyncio.create_task(self._serve(chat_id))
                task.add_done_callback(lambda _task, chat_id=chat_id: self._left(chat_id))  # type: ignore[misc]

    async def drain(self, seconds: float) -> None:
        """Send on for at most so long, then stop; what is left waits in the database."""
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()), timeout=seconds)
        self._closed = True
        for task in list(self._tasks.values()):
            task.cancel()

    def _left(self, chat_id: int) -> None:
        del self._tasks[chat_id]
        if chat_id in self._woken and not self._closed:
            self.wake([chat_id])

    async def _serve(self, chat_id: int) -> None:
        pause = FIRST_PAUSE
        while chat_id in self._woken:
            self._woken.discard(chat_id)
            try:
                while await self._send_next(chat_id):
                    pause = FIRST_PAUSE
            except (TelegramError, StorageDown) as error:
                self._woken.add(chat_id)
                wait = seconds_asked(error) or pause
                log.warning("sending waits", chat=chat_id, error=type(error).__name__, pause=wait)
                await asyncio.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Exception:
                log.exception("sending failed", chat=chat_id)
                self._woken.add(chat_id)
                await asyncio.sleep(LONGEST_PAUSE)

    async def _send_next(self, chat_id: int) -> bool:
        """Send one thing to the chat; False if nothing waits."""
        letters = await self._outbox.pending(chat_id)
        if letters and await self._limits.turn(chat_id):
            letters = await self._outbox.pending(chat_id)  # something newer may have come while we waited
        if not letters:
            return False
        batch = _of_one_slot(letters)
        try:
            await self._send(batch)
        except ChatMigrated as moved:
            to = moved.new_chat_id
            await until_stored(lambda: self._outbox.renamed(chat_id, to))
        except TelegramError as error:
            if is_unreachable(error):
                log.info("chat is unreachable", chat=chat_id)
                await until_stored(lambda: self._outbox.unreachable(chat_id))
            elif isinstance(error, BadRequest):
                log.error("message refused", chat=chat_id, error=error.message)
                reason = error.message
                await until_stored(lambda: self._outbox.refused(batch, reason))
            else:
                raise
        return len(letters) > len(batch)

    async def _send(self, batch: list[Letter]) -> None:
        newest = batch[-1]
        if not isinstance(newest, ScreenLetter):
            await (self._calls.retire if newest.wholly else self._calls.strip)(newest.chat, newest.message)
            await self._delivered(batch)
            return
        current = None if _wants_bottom(batch) else newest.current
        if current is not None and await self._calls.edit(newest.chat, current, newest.screen):
            await self._delivered(batch)
            return
        message = await self._calls.send(newest.chat, newest.screen)
        await self._delivered(batch, message, await self._still_to_retire(newest))

    async def _delivered(self, batch: list[Letter], message: int | None = None, retire: int | None = None) -> None:
        """Note what has been sent, as long as it takes: to forget it would be to send it again."""
        await until_stored(lambda: self._outbox.delivered(batch, message, retire))

    async def _still_to_retire(self, letter: ScreenLetter) -> int | None:
        """Retire the slot's former message; its id if that has to wait."""
        if letter.current is None:
            return None
        try:
            await self._calls.retire(letter.chat, letter.current)
        except TelegramError as error:
            log.info("old screen stays for now", chat=letter.chat.id, error=type(error).__name__)
            return letter.current
        return None


def _of_one_slot(letters: list[Letter]) -> list[Letter]:
    """The first letter, with all later ones for the same slot: only the newest of them need be seen."""
    first = letters[0]
    if not isinstance(first, ScreenLetter):
        return [first]
    return [letter for letter in letters if isinstance(letter, ScreenLetter) and letter.slot == first.slot]


def _wants_bottom(batch: list[Letter]) -> bool:
    return any(isinstance(letter, ScreenLetter) and letter.place is Place.BOTTOM for letter in batch)
