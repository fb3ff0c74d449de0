"""Screens with pictures, from the outbox to the Bot API."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.app.messages import Chat
from bot.app.screen import Picture, Place, Screen
from bot.app.texts import Html
from bot.app.work import Work
from bot.app.world import Question
from bot.compute.processes import ThinkingProcesses
from bot.painting import Painting
from bot.pictures import painted
from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.sending import Calls
from sandbox.client import PATIENCE, Sandbox
from sandbox.server import SandboxServer
from tests.bot.pictures.cards import TABLE, as_text
from tests.bot.storage.databases import holds, rows_at
from tests.bot.storage.stores import Job, showing
from tests.bot.telegram.post_office import PostOffice, Replica, Sent, replica

CHAT, TOPIC = Chat(5), Chat(-6, 7)
EMPTY = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)"
CARD = Screen(Html("in <b>words</b>"), picture=Picture("review", "painted"))


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice() as open_office:
        yield open_office


@pytest_asyncio.fixture
async def one(place: str, office: PostOffice) -> AsyncIterator[Replica]:
    """A replica that does not look yet."""
    async with replica(place, office) as alone:
        yield alone


def show(screen: Screen, where: Place = Place.BOTTOM, chat: Chat = CHAT) -> Job:
    """Put a screen into the outbox."""

    async def job(work: Work) -> None:
        work.show(chat, "menu", screen, where)

    return job


async def sent_one_by_one(one: Replica, place: str, *jobs: Job) -> None:
    """Put each item once the one before it has been sent."""
    async with one.serving():
        for job in jobs:
            await one.store.run(job)
            await holds(place, EMPTY)


def seen(office: PostOffice) -> list[tuple[str, str, bytes]]:
    return [(sent.method, sent.text, sent.photo) for sent in office.sent]


async def test_a_picture_goes_with_its_words_as_caption(one: Replica, office: PostOffice, place: str) -> None:
    await sent_one_by_one(one, place, show(CARD))
    assert office.sent == [Sent("one", "sendPhoto", CHAT.id, CARD.html, b"painted")]
    assert await rows_at(place, "SELECT message_id FROM slots") == [(1,)]


async def test_a_picture_is_sent_anew_even_where_a_text_could_be_edited(
    one: Replica, office: PostOffice, place: str
) -> None:
    await sent_one_by_one(one, place, showing(CHAT, "text"), show(CARD, Place.HERE), show(CARD, Place.HERE))
    methods = [sent.method for sent in office.sent]
    assert methods == ["sendMessage", "sendPhoto", "deleteMessage", "sendPhoto", "deleteMessage"]


async def test_a_text_in_the_place_of_a_picture_is_sent_and_the_picture_goes(
    one: Replica, office: PostOffice, place: str
) -> None:
    text = Screen(Html("text"))

    async def over_the_picture(work: Work) -> None:
        office.refuse(CHAT.id, 400, "Bad Request: there is no text in the message to edit")
        work.show(CHAT, "menu", text, Place.HERE)

    await sent_one_by_one(one, place, show(CARD), over_the_picture, show(text, Place.HERE))
    methods = [sent.method for sent in office.sent]
    assert methods == ["sendPhoto", "sendMessage", "deleteMessage", "editMessageText"]
    assert [refused.method for refused in office.refused] == ["editMessageText"]


@pytest.mark.parametrize(
    "reason",
    ["PHOTO_INVALID_DIMENSIONS", "message caption is too long", "not enough rights to send photos to the chat"],
)
async def test_where_a_picture_is_refused_its_words_go_alone(
    one: Replica, office: PostOffice, place: str, reason: str
) -> None:
    office.refuse(CHAT.id, 400, f"Bad Request: {reason}")
    await sent_one_by_one(one, place, show(CARD))
    assert seen(office) == [("sendMessage", CARD.html, b"")]
    assert await rows_at(place, "SELECT 1 FROM failed_messages") == []


async def test_a_picture_that_cannot_be_painted_holds_up_nothing(office: PostOffice, place: str) -> None:
    async def spilt(_picture: Picture) -> bytes:
        raise ValueError("no paint")

    async with replica(place, office, paint=spilt) as one:
        await sent_one_by_one(one, place, show(CARD), showing(CHAT, "next", "other"))
    assert seen(office) == [("sendMessage", CARD.html, b""), ("sendMessage", "next", b"")]


async def test_a_picture_for_a_closed_topic_goes_to_the_group(one: Replica, office: PostOffice, place: str) -> None:
    office.refuse(TOPIC.id, 400, "Bad Request: TOPIC_CLOSED")
    await sent_one_by_one(one, place, show(CARD, chat=TOPIC))
    assert [sent.photo for sent in office.sent] == [b"painted"]


async def test_a_picture_whose_sending_fails_is_sent_again_in_its_turn_and_painted_once(
    office: PostOffice, place: str
) -> None:
    asked: list[Question] = []

    async def think(question: Question) -> bytes:
        asked.append(question)
        return b"thought"

    async with replica(place, office, paint=Painting(think).paint) as one:
        for _ in range(2):
            office.refuse(CHAT.id, 502, "Bad Gateway")
        await one.store.run(show(CARD))
        await sent_one_by_one(one, place, showing(CHAT, "next", "other"))
    assert [(sent.text, sent.photo) for sent in office.sent] == [(CARD.html, b"thought"), ("next", b"")]
    assert asked == [Question(painted, ("review", "painted"))]


async def test_a_picture_that_waits_where_a_replica_has_stopped_is_sent_by_another(
    office: PostOffice, place: str
) -> None:
    office.refuse(CHAT.id, 429, "Too Many Requests", retry_after=1000)
    async with replica(place, office) as one, one.serving():
        await one.store.run(show(CARD))
        async with asyncio.timeout(PATIENCE):
            while not office.refused:
                await asyncio.sleep(0.01)
    async with replica(place, office, "two") as two, two.serving():
        await holds(place, EMPTY)
    assert [(sent.sender, sent.photo) for sent in office.sent] == [("two", b"painted")]


async def test_a_person_sees_the_card_as_the_thinking_process_paints_it() -> None:
    card = Screen(Html("You <b>won</b>"), picture=Picture("table", as_text(TABLE)))
    compute, http = ThinkingProcesses(), AiohttpRequest()
    await http.initialize()
    try:
        async with SandboxServer() as server, Sandbox(server.url) as sandbox:
            alice = await sandbox.person("Alice")
            await alice.send("/start")
            calls = Calls(Api(f"{server.url}/bot{server.token}", http), Painting(compute.asked).paint)
            await calls.send(Chat(alice.id), card)
            shown = await alice.sees("You won")
            assert shown.bold == ("won",)
            assert await sandbox.photo(shown) == painted("table", as_text(TABLE))
    finally:
        compute.close()
        await http.shutdown()


async def test_only_the_last_pictures_are_kept() -> None:
    asked: list[str] = []

    async def think(question: Question) -> bytes:
        asked.append(str(question.given[1]))
        return b"x" * 99

    painting = Painting(think, room=500)
    for number in (0, 1, 2, 3, 4, 5, 5, 1, 0):
        await painting.paint(Picture("review", str(number)))
    assert asked == [*"012345", "0"]


async def test_a_picture_for_which_there_is_no_room_is_painted_all_the_same() -> None:
    async def think(_question: Question) -> bytes:
        return b"x" * 99

    painting = Painting(think, room=10)
    assert [await painting.paint(Picture("review", name)) for name in "ab"] == [b"x" * 99] * 2
