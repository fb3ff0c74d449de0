"""The outbox empties here: in order for each chat, at least once, within Telegram's limits."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import structlog
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.app.messages import Chat, Inline
from bot.app.outbox import NO_SLOT, Letter, MarkLetter, Outbox, RetireLetter, ScreenLetter
from bot.app.patience import until_stored
from bot.app.ports import Place, StorageDown
from bot.telegram.calls import Calls
from bot.telegram.limits import Limits
from bot.telegram.refusals import is_unreachable, reason_of, seconds_asked

log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
LOOK = 1.0
"""Seconds between looks at what is ours to send."""
SURE = 2.5
"""Seconds after such a look in which nobody else can have taken what is ours: a little less than what `living` says."""


@dataclass(slots=True)
class Lane:
    """A chat to which we send. It has a task of its own while something waits for it, so none holds up another."""

    task: asyncio.Task[None] | None = None
    woken: bool = False
    rested: bool = False
    """Nothing has waited since the last look."""


class Dispatcher:
    """Sends what waits for the chats that are ours."""

    def __init__(self, calls: Calls, outbox: Outbox, limits: Limits) -> None:
        self._calls = calls
        self._outbox = outbox
        self._limits = limits
        self._lanes: dict[int, Lane] = {}
        self._sure_until = 0.0
        self._call = asyncio.Event()
        self._closed = False

    async def serve(self) -> None:
        """Look after what is ours, until cancelled."""
        while True:
            self._call.clear()
            try:
                await self._look()
            except StorageDown as error:
                log.warning("what is ours to send is not known", error=str(error))
            try:
                await asyncio.wait_for(self._call.wait(), LOOK)
            except TimeoutError:
                continue

    def wake(self, chats: Mapping[int, float]) -> None:
        """Something waits for these chats, which are ours; each with the seconds until its allowance is whole."""
        for chat_id, debt in chats.items():
            lane = self._lanes.get(chat_id)
            if lane is None:
                lane = self._lanes[chat_id] = Lane()
                self._limits.take_on(chat_id, debt)
            self._start(chat_id, lane)

    def call(self, chats: Iterable[int]) -> None:
        """Another replica has put letters for these chats, which it thinks are ours."""
        for chat_id in chats:
            lane = self._lanes.get(chat_id)
            if lane is not None:
                self._start(chat_id, lane)
        self._call.set()

    async def drain(self, seconds: float) -> None:
        """Send on for at most so long, then stop; what is left waits in the database."""
        if tasks := self._tasks():
            await asyncio.wait(tasks, timeout=seconds)
        self._closed = True
        tasks = self._tasks()  # others have begun meanwhile
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await asyncio.wait_for(self._outbox.leave(), seconds)
        except (StorageDown, TimeoutError):
            log.info("others will find by themselves that we have gone")

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [lane.task for lane in self._lanes.values() if lane.task is not None]

    async def _look(self) -> None:
        """Say that we live, let go of chats for which nothing has come, take those to which nobody sends.

        Where we have been unsure, others may have taken what was ours: then we let go of all and begin anew.
        """
        began, known = time.monotonic(), set(self._lanes)
        is_sure = began < self._sure_until
        lost = set() if is_sure else known
        if not is_sure:
            await self._outbox.leave()
        idle = {chat: self._limits.debt(chat) for chat, lane in self._lanes.items() if lane.rested and chat not in lost}
        kept = await self._outbox.keep(idle, sends=len(self._lanes) > len(lost))
        if is_sure and time.monotonic() > self._sure_until:
            self._call.set()  # we said too late that we live: look again at once, knowing that
            return
        self._sure_until = began + SURE
        for chat_id in (known - kept.held) | kept.released:
            lane = self._lanes[chat_id]
            if chat_id not in kept.held or lane.rested:
                del self._lanes[chat_id]
                self._limits.let_go(chat_id)
        self.wake(kept.taken)
        for chat_id, lane in self._lanes.items():
            lane.rested = lane.task is None
            if lane.woken:
                self._start(chat_id, lane)

    def _start(self, chat_id: int, lane: Lane) -> None:
        lane.woken, lane.rested = True, False
        if lane.task is None and not self._closed:
            lane.task = asyncio.create_task(self._serve(chat_id, lane))
            lane.task.add_done_callback(lambda task: self._left(chat_id, lane, task))

    def _left(self, chat_id: int, lane: Lane, task: asyncio.Task[None]) -> None:
        lane.task = None
        if task.cancelled() and not self._closed:
            log.error("sending was broken off, and goes on", chat=chat_id)
            lane.woken = True
        if lane.woken and self._is_ours(chat_id, lane):
            self._start(chat_id, lane)

    def _is_ours(self, chat_id: int, lane: Lane) -> bool:
        """Whether nobody else can be sending to the chat."""
        return self._lanes.get(chat_id) is lane and time.monotonic() < self._sure_until

    async def _serve(self, chat_id: int, lane: Lane) -> None:
        pause = FIRST_PAUSE
        while lane.woken and self._is_ours(chat_id, lane):
            lane.woken = False
            try:
                while await self._send_next(chat_id, lane):
                    pause = FIRST_PAUSE
            except (TelegramError, StorageDown) as error:
                lane.woken = True
                wait = seconds_asked(error) or pause
                log.warning("sending waits", chat=chat_id, error=type(error).__name__, pause=wait)
                await asyncio.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Exception:
                log.exception("sending failed", chat=chat_id)
                lane.woken = True
                await asyncio.sleep(LONGEST_PAUSE)

    async def _send_next(self, chat_id: int, lane: Lane) -> bool:
        """Send one thing to the chat; False if nothing more waits, or if it is no longer sure to be ours."""
        letters = await self._outbox.pending(chat_id)
        await self._paint(letters)
        if letters and await self._limits.turn(chat_id):
            letters = await self._outbox.pending(chat_id)  # something newer may have come while we waited
        if not letters:
            return False
        if not self._is_ours(chat_id, lane):
            lane.woken = True
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
                log.error("message refused", chat=chat_id, error=reason_of(error))
                reason = error.message
                await until_stored(lambda: self._outbox.refused(batch, reason))
            else:
                raise
        return len(letters) > len(batch)

    async def _paint(self, letters: list[Letter]) -> None:
        """Have the picture of what is sent next ready: once the chat is surely ours, nothing should take a while."""
        if letters and isinstance(newest := _of_one_slot(letters)[-1], ScreenLetter):
            await self._calls.painted(newest.screen)

    async def _send(self, batch: list[Letter]) -> None:
        newest = batch[-1]
        if isinstance(newest, MarkLetter):
            await self._calls.mark(newest.to, newest.message, newest.sign)
            await self._delivered(batch)
        elif isinstance(newest, RetireLetter):
            await (self._calls.retire if newest.wholly else self._calls.strip)(newest.to, newest.message)
            await self._delivered(batch)
        elif isinstance(newest.to, Inline):
            await self._calls.edit_inline(newest.to, newest.screen)
            await self._delivered(batch)
        else:
            await self._show(batch, newest, newest.to)

    async def _show(self, batch: list[Letter], newest: ScreenLetter, chat: Chat) -> None:
        current = None if _wants_bottom(batch) or newest.screen.picture is not None else newest.current
        if current is not None and await self._calls.edit(chat, current, newest.screen):
            await self._delivered(batch)
            return
        message = await self._calls.send(chat, newest.screen)
        await self._delivered(batch, message, await self._still_to_retire(chat, newest.current))

    async def _delivered(self, batch: list[Letter], message: int | None = None, retire: int | None = None) -> None:
        """Note what has been sent, as long as it takes: to forget it would be to send it again."""
        await until_stored(lambda: self._outbox.delivered(batch, message, retire))

    async def _still_to_retire(self, chat: Chat, message: int | None) -> int | None:
        """Retire the slot's former message, if it has one; its id if that has to wait."""
        if message is None:
            return None
        try:
            await self._calls.retire(chat, message)
        except TelegramError as error:
            log.info("old screen stays for now", chat=chat.id, error=type(error).__name__)
            return message
        return None


def _of_one_slot(letters: list[Letter]) -> list[Letter]:
    """The first letter, with all later ones for the same slot: only the newest of them need be seen."""
    first = letters[0]
    if not isinstance(first, ScreenLetter) or first.slot == NO_SLOT:
        return [first]
    return [letter for letter in letters if isinstance(letter, ScreenLetter) and letter.slot == first.slot]


def _wants_bottom(batch: list[Letter]) -> bool:
    return any(isinstance(letter, ScreenLetter) and letter.place is Place.BOTTOM for letter in batch)
