"""Real stores, of either kind, driven at random, beside a plain account of what they were told: no database."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Shown
from bot.app.outbox import AT_ONCE, MOST_STRIPS, OutboxItem, RetireItem, ScreenItem, Urgency
from bot.app.registry import KINDS
from bot.app.screen import Place, Screen
from bot.app.work import GONE, Job, StaleGame, Work
from bot.game.model import Phase
from bot.storage.sqlite import path_in
from bot.storage.store import DatabaseStore, store_at
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import BOT, is_new, open_table, preferences, screen, write
from tests.bot.strategies import tables
from tests.distribution import examples

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

    def show(self, chat: Chat, slot: str, screen: Screen, place: Place) -> None:
        self.numbered += 1
        older = [one for one in self.items if is_for(one, chat.id, slot)]
        self.items.append(ScreenItem(self.numbered, chat, slot, screen, place, None))
        self.since[self.numbered] = min([self.numbered, *(self.since[one.id] for one in older)])
        bottom = max([0, *(self.bottom[one.id] for one in older)])
        self.bottom[self.numbered] = self.numbered if place is Place.BOTTOM else bottom
        self.drop(older)

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
        shown = [slot for (where, slot), (known, _) in self.slots.items() if (where, known) == (chat.id, message)]
        changes = any(slot.startswith("game:") or self.shown(chat.id, slot).pending for slot in shown)
        if not changes and (chat.id, message) not in self.stripped and strips < MOST_STRIPS:
            self.stripped.add((chat.id, message))
            self.retire(chat, message, urgency=Urgency.TIDYING)

    def note_delivered(self, items: list[OutboxItem], message: int | None, retire: int | None) -> None:
        self.drop(items)
        first = items[0]
        assert isinstance(first.to, Chat)
        if message is not None and isinstance(first, ScreenItem):
            known, _ = self.slots.get((first.to.id, first.slot), (None, 0))
            if known is None or known <= message:
                self.slots[first.to.id, first.slot] = message, max(item.id for item in items)
            if known not in (None, message, first.current):  # the lower of two that were sent for one item stays
                self.retire(first.to, min(known, message))
        if retire is not None:
            self.retire(first.to, retire)

    def drop(self, items: list[OutboxItem]) -> None:
        done = {item.id for item in items}
        self.items = [item for item in self.items if item.id not in done]

    def forget_messages(self, chat: int) -> None:
        self.drop([item for item in self.items if item.to.id == chat])

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
        return Shown(message, pending=any(is_for(item, chat, slot) for item in self.items))

    def pending(self, chat: int) -> list[OutboxItem]:
        there = [self.as_of_now(item) for item in self.items if item.to.id == chat]
        return sorted(there, key=lambda one: (one.urgency is Urgency.TIDYING, self.since[one.id]))[:AT_ONCE]

    def as_of_now(self, item: OutboxItem) -> OutboxItem:
        if not isinstance(item, ScreenItem):
            return item
        message, made_by = self.slots.get((item.to.id, item.slot), (None, 0))
        to_bottom = item.place is not Place.BOTTOM and self.bottom[item.id] > made_by
        return replace(item, current=message, to_bottom=to_bottom)

    @property
    def waiting(self) -> set[int]:
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


CHATS = (Chat(5), Chat(-7), Chat(-7, thread=3))
IDS = sorted({chat.id for chat in CHATS})
SLOTS = ("menu", "game:1")
CHAT, SLOT = st.sampled_from(CHATS), st.sampled_from(SLOTS)
MESSAGE = st.integers(1, 2**31)
REPLICA = st.integers(0, 1)
BURST = 0.2
"""Seconds of messages. In all steps less than ten are granted: further ahead only a clock that has jumped can be."""
TABLES = ("0" * 16, "1" * 16, "2" * 16)
PEOPLE = (1, 2)
TABLE, PERSON = st.sampled_from(TABLES), st.sampled_from(PEOPLE)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
"""As they come in: already cleaned of what no database takes."""
PREFERENCES = st.builds(Preferences, st.none() | WORDS, st.none() | WORDS, WORDS, st.booleans(), st.booleans())
DUE = st.floats(0, 100)
STEPS = 50
EVERY_TABLE = """
TRUNCATE seen_updates, chats, games, drafts, slots, outbox, failed_updates, failed_messages, jobs, kept, replicas,
leases, stripped RESTART IDENTITY;
UPDATE budget SET free_at = 0;
"""


async def emptied(place: str) -> None:
    """Begin anew: another file, or nothing in any table of the server's database."""
    file = path_in(place)
    if file is not None:
        for path in file.parent.glob(f"{file.name}*"):
            path.unlink()
    await (store := store_at(place, BOT, KINDS)).open()
    await store.close()
    if file is None:
        await change_at(place, EVERY_TABLE)


class Machine(RuleBasedStateMachine):
    """What the outboxes of stores are told: the same items must wait, and whoever holds a chat must have heard of them.

    On a server two replicas take turns.
    """

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place
        self.account, self.holders = Account(), Holders()
        self.grants = list[tuple[float, float]]()
        """The seconds of each grant, and when it came to be of use at the earliest."""
        self.debts: dict[str, dict[int, float]] = {}
        self.saved = 0
        self.runner = asyncio.Runner()
        self.runner.run(emptied(place))
        self.stores = [self.opened() for _ in range(1 if path_in(place) else 2)]

    def opened(self) -> DatabaseStore:
        store = store_at(self.place, BOT, KINDS)
        self.runner.run(store.open())
        store.signals.on_items = partial(self.hear, store._name)
        return store

    def hear(self, name: str, debts: Mapping[int, float]) -> None:
        self.debts.setdefault(name, {}).update(debts)

    def teardown(self) -> None:
        for store in self.stores:
            self.runner.run(store.close())
        self.runner.close()

    def store(self, replica: int = 0) -> DatabaseStore:
        return self.stores[replica % len(self.stores)]

    def run(self, job: Callable[[Work], Awaitable[Any]], replica: int = 0) -> Any:
        return self.runner.run(self.store(replica).run(job))

    def write(self, call: Callable[[Work], None], replica: int = 0) -> None:
        self.runner.run(write(self.store(replica), call))

    def change(self, statement: str) -> None:
        writer: Any = self.stores[0]._database.writer
        self.runner.run(writer.script(statement))

    def let_nobody_die(self) -> None:
        """Whatever time this takes: who has not been killed lives."""
        self.change("UPDATE replicas SET seen_at = (SELECT now FROM clock) WHERE seen_at > 0")

    def assert_told(self, store: DatabaseStore, chats: set[int]) -> None:
        """Of these the replica has just heard, with what each one owes."""
        self.assert_owed(self.debts.pop(store._name, {}), self.holders.claim(store._name, chats))
        assert self.debts == {}

    def assert_owed(self, debts: Mapping[int, float], chats: set[int]) -> None:
        assert debts.keys() == chats
        assert all(debt <= self.holders.debts.get(chat, 0) + TICK for chat, debt in debts.items())

    @rule(chat=CHAT, slot=SLOT, text=st.text(), place=st.sampled_from(Place), replica=REPLICA)
    def show(self, chat: Chat, slot: str, text: str, place: Place, replica: int) -> None:
        self.let_nobody_die()
        self.write(lambda work: work.show(chat, slot, screen(text), place), replica)
        self.account.show(chat, slot, screen(text), place)
        self.assert_told(self.store(replica), {chat.id})

    @rule(chat=CHAT, message=MESSAGE | st.integers(1, 4), replica=REPLICA)
    def strip(self, chat: Chat, message: int, replica: int) -> None:
        self.let_nobody_die()
        self.write(lambda work: work.strip(chat, message), replica)
        before = self.account.numbered
        self.account.strip(chat, message)
        self.assert_told(self.store(replica), {chat.id} if self.account.numbered > before else set())

    @precondition(lambda self: self.account.items)
    @rule(data=st.data(), message=st.none() | MESSAGE, retire=st.none() | MESSAGE, replica=REPLICA)
    def deliver(self, data: st.DataObject, message: int | None, retire: int | None, replica: int) -> None:
        first = self.account.as_of_now(data.draw(st.sampled_from(self.account.items)))
        items = [item for item in self.account.items if item.to == first.to and item.id >= first.id]
        self.let_nobody_die()
        self.runner.run(self.store(replica).outbox.note_delivered(items, message, retire))
        before = self.account.numbered
        self.account.note_delivered(items, message, retire)
        self.assert_told(self.store(replica), {first.to.id} if self.account.numbered > before else set())

    @precondition(lambda self: self.account.items)
    @rule(data=st.data())
    def refuse(self, data: st.DataObject) -> None:
        items = [data.draw(st.sampled_from(self.account.items))]
        for _ in range(2):  # twice, as after an answer that was lost
            self.runner.run(self.store().outbox.note_refused(items, "why"))
        self.account.drop(items)
        self.account.failed_messages += 1
        kept = self.runner.run(rows_at(self.place, "SELECT count(*) FROM failed_messages"))
        assert kept == [(self.account.failed_messages,)]

    @rule(chat=CHAT)
    def forget_messages(self, chat: Chat) -> None:
        self.write(lambda work: work.forget_messages(chat))
        self.account.forget_messages(chat.id)

    @rule(chat=CHAT)
    def unreachable(self, chat: Chat) -> None:
        self.runner.run(self.store().outbox.note_unreachable(chat.id))
        self.account.note_unreachable(chat.id)

    @rule(idle=st.dictionaries(st.sampled_from(IDS), st.floats(0, 10)), sends=st.booleans(), replica=REPLICA)
    def look_what_is_ours(self, idle: dict[int, float], replica: int, *, sends: bool) -> None:
        store, waiting = self.store(replica), self.account.waiting
        self.let_nobody_die()
        kept = self.runner.run(store.outbox.keep(idle, sends=sends))
        assert kept.released == self.holders.release(store._name, idle, waiting)
        self.assert_owed(kept.taken, self.holders.take(store._name, waiting, sends=sends))

    @rule(replica=REPLICA)
    def leave(self, replica: int) -> None:
        self.runner.run(self.store(replica).outbox.leave())
        self.holders.leave(self.store(replica)._name)

    @rule(replica=REPLICA)
    def die(self, replica: int) -> None:
        """Say nothing for long enough; the next sign of life ends it."""
        name = self.store(replica)._name
        self.change(f"UPDATE replicas SET seen_at = 0 WHERE name = '{name}'")
        self.change("UPDATE leases SET claimed_at = 0")
        self.holders.living.discard(name)

    @rule(seconds=st.floats(0.01, BURST), replica=REPLICA)
    def take_a_grant(self, seconds: float, replica: int) -> None:
        """From any grant to the last, no more than the time between them and the burst."""
        before = time.time()
        wait = self.runner.run(self.store(replica).outbox.grant(seconds, BURST))
        assert wait <= seconds + sum(granted for granted, _ in self.grants)
        self.grants.append((seconds, before + max(0, wait)))
        total, latest = 0.0, time.time() + max(0, wait)
        for granted, earliest in reversed(self.grants):
            total += granted
            assert total <= latest - earliest + BURST + TICK

    @invariant()
    def the_same_items_wait(self) -> None:
        for chat in IDS:
            assert self.runner.run(self.store().outbox.pending(chat)) == self.account.pending(chat)


class Contract(Machine):
    """The same for everything else; then both must hold the same."""

    @rule(update=st.integers(1, 5), replica=REPLICA)
    def an_update_comes(self, update: int, replica: int) -> None:
        assert self.run(lambda work: is_new(work, update), replica) == (update not in self.account.updates)
        self.account.updates.add(update)

    @rule(chat=CHAT, preferences=PREFERENCES)
    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        self.write(lambda work: work.prefer(chat, preferences))
        self.account.chats[chat.id] = preferences

    @rule(table_id=TABLE, game=tables(chats=CHAT, most=3), replica=REPLICA)
    def save(self, table_id: str, game: Alone, replica: int) -> None:
        self.saved += 1
        known = self.account.tables.get(table_id, replace(game, opened_at=float(self.saved)))
        revision = self.account.revisions.get(table_id, 0)
        game = replace(game, id=table_id, chat=known.chat, opened_at=known.opened_at, revision=revision)
        self.write(lambda work: work.games.save(game), replica)
        self.account.save(game)

    @precondition(lambda self: self.account.tables)
    @rule(data=st.data(), chat=CHAT, behind=st.integers(1, 3), replica=REPLICA)
    def save_what_was_read_too_early(self, data: st.DataObject, chat: Chat, behind: int, replica: int) -> None:
        table_id = data.draw(st.sampled_from(sorted(self.account.tables)))
        revision = self.account.revisions[table_id]
        old = replace(self.account.tables[table_id], suggestions=999, revision=max(0, revision - behind))

        def job(work: Work) -> None:
            work.prefer(chat, Preferences("never kept"))
            work.keep_draft(table_id, PEOPLE[0], "never kept")
            work.games.save(old)
            work.show(chat, SLOTS[0], screen("never seen"), Place.HERE)
            work.at(0, Job("never done", table_id, 0))

        with pytest.raises(StaleGame):
            self.write(job, replica)

    @rule(due=DUE, kind=st.sampled_from("ab"), table=TABLE, turn=st.integers(0, 9), replica=REPLICA)
    def plan(self, due: float, kind: str, table: str, turn: int, replica: int) -> None:
        self.write(lambda work: work.at(due, Job(kind, table, turn)), replica)
        self.account.plan(due, Job(kind, table, turn))

    @rule(now=DUE, done=st.booleans(), replica=REPLICA)
    def look_what_is_due(self, now: float, replica: int, *, done: bool) -> None:
        async def job(work: Work) -> Job | None:
            due = await work.due_job(now)
            if due is not None and done:
                work.drop_job(due)
            return due

        due = self.account.due_job(now)
        assert self.run(job, replica) == due
        if due is not None and done:
            self.account.jobs = [(at, job) for at, job in self.account.jobs if job != due]

    @rule(name=st.sampled_from("ab"), made_up=WORDS, replica=REPLICA)
    def keep_a_fact(self, name: str, made_up: str, replica: int) -> None:
        text = self.runner.run(self.store(replica).kept(name, made_up))
        assert text == self.account.kept.setdefault(name, made_up)

    @rule(table=TABLE, person=PERSON, draft=st.text("0123456789", max_size=4))
    def keep_draft(self, table: str, person: int, draft: str) -> None:
        self.write(lambda work: work.keep_draft(table, person, draft))
        self.account.drafts[table, person] = draft

    @rule(chat=CHAT, game=tables(chats=CHAT, most=1))
    def break_off(self, chat: Chat, game: Alone) -> None:
        def job(work: Work) -> None:
            work.games.save(replace(game, id=TABLES[0]))
            work.show(chat, SLOTS[0], screen("never seen"), Place.HERE)
            work.forget_messages(chat)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            self.write(job)

    @rule(replica=REPLICA)
    def open_again(self, replica: int) -> None:
        index = replica % len(self.stores)
        self.runner.run(self.stores[index].close())
        self.stores[index] = self.opened()
        if path_in(self.place):
            self.holders.holders.clear()
            self.holders.debts.clear()

    @invariant()
    def both_hold_the_same(self) -> None:
        account = self.account
        assert self.run(self._known) == [
            *(account.chats.get(chat, Preferences()) for chat in IDS),
            *(account.open_table(chat) for chat in IDS),
            *(account.tables.get(table) for table in TABLES),
            *(account.drafts.get((table, person), "") for table in TABLES for person in PEOPLE),
            *(account.shown(chat, slot) for chat in IDS for slot in SLOTS),
        ]

    async def _known(self, work: Work) -> list[Any]:
        chats = [Chat(chat) for chat in IDS]
        return await asyncio.gather(
            *(preferences(work, chat) for chat in chats),
            *(open_table(work, chat) for chat in chats),
            *(work.games.load(table, Alone) for table in TABLES),
            *(work.draft(table, person) for table in TABLES for person in PEOPLE),
            *(work.slot_state(chat, slot) for chat in chats for slot in SLOTS),
        )

    @invariant()
    def every_table_is_as_new_as_it_should_be(self) -> None:
        async def revisions(work: Work) -> dict[str, int]:
            games = [await work.games.load(name, Alone) for name in self.account.tables]
            return {game.id: game.revision for game in games if game}

        assert self.run(revisions) == self.account.revisions


def test_a_store_does_what_the_plain_account_says(place: str) -> None:
    if path_in(place) is None:  # nobody pulls the plug
        asyncio.run(change_at(place, f"ALTER DATABASE {place.rpartition('/')[2]} SET synchronous_commit = off"))

    class ContractThere(Contract):
        def __init__(self) -> None:
            super().__init__(place)

    run_state_machine_as_test(ContractThere, settings=settings(max_examples=examples(20), stateful_step_count=STEPS))
