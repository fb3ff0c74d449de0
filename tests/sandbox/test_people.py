from typing import Any

import pytest

from sandbox.client import Group, NotPossible, Person, Sandbox
from sandbox.client.connection import Connection
from tests.sandbox.caller import Caller


@pytest.fixture
def wire(sandbox: Sandbox) -> Connection:
    return sandbox._connection


async def test_a_person_comes_with_a_name_and_a_language(wire: Connection) -> None:
    data = await wire.call("POST", "/people", name=" Олена ", username="olena", language="uk")
    assert data | {"id": 0} == {"id": 0, "name": "Олена", "username": "olena", "language": "uk", "blocked": False}
    assert (await wire.call("POST", "/people", name="Bob"))["language"] == "en"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "with name"),
        ({"name": " "}, "a person needs a name"),
        ({"name": "Bob", "username": "1b"}, "a username is 3 to 32 letters"),
        ({"name": "Bob", "username": "alice"}, "@alice is taken"),
        ({"name": "Bob", "language": "English"}, "a language is a code"),
        ({"name": 5}, '"body.name" must be a string'),
        ({"name": "Bob", "age": 5}, "without age"),
    ],
)
async def test_a_strange_person_is_kindly_refused(
    wire: Connection, alice: Person, given: dict[str, Any], reason: str
) -> None:
    assert alice.name == "Alice"
    with pytest.raises(NotPossible, match=reason):
        await wire.call("POST", "/people", **given)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "with chat"),
        ({"chat": 0}, "there is no chat 0"),
        ({"chat": -1001, "text": "x"}, "Alice is not in this chat"),
        ({"chat": "here"}, "must be an integer"),
        ({"text": ""}, "there is nothing to send"),
        ({"text": " \n"}, "there is nothing to send"),
        ({"text": "x" * 4097}, "at most 4096 characters"),
        ({"text": "x", "sticker": "🙂"}, "a sticker comes alone"),
        ({"text": "x", "anonymous": True}, "only a group's admin can be anonymous"),
        ({"text": "x", "reply_to": 99}, "there is no message 99 in this chat"),
        ({"photo": "yes please"}, "must be true or false"),
    ],
)
async def test_what_cannot_be_sent_is_kindly_refused(
    wire: Connection, sandbox: Sandbox, alice: Person, given: dict[str, Any], reason: str
) -> None:
    await sandbox.group("Others", await sandbox.person("Bob"))
    with pytest.raises(NotPossible, match=reason):
        await wire.call("POST", f"/people/{alice.id}/send", **({"chat": alice.id} if given else {}) | given)
    assert len(alice.messages()) == 1


async def test_nobody_else_can_be_spoken_for(wire: Connection) -> None:
    with pytest.raises(NotPossible, match="there is no person 5"):
        await wire.call("POST", "/people/5/send", chat=5, text="x")


async def test_a_body_that_is_no_object_is_refused(bot: Caller) -> None:
    for body in ("{", "[]", "5"):
        async with bot.session.post("/people", data=body, headers={"Content-Type": "application/json"}) as response:
            assert response.status == 400
            assert "error" in await response.json()


async def test_a_photo_a_sticker_and_a_caption_arrive(bot: Caller, alice: Person) -> None:
    photo = await alice.send("look", photo=True)
    await alice.send(sticker="🙂")
    first, second = await bot.read_all()
    assert (first["message"]["caption"], first["message"]["photo"][0]["width"]) == ("look", 320)
    assert second["message"]["sticker"]["emoji"] == "🙂"
    assert alice.messages()[-1].sticker == "🙂"
    assert photo.photo is not None
    async with bot.session.get(photo.photo) as response:
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")


async def test_people_cannot_write_to_a_bot_they_blocked(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    await alice.blocks()
    with pytest.raises(NotPossible, match="Alice blocked the bot"):
        await alice.send("hi")
    await alice.unblocks()
    blocked, unblocked = [update["my_chat_member"] for update in await bot.read_all()]
    assert (blocked["old_chat_member"]["status"], blocked["new_chat_member"]["status"]) == ("member", "kicked")
    assert blocked["new_chat_member"]["until_date"] == 0
    assert unblocked["new_chat_member"]["status"] == "member"
    assert unblocked["chat"]["type"] == "private"


async def test_a_deleted_chat_is_empty_on_both_sides(bot: Caller, alice: Person, friends: Group) -> None:
    board = await bot("sendMessage", chat_id=alice.id, text="board")
    await alice.clears()
    assert await bot.read_all() == []
    assert alice.messages() == []
    place = {"chat_id": alice.id, "message_id": board["message_id"]}
    assert await bot.refused("editMessageText", **place, text="x") == "Bad Request: message to edit not found"
    assert await bot.refused("deleteMessage", **place) == "Bad Request: message to delete not found"
    again = await bot("sendMessage", chat_id=alice.id, text="board")
    assert again["message_id"] > board["message_id"]
    with pytest.raises(NotPossible, match="a group is left, not deleted"):
        await alice.connection.call("POST", f"/people/{alice.id}/clear", chat=friends.id)


async def test_people_edit_their_own_words_only(bot: Caller, alice: Person) -> None:
    said = await alice.send("1234")
    sent = await bot("sendMessage", chat_id=alice.id, text="no")
    edited = await alice.edits(said, "5678")
    assert (edited.id, edited.text) == (said.id, "5678")
    assert edited.edited
    board = await alice.sees("no")
    assert board.id == sent["message_id"]
    with pytest.raises(NotPossible, match="not yours to edit"):
        await alice.edits(board, "yes")
    with pytest.raises(NotPossible, match="needs some text"):
        await alice.edits(said, " ")


async def test_an_edit_that_changes_nothing_is_not_told(bot: Caller, alice: Person) -> None:
    said = await alice.send("1234")
    await bot.read_all()
    await alice.edits(said, "1234 ")
    assert await bot.read_all() == []


async def test_in_private_people_may_delete_anything_in_groups_only_their_own(
    bot: Caller, alice: Person, friends: Group
) -> None:
    for chat in (alice.id, friends.id):
        await bot("sendMessage", chat_id=chat, text="board")
    board = await alice.sees("board", chat=friends)
    with pytest.raises(NotPossible, match="not yours to delete"):
        await alice.deletes(board)
    said = await alice.send("x", chat=friends)
    await alice.deletes(said)
    await alice.deletes(alice.messages()[-1])
    assert [message.text for message in alice.messages()] == ["/start"]
    reason = await bot.refused("editMessageText", chat_id=alice.id, message_id=2, text="y")
    assert reason == "Bad Request: message to edit not found"
    with pytest.raises(NotPossible, match="there is no message"):
        await alice.deletes(said)
