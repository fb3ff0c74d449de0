"""The queue of updates, which are delivered until they are confirmed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from sandbox.clock import Clock
from sandbox.refusal import conflict

Arrival = Callable[["Update", bool], None]
Lane = tuple[Literal["chat", "person", "raw"], int]

_DAY = 24 * 3600.0
_LIFE = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
_UNASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_OUSTED = "terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


@dataclass(slots=True)
class Update:
    """An update and its state."""

    id: int
    kind: str
    body: dict[str, Any]
    lane: Lane
    made: float
    delivered: int = 0
    confirmed: bool = False
    expired: bool = False

    def as_json(self) -> dict[str, Any]:
        """The update as the bot gets it."""
        return {"update_id": self.id} | self.body


@dataclass(slots=True)
class _Again:
    update: Update
    handed_out: bool = False


class Updates:
    """All updates of this run, and which of them are not confirmed."""

    def __init__(self, clock: Clock) -> None:
        self.every: dict[int, Update] = {}
        self.allowed: list[str] = []
        self.webhook_is_set = False
        self.on_arrival: Arrival = lambda _update, _again: None
        self.idle = asyncio.Event()
        self.idle.set()
        self._clock = clock
        self._pending: dict[int, Update] = {}
        self._again: list[_Again] = []
        self.waiting: asyncio.Future[None] | None = None  # the poll that waits for updates

    @property
    def last_id(self) -> int:
        """The highest update id given out."""
        return next(reversed(self.every), 0)

    def pending(self) -> list[Update]:
        """Updates that are not confirmed, the oldest first."""
        return [update for update in list(self._pending.values()) if self.still_waits(update)]

    def repeated(self) -> list[Update]:
        """Updates to be delivered once more, each as often as it occurs."""
        return [again.update for again in self._again]

    def unconfirmed(self) -> int:
        """The number of unconfirmed deliveries, repeated ones included."""
        return len(self.pending()) + len(self._again)

    def add(self, kind: str, content: dict[str, Any], lane: Lane) -> None:
        """Add an update, unless the bot did not ask for this kind."""
        if kind in (self.allowed or (kind,)) and (self.allowed or kind not in _UNASKED):
            self._put(Update(self.last_id + 1, kind, {kind: content}, lane, self._clock.now()))

    def add_raw(self, body: dict[str, Any]) -> int:
        """Add an update exactly as given; returns its id, by default the next one."""
        number = int(body.get("update_id", self.last_id + 1))
        rest = {key: value for key, value in body.items() if key != "update_id"}
        is_out_of_order = number < self.last_id
        self._put(Update(number, next(iter(rest), ""), rest, ("raw", number), self._clock.now()))
        if is_out_of_order:
            self.every = dict(sorted(self.every.items()))
            self._pending = dict(sorted(self._pending.items()))
        return number

    def deliver_again(self, number: int, times: int) -> None:
        """Deliver an update, even a confirmed one, so many more times."""
        update = self.every[number]
        for _ in range(times):
            self._again.append(_Again(update))
            self._arrived(update, again=True)

    async def fetch(self, offset: int, limit: int, timeout: float) -> list[Update]:  # noqa: ASYNC109 -- Telegram's word
        """The next updates; waits if there are none. A later call ends this one."""
        self._oust()
        if self.webhook_is_set:
            raise conflict(_WEBHOOK)
        self._confirm(offset)
        batch = self._batch(offset, limit)
        if not batch and timeout > 0:
            await self._arrival(timeout)
            batch = self._batch(offset, limit)
        for update in batch:
            update.delivered += 1
        return batch

    def confirm(self, update: Update, *, again: bool = False) -> None:
        """Confirm the update; `again`: a repeated delivery of it."""
        repeated = next((copy for copy in self._again if copy.update is update), None)
        if again and repeated:
            self._again.remove(repeated)
        update.confirmed = True
        self._pending.pop(update.id, None)
        self._note()

    def drop_pending(self) -> None:
        """Drop all pending updates."""
        self._pending.clear()
        self._again.clear()
        self._note()

    def _put(self, update: Update) -> None:
        self.every[update.id] = update
        self._pending[update.id] = update
        self._arrived(update, again=False)

    def _arrived(self, update: Update, *, again: bool) -> None:
        self._note()
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(None)
        self.on_arrival(update, again)

    async def _arrival(self, seconds: float) -> None:
        """Wait for an update. The future exists before the first check, so that no update is missed."""
        poller: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting = poller
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(poller, seconds)
        finally:
            if self.waiting is poller:
                self.waiting = None

    def _oust(self) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(conflict(_OUSTED))

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            kept = list(self._pending)[offset:]
            offset = kept[0] if kept else 0
        for number in self._below(offset):
            self.confirm(self._pending[number])
        self._again = [again for again in self._again if not (again.handed_out and again.update.id < offset)]
        self._note()

    def _below(self, offset: int) -> list[int]:
        below = []
        for number in self._pending:
            if number >= offset:
                break
            below.append(number)
        return below

    def _batch(self, offset: int, limit: int) -> list[Update]:
        batch = {again.update.id: again.update for again in self._handed_out(limit)}
        dead = []
        for update in self._pending.values():
            if len(batch) >= limit:
                break
            if self._has_expired(update):
                dead.append(update)
            elif update.id >= offset:
                batch.setdefault(update.id, update)
        for update in dead:
            self.still_waits(update)
        return [batch[number] for number in sorted(batch)]

    def _handed_out(self, limit: int) -> list[_Again]:
        """Repeated deliveries for an answer, at most one of each update, as Telegram does.

        An unconfirmed update is repeated only when nothing older waits: a higher id would confirm older ones unread.
        """
        chosen: dict[int, _Again] = {}
        for again in self._again:
            number = again.update.id
            if len(chosen) < limit and number not in chosen and number not in self._pending:
                chosen[number] = again
                again.handed_out = True
        return list(chosen.values())

    def _has_expired(self, update: Update) -> bool:
        return self._clock.now() - update.made > _LIFE.get(update.kind, _DAY)

    def still_waits(self, update: Update) -> bool:
        """Whether it is to be delivered; an expired update is dropped here."""
        if self._has_expired(update):
            update.expired = True
            self._pending.pop(update.id, None)
            self._note()
        return update.id in self._pending

    def stop(self) -> None:
        """End a waiting poll without updates."""
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(None)

    def _note(self) -> None:
        if self._pending or self._again:
            self.idle.clear()
        else:
            self.idle.set()
