"""A group that becomes a supergroup has a new id, and the messages there have new numbers."""

import asyncio
from dataclasses import replace

from bot.app.messages import Chat
from bot.app.outbox import ScreenLetter
from bot.app.ports import Place, Preferences, Shown, Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import waiting_at
from tests.bot.storage.stores import TABLE, open_table, preferences, saving, screen, showing, table_in

OLD, NEW = Chat(-6), Chat(-1006)


async def _prefer(work: Work, chat: Chat, preferences: Preferences) -> None:
    work.prefer(chat, preferences)


async def test_no_message_of_the_old_group_is_taken_for_one_of_the_new(store: DatabaseStore) -> None:
    await store.run(showing(OLD, "hello"))
    await store.outbox.delivered(await store.outbox.pending(OLD.id), message=40, retire=None)
    await store.outbox.renamed(OLD.id, NEW.id)
    for chat in (OLD, NEW):
        assert (await store.run(lambda work, chat=chat: work.shown(chat, "menu"))) == Shown(None, 0, pending=False)  # type: ignore[misc]


async def test_a_group_that_moves_takes_its_game_along(store: DatabaseStore, place: str) -> None:
    await store.run(saving(table_in(OLD)))
    await store.run(showing(OLD, "hello"))
    await store.outbox.renamed(OLD.id, NEW.id)
    assert await store.run(lambda work: open_table(work, OLD)) is None
    assert await store.run(lambda work: open_table(work, NEW)) == table_in(NEW)
    assert await waiting_at(place) == [NEW.id]


async def test_a_group_that_moves_leaves_the_numbers_of_its_messages_behind(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.strip(OLD, 9)
        work.show(OLD, "menu", screen("hello"), Place.BOTTOM)

    await store.run(job)
    await store.outbox.renamed(OLD.id, NEW.id)
    assert [type(letter) for letter in await store.outbox.pending(NEW.id)] == [ScreenLetter]


async def test_a_group_that_moves_during_a_guess_takes_the_guess_along(store: DatabaseStore) -> None:
    await store.run(saving(table_in(OLD)))

    async def guess(work: Work) -> None:
        table = await open_table(work, OLD)
        if table is not None:
            work.save(replace(table, suggestions=1))

    await asyncio.gather(store.run(guess, OLD.id), store.outbox.renamed(OLD.id, NEW.id))
    table = await store.run(lambda work: work.table(TABLE))
    assert table is not None
    assert table.chat == NEW


async def test_a_group_that_moves_keeps_its_language(store: DatabaseStore) -> None:
    await store.run(lambda work: _prefer(work, OLD, Preferences("uk", "ru", "words", greeted=True)))
    await store.run(lambda work: _prefer(work, NEW, Preferences(None, "en", greeted=True)))
    await store.outbox.renamed(OLD.id, NEW.id)
    known = await store.run(lambda work: preferences(work, NEW))
    assert (known.language, known.style) == ("uk", "words")
