"""Messages that lose their buttons or go: once, within bounds, and behind nothing that may wait."""

import pytest

from bot.app.outbox import MOST_STRIPS, STRIPPED_KEPT, RetireItem, ScreenItem
from bot.app.screen import Place
from bot.app.work import Work
from bot.storage.store import DatabaseStore
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened, screen, showing
from tests.bot.storage.waiting_letters import CHAT, here, stripping, waiting


async def test_a_board_waits_neither_for_talk_messages_nor_for_strips(store: DatabaseStore) -> None:
    for job in (stripping(1, 2), here("remark", "room", for_many=True), here("board", "board"), here("menu")):
        await store.run(job)
    assert await waiting(store) == ["board", "menu", "remark", 1, 2]


async def test_a_message_is_stripped_once_and_few_wait_for_it(store: DatabaseStore, place: str) -> None:
    for _ in range(40):
        await store.run(stripping(9))
    for number in range(40):
        await store.run(stripping(100 + number))
    assert await waiting(store) == [9, *(100 + number for number in range(MOST_STRIPS - 1))]
    for item in await store.outbox.pending(CHAT.id):
        await store.outbox.note_delivered([item], None, None)
    await store.close()
    async with opened(place) as later:
        await later.run(stripping(9, 100, 120))
        assert await waiting(later) == [120]


async def test_what_was_stripped_is_remembered_within_bounds_and_for_a_while(store: DatabaseStore, place: str) -> None:
    for message in range(2 * STRIPPED_KEPT):
        await store.run(stripping(message))
        for item in await store.outbox.pending(CHAT.id):
            await store.outbox.note_delivered([item], None, None)
    kept = await rows_at(place, "SELECT min(message_id), count(*) FROM stripped")
    assert kept == [(STRIPPED_KEPT, STRIPPED_KEPT)]
    await store.forget(9e9)
    assert await rows_at(place, "SELECT count(*) FROM stripped") == [(0,)]


@pytest.mark.parametrize("is_noted_first", [True, False])
async def test_whoever_presses_before_it_is_noted_what_was_sent_sees_it_change_in_place(
    store: DatabaseStore, *, is_noted_first: bool
) -> None:
    await store.run(showing(CHAT, "old", "menu"))
    sent = await store.outbox.pending(CHAT.id)

    async def pressed(work: Work) -> None:
        work.adopt(CHAT, "menu", 6, None)
        work.show(CHAT, "menu", screen("new"), Place.HERE)

    await store.run(pressed)
    if is_noted_first:
        await store.outbox.note_delivered(sent, 6, None)
    [item] = await store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    assert (item.screen.html, item.current, item.to_bottom) == ("new", 6, False)


async def test_the_same_message_is_retired_once_as_long_as_that_waits(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.retire(CHAT, 9, wholly=True)
        work.mark(CHAT, 9, "🕊")

    for _ in range(3):
        await store.run(job)
    assert await waiting(store) == [9, 9]


async def test_a_retirement_that_must_be_seen_does_not_wait_behind_what_is_for_many(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        work.show(CHAT, "room", screen("remark"), Place.HERE, for_many=True)
        work.retire(CHAT, 9, wholly=True)

    await store.run(job)
    first, _ = await store.outbox.pending(CHAT.id)
    assert isinstance(first, RetireItem)
