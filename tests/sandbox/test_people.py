import asyncio
from typing import Any

import pytest

from sandbox.api.editing import edit_message_reply_markup
from sandbox.client import Answer, Button, Group, NotPossible, Person, Sandbox
from sandbox.client.connection import Connection
from sandbox.links import start_payload
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


# People.
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


async def test_nobody_else_can_be_spoken_for_and_a_body_that_is_no_object_is_refused(
    wire: Connection, bot: Caller
) -> None:
    with pytest.raises(NotPossible, match="there is no person 5"):
        await wire.call("POST", "/people/5/send", chat=5, text="x")
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


async def test_people_edit_their_own_words_only_and_what_changes_nothing_is_not_told(
    bot: Caller, alice: Person
) -> None:
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


# Presses.
KEYBOARD = {
    "inline_keyboard": [
        [{"text": "Hint", "callback_data": "hint"}],
        [{"text": "Rules", "url": "https://example.org"}, {"text": "Copy", "copy_text": {"text": "1234"}}],
    ],
}


TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def board(bot: Caller, alice: Person) -> dict[str, Any]:
    sent: dict[str, Any] = await bot("sendMessage", chat_id=alice.id, text="board", reply_markup=KEYBOARD)
    return sent


async def press(person: Person, board: dict[str, Any], data: str = "hint", **given: Any) -> str:
    place = {"chat": board["chat"]["id"], "message": board["message_id"]}
    answer = await person.connection.call("POST", f"/people/{person.id}/press", **place, data=data, **given)
    return str(answer["query"])


async def test_the_bot_hears_who_pressed_what_and_where(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    query = await press(alice, board)
    (update,) = await bot.read_all()
    heard = update["callback_query"]
    assert (heard["id"], heard["data"], heard["from"]["id"]) == (query, "hint", alice.id)
    assert heard["message"] == board
    assert heard["from"]["language_code"] == "en"


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({}, Answer(None, alert=False, url=None)),
        ({"text": "Yes"}, Answer("Yes", alert=False, url=None)),
        ({"text": "Yes", "show_alert": True}, Answer("Yes", alert=True, url=None)),
        (
            {"url": "https://t.me/sandbox_bot?start=x", "cache_time": 5},
            Answer(None, alert=False, url="https://t.me/sandbox_bot?start=x"),
        ),
    ],
)
async def test_the_answer_reaches_the_presser(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
    sandbox: Sandbox,
    given: dict[str, Any],
    answer: Answer,
) -> None:
    query = await press(alice, board)
    assert await bot("answerCallbackQuery", callback_query_id=query, **given) is True
    await sandbox.state()
    assert alice.connection.mirror.answers == {query: answer}


async def test_a_press_is_answered_once_shortly_soon_and_opens_only_this_bot(
    bot: Caller, alice: Person, board: dict[str, Any], sandbox: Sandbox
) -> None:
    for unknown in ("1", ""):
        assert await bot.refused("answerCallbackQuery", callback_query_id=unknown) == TOO_OLD
    query = await press(alice, board)
    await bot("answerCallbackQuery", callback_query_id=query)
    assert await bot.refused("answerCallbackQuery", callback_query_id=query) == TOO_OLD
    query = await press(alice, board)
    reason = await bot.refused("answerCallbackQuery", callback_query_id=query, text="x" * 201)
    assert reason == "Bad Request: MESSAGE_TOO_LONG"
    await bot("answerCallbackQuery", callback_query_id=query, text="є" * 200)
    query = await press(alice, board)
    reason = await bot.refused("answerCallbackQuery", callback_query_id=query, url="https://example.org")
    assert reason == "Bad Request: URL_INVALID"
    query = await press(alice, board)
    await sandbox.clock(16)
    assert await bot.refused("answerCallbackQuery", callback_query_id=query) == TOO_OLD


async def test_what_is_not_on_the_keyboard_or_in_ones_chats_cannot_be_pressed(
    alice: Person, board: dict[str, Any], olena: Person, bot: Caller
) -> None:
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board, "win")
    with pytest.raises(NotPossible, match="Олена is not in this chat"):
        await press(olena, board)
    await bot("editMessageReplyMarkup", chat_id=alice.id, message_id=board["message_id"])
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board)


async def test_a_button_that_changes_under_the_finger_is_pressed_as_it_has_become(
    server: SandboxServer, bot: Caller, alice: Person, board: dict[str, Any]
) -> None:
    await alice.sees("board")
    changed = {"inline_keyboard": [[{"text": "Hint", "callback_data": "another"}]]}
    place = {"chat_id": alice.id, "message_id": board["message_id"]}
    edit_message_reply_markup(server.state, {**place, "reply_markup": changed})
    pressing = asyncio.create_task(alice.presses("Hint"))
    (update,) = await bot("getUpdates", timeout=10)
    assert update["callback_query"]["data"] == "another"
    await bot("answerCallbackQuery", callback_query_id=update["callback_query"]["id"])
    await pressing


async def test_a_forged_press_is_delivered_all_the_same(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    await press(alice, board, "win", forged=True)
    (update,) = await bot.read_all()
    assert update["callback_query"]["data"] == "win"


async def test_a_press_on_a_deleted_message_shows_it_as_inaccessible(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
) -> None:
    await bot("deleteMessage", chat_id=alice.id, message_id=board["message_id"])
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board)
    await press(alice, board, forged=True)
    (update,) = await bot.read_all()
    assert update["callback_query"]["message"] == {
        "chat": board["chat"],
        "message_id": board["message_id"],
        "date": 0,
    }


async def test_in_a_group_anybody_may_press_while_the_bot_is_there(
    bot: Caller, olena: Person, friends: Group, alice: Person
) -> None:
    board = await bot("sendMessage", chat_id=friends.id, text="board", reply_markup=KEYBOARD)
    await press(olena, board)
    (update,) = await bot.read_all()
    assert update["callback_query"]["from"]["first_name"] == "Олена"
    assert update["callback_query"]["message"]["chat"]["id"] == friends.id
    board = await bot("sendMessage", chat_id=friends.id, text="board", reply_markup=KEYBOARD)
    await friends.remove_bot(alice)
    with pytest.raises(NotPossible, match="the bot is not here any more"):
        await press(alice, board)


async def test_an_undelivered_press_is_forgotten_after_150_seconds(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
    sandbox: Sandbox,
) -> None:
    await press(alice, board)
    await sandbox.clock(149)
    assert len(await bot.updates()) == 1
    await sandbox.clock(2)
    assert await bot.updates() == []
    assert (await sandbox.updates())[-1] | {"update": None} == {
        "update": None,
        "delivered": 1,
        "confirmed": False,
        "expired": True,
    }


# Links that lead to the bot, and what becomes of who follows them.
JOIN = {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]}


@pytest.mark.parametrize(
    ("link", "payload"),
    [
        ("https://t.me/sandbox_bot?start=duel_7-A", "duel_7-A"),
        ("http://telegram.me/Sandbox_Bot/?start=x", "x"),
        ("t.me/sandbox_bot", ""),
        ("tg://resolve?domain=sandbox_bot&start=x", "x"),
        ("tg://resolve?domain=sandbox_bot", ""),
        ("https://t.me/other_bot?start=x", None),
        ("https://t.me/sandbox_bot/game?start=x", None),
        ("https://example.org/sandbox_bot?start=x", None),
        ("tg://user?id=7", None),
        ("mailto:sandbox_bot@t.me", None),
    ],
)
def test_a_link_to_the_bot_is_known_by_its_name(link: str, payload: str | None) -> None:
    assert start_payload(link, "sandbox_bot") == payload


@pytest.mark.parametrize(
    "link", ["cup_1", "https://t.me/sandbox_bot?start=cup_1", Button("In", "url", "t.me/sandbox_bot?start=cup_1")]
)
async def test_who_follows_a_link_starts_the_bot_with_its_payload(
    bot: Caller, olena: Person, link: str | Button
) -> None:
    assert await bot.refused("sendMessage", chat_id=olena.id, text="x") == (
        "Forbidden: bot can't initiate conversation with a user"
    )
    said = await olena.opens(link)
    assert (said.text, said.chat) == ("/start cup_1", olena.id)
    (update,) = await bot.read_all()
    assert update["message"]["text"] == "/start cup_1"
    assert update["message"]["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    await bot("sendMessage", chat_id=olena.id, text="welcome")


async def test_a_link_may_carry_nothing_or_64_characters_and_an_answer_that_leads_nowhere_cannot_be_followed(
    olena: Person,
) -> None:
    assert (await olena.opens("https://t.me/sandbox_bot")).text == "/start"
    assert (await olena.opens("x" * 64)).text == f"/start {'x' * 64}"
    nowhere = Answer("Not your turn", alert=True, url=None)
    assert nowhere.payload is None
    with pytest.raises(AssertionError, match="Олена was not led anywhere"):
        await olena.opens(nowhere)


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("x" * 65, "a link carries 1 to 64 letters, digits, _ or -"),
        ("дуель", "a link carries 1 to 64 letters, digits, _ or -"),
        ("https://t.me/sandbox_bot?start=a.b", "a link carries 1 to 64 letters, digits, _ or -"),
        ("https://t.me/other_bot?start=x", "this link does not lead to the bot"),
    ],
)
async def test_links_that_telegram_would_not_carry_are_refused(olena: Person, link: str, reason: str) -> None:
    with pytest.raises(NotPossible, match=reason):
        await olena.opens(link)
    assert olena.messages() == []


async def test_who_blocked_the_bot_lets_it_speak_again_by_a_link(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    await alice.opens("cup")
    *_, unblocked, started = await bot.read_all()
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert started["message"]["text"] == "/start cup"


async def test_an_answer_leads_the_presser_to_the_private_chat(bot: Caller, sandbox: Sandbox, olena: Person) -> None:
    group = await sandbox.group("Friends", olena)
    board = await bot("sendMessage", chat_id=group.id, text="Who plays?", reply_markup=JOIN)
    place = {"chat": group.id, "message": board["message_id"], "data": "join"}
    query = (await olena.connection.call("POST", f"/people/{olena.id}/press", **place))["query"]
    await bot("answerCallbackQuery", callback_query_id=query, url="https://t.me/sandbox_bot?start=seat_2")
    await sandbox.state()
    answer = olena.connection.mirror.answers[query]
    assert answer.payload == "seat_2"
    said = await olena.opens(answer)
    assert (said.chat, said.text) == (olena.id, "/start seat_2")


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://t.me/sandbox_bot",
        "https://t.me/sandbox_bot?start=",
        "https://t.me/sandbox_bot?start=a.b",
        f"https://t.me/sandbox_bot?start={'x' * 65}",
        "https://t.me/other_bot?start=x",
        "t.me/sandbox_bot_too?start=x",
    ],
)
async def test_an_answer_may_lead_only_to_a_start_of_this_bot(bot: Caller, alice: Person, url: str) -> None:
    board = await bot("sendMessage", chat_id=alice.id, text="Who plays?", reply_markup=JOIN)
    place = {"chat": alice.id, "message": board["message_id"], "data": "join"}
    query = (await alice.connection.call("POST", f"/people/{alice.id}/press", **place))["query"]
    assert await bot.refused("answerCallbackQuery", callback_query_id=query, url=url) == "Bad Request: URL_INVALID"
    await bot("answerCallbackQuery", callback_query_id=query, url="tg://resolve?domain=sandbox_bot&start=x")


async def test_addresses_in_texts_are_found(bot: Caller, alice: Person) -> None:
    text = "Play: tg://resolve?domain=sandbox_bot&start=x or t.me/sandbox_bot?start=x."
    sent: dict[str, Any] = await bot("sendMessage", chat_id=alice.id, text=text)
    found = [(text[e["offset"] : e["offset"] + e["length"]], e["type"]) for e in sent["entities"]]
    assert found == [("tg://resolve?domain=sandbox_bot&start=x", "url"), ("t.me/sandbox_bot?start=x", "url")]
