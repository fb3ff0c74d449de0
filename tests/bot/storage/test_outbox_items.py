"""How items wait: newer screens in the place of older ones, each chat's within bounds, read a few at a time."""

import asyncio
import json

import pytest

from bot.app.delivery import FOR_MANY
from bot.app.messages import Chat, Inline
from bot.app.model.chats import Shown
from bot.app.outbox import AT_ONCE, MOST_WAITING, ScreenItem, UnreadableItem, Urgency
from bot.app.screen import Place
from bot.app.work import Work
from bot.storage.sqlite import Sqlite
from bot.storage.store import DatabaseStore
from faults.processes.postgres import Cluster
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened, screen, showing
from tests.bot.storage.waiting_letters import CHAT, OTHER, here, waiting

pytestmark = pytest.mark.both_databases


async def test_a_newer_screen_takes_the_place_of_an_older_one_of_its_slot(store: DatabaseStore, place: str) -> None:
    for number in range(50):
        await store.run(showing(CHAT, f"menu {number}", "menu"))
        await store.run(showing(CHAT, f"board {number}", "board"))
    await store.run(showing(OTHER, "elsewhere", "menu"))
    assert await waiting(store) == ["menu 49", "board 49"]
    assert await rows_at(place, "SELECT count(*) FROM outbox") == [(3,)]


async def test_a_message_that_stays_takes_nobodys_place(store: DatabaseStore) -> None:
    async def job(work: Work) -> None:
        for text in "abc":
            work.tell(CHAT, screen(text))

    await store.run(job)
    await store.run(job)
    assert await waiting(store) == list("abcabc")


async def test_a_newer_screen_survives_the_delivery_of_the_older_one(store: DatabaseStore) -> None:
    await store.run(showing(CHAT, "old"))
    in_hand = await store.outbox.pending(CHAT.id)
    await store.run(here("new"))
    assert await store.run(lambda work: work.slot_state(CHAT, "menu")) == Shown(None, pending=True)
    await store.outbox.note_delivered(in_hand, 17, None)
    [newer] = await store.outbox.pending(CHAT.id)
    assert isinstance(newer, ScreenItem)
    assert (newer.screen, newer.current, newer.to_bottom) == (screen("new"), 17, False)


async def test_the_wish_to_be_the_newest_message_outlives_the_item_that_had_it(store: DatabaseStore) -> None:
    for job in (showing(CHAT, "one"), here("two"), here("three")):
        await store.run(job)
    [item] = await store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    assert (item.screen, item.to_bottom) == (screen("three"), True)
    await store.outbox.note_delivered([item], 17, None)
    await store.run(here("four"))
    [item] = await store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    assert not item.to_bottom


async def test_a_press_that_tells_of_a_message_before_it_is_noted_does_not_make_it_come_twice(
    store: DatabaseStore,
) -> None:
    async def pressed(work: Work) -> None:
        work.adopt(CHAT, "menu", 17, None)
        work.show(CHAT, "menu", screen("new"), Place.HERE)

    await store.run(showing(CHAT, "old"))
    in_hand = await store.outbox.pending(CHAT.id)
    await store.run(pressed)
    await store.outbox.note_delivered(in_hand, 17, None)
    [item] = await store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    assert (item.current, item.to_bottom) == (17, False)


async def test_the_urgency_of_a_screen_is_that_of_the_most_urgent_in_whose_place_it_stands(
    store: DatabaseStore,
) -> None:
    async def answered(work: Work) -> None:
        work.answers_at(CHAT)
        work.show(CHAT, "menu", screen("answer"), Place.HERE)

    await store.run(here("remark", for_many=True))
    assert [item.urgency for item in await store.outbox.pending(CHAT.id)] == [Urgency.MANY]
    await store.run(answered)
    await store.run(here("another remark", for_many=True))
    assert [item.urgency for item in await store.outbox.pending(CHAT.id)] == [Urgency.ANSWER]
    assert await waiting(store) == ["another remark"]


@pytest.mark.parametrize(("where", "urgency"), [(Chat(6), Urgency.ANSWER), (CHAT, Urgency.NEWS)])
async def test_what_goes_where_something_was_done_is_an_answer_in_private_and_all_else_is_news(
    store: DatabaseStore, where: Chat, urgency: Urgency
) -> None:
    async def job(work: Work) -> None:
        await work.scene(1, where)
        for chat in (where, OTHER):
            work.show(chat, "menu", screen("hello"), Place.HERE)

    await store.run(job)
    urgencies = [(await store.outbox.pending(chat.id))[0].urgency for chat in (where, OTHER)]
    assert urgencies == [urgency, Urgency.NEWS]


async def test_a_press_on_a_card_is_answered_on_the_card(store: DatabaseStore) -> None:
    card = Inline("a card")

    async def job(work: Work) -> None:
        work.answers_at(card)
        work.show(card, "card:1", screen("hello"), Place.HERE)

    await store.run(job)
    assert [item.urgency for item in await store.outbox.pending(card.id)] == [Urgency.ANSWER]


async def test_so_many_items_wait_for_a_chat_and_no_more(store: DatabaseStore, place: str) -> None:
    async def job(work: Work) -> None:
        for number in range(MOST_WAITING):
            work.show(CHAT, f"slot {number}", screen("old"), Place.HERE)

    await store.run(job)
    await store.run(here("one too many"))
    await store.run(here("new", "slot 0"))
    await store.run(here("elsewhere", chat=OTHER))
    assert await rows_at(place, "SELECT count(*) FROM outbox WHERE chat_id = -6") == [(MOST_WAITING,)]
    assert (await waiting(store))[0] == "new"
    assert await waiting(store, OTHER) == ["elsewhere"]


async def test_what_reading_costs_does_not_depend_on_how_much_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with opened(tmp_path_factory.mktemp("steps") / "bot.db") as store:

        async def put(first: int, last: int) -> None:
            async def job(work: Work) -> None:
                for number in range(first, last):
                    work.show(CHAT, f"slot {number}", screen("hello"), Place.HERE, for_many=number % 3 == 0)
                    work.strip(CHAT, number)

            await store.run(job)

        await put(0, 2 * AT_ONCE)
        few = await steps_of(store)
        await put(2 * AT_ONCE, MOST_WAITING)
        assert len(await store.outbox.pending(CHAT.id)) == AT_ONCE
        assert await steps_of(store) <= few + 10


async def steps_of(store: DatabaseStore) -> int:
    """How many steps SQLite takes to tell what waits for the chat, and whether a slot's screen is on its way."""
    database, steps = store._database, 0
    assert isinstance(database, Sqlite)

    def count() -> None:
        nonlocal steps
        steps += 1

    reader = database.reader._sqlite
    reader.set_progress_handler(count, 1)
    await store.outbox.pending(CHAT.id)
    await store.run(lambda work: work.slot_state(CHAT, "slot 5"))
    reader.set_progress_handler(None, 1)
    return steps


async def test_what_cannot_be_read_is_told_and_kept_as_it_is(store: DatabaseStore, place: str) -> None:
    unreadable = [
        "",
        "no JSON",
        "[]",
        '{"html": "x"}',
        '{"mark": "9", "sign": 3}',
        '{"html":1,"rows":5,"place":"here"}',
    ]
    for content in unreadable:
        await change_at(place, f"INSERT INTO outbox (chat_id, slot, content) VALUES (-6, 'menu', '{content}')")
    items = await store.outbox.pending(CHAT.id)
    assert [type(item) for item in items] == [UnreadableItem] * len(unreadable)
    for item in items:
        await store.outbox.note_refused([item], "why")
    assert await rows_at(place, "SELECT content, error FROM failed_messages ORDER BY letter_id") == [
        (content, "why") for content in unreadable
    ]
    assert await store.outbox.pending(CHAT.id) == []


async def test_two_replicas_that_show_each_other_the_same_slots_leave_the_newest_of_each(postgres: Cluster) -> None:
    url, chats = await postgres.new_database(), [Chat(number) for number in range(1, 9)]
    before = postgres.log.count("deadlock detected")

    async def shown(store: DatabaseStore, number: int) -> None:
        async def job(work: Work) -> None:
            for chat in chats[:: 1 if number % 2 else -1]:
                work.show(chat, "room", screen(str(number)), Place.HERE)

        await store.run(job, number)

    async def delivered(store: DatabaseStore, chat: Chat) -> None:
        if items := await store.outbox.pending(chat.id):
            await store.outbox.note_delivered(items, 7, None)

    async with opened(url) as one, opened(url) as other:
        for round_ in range(10):
            jobs = [shown(store, 100 * round_ + number) for number in range(10) for store in (one, other)]
            await asyncio.gather(*jobs, *(delivered(one, chat) for chat in chats))
        await shown(one, 5000)
        left = await rows_at(url, "SELECT chat_id, content FROM outbox ORDER BY chat_id")
        assert [(chat, json.loads(content)["html"]) for chat, content in left] == [(chat.id, "5000") for chat in chats]
    assert postgres.log.count("deadlock detected") == before


async def test_what_is_for_many_has_a_budget_of_its_own(store: DatabaseStore) -> None:
    for _ in range(5):
        await store.outbox.grant(1.0, 0.1, FOR_MANY)
    assert await store.outbox.grant(1.0, 0.1) <= 1.0
    assert 4 < await store.outbox.grant(1.0, 0.1, FOR_MANY) <= 6
