"""From the outbox to the Bot API: in order for each chat, and only by whoever is sure that the chat is theirs."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest_asyncio

from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.work import Work
from sandbox.client import PATIENCE
from tests.bot.storage.databases import change_at, holds, rows_at, waiting_at
from tests.bot.storage.stores import screen, showing
from tests.bot.telegram.post_office import PostOffice, Replica, replica

CHAT, OTHER = Chat(5), Chat(-6)
EMPTY = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)"
HELD = "SELECT chat_id FROM leases WHERE holder <> ''"


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice() as open_office:
        yield open_office


@pytest_asyncio.fixture
async def one(place: str, office: PostOffice) -> AsyncIterator[Replica]:
    """A replica that does not look yet."""
    async with replica(place, office) as alone:
        yield alone


async def say(one: Replica, chat: Chat, *texts: str) -> None:
    """Put an item for each text, each for a slot of its own."""
    for text in texts:
        await one.store.run(showing(chat, text, f"slot {text}"), chat.id)


async def test_each_chat_is_told_everything_once_and_in_order(one: Replica, office: PostOffice, place: str) -> None:
    chats = [Chat(number) for number in range(1, 21)]
    texts = [str(number) for number in range(10)]
    async with one.serving():
        await asyncio.gather(*(say(one, chat, *texts) for chat in chats))
        await holds(place, EMPTY)
    assert {chat.id: office.texts(chat.id) for chat in chats} == {chat.id: texts for chat in chats}
    assert office.refused == []


async def test_of_several_screens_for_a_slot_only_the_newest_is_sent(
    one: Replica, office: PostOffice, place: str
) -> None:
    for text in ("old", "older", "newest"):
        await one.store.run(showing(CHAT, text))
    await one.store.run(showing(CHAT, "board", "board"))
    async with one.serving():
        await holds(place, EMPTY)
    assert office.texts(CHAT.id) == ["newest", "board"]


async def test_a_screen_in_place_of_the_old_one_edits_it_and_one_at_the_bottom_removes_it(
    one: Replica, office: PostOffice, place: str
) -> None:
    async def here(work: Work) -> None:
        work.show(CHAT, "menu", screen("here"), Place.HERE)

    async with one.serving():
        for job in (showing(CHAT, "first"), here, showing(CHAT, "below")):
            await one.store.run(job)
            await holds(place, EMPTY)
    assert [sent.method for sent in office.sent] == [
        "sendMessage",
        "editMessageText",
        "sendMessage",
        "deleteMessage",
    ]
    assert await rows_at(place, "SELECT message_id FROM slots") == [(3,)]


async def test_whoever_is_not_sure_that_a_chat_is_theirs_sends_nothing(
    one: Replica, office: PostOffice, place: str
) -> None:
    await say(one, CHAT, "hello")
    one.dispatcher.wake({CHAT.id: 0.0})
    one.dispatcher.call([CHAT.id])
    await asyncio.sleep(0.1)
    assert office.sent == []
    assert await waiting_at(place) == [CHAT.id]
    async with one.serving():
        await holds(place, EMPTY)
    assert office.texts(CHAT.id) == ["hello"]


async def test_what_waited_before_the_start_is_sent(one: Replica, office: PostOffice, place: str) -> None:
    await say(one, CHAT, "a", "b")
    await say(one, OTHER, "c")
    await change_at(place, "DELETE FROM leases")
    async with one.serving():
        await holds(place, EMPTY)
    assert (office.texts(CHAT.id), office.texts(OTHER.id)) == (["a", "b"], ["c"])


async def test_a_chat_that_is_told_to_wait_holds_up_nobody_else(one: Replica, office: PostOffice, place: str) -> None:
    office.refuse(CHAT.id, 429, "Too Many Requests", retry_after=1)
    async with one.serving():
        await say(one, CHAT, "a", "b")
        for number in range(5):
            await say(one, Chat(100 + number), "hello")
            await say(one, OTHER, str(number))
        await holds(place, EMPTY)
    chats = [sent.chat for sent in office.sent]
    assert chats[-2:] == [CHAT.id, CHAT.id]
    assert len(chats) == 12
    assert office.texts(CHAT.id) == ["a", "b"]
    assert [refused.text for refused in office.refused] == ["a"]


async def test_a_failure_that_may_pass_is_tried_again_in_order(one: Replica, office: PostOffice, place: str) -> None:
    for _ in range(2):
        office.refuse(CHAT.id, 502, "Bad Gateway")
    async with one.serving():
        await say(one, CHAT, "a", "b", "c")
        await holds(place, EMPTY)
    assert office.texts(CHAT.id) == ["a", "b", "c"]


async def test_what_is_refused_for_good_is_kept_and_the_next_is_sent(
    one: Replica, office: PostOffice, place: str
) -> None:
    await say(one, CHAT, "a", "b")
    office.refuse(CHAT.id, 400, "Bad Request: can't parse entities")
    async with one.serving():
        await holds(place, EMPTY)
    assert office.texts(CHAT.id) == ["b"]
    [(chat, error)] = await rows_at(place, "SELECT chat_id, error FROM failed_messages")
    assert (chat, "can't parse entities" in error.lower()) == (CHAT.id, True)


async def test_nothing_waits_for_a_chat_that_takes_nothing_any_more(
    one: Replica, office: PostOffice, place: str
) -> None:
    await say(one, CHAT, "a", "b", "c")
    office.refuse(CHAT.id, 403, "Forbidden: bot was blocked by the user")
    async with one.serving():
        await say(one, OTHER, "hello")
        await holds(place, EMPTY)
    assert [sent.chat for sent in office.sent] == [OTHER.id]


async def test_a_chat_with_a_new_id_is_told_there(one: Replica, office: PostOffice, place: str) -> None:
    await say(one, OTHER, "a", "b")
    office.refuse(OTHER.id, 400, "Bad Request: group chat was upgraded", migrate_to_chat_id=-1007)
    async with one.serving():
        await holds(place, EMPTY)
    assert office.texts(-1007) == ["a", "b"]
    assert office.texts(OTHER.id) == []


async def test_a_chat_for_which_nothing_comes_is_let_go_of_with_what_it_owes(
    one: Replica, office: PostOffice, place: str
) -> None:
    async with one.serving():
        await say(one, CHAT, "a", "b")
        await holds(place, EMPTY)
        await holds(place, "SELECT 1 FROM leases WHERE chat_id = 5 AND holder = ''")
        async with asyncio.timeout(PATIENCE):
            while one.dispatcher._lanes:  # the look that let go goes on for a moment
                await asyncio.sleep(0.01)
        await say(one, CHAT, "c")
        await holds(place, EMPTY)
        assert await rows_at(place, HELD) == [(CHAT.id,)]
    assert office.texts(CHAT.id) == ["a", "b", "c"]


async def test_whoever_stops_lets_go_of_every_chat_and_what_is_left_waits(office: PostOffice, place: str) -> None:
    office.refuse(CHAT.id, 429, "Too Many Requests", retry_after=1000)
    async with replica(place, office) as one:
        async with one.serving():
            await asyncio.gather(*(say(one, chat, "a", "b") for chat in (CHAT, OTHER)))
            await office.received(2)
        assert await rows_at(place, HELD) == []
        assert await waiting_at(place) == [CHAT.id]
    async with replica(place, office, "two") as two, two.serving():
        await holds(place, EMPTY)
    assert [(sent.sender, sent.text) for sent in office.sent if sent.chat == CHAT.id] == [("two", "a"), ("two", "b")]


async def test_hundreds_of_chats_are_told_side_by_side(one: Replica, office: PostOffice, place: str) -> None:
    jobs = [partial(one.store.run, showing(Chat(number), "hello"), number) for number in range(1, 301)]
    async with one.serving():
        await asyncio.gather(*(job() for job in jobs))
        await holds(place, EMPTY)
    assert sorted(sent.chat for sent in office.sent) == list(range(1, 301))


async def test_sending_that_is_broken_off_goes_on(one: Replica, office: PostOffice, place: str) -> None:
    await say(one, CHAT, *"abcdefgh")
    async with one.serving():
        for sent in range(1, 4):
            await office.received(sent)
            for task in one.dispatcher._tasks():
                task.cancel()
        await holds(place, EMPTY)
    sent_once = dict.fromkeys(sent.text for sent in office.sent if sent.method == "sendMessage")
    assert list(sent_once) == list("abcdefgh")
