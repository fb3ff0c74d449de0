import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, StreamReader
from yarl import URL

from sandbox.client import Group, Person, Sandbox
from sandbox.server import EVENT_HEADER, SandboxServer
from tests.sandbox.caller import Caller

KEYBOARD = [
    [{"text": "a", "callback_data": "d"}],
    [{"text": "b", "url": "https://example.org"}, {"text": "c", "copy_text": {"text": "1"}}],
]
SHOWN_KEYBOARD = [
    [{"text": "a", "kind": "callback", "value": "d"}],
    [{"text": "b", "kind": "url", "value": "https://example.org"}, {"text": "c", "kind": "copy", "value": "1"}],
]


class Listener:
    """Reads the events of the page, one by one."""

    def __init__(self, lines: StreamReader) -> None:
        self.lines = lines
        self.number = 0

    async def next(self) -> dict[str, Any]:
        async for line in self.lines:
            if line.startswith(b"id: "):
                self.number = int(line.removeprefix(b"id: "))
            if line.startswith(b"data: "):
                event: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                return event
        raise EOFError


@pytest.fixture
async def listener(session: ClientSession) -> AsyncIterator[Listener]:
    async with session.get("/events") as response:
        assert response.content_type == "text/event-stream"
        yield Listener(response.content)


async def test_the_first_event_is_everything_there_is(
    bot: Caller, alice: Person, olena: Person, friends: Group, session: ClientSession
) -> None:
    await bot("sendMessage", chat_id=alice.id, text="<b>hi</b>", parse_mode="HTML")
    await bot("setMyCommands", commands=[{"command": "play", "description": "Play"}])
    async with session.get("/events") as response:
        snapshot = await Listener(response.content).next()
    assert snapshot["type"] == "snapshot"
    assert snapshot["bot"]["username"] == "sandbox_bot"
    assert [person["name"] for person in snapshot["people"]] == ["Alice", "Олена"]
    assert [(chat["id"], chat["type"], chat["members"]) for chat in snapshot["chats"]] == [
        (alice.id, "private", [alice.id]),
        (olena.id, "private", [olena.id]),
        (friends.id, "group", [alice.id, olena.id]),
    ]
    assert [message["text"] for message in snapshot["messages"]] == ["/start", "hi", None]
    assert snapshot["commands"][0]["scope"] == "default"
    assert snapshot["privacy"] is True
    assert isinstance(snapshot["now"], float), "whole seconds would be late"


async def test_a_migrated_group_is_no_longer_among_the_chats(friends: Group, session: ClientSession) -> None:
    grown = await friends.migrate()
    async with session.get("/events") as response:
        snapshot = await Listener(response.content).next()
    assert friends.id not in [chat["id"] for chat in snapshot["chats"]]
    assert {message["chat"] for message in snapshot["messages"]} & {friends.id, grown.id} == {grown.id}


async def test_every_change_is_told_as_it_happens(bot: Caller, sandbox: Sandbox, listener: Listener) -> None:
    assert (await listener.next())["type"] == "snapshot"
    alice = await sandbox.person("Alice")
    assert (await listener.next())["person"]["name"] == "Alice"
    assert (await listener.next())["chat"] == {
        "id": alice.id,
        "type": "private",
        "title": "Alice",
        "members": [alice.id],
        "bot": True,
        "admin": False,
        "admins": [],
        "creator": None,
        "pinned": [],
        "topics": None,
    }
    await alice.send("hi")
    assert (await listener.next())["message"]["text"] == "hi"
    sent = await bot("sendMessage", chat_id=alice.id, text="x", reply_markup={"inline_keyboard": KEYBOARD})
    assert (await listener.next())["message"]["keyboard"] == SHOWN_KEYBOARD
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    await bot("editMessageText", **place, text="y")
    edited = await listener.next()
    assert (edited["type"], edited["message"]["text"], edited["message"]["keyboard"]) == ("edited", "y", [])
    await bot("deleteMessage", **place)
    assert await listener.next() == {"type": "deleted", "chat": alice.id, "messages": [sent["message_id"]]}
    await alice.blocks()
    assert (await listener.next())["person"]["blocked"] is True


async def test_what_the_bot_does_besides_messages_is_told_too(
    bot: Caller, sandbox: Sandbox, alice: Person, friends: Group, listener: Listener
) -> None:
    await listener.next()
    await bot("sendChatAction", chat_id=alice.id, action="typing")
    assert await listener.next() == {"type": "action", "chat": alice.id, "topic": None, "action": "typing"}
    await bot("setMyCommands", commands=[{"command": "play", "description": "Play"}])
    commands = [{"command": "play", "description": "Play"}]
    assert (await listener.next())["commands"] == [{"scope": "default", "language": "", "commands": commands}]
    await bot("setMyDescription", description="Bulls")
    assert (await listener.next())["bot"]["descriptions"] == {"": "Bulls"}
    await sandbox.privacy(on=False)
    assert await listener.next() == {"type": "privacy", "on": False}
    grown = await friends.migrate()
    note = (await listener.next())["message"]
    assert (note["service"], note["happened"]) == ("The group became a supergroup", {"kind": "upgraded", "names": []})
    migrated = await listener.next()
    assert (migrated["type"], migrated["chat"], migrated["to"]["id"]) == ("migrated", friends.id, grown.id)


async def test_answers_say_how_far_the_events_are(session: ClientSession, listener: Listener) -> None:
    await listener.next()
    async with session.post("/people", json={"name": "Alice"}) as response:
        reached = int(response.headers[EVENT_HEADER])
    await listener.next()
    await listener.next()
    assert listener.number == reached


async def test_events_end_when_the_sandbox_does(session: ClientSession, server: SandboxServer) -> None:
    async with session.get("/events") as response:
        listener = Listener(response.content)
        await listener.next()
        server.state.events.close()
        with pytest.raises(EOFError):
            await listener.next()


@pytest.mark.parametrize(
    "path", ["/page/../server.py", "/page/%2e%2e/server.py", "/page/nothing.js", "/page//etc/passwd"]
)
async def test_the_page_serves_its_own_files_and_no_others(
    session: ClientSession, server: SandboxServer, path: str
) -> None:
    async with session.get("/") as response:
        assert (response.status, response.content_type) == (200, "text/html")
        assert response.headers["Cache-Control"] == "no-cache"
    async with session.get(URL(server.url + path, encoded=True)) as response:
        assert response.status == 404
