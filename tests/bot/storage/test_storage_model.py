"""Real stores, of either kind, beside a plain account of what they were told."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.screen import Place
from bot.app.work import Job, StaleGame, Work
from bot.storage.sqlite import path_in
from tests.bot.storage.databases import change_at
from tests.bot.storage.outbox_machine import CHAT, IDS, REPLICA, SLOTS, OutboxMachine
from tests.bot.storage.stores import is_new, open_table, preferences, screen
from tests.bot.strategies import tables
from tests.distribution import examples

TABLES = ("0" * 16, "1" * 16, "2" * 16)
PEOPLE = (1, 2)
TABLE, PERSON = st.sampled_from(TABLES), st.sampled_from(PEOPLE)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
"""As they come in: already cleaned of what no database takes."""
PREFERENCES = st.builds(Preferences, st.none() | WORDS, st.none() | WORDS, WORDS, st.booleans(), st.booleans())
DUE = st.floats(0, 100)
STEPS = 50


class Contract(OutboxMachine):
    """Every rule tells both; then both must hold the same. On a server two replicas take turns."""

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
            self.account.drop_job(due)

    @rule(name=st.sampled_from("ab"), made_up=WORDS, replica=REPLICA)
    def keep_a_fact(self, name: str, made_up: str, replica: int) -> None:
        text = self.runner.run(self.store(replica).kept(name, made_up))
        assert text == self.account.kept.setdefault(name, made_up)

    @rule(table=TABLE, person=PERSON, draft=st.text("0123456789", max_size=4))
    def keep_draft(self, table: str, person: int, draft: str) -> None:
        self.write(lambda work: work.keep_draft(table, person, draft))
        self.account.keep_draft(table, person, draft)

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
        async def revisions(work: Work) -> list[int]:
            return [
                game.revision for name in sorted(self.account.tables) if (game := await work.games.load(name, Alone))
            ]

        assert self.run(revisions) == [revision for _, revision in sorted(self.account.revisions.items())]


def test_a_store_does_what_the_plain_account_says(place: str) -> None:
    nobody_pulls_the_plug = f"ALTER DATABASE {place.rpartition('/')[2]} SET synchronous_commit = off"
    if path_in(place) is None:
        asyncio.run(change_at(place, nobody_pulls_the_plug))

    class ContractThere(Contract):
        def __init__(self) -> None:
            super().__init__(place)

    run_state_machine_as_test(ContractThere, settings=settings(max_examples=examples(20), stateful_step_count=STEPS))
