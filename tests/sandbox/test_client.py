import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, StreamReader
from hypothesis import example, given
from hypothesis import strategies as st
from yarl import URL

from sandbox import html
from sandbox.client import Answer, Group, Person, Sandbox
from sandbox.client.connection import Connection
from sandbox.client.seen import message_from
from sandbox.server import EVENT_HEADER, SandboxServer
from sandbox.text import STYLES, Entity, Text, finished, units
from tests.sandbox.caller import Caller, Json, impossible

KEYS = {"text": "17", "callback_data": "17"}, {"text": "7", "callback_data": "7"}


@pytest.fixture
async def echo(bot: Caller) -> AsyncIterator[None]:
    """It repeats every text with two buttons, and answers every press with its data."""

    async def serve(offset: int = 0) -> None:
        while True:
            for update in await bot.updates(offset, timeout=30):
                offset = update["update_id"] + 1
                if query := update.get("callback_query"):
                    await bot("answerCallbackQuery", callback_query_id=query["id"], text=query["data"])
                elif text := update["message"].get("text"):
                    place = {"chat_id": update["message"]["chat"]["id"], "text": f"you said {text}"}
                    await bot("sendMessage", **place, reply_markup={"inline_keyboard": [[each] for each in KEYS]})

    task = asyncio.create_task(serve())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.usefixtures("echo")
async def test_a_person_writes_sees_and_presses_and_a_doctored_client_presses_anything(sandbox: Sandbox) -> None:
    alice = await sandbox.person("Alice")
    said = await alice.send("hello")
    seen = await alice.sees("hello")
    assert (said.text, seen.text, seen.buttons) == ("hello", "you said hello", ("17", "7"))
    assert await alice.presses("7") == Answer("7", alert=False, url=None)
    assert (await alice.presses("1", on=seen)).text == "17"
    assert (await alice.forges("win", on=seen)).text == "win"
    assert [message.text for message in alice.messages()] == ["hello", "you said hello"]
    await alice.sees_no("goodbye")
    await alice.send("two")
    assert (await alice.sees("you said", after=seen)).text == "you said two"
    await sandbox.settled()


async def test_the_newest_message_counts(bot: Caller, alice: Person, friends: Group, sandbox: Sandbox) -> None:
    board, *_ = [await bot.says(alice, f"board {number}", *KEYS) for number in range(3)]
    await bot.says(friends, "board of friends")
    assert (await alice.sees("board of friends")).chat == friends.id
    assert (await alice.sees("board 1")).text == "board 1"
    assert [message.text for message in alice.messages(friends) if message.by_bot] == ["board of friends"]
    await bot("editMessageText", **board, text="board edited")
    await alice.sees("board edited")
    assert (await alice.sees("board")).text == "board of friends"
    place, _ = [await bot.says(alice, f"board {number}", *KEYS) for number in range(2)]
    pressing = alice.presses("7", on=await alice.sees("board 0"), within=0.01)
    await impossible(pressing, "no answer", AssertionError)
    assert (await bot.heard("callback_query"))["message"]["message_id"] == place["message_id"]
    await sandbox.settled()


async def test_waiting_in_vain_tells_what_is_there(bot: Caller, alice: Person, olena: Person, sandbox: Sandbox) -> None:
    await bot.says(alice, "board", *KEYS)
    await sandbox.state()
    with pytest.raises(AssertionError) as failure:
        await alice.sees("win", within=0.01)
    assert str(failure.value).splitlines() == [
        "Alice sees no “win” within 0.01 s.",
        *(f"{alice.id}/1 Alice: /start", f"{alice.id}/2 Sandbox bot: board", "    [17]", "    [7]"),
    ]
    for deed, why in (
        (alice.presses("8", within=0.01), "Alice sees no button “8”"),
        (alice.presses("7", within=0.01), "Alice pressed “7”: no answer within"),
        (alice.sees_no("board"), "Alice does see “board”"),
        (olena.sees("x", within=0.01), "nothing has been written"),
    ):
        await impossible(deed, why, AssertionError)
    await alice.send("one's own words")
    await alice.sees_no("one's own words")


async def test_a_client_connects_by_itself_and_finds_what_is_there(server: SandboxServer, bot: Caller) -> None:
    bob = server.state.world.add_person("Bob", None, "en")
    server.state.world.people[bob.id].wrote = True
    await bot("sendMessage", chat_id=bob.id, text="board")
    late = Sandbox(server.url)
    with pytest.raises(RuntimeError, match="not connected"):
        _ = late.bot
    await late.person("Alice")
    assert [message.text for message in late._connection.mirror.messages.values()] == ["board"]
    await late.close()
    await late.close()


async def test_a_lost_sandbox_is_noticed_and_a_connection_that_was_never_opened_closes() -> None:
    async with SandboxServer() as server:
        sandbox = Sandbox(server.url)
        await sandbox.person("Alice")
        server.state.events.close()
        await impossible(sandbox.person("Bob"), "events have ended", ConnectionError)
        await sandbox.close()
    unused = Connection("http://127.0.0.1:9")
    await unused.close()
    with pytest.raises(RuntimeError, match="not connected"):
        _ = unused.mirror


async def test_the_clock_moves_and_nonsense_is_refused(server: SandboxServer, sandbox: Sandbox, alice: Person) -> None:
    before = alice.messages()[0].date
    await sandbox.clock(1000)
    assert (await alice.send("later")).date >= before + 1000
    await sandbox.clock(-2000)
    assert (await alice.send("earlier")).date < before
    assert server.state.clock.date() < before
    await impossible(sandbox.redeliver(99), "there is no update 99")
    call = sandbox._connection.call
    await impossible(call("POST", "/control/privacy", on="maybe"), "on is true or false")
    await impossible(call("POST", "/control/inline", on="maybe"), "on and feedback are true or false")
    await impossible(call("POST", "/control/clock"), "not understood")


@pytest.mark.parametrize(
    "source",
    [
        "plain",
        "<b>a</b> b <i>c</i>",
        "<b>a<i>b</i></b>",
        "<blockquote expandable>a\n<b>🎯</b></blockquote>",
        '<a href="https://example.org/?a=1&amp;b=2">x</a> &lt;&amp;',
        "<pre>1 2</pre><code>3</code><tg-spoiler>4</tg-spoiler><u>5</u><s>6</s>",
        "<b>a</b><u>b</u>",
        '<tg-time unix="1790000000" format="r">soon</tg-time>',
    ],
)
def test_what_was_formatted_is_shown_as_html_again(source: str) -> None:
    assert shown(finished(*html.parse(source))) == source


@given(
    st.text(alphabet="ab🎯<&> \n", max_size=12),
    st.lists(
        st.tuples(st.sampled_from([*STYLES, "code", "pre", "blockquote"]), st.integers(0, 12), st.integers(1, 12)),
        max_size=5,
    ),
)
@example("ab ", [("bold", 0, 2), ("blockquote", 1, 2)])  # they cross in the blank that goes, so they do not cross
def test_html_read_again_is_the_same_text(source: str, stretches: list[tuple[str, int, int]]) -> None:
    whole = [Entity(*each) for each in stretches if each[1] + each[2] <= units(source)]
    starts = {units(source[:place]) for place in range(len(source) + 1)}  # nobody splits a character
    text = finished(source, [entity for entity in whole if {entity.offset, entity.end} <= starts])
    assert finished(*html.parse(shown(text))) == text


def test_stretches_that_cross_are_closed_and_opened_again() -> None:
    crossing = Text("abc", (Entity("bold", 0, 2), Entity("italic", 1, 2)))
    assert shown(crossing) == "<b>a<i>b</i></b><i>c</i>"


def shown(text: Text) -> str:
    empty = ("edited", "reply_to", "service", "photo", "document", "sticker", "via", "topic", "reaction")
    said = {"text": text.text, "entities": [entity.as_json() for entity in text.entities], "keyboard": []}
    place = {"chat": 1, "id": 1, "date": 0, "from": {"id": 1, "name": "Bot", "bot": True}}
    return message_from(dict.fromkeys(empty) | place | said).html


SITE = "https://example.org"
MIXED = {"text": "a", "callback_data": "d"}, {"text": "b", "url": SITE}, {"text": "c", "copy_text": {"text": "1"}}
SHOWN = [("a", "callback", "d"), ("b", "url", SITE), ("c", "copy", "1")]


class Listener:
    def __init__(self, lines: StreamReader) -> None:
        self.lines = lines
        self.number = 0

    async def next(self) -> Any:
        async for line in self.lines:
            if line.startswith(b"id: "):
                self.number = int(line.removeprefix(b"id: "))
            if line.startswith(b"data: "):
                return json.loads(line.removeprefix(b"data: "))
        raise EOFError


async def snapshot(session: ClientSession) -> Json:
    async with session.get("/events") as response:
        assert response.content_type == "text/event-stream"
        event: Json = await Listener(response.content).next()
        assert event["type"] == "snapshot"
        return event


@pytest.fixture
async def listener(session: ClientSession) -> AsyncIterator[Listener]:
    async with session.get("/events") as response:
        listener = Listener(response.content)
        await listener.next()
        yield listener


async def test_the_first_event_is_everything_there_is_but_no_group_that_grew(
    bot: Caller, alice: Person, olena: Person, friends: Group, session: ClientSession
) -> None:
    await bot.says(alice, "<b>hi</b>", parse_mode="HTML")
    await bot("setMyCommands", commands=[{"command": "play", "description": "Play"}])
    first = await snapshot(session)
    assert (first["bot"]["username"], first["privacy"]) == ("sandbox_bot", True)
    assert [person["name"] for person in first["people"]] == ["Alice", "Олена"]
    assert [(chat["id"], chat["type"], chat["members"]) for chat in first["chats"]] == [
        (alice.id, "private", [alice.id]),
        (olena.id, "private", [olena.id]),
        (friends.id, "group", [alice.id, olena.id]),
    ]
    assert [message["text"] for message in first["messages"]] == ["/start", "hi", None]
    assert first["commands"][0]["scope"] == "default"
    assert isinstance(first["now"], float), "whole seconds would be late"
    grown, then = await friends.migrate(), await snapshot(session)
    assert friends.id not in [chat["id"] for chat in then["chats"]]
    assert {message["chat"] for message in then["messages"]} & {friends.id, grown.id} == {grown.id}


async def test_every_change_is_told_as_it_happens_and_answers_say_how_far_events_go(
    bot: Caller, sandbox: Sandbox, session: ClientSession, server: SandboxServer, listener: Listener
) -> None:
    alice = await sandbox.person("Alice")
    assert (await listener.next())["person"]["name"] == "Alice"
    chat: Json = {"id": alice.id, "type": "private", "title": "Alice", "members": [alice.id], "bot": True}
    nothing: Json = {"admin": False, "admins": [], "creator": None, "pinned": [], "topics": None}
    assert (await listener.next())["chat"] == chat | nothing
    await alice.send("hi")
    assert (await listener.next())["message"]["text"] == "hi"
    place = await bot.says(alice, "x", reply_markup={"inline_keyboard": [[MIXED[0]], [*MIXED[1:]]]})
    shown = [dict(zip(("text", "kind", "value"), each, strict=True)) for each in SHOWN]
    assert (await listener.next())["message"]["keyboard"] == [shown[:1], shown[1:]]
    await bot("editMessageText", **place, text="y")
    edited = await listener.next()
    assert (edited["type"], edited["message"]["text"], edited["message"]["keyboard"]) == ("edited", "y", [])
    await bot("deleteMessage", **place)
    assert await listener.next() == {"type": "deleted", "chat": alice.id, "messages": [place["message_id"]]}
    await bot("sendChatAction", chat_id=alice.id, action="typing")
    assert await listener.next() == {"type": "action", "chat": alice.id, "topic": None, "action": "typing"}
    commands = [{"command": "play", "description": "Play"}]
    await bot("setMyCommands", commands=commands)
    assert (await listener.next())["commands"] == [{"scope": "default", "language": "", "commands": commands}]
    await bot("setMyDescription", description="Bulls")
    assert (await listener.next())["bot"]["descriptions"] == {"": "Bulls"}
    await sandbox.privacy(on=False)
    assert await listener.next() == {"type": "privacy", "on": False}
    await alice.blocks()
    assert (await listener.next())["person"]["blocked"] is True
    group = await sandbox.group("Friends", alice)
    for _ in range(2):
        await listener.next()
    grown, note, migrated = await group.migrate(), (await listener.next())["message"], await listener.next()
    assert (note["service"], note["happened"]) == ("The group became a supergroup", {"kind": "upgraded", "names": []})
    assert (migrated["type"], migrated["chat"], migrated["to"]["id"]) == ("migrated", group.id, grown.id)
    async with session.post("/people", json={"name": "Bob"}) as response:
        reached = int(response.headers[EVENT_HEADER])
    while listener.number < reached:
        await listener.next()
    assert listener.number == reached
    server.state.events.close()
    with pytest.raises(EOFError):
        await listener.next()


async def test_the_page_serves_its_own_files_and_no_others(session: ClientSession, server: SandboxServer) -> None:
    async with session.get("/") as response:
        assert (response.status, response.content_type) == (200, "text/html")
        assert response.headers["Cache-Control"] == "no-cache"
    for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/nothing.js", "/page//etc/passwd"):
        async with session.get(URL(server.url + path, encoded=True)) as response:
            assert response.status == 404, path
