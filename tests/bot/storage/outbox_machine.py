"""What the outboxes of stores are told at random: what is shown, delivered or refused, and which replica sends it."""

import time
from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from bot.app.messages import Chat
from bot.app.screen import Place
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at
from tests.bot.storage.machine import Machine
from tests.bot.storage.stores import screen

CHATS = (Chat(5), Chat(-7), Chat(-7, thread=3))
IDS = sorted({chat.id for chat in CHATS})
SLOTS = ("menu", "board")
CHAT, SLOT = st.sampled_from(CHATS), st.sampled_from(SLOTS)
MESSAGE = st.integers(1, 2**31)
REPLICA = st.integers(0, 1)
BURST = 0.2
"""Seconds of messages. In all steps less than ten are granted: further ahead only a clock that has jumped can be."""


class OutboxMachine(Machine):
    """Every rule tells both; then the same items must wait, and whoever holds a chat must have heard of them."""

    def assert_told(self, store: DatabaseStore, chats: set[int]) -> None:
        """Of these the replica has just heard, with what each one owes."""
        self.assert_owed(self.debts.pop(store._name, {}), self.holders.claim(store._name, chats))
        assert self.debts == {}

    def assert_owed(self, debts: Mapping[int, float], chats: set[int]) -> None:
        assert debts.keys() == chats
        for chat, debt in debts.items():
            assert debt <= self.holders.debts.get(chat, 0) + 0.01

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
        self.account.note_refused(items)
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
        before = time.time()
        wait = self.runner.run(self.store(replica).outbox.grant(seconds, BURST))
        assert wait <= seconds + sum(granted for granted, _, _ in self.grants.granted)
        self.grants.granted.append((seconds, before + max(0, wait), time.time() + max(0, wait)))
        self.grants.assert_within(BURST)

    @invariant()
    def the_same_items_wait(self) -> None:
        for chat in IDS:
            assert self.runner.run(self.store().outbox.pending(chat)) == self.account.pending(chat)
