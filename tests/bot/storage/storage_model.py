"""A plain account of what a store is told: dictionaries and a list, no database."""

from dataclasses import dataclass, field, replace

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Shown
from bot.app.outbox import AT_ONCE, MOST_STRIPS, OutboxItem, RetireItem, ScreenItem, Urgency
from bot.app.screen import Place, Screen
from bot.app.work import GONE, Job
from bot.game.model import Phase

TICK = 0.01
"""What clocks may differ by."""


@dataclass
class Account:
    """What the store should hold. Outbox items carry the numbers that the store gives them: 1, 2, 3 …"""

    updates: set[int] = field(default_factory=set)
    chats: dict[int, Preferences] = field(default_factory=dict)
    tables: dict[str, Alone] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    jobs: list[tuple[float, Job]] = field(default_factory=list)
    planned: int = 0
    kept: dict[str, str] = field(default_factory=dict)
    drafts: dict[tuple[str, int], str] = field(default_factory=dict)
    slots: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """By chat and slot: the message, how many came after it, and the item that made it."""
    items: list[OutboxItem] = field(default_factory=list)
    since: dict[int, int] = field(default_factory=dict)
    """By item: the first for its slot, in whose place it stands."""
    bottom: dict[int, int] = field(default_factory=dict)
    """By item: the last of its slot, up to itself, that was to be the newest message."""
    stripped: set[tuple[int, int]] = field(default_factory=set)
    failed_messages: int = 0
    numbered: int = 0

    def save(self, game: Alone) -> None:
        self.tables[game.id] = game
        self.revisions[game.id] = self.revisions.get(game.id, 0) + 1
        if game.game.phase is Phase.OVER:
            self.drafts = {key: draft for key, draft in self.drafts.items() if key[0] != game.id}

    def plan(self, due: float, job: Job) -> None:
        self.planned += 1
        self.jobs.append((due, replace(job, id=self.planned)))

    def due_job(self, now: float) -> Job | None:
        due = sorted((at, job.id, job) for at, job in self.jobs if at <= now)
        return due[0][-1] if due else None

    def drop_job(self, job: Job) -> None:
        self.jobs = [(due, kept) for due, kept in self.jobs if kept != job]

    def keep_draft(self, table: str, person: int, draft: str) -> None:
        self.drafts[table, person] = draft

    def show(self, chat: Chat, slot: str, screen: Screen, place: Place) -> None:
        self.numbered += 1
        older = [one for one in self.items if is_for(one, chat.id, slot)]
        self.items.append(ScreenItem(self.numbered, chat, slot, screen, place, None))
        self.since[self.numbered] = min([self.numbered, *(self.since[one.id] for one in older)])
        bottom = max([0, *(self.bottom[one.id] for one in older)])
        self.bottom[self.numbered] = self.numbered if place is Place.BOTTOM else bottom
        self._drop(older)

    def retire(self, chat: Chat, message: int, *, urgency: Urgency = Urgency.NEWS) -> None:
        """Once, as long as it waits: where it was to be done wholly, so it is not only stripped."""
        wholly = urgency is not Urgency.TIDYING
        waiting = [(one.to.id, one.message, one.wholly) for one in self.items if isinstance(one, RetireItem)]
        if (chat.id, message, wholly) not in waiting:
            self.numbered += 1
            self.items.append(RetireItem(self.numbered, chat, message, wholly, urgency))
            self.since[self.numbered] = self.numbered

    def strip(self, chat: Chat, message: int) -> None:
        strips = sum(one.to.id == chat.id and one.urgency is Urgency.TIDYING for one in self.items)
        if (chat.id, message) not in self.stripped and strips < MOST_STRIPS:
            self.stripped.add((chat.id, message))
            self.retire(chat, message, urgency=Urgency.TIDYING)

    def note_delivered(self, items: list[OutboxItem], message: int | None, retire: int | None) -> None:
        self._drop(items)
        first = items[0]
        if message is not None and isinstance(first, ScreenItem):
            self._take_place(first, message, max(item.id for item in items))
        if retire is not None:
            assert isinstance(first.to, Chat)
            self.retire(first.to, retire)

    def _take_place(self, item: ScreenItem, message: int, newest: int) -> None:
        """The lower of two messages that were sent for one item is the screen; the other goes."""
        assert isinstance(item.to, Chat)
        known, _ = self.slots.get((item.to.id, item.slot), (None, 0))
        if known is None or known <= message:
            self.slots[item.to.id, item.slot] = message, newest
        if known not in (None, message, item.current):
            self.retire(item.to, min(known, message))

    def note_refused(self, items: list[OutboxItem]) -> None:
        self._drop(items)
        self.failed_messages += len(items)

    def _drop(self, items: list[OutboxItem]) -> None:
        done = {item.id for item in items}
        self.items = [item for item in self.items if item.id not in done]

    def forget_messages(self, chat: int) -> None:
        self.items = [item for item in self.items if item.to.id != chat]

    def note_unreachable(self, chat: int) -> None:
        """Whoever plays with that person is to hear of it, once, and now: later than any other job here is due."""
        if chat > 0 and self.chats.get(chat, Preferences()).reachable:
            self.plan(float("inf"), Job(GONE, str(chat), 0))
        self.forget_messages(chat)
        if chat in self.chats:
            self.chats[chat] = replace(self.chats[chat], reachable=False)

    def open_table(self, chat: int) -> Alone | None:
        there = [game for game in self.tables.values() if game.chat.id == chat and game.game.phase is Phase.PLAYING]
        return max(there, key=lambda game: game.opened_at, default=None)

    def shown(self, chat: int, slot: str) -> Shown:
        message, _ = self.slots.get((chat, slot), (None, 0))
        waits = any(is_for(item, chat, slot) for item in self.items)
        return Shown(message, pending=waits)

    def pending(self, chat: int) -> list[OutboxItem]:
        there = [self.as_of_now(item) for item in self.items if item.to.id == chat]
        return sorted(there, key=lambda one: (one.urgency is Urgency.TIDYING, self.since[one.id]))[:AT_ONCE]

    def as_of_now(self, item: OutboxItem) -> OutboxItem:
        """The item with the message that shows its slot now."""
        if not isinstance(item, ScreenItem):
            return item
        message, made_by = self.slots.get((item.to.id, item.slot), (None, 0))
        to_bottom = item.place is not Place.BOTTOM and self.bottom[item.id] > made_by
        return replace(item, current=message, to_bottom=to_bottom)

    @property
    def waiting(self) -> set[int]:
        """The chats for which items wait."""
        return {item.to.id for item in self.items}


def is_for(item: OutboxItem, chat: int, slot: str) -> bool:
    return isinstance(item, ScreenItem) and (item.to.id, item.slot) == (chat, slot)


@dataclass
class Holders:
    """Which replica sends to which chat, by their names, and which of them live."""

    holders: dict[int, str] = field(default_factory=dict)
    debts: dict[int, float] = field(default_factory=dict)
    """The seconds that a chat's allowance needed when it was let go of."""
    living: set[str] = field(default_factory=set)

    def claim(self, name: str, chats: set[int]) -> set[int]:
        """The chats among these to which the replica is to send."""
        if chats:
            self.living.add(name)
        for chat in chats:
            if self.holders.get(chat) not in self.living:
                self.holders[chat] = name
        return self.of(name) & chats

    def release(self, name: str, idle: dict[int, float], waiting: set[int]) -> set[int]:
        released = (self.of(name) & idle.keys()) - waiting
        for chat in released:
            del self.holders[chat]
            self.debts[chat] = idle[chat]
        return released

    def take(self, name: str, waiting: set[int], *, sends: bool) -> set[int]:
        if sends:
            self.living.add(name)
        self.claim(name, {chat for chat in waiting if self.holders.get(chat) not in self.living})
        return self.of(name) & waiting

    def leave(self, name: str) -> None:
        for chat in self.of(name):
            del self.holders[chat]

    def of(self, name: str) -> set[int]:
        return {chat for chat, holder in self.holders.items() if holder == name}


@dataclass
class Grants:
    """What was granted: the seconds of each grant, and when it came to be of use, at the earliest and at the latest."""

    granted: list[tuple[float, float, float]] = field(default_factory=list)

    def assert_within(self, burst: float) -> None:
        """From any grant to the last, no more than the time between them and the burst."""
        total, latest = 0.0, self.granted[-1][2]
        for seconds, earliest, _ in reversed(self.granted):
            total += seconds
            assert total <= latest - earliest + burst + TICK
