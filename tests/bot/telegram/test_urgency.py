"""What leaves first at the Bot API where not everything can leave at once, and what never can."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.screen import Picture, Place, Screen
from bot.app.texts import Html
from bot.app.work import Work
from bot.telegram import dispatch
from bot.telegram.dispatch import MOST_FAILURES
from tests.bot.storage.databases import change_at, holds, rows_at
from tests.bot.storage.stores import Job, screen, showing
from tests.bot.telegram.post_office import PostOffice, Replica, replica

LISTENERS = [Chat(number) for number in range(1, 61)]
SLOW = 12.0
"""Messages a second in all; four of them for many."""
GROUP = Chat(-6)
EMPTY = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)"


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice() as open_office:
        yield open_office


def talk_message(text: str, *chats: Chat) -> Job:
    """Something is said in the room: all these are to see it."""

    async def job(work: Work) -> None:
        for chat in chats:
            work.show(chat, "room", screen(text), Place.HERE, for_many=True)

    return job


async def is_sent(office: PostOffice, text: str) -> int:
    """Wait for it; how many others had left before it."""
    async with asyncio.timeout(30):
        while text not in [sent.text for sent in office.sent]:
            await asyncio.sleep(0.01)
    return [sent.text for sent in office.sent].index(text)


async def test_a_talk_message_to_many_keeps_nobody_waiting(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=SLOW) as one, one.serving():
        await one.store.run(talk_message("remark", *LISTENERS))
        await office.received(1)
        for number in range(6):
            before = len(office.sent)
            await one.store.run(showing(Chat(100 + number), f"answer {number}"), 100 + number)
            assert await is_sent(office, f"answer {number}") - before <= SLOW / 3
        assert office.sent[-1].text == "answer 5" or len(office.sent) < len(LISTENERS)


async def test_whoever_waits_for_a_talk_message_gets_an_answer_before_it(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=SLOW) as one, one.serving():
        await one.store.run(talk_message("remark", *LISTENERS))
        await office.received(1)
        last = next(chat for chat in reversed(LISTENERS) if not office.texts(chat.id))
        await one.store.run(showing(last, "board", "board"), last.id)
        await is_sent(office, "board")
        assert office.texts(last.id) == ["board"]


async def test_whoever_is_behind_hears_the_newest_once(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=SLOW) as one:
        for number in range(5):
            await one.store.run(talk_message(f"remark {number}", *LISTENERS[:8]))
        async with one.serving():
            await holds(place, EMPTY)
    assert [sent.text for sent in office.sent] == ["remark 4"] * 8


async def test_a_strip_waits_for_a_whole_allowance_and_a_board_for_no_strip(office: PostOffice, place: str) -> None:
    async def strips(work: Work) -> None:
        for message in (7, 8, 9):
            work.strip(GROUP, message)

    async with replica(place, office, per_second=1000.0) as one, one.serving():
        for text in ("one", "two"):
            await one.store.run(showing(GROUP, text, text))
        await office.received(2)
        await one.store.run(strips)
        await asyncio.sleep(0.2)
        for text in ("three", "four", "five", "six", "seven", "eight"):
            await one.store.run(showing(GROUP, text, text))
        await office.received(8)
    assert {sent.method for sent in office.sent} == {"sendMessage"}


async def test_a_item_that_cannot_be_read_holds_up_nothing(office: PostOffice, place: str) -> None:
    async with replica(place, office) as one:
        for number, content in enumerate(("no JSON", "[]", '{"html":"x","rows":[],"place":"here","inline":5}')):
            await change_at(place, f"INSERT INTO outbox (chat_id, slot, content) VALUES (-6, '{number}', '{content}')")
        await one.store.run(showing(GROUP, "board", "board"))
        async with one.serving():
            await holds(place, EMPTY)
    assert office.texts(GROUP.id) == ["board"]
    kept = await rows_at(place, "SELECT chat_id, content FROM failed_messages ORDER BY letter_id")
    assert kept == [(-6, "no JSON"), (-6, "[]"), (-6, '{"html":"x","rows":[],"place":"here","inline":5}')]


async def test_a_item_on_which_we_break_is_kept_after_a_few_tries(
    office: PostOffice, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "LONGEST_PAUSE", 0.05)
    painted = 0

    async def paints_no_bytes(_picture: Picture) -> bytes:
        nonlocal painted
        painted += 1
        return 5  # type: ignore[return-value]

    async def picture(work: Work) -> None:
        work.show(GROUP, "card", Screen(Html("card"), picture=Picture("review", "x")), Place.BOTTOM)

    async with replica(place, office, paint=paints_no_bytes) as one, one.serving():
        await one.store.run(picture)
        await one.store.run(showing(GROUP, "board", "board"))
        await holds(place, EMPTY)
    assert office.texts(GROUP.id) == ["board"]
    [(chat, error)] = await rows_at(place, "SELECT chat_id, error FROM failed_messages")
    assert (chat, "TypeError" in error) == (GROUP.id, True)
    assert painted == 2 * MOST_FAILURES, "once to have it ready, once to send it"


async def test_a_newer_screen_that_came_while_an_older_one_was_on_its_way_is_sent(place: str) -> None:
    async with PostOffice(takes=0.3) as office, replica(place, office) as one, one.serving():
        await say_twice(one, office)
        await holds(place, EMPTY)
        sent = [(call.method, call.text) for call in office.sent]
    assert sent == [("sendMessage", "old"), ("editMessageText", "new")]


async def say_twice(one: Replica, office: PostOffice) -> None:
    """The second while the first is being sent."""
    await one.store.run(showing(GROUP, "old"))
    await office.begun(GROUP.id)

    async def newer(work: Work) -> None:
        work.show(GROUP, "menu", screen("new"), Place.HERE)

    await one.store.run(newer)
