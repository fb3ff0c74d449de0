"""A real store beside a plain account of what it was told."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.app.messages import Chat
from bot.app.ports import Place, Preferences, Work
from bot.app.table import Table
from bot.storage.sqlite import SqliteStore
from tests.bot.storage_model import Account
from tests.bot.stores import BOT, is_new, open_table, preferences, screen
from tests.bot.strategies import tables

CHATS = (Chat(5), Chat(-7), Chat(-7, thread=3))
IDS = sorted({chat.id for chat in CHATS})
TABLES = ("0" * 16, "1" * 16, "2" * 16)
SLOTS = ("menu", "board")
PEOPLE = (1, 2)
CHAT, TABLE, SLOT, PERSON = (
    st.sampled_from(CHATS),
    st.sampled_from(TABLES),
    st.sampled_from(SLOTS),
    st.sampled_from(PEOPLE),
)
MESSAGE = st.integers(1, 2**31)
PREFERENCES = st.builds(
    Preferences, st.none() | st.text(), st.none() | st.text(), st.text(), st.booleans(), st.booleans()
)


class OnFile(RuleBasedStateMachine):
    """Every rule tells both; then both must hold the same."""

    def __init__(self) -> None:
        super().__init__()
        self.account = Account()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.saved = 0
        self.open()

    def open(self) -> None:
        self.store = SqliteStore(Path(self.folder.name) / "bot.db", BOT)
        self.runner.run(self.store.open())
        self.store._writer.execute("PRAGMA synchronous = OFF")  # nobody pulls the plug here

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    def run(self, job: Callable[[Work], Awaitable[Any]]) -> Any:
        return self.runner.run(self.store.run(job))

    def write(self, call: Callable[[Work], None]) -> None:
        async def job(work: Work) -> None:
            call(work)

        self.run(job)

    @rule(update=st.integers(1, 5))
    def an_update_comes(self, update: int) -> None:
        assert self.run(lambda work: is_new(work, update)) == (update not in self.account.updates)
        self.account.updates.add(update)

    @rule(chat=CHAT, preferences=PREFERENCES)
    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        self.write(lambda work: work.prefer(chat, preferences))
        self.account.chats[chat.id] = preferences

    @rule(table_id=TABLE, table=tables(chats=CHAT, most=3))
    def save(self, table_id: str, table: Table) -> None:
        self.saved += 1
        known = self.account.tables.get(table_id, replace(table, opened_at=float(self.saved)))
        table = replace(table, id=table_id, chat=known.chat, opened_at=known.opened_at)
        self.write(lambda work: work.save(table))
        self.account.save(table)

    @rule(table=TABLE, person=PERSON, draft=st.text("0123456789", max_size=4))
    def keep_draft(self, table: str, person: int, draft: str) -> None:
        self.write(lambda work: work.keep_draft(table, person, draft))
        self.account.keep_draft(table, person, draft)

    @rule(chat=CHAT, slot=SLOT, text=st.text(), place=st.sampled_from(Place))
    def show(self, chat: Chat, slot: str, text: str, place: Place) -> None:
        self.write(lambda work: work.show(chat, slot, screen(text), place))
        self.account.show(chat, slot, screen(text), place)

    @rule(chat=CHAT, message=MESSAGE)
    def strip(self, chat: Chat, message: int) -> None:
        self.write(lambda work: work.strip(chat, message))
        self.account.retire(chat, message, wholly=False)

    @rule(chat=CHAT, slot=SLOT)
    def count_below(self, chat: Chat, slot: str) -> None:
        self.write(lambda work: work.count_below(chat, slot))
        self.account.count_below(chat.id, slot)

    @precondition(lambda self: self.account.letters)
    @rule(data=st.data(), message=st.none() | MESSAGE, retire=st.none() | MESSAGE)
    def deliver(self, data: st.DataObject, message: int | None, retire: int | None) -> None:
        first = data.draw(st.sampled_from(self.account.letters))
        letters = [letter for letter in self.account.letters if letter.chat == first.chat and letter.id >= first.id]
        self.runner.run(self.store.outbox.delivered(letters, message, retire))
        self.account.delivered(letters, message, retire)

    @precondition(lambda self: self.account.letters)
    @rule(data=st.data())
    def refuse(self, data: st.DataObject) -> None:
        letters = [data.draw(st.sampled_from(self.account.letters))]
        self.runner.run(self.store.outbox.refused(letters, "why"))
        self.account.refused(letters)
        kept = self.store._reader.execute("SELECT count(*) FROM failed_messages")
        assert list(kept) == [(self.account.failed_messages,)]

    @rule(chat=CHAT)
    def forget_messages(self, chat: Chat) -> None:
        self.write(lambda work: work.forget_messages(chat))
        self.account.forget_messages(chat.id)

    @rule(chat=CHAT)
    def unreachable(self, chat: Chat) -> None:
        self.runner.run(self.store.outbox.unreachable(chat.id))
        self.account.unreachable(chat.id)

    @rule(chat=CHAT, table=tables(chats=CHAT, most=1))
    def break_off(self, chat: Chat, table: Table) -> None:
        async def job(work: Work) -> None:
            work.save(replace(table, id=TABLES[0]))
            work.show(chat, SLOTS[0], screen("never seen"), Place.HERE)
            work.forget_messages(chat)
            raise ZeroDivisionError

        try:
            self.run(job)
        except ZeroDivisionError:
            return
        raise AssertionError("a job that raises is heard of")

    @rule()
    def open_again(self) -> None:
        self.runner.run(self.store.close())
        self.open()

    @invariant()
    def both_hold_the_same(self) -> None:
        account = self.account
        assert self.run(self._known) == (
            [account.chats.get(chat, Preferences()) for chat in IDS],
            [account.open_table(chat) for chat in IDS],
            [account.tables.get(table) for table in TABLES],
            [account.drafts.get((table, person), "") for table in TABLES for person in PEOPLE],
            [account.shown(chat, slot) for chat in IDS for slot in SLOTS],
        )

    async def _known(self, work: Work) -> tuple[list[Any], ...]:
        chats = [Chat(chat) for chat in IDS]
        return (
            [await preferences(work, chat) for chat in chats],
            [await open_table(work, chat) for chat in chats],
            [await work.table(table) for table in TABLES],
            [await work.draft(table, person) for table in TABLES for person in PEOPLE],
            [await work.shown(chat, slot) for chat in chats for slot in SLOTS],
        )

    @invariant()
    def the_same_letters_wait(self) -> None:
        outbox = self.store.outbox
        waiting = {letter.chat.id for letter in self.account.letters}
        assert sorted(self.runner.run(outbox.waiting())) == sorted(waiting)
        for chat in IDS:
            assert self.runner.run(outbox.pending(chat)) == self.account.pending(chat)


TestOnFile = OnFile.TestCase
TestOnFile.settings = settings(max_examples=25, stateful_step_count=50)
