"""Sends the outbox: in order for each chat, at least once, within Telegram's limits."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from telegram.error import TelegramError

from bot.app.delivery import Outbox
from bot.app.outbox import Kept, OutboxItem, UnreadableItem, Urgency
from bot.app.supervision import Backoff, every
from bot.app.work import StorageDown
from bot.metrics import UPDATE_ANSWER_SECONDS
from bot.telegram.api import seconds_asked
from bot.telegram.limits import Limits
from bot.telegram.sending import Calls, Sender, of_one_slot
from bot.traces import trace_of

# A chat to which this replica sends.


@dataclass(slots=True)
class Lane:
    """A chat to which this replica sends. While items wait it has a task, so that no chat holds up another."""

    task: asyncio.Task[None] | None = None
    woken: bool = False
    rests: int = 0
    """For so many renewals nothing has waited."""
    calls: int = 0
    """How often it was signalled that items wait. Tells whether something new has come meanwhile."""
    called: asyncio.Future[None] | None = None
    """Done at the next signal, where the task waits for one."""
    taken_at: float | None = None
    """When the update was taken whose answer waits, by time.perf_counter."""
    waits_since: float | None = None
    """Since when something waits, by time.monotonic; None: nothing does."""
    failures: int = 0
    """How many times in a row an unexpected exception kept the next item from being sent."""

    def call(self) -> None:
        """Signal that items wait, perhaps new ones."""
        self.woken, self.rests = True, 0
        if self.waits_since is None:
            self.waits_since = time.monotonic()
        self.calls += 1
        if self.called is not None and not self.called.done():
            self.called.set_result(None)

    def note_sent(self) -> None:
        """Something has been sent: if it answers an update, that has its answer."""
        if self.taken_at is not None:
            UPDATE_ANSWER_SECONDS.observe(time.perf_counter() - self.taken_at)
            self.taken_at = None
        self.waits_since = time.monotonic()

    def note_empty(self) -> None:
        """Nothing waits."""
        self.taken_at = self.waits_since = None

    async def either(self, turn: asyncio.Future[bool], calls: int) -> None:
        """Wait until `turn` is done or there have been more than `calls` signals."""
        if self.calls == calls:
            self.called = asyncio.get_running_loop().create_future()
            either: set[asyncio.Future[Any]] = {turn, self.called}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)


log = structlog.get_logger()
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
LOOK = 1.0
"""Seconds between renewals of this replica's leases."""
SURE = 2.5
"""Seconds after a renewal in which no other replica can take our chats: a little less than in the view `living`."""
MOST_FAILURES = 3
"""After so many unexpected failures in a row a chat's next item is kept as failed."""


class Dispatcher:
    """Sends the items of all chats whose leases this replica holds.

    `rests`: for so many renewals nothing must have waited for a chat before its lease is released.
    """

    def __init__(self, calls: Calls, outbox: Outbox, limits: Limits, rests: int = 1) -> None:
        self._sender = Sender(calls, outbox)
        self._outbox = outbox
        self._limits = limits
        self._rests = rests
        self._lanes: dict[int, Lane] = {}
        self._releasing: set[int] = set()
        self._sure_until = 0.0
        self._call = asyncio.Event()
        self._closed = False
        self.taken_at: Callable[[int], float | None] = lambda _chat: None
        """When the update of a chat was taken that is being carried out, by time.perf_counter."""

    @property
    def oldest(self) -> float:
        """For how many seconds the item has waited that is sent next in its chat, at most; 0: nothing waits."""
        now, waiting = time.monotonic(), [lane.waits_since for lane in self._lanes.values()]
        return max((now - since for since in waiting if since is not None), default=0.0)

    async def serve(self) -> None:
        """Renew the leases every second and start sending for new ones, until cancelled."""
        await every(LOOK, self._look_if_stored, self._call)

    def sends_to(self, chat_id: int) -> bool:
        """Whether the chat's lease is surely ours, and is not being released."""
        return chat_id in self._lanes and chat_id not in self._releasing and time.monotonic() < self._sure_until

    def wake(self, chats: Mapping[int, float | None]) -> None:
        """Items wait for these chats, whose leases are ours.

        By chat: the seconds until its rate limit is whole; None if the lease was ours before.
        """
        for chat_id, debt in chats.items():
            lane = self._lanes.get(chat_id)
            if lane is None:
                if debt is None:
                    self._call.set()  # the lease was lost meanwhile: look who has it
                    continue
                lane = self._lanes[chat_id] = Lane()
                self._limits.take_on(chat_id, debt)
            lane.taken_at = lane.taken_at or self.taken_at(chat_id)
            self._start(chat_id, lane)

    def call(self, chats: Iterable[int]) -> None:
        """Another replica has put items for these chats and believes that we hold their leases."""
        for chat_id in chats:
            lane = self._lanes.get(chat_id)
            if lane is not None:
                self._start(chat_id, lane)
        self._call.set()

    async def drain(self, seconds: float) -> None:
        """Go on sending for at most so many seconds, then release all leases. What is left stays in the outbox."""
        if tasks := self._tasks():
            await asyncio.wait(tasks, timeout=seconds)
        self._closed = True
        tasks = self._tasks()  # others may have started meanwhile
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await asyncio.wait_for(self._outbox.leave(), seconds)
        except (StorageDown, TimeoutError):
            log.info("others will find by themselves that we have gone")

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [lane.task for lane in self._lanes.values() if lane.task is not None]

    async def _look_if_stored(self) -> None:
        try:
            await self._look()
        except StorageDown as error:
            log.warning("what is ours to send is not known", error=str(error))

    async def _look(self) -> None:
        """Renew this replica's sign of life, release idle chats, and take chats that have items and no sender.

        If the last renewal is too old, others may have taken our chats: release all and begin anew.
        """
        began, known = time.monotonic(), set(self._lanes)
        is_sure = began < self._sure_until
        lost = set() if is_sure else known
        if not is_sure:
            await self._outbox.leave()
        resting = {chat for chat, lane in self._lanes.items() if self._may_go(lane)} - lost
        # From here on the lease counts from `began`: the database may have renewed it at any time after that.
        kept = await self._renewed(resting, sends=len(self._lanes) > len(lost))
        if is_sure and time.monotonic() > self._sure_until:
            # The renewal itself took too long: another replica may have counted us as dead meanwhile.
            self._call.set()  # renew again at once, now as unsure
            return
        self._sure_until = began + SURE
        for chat_id in (known - kept.held) | kept.released:
            lane = self._lanes[chat_id]
            if chat_id not in kept.held or self._may_go(lane):
                del self._lanes[chat_id]
                self._limits.let_go(chat_id)
        self.wake(kept.taken)
        for chat_id, lane in self._lanes.items():
            lane.rests = lane.rests + 1 if lane.task is None else 0
            if lane.woken:
                self._start(chat_id, lane)

    async def _renewed(self, resting: set[int], *, sends: bool) -> Kept:
        """Renew our leases, but for those of the resting chats, which are released."""
        self._releasing = resting
        try:
            return await self._outbox.keep({chat: self._limits.debt(chat) for chat in resting}, sends=sends)
        finally:
            self._releasing = set()

    def _may_go(self, lane: Lane) -> bool:
        return lane.rests >= self._rests

    def _start(self, chat_id: int, lane: Lane) -> None:
        lane.call()
        if lane.task is None and not self._closed:
            lane.task = asyncio.create_task(self._serve(chat_id, lane))
            lane.task.add_done_callback(lambda task: self._left(chat_id, lane, task))

    def _left(self, chat_id: int, lane: Lane, task: asyncio.Task[None]) -> None:
        lane.task = None
        if not lane.woken:
            lane.note_empty()
        if task.cancelled() and not self._closed:
            log.error("sending was broken off, and goes on", chat=chat_id)
            lane.woken = True
        if lane.woken and self._is_ours(chat_id, lane):
            self._start(chat_id, lane)

    def _is_ours(self, chat_id: int, lane: Lane) -> bool:
        """Whether no other replica can be sending to the chat."""
        return self._lanes.get(chat_id) is lane and time.monotonic() < self._sure_until

    async def _serve(self, chat_id: int, lane: Lane) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while lane.woken and self._is_ours(chat_id, lane):
            lane.woken = False
            try:
                while await self._send_next(chat_id, lane):
                    backoff.reset()
            except (TelegramError, StorageDown) as error:
                lane.woken = True
                pause = backoff.next()
                wait = seconds_asked(error) or pause
                log.warning("sending waits", chat=chat_id, error=type(error).__name__, pause=wait)
                await asyncio.sleep(wait)
            except Exception:
                log.exception("sending failed", chat=chat_id)
                lane.woken = True
                await asyncio.sleep(LONGEST_PAUSE)

    async def _send_next(self, chat_id: int, lane: Lane) -> bool:
        """Send one item to the chat; False if none is left, or if the lease may be lost."""
        items = await self._in_turn(chat_id, lane)
        if not items:
            return False
        # Waiting for the rate limit, or painting, may have taken longer than the lease is sure.
        if not self._is_ours(chat_id, lane):
            lane.woken = True
            return False
        batch = of_one_slot(items)
        try:
            await self._sender.send(batch, scarce=self._limits.is_scarce(chat_id))
        except (TelegramError, StorageDown):
            raise
        except Exception as error:
            lane.failures += 1
            if lane.failures < MOST_FAILURES:
                raise
            log.exception("a message cannot be sent and is kept", chat=chat_id)
            await self._sender.give_up(batch, trace_of(error))
        lane.failures = 0
        lane.note_sent()
        return len(items) > len(batch)

    async def _in_turn(self, chat_id: int, lane: Lane) -> list[OutboxItem]:
        """The chat's items, once the rate limit lets the most urgent of them be sent.

        Items that come while this waits may be more urgent, or replace the one that was to be sent, so they are read
        again.
        """
        calls = lane.calls
        items = await self._outbox.pending(chat_id)
        await self._sender.prepare(items)
        if not items or isinstance(items[0], UnreadableItem):
            return items
        urgency = _urgency_of(items)
        if self._limits.take_at_once(chat_id, urgency):
            return items
        turn = asyncio.ensure_future(self._limits.turn(chat_id, urgency))
        try:
            while items and not turn.done():
                await lane.either(turn, calls)
                calls = lane.calls
                items = await self._outbox.pending(chat_id)
                if items and not turn.done() and _urgency_of(items) < urgency:
                    turn.cancel()
                    urgency = _urgency_of(items)
                    turn = asyncio.ensure_future(self._limits.turn(chat_id, urgency))
            if turn.done():
                turn.result()
        finally:
            turn.cancel()
        return items


def _urgency_of(items: list[OutboxItem]) -> Urgency:
    return min(item.urgency for item in items)
