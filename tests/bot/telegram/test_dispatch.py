"""From the outbox to the Bot API: in order for each chat, the urgent first, and only by whoever holds the chat."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.app.messages import Chat
from bot.app.outbox import NO_SLOT, ScreenItem
from bot.app.screen import Button, Document, Picture, Place, Screen
from bot.app.screens.share import Card, Cards
from bot.app.texts import Html
from bot.app.work import Work
from bot.app.world import Computation
from bot.compute.processes import ThinkingProcesses
from bot.painting import Painting
from bot.pictures import painted
from bot.telegram import dispatch
from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.dispatch import MOST_FAILURES
from bot.telegram.sending import SHARED, Calls, as_results, fitted, inline_keyboard, of_one_slot
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.pictures.cards import TABLE, as_text
from tests.bot.storage.databases import change_at, holds, rows_at, waiting_at
from tests.bot.storage.stores import Job, screen, showing, write
from tests.bot.telegram.post_office import PostOffice, Replica, Sent, replica
from tests.bot.telegram.sources import until

CHAT, OTHER, TOPIC = Chat(5), Chat(-6), Chat(-6, 7)
CARD = Screen(Html("in <b>words</b>"), picture=Picture("review", "painted"))
FILE = Screen(Html("your data"), document=Document("data.json", '{"all": 1}'))
HELD = "SELECT chat_id FROM leases WHERE holder <> ''"


@pytest_asyncio.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with PostOffice() as open_office:
        yield open_office


@pytest_asyncio.fixture
async def one(place: str, office: PostOffice) -> AsyncIterator[Replica]:
    async with replica(place, office) as alone:
        yield alone


async def say(one: Replica, chat: Chat, *texts: str) -> None:
    for text in texts:
        await one.store.run(showing(chat, text, f"slot {text}"), chat.id)


def show(what: Screen, where: Place = Place.BOTTOM, chat: Chat = CHAT) -> Job:
    async def job(work: Work) -> None:
        work.show(chat, "menu", what, where)

    return job


async def test_each_of_hundreds_of_chats_is_told_everything_once_and_in_order(one: Replica, office: PostOffice) -> None:
    texts = {number: list("0123456789" if number <= 20 else "0") for number in range(1, 301)}
    async with one.serving():
        await asyncio.gather(*(say(one, Chat(chat), *told) for chat, told in texts.items()))
        await one.emptied()
    assert ({chat: office.texts(chat) for chat in texts}, office.refused) == (texts, [])


async def test_a_screen_in_place_edits_the_old_and_one_below_removes_it(one: Replica, office: PostOffice) -> None:
    await one.sends(showing(CHAT, "first"), show(screen("here"), Place.HERE), showing(CHAT, "below"))
    assert office.methods == ["sendMessage", "editMessageText", "sendMessage", "deleteMessage"]
    assert await rows_at(one.place, "SELECT message_id FROM slots") == [(3,)]


@pytest.mark.parametrize(
    ("age", "scarce", "does", "text"),
    [
        (SHARED - 1, False, "editMessageText", "newer"),
        (SHARED - 1, True, "editMessageText", "newer"),
        (SHARED, False, "sendMessage", "newer"),
        (SHARED, True, "editMessageText", "newer\n\nIt stays here"),
    ],
)
async def test_a_board_comes_down_unless_it_has_just_done_so_or_few_more_messages_may_be_sent(
    one: Replica, office: PostOffice, age: float, does: str, text: str, *, scarce: bool
) -> None:
    await one.sends(showing(CHAT, "first"))
    await one.store.run(show(Screen(Html("newer"), if_scarce=Html("It stays here")), Place.SPARING))
    [item] = await one.store.outbox.pending(CHAT.id)
    assert isinstance(item, ScreenItem)
    await one.dispatcher._sender.send([replace(item, age=age)], scarce=scarce)
    assert (office.sent[1].method, office.sent[1].text) == (does, text)


async def test_of_screens_of_one_slot_the_newest_is_sent_where_any_of_them_was_to_be(
    one: Replica, office: PostOffice
) -> None:
    await one.sends(showing(CHAT, "first"))
    for text, where in (("below", Place.BOTTOM), ("newest", Place.HERE)):
        await one.store.run(show(screen(text), where))
    await one.dispatcher._sender.send(await one.store.outbox.pending(CHAT.id))
    assert (office.sent[1].method, office.sent[1].text) == ("sendMessage", "newest")


def test_of_those_that_wait_for_one_slot_the_newest_is_the_last() -> None:
    def item(number: int, slot: str = "menu") -> ScreenItem:
        return ScreenItem(number, CHAT, slot, screen("text"), Place.HERE, None)

    assert of_one_slot([item(5), item(4, "other"), item(3), item(9)]) == [item(3), item(5), item(9)]
    assert of_one_slot([item(5, NO_SLOT), item(6, NO_SLOT)]) == [item(5, NO_SLOT)]


async def test_whoever_is_not_sure_that_a_chat_is_theirs_sends_nothing(one: Replica, office: PostOffice) -> None:
    await say(one, CHAT, "hello")
    one.dispatcher.wake({CHAT.id: 0.0})
    one.dispatcher.call([CHAT.id])
    await asyncio.sleep(0.1)
    assert (office.sent, await waiting_at(one.place)) == ([], [CHAT.id])
    await one.sends()
    assert office.texts(CHAT.id) == ["hello"]


Refusals = list[tuple[int, str, dict[str, Any]]]
MOVED: Refusals = [(400, "Bad Request: group chat was upgraded", {"migrate_to_chat_id": -1007})]
CASES: dict[str, tuple[Chat, Refusals, list[str], int]] = {
    "the chat is told to wait": (CHAT, [(429, "Too Many Requests", {"retry_after": 1})], ["a", "b", "c"], 0),
    "a failure passes": (CHAT, [(502, "Bad Gateway", {})] * 2, ["a", "b", "c"], 0),
    "an item is refused for good": (CHAT, [(400, "Bad Request: can't parse entities", {})], ["b", "c"], 1),
    "the chat takes nothing any more": (CHAT, [(403, "Forbidden: bot was blocked by the user", {})], [], 0),
    "the chat has a new id": (OTHER, MOVED, [], 0),
}


@pytest.mark.parametrize(("chat", "refusals", "told", "kept"), CASES.values(), ids=CASES)
async def test_what_waits_behind_a_refusal_is_sent_as_far_as_it_can_be(
    one: Replica, office: PostOffice, place: str, chat: Chat, refusals: Refusals, told: list[str], kept: int
) -> None:
    await say(one, chat, "a", "b", "c")
    await say(one, Chat(99), "hello")
    for code, description, parameters in refusals:
        office.refuse(chat.id, code, description, **parameters)
    await one.sends()
    moved = ["a", "b", "c"] if refusals is MOVED else []
    assert [office.texts(to) for to in (chat.id, -1007, 99)] == [told, moved, ["hello"]]
    failed = await rows_at(place, "SELECT chat_id, error FROM failed_messages")
    assert [(where, "can't parse entities" in error.lower()) for where, error in failed] == [(chat.id, True)] * kept


async def test_an_idle_chat_is_let_go_of(one: Replica, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one.serving():
        await say(one, CHAT, "a", "b")
        await one.emptied()
        await holds(one.place, "SELECT 1 FROM leases WHERE chat_id = 5 AND holder = ''")
        await until(lambda: not one.dispatcher._lanes)  # the look that let go goes on for a moment
        monkeypatch.setattr(dispatch, "LOOK", 1000.0)  # it is not let go of again so soon
        await say(one, CHAT, "c")
        await one.emptied()
        assert await rows_at(one.place, HELD) == [(CHAT.id,)]
    assert office.texts(CHAT.id) == ["a", "b", "c"]


async def test_whoever_stops_lets_go_of_all_and_one_that_waits_holds_up_none(office: PostOffice, place: str) -> None:
    office.refuse(CHAT.id, 429, "Too Many Requests", retry_after=1000)
    async with replica(place, office) as one:
        async with one.serving():
            await asyncio.gather(*(say(one, chat, "a", "b") for chat in (CHAT, OTHER)))
            await one.store.run(show(CARD))
            await office.received(2)
            await until(lambda: office.refused)
        assert (await rows_at(place, HELD), await waiting_at(place)) == ([], [CHAT.id])
    async with replica(place, office, "two") as two:
        await two.sends()
    sent = [(sent.sender, sent.text, sent.file) for sent in office.sent if sent.chat == CHAT.id]
    assert sent == [("two", "a", b""), ("two", "b", b""), ("two", CARD.html, b"painted")]


async def test_sending_that_is_broken_off_goes_on(one: Replica, office: PostOffice) -> None:
    await say(one, CHAT, *"abcdefgh")
    async with one.serving():
        for sent in range(1, 4):
            await office.received(sent)
            for task in one.dispatcher._tasks():
                task.cancel()
        await one.emptied()
    sent_once = dict.fromkeys(sent.text for sent in office.sent if sent.method == "sendMessage")
    assert list(sent_once) == list("abcdefgh")


LISTENERS = [Chat(number) for number in range(1, 61)]
SLOW = 12.0
"""Messages a second in all; four of them for many."""


def talk_message(text: str, *chats: Chat) -> Job:
    async def job(work: Work) -> None:
        for chat in chats:
            work.show(chat, "room", screen(text), Place.HERE, for_many=True)

    return job


async def is_sent(office: PostOffice, text: str) -> int:
    """Wait for it; how many others had left before it."""
    async with asyncio.timeout(30):
        while text not in (texts := [sent.text for sent in office.sent]):
            await asyncio.sleep(0.01)
    return texts.index(text)


async def test_a_talk_message_to_many_keeps_nobody_waiting(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=SLOW) as one, one.serving():
        await one.store.run(talk_message("remark", *LISTENERS))
        await office.received(1)
        last = next(chat for chat in reversed(LISTENERS) if not office.texts(chat.id))
        await one.store.run(showing(last, "board", "board"), last.id)
        await is_sent(office, "board")
        assert office.texts(last.id) == ["board"], "they get an answer before it"
        for number in range(6):
            before, began = len(office.sent), monotonic()
            await one.store.run(showing(Chat(100 + number), f"answer {number}"), 100 + number)
            assert await is_sent(office, f"answer {number}") - before <= SLOW / 3 * (1 + monotonic() - began)
        assert office.sent[-1].text == "answer 5" or len(office.sent) < len(LISTENERS)


async def test_whoever_is_behind_hears_the_newest_once(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=SLOW) as one:
        for number in range(5):
            await one.store.run(talk_message(f"remark {number}", *LISTENERS[:8]))
        await one.sends()
    assert [sent.text for sent in office.sent] == ["remark 4"] * 8


async def test_a_strip_waits_for_a_whole_allowance_and_a_board_for_no_strip(office: PostOffice, place: str) -> None:
    async with replica(place, office, per_second=1000.0) as one, one.serving():
        for text in ("one", "two"):
            await one.store.run(showing(OTHER, text, text))
        await office.received(2)
        await write(one.store, *(lambda work, message=message: work.strip(OTHER, message) for message in (7, 8, 9)))
        await asyncio.sleep(0.2)
        for text in ("three", "four", "five", "six", "seven", "eight"):
            await one.store.run(showing(OTHER, text, text))
        await office.received(8)
    assert set(office.methods) == {"sendMessage"}


async def test_a_item_that_cannot_be_read_holds_up_nothing(one: Replica, office: PostOffice, place: str) -> None:
    unreadable = ["no JSON", "[]", '{"html":"x","rows":[],"place":"here","inline":5}']
    for number, content in enumerate(unreadable):
        await change_at(place, f"INSERT INTO outbox (chat_id, slot, content) VALUES (-6, '{number}', '{content}')")
    await one.sends(showing(OTHER, "board", "board"))
    kept = await rows_at(place, "SELECT chat_id, content FROM failed_messages ORDER BY letter_id")
    assert (office.texts(-6), kept) == (["board"], [(-6, content) for content in unreadable])


async def test_what_breaks_us_is_kept(office: PostOffice, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "LONGEST_PAUSE", 0.05)
    painted: list[Picture] = []

    async def paints_no_bytes(picture: Picture) -> bytes:
        painted.append(picture)
        return 5  # type: ignore[return-value]

    async with replica(place, office, paint=paints_no_bytes) as one, one.serving():
        await one.store.run(show(CARD, chat=OTHER))
        await one.store.run(showing(OTHER, "board", "board"))
        await one.emptied()
    [(chat, error)] = await rows_at(place, "SELECT chat_id, error FROM failed_messages")
    assert (office.texts(OTHER.id), chat) == (["board"], OTHER.id)
    assert "TypeError" in error
    assert len(painted) == 2 * MOST_FAILURES, "once to have it ready, once to send it"


async def test_a_newer_screen_that_came_while_an_older_one_was_on_its_way_is_sent(place: str) -> None:
    async with PostOffice(takes=0.3) as office, replica(place, office) as one, one.serving():
        await one.store.run(showing(OTHER, "old"))
        await office.begun(OTHER.id)
        await one.store.run(show(screen("new"), Place.HERE, OTHER))
        await one.emptied()
    assert [(call.method, call.text) for call in office.sent] == [("sendMessage", "old"), ("editMessageText", "new")]


def seen(office: PostOffice) -> list[tuple[str, str, bytes]]:
    return [(sent.method, sent.text, sent.file) for sent in office.sent]


async def test_a_picture_with_its_words_is_sent_and_never_edited(one: Replica, office: PostOffice) -> None:
    await one.sends(showing(CHAT, "text"), show(CARD, Place.HERE), show(CARD, Place.HERE))
    assert office.sent[-2] == Sent("one", "sendPhoto", CHAT.id, CARD.html, b"painted")
    assert await rows_at(one.place, "SELECT message_id FROM slots") == [(4,)]
    assert office.methods == ["sendMessage", "sendPhoto", "deleteMessage", "sendPhoto", "deleteMessage"]


async def test_a_document_with_its_words_is_sent_and_never_edited(one: Replica, office: PostOffice) -> None:
    await one.sends(showing(CHAT, "text"), show(FILE, Place.HERE), show(FILE, Place.HERE))
    assert office.sent[-2] == Sent("one", "sendDocument", CHAT.id, FILE.html, b'{"all": 1}')
    assert office.methods == ["sendMessage", "sendDocument", "deleteMessage", "sendDocument", "deleteMessage"]


async def test_a_text_in_the_place_of_a_picture_is_sent_and_the_picture_goes(one: Replica, office: PostOffice) -> None:
    text = show(Screen(Html("text")), Place.HERE)

    async def over_the_picture(work: Work) -> None:
        office.refuse(CHAT.id, 400, "Bad Request: there is no text in the message to edit")
        await text(work)

    await one.sends(show(CARD), over_the_picture, text)
    assert office.methods == ["sendPhoto", "sendMessage", "deleteMessage", "editMessageText"]
    assert [refused.method for refused in office.refused] == ["editMessageText"]


OPENING = Button("Open", app="https://bot.example/app")
WITH_APPS = (OPENING,), (OPENING, Button("Hint", data="x")), (Button("Menu", data="y"),)


async def test_a_private_chat_alone_gets_what_opens_a_mini_app_however_it_is_shown(
    one: Replica, office: PostOffice
) -> None:
    ways = [replace(what, rows=WITH_APPS) for what in (screen("text"), screen("edited"), CARD, FILE)]
    shown = [show(way, Place.HERE, chat) for chat in (CHAT, TOPIC) for way in ways]
    await one.sends(*shown)
    told = [(sent.chat, sent.method, sent.buttons) for sent in office.sent if sent.method != "deleteMessage"]
    methods = ("sendMessage", "editMessageText", "sendPhoto", "sendDocument")
    in_private, in_groups = ("Open", "Open Hint", "Menu"), ("Hint", "Menu")
    assert told == [
        *((CHAT.id, method, in_private) for method in methods),
        *((TOPIC.id, method, in_groups) for method in methods),
    ]


def test_what_opens_a_mini_app_says_which_and_is_on_no_inline_message() -> None:
    whole, none = Screen(Html("x"), WITH_APPS), {"inline_keyboard": [[{"text": "Hint", "callback_data": "x"}]]}
    opens = {"text": "Open", "web_app": {"url": "https://bot.example/app"}}
    assert inline_keyboard(whole.rows, CHAT)["inline_keyboard"][0] == [opens]
    assert inline_keyboard(WITH_APPS[:2]) == none
    [card] = as_results(Cards((Card("1", "title", "about", replace(whole, rows=WITH_APPS[:2])),)))["results"]
    assert card["reply_markup"] == none


NO_PICTURE = "PHOTO_INVALID_DIMENSIONS", "message caption is too long", "not enough rights to send photos to the chat"


@pytest.mark.parametrize("reason", NO_PICTURE)
async def test_where_a_picture_is_refused_its_words_go_alone(one: Replica, office: PostOffice, reason: str) -> None:
    office.refuse(CHAT.id, 400, f"Bad Request: {reason}")
    office.refuse(TOPIC.id, 400, "Bad Request: TOPIC_CLOSED")  # then it goes to the group
    await one.sends(show(CARD), show(CARD, chat=TOPIC))
    failed = await rows_at(one.place, "SELECT 1 FROM failed_messages")
    assert (seen(office), failed) == ([("sendMessage", CARD.html, b""), ("sendPhoto", CARD.html, b"painted")], [])


async def test_a_picture_that_cannot_be_painted_holds_up_nothing(office: PostOffice, place: str) -> None:
    async def spilt(_picture: Picture) -> bytes:
        raise ValueError("no paint")

    async with replica(place, office, paint=spilt) as one:
        await one.sends(show(CARD), showing(CHAT, "next", "other"))
    assert seen(office) == [("sendMessage", CARD.html, b""), ("sendMessage", "next", b"")]


async def test_a_picture_that_fails_is_sent_again_in_its_turn_and_painted_once(office: PostOffice, place: str) -> None:
    asked: list[Computation] = []

    async def think(question: Computation) -> bytes:
        asked.append(question)
        return b"thought"

    async with replica(place, office, paint=Painting(think).paint) as one:
        for _ in range(2):
            office.refuse(CHAT.id, 502, "Bad Gateway")
        await one.store.run(show(CARD))
        await one.sends(showing(CHAT, "next", "other"))
    assert [(sent.text, sent.file) for sent in office.sent] == [(CARD.html, b"thought"), ("next", b"")]
    assert asked == [Computation(painted, ("review", "painted"))]


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


@pytest.mark.parametrize(("room", "painted_again"), [(500, "0"), (10, "10")])
async def test_only_the_last_pictures_are_kept_as_far_as_there_is_room(room: int, painted_again: str) -> None:
    asked: list[str] = []

    async def think(question: Computation) -> bytes:
        asked.append(str(question.given[1]))
        return b"x" * 99

    painting = Painting(think, room=room)
    assert [await painting.paint(Picture("review", name)) for name in "012345510"] == [b"x" * 99] * 9
    assert "".join(asked) == f"012345{painted_again}"


LABELS = st.lists(st.text("abc дЖ1🔒⌨️✓", max_size=30), max_size=12)


def row_of(labels: list[str]) -> tuple[Button, ...]:
    return tuple(Button(label.replace("_", " "), data="x") for label in labels)


@given(LABELS)
def test_all_buttons_stay_in_their_order(labels: list[str]) -> None:
    rows = fitted(row_of(labels))
    assert [button.text for row in rows for button in row] == labels
    assert len({len(row) for row in rows[:-1]}) <= 1
    assert all(fitted(row) == (row,) for row in rows[:1])


ROW_LENGTHS = {
    "1 2 3 4 5": [5],
    "💡Hint ✏️Notes": [2],
    "🔎Знайти_суперника ✉️Запросити_друга": [1, 1],
    "🍎_А 🍋_Б 🍇_В 🌽_Д 🥕_Е 🍄_Ж": [3, 3],
    "Whatever_it_may_say_there_is_no_other": [1],
    "": [],
}


def test_a_row_is_broken_where_a_label_would_be_cut() -> None:
    for labels, lengths in ROW_LENGTHS.items():
        sent = inline_keyboard((row_of(labels.split()),))["inline_keyboard"]
        assert [*map(len, sent)] == lengths, labels
