import asyncio

import pytest
from aiohttp import ClientSession

from sandbox.api.editing import edit_message_reply_markup
from sandbox.client import Answer, Button, Group, Person, Sandbox
from sandbox.links import start_payload
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller, Json, impossible, picked, press, refusals


async def test_a_person_comes_with_a_name_and_a_language_and_nobody_else_is_spoken_for(
    sandbox: Sandbox, session: ClientSession
) -> None:
    data = await sandbox._connection.call("POST", "/people", name=" Олена ", username="olena", language="uk")
    assert data | {"id": 0} == {"id": 0, "name": "Олена", "username": "olena", "language": "uk", "blocked": False}
    assert (await sandbox._connection.call("POST", "/people", name="Bob"))["language"] == "en"
    await impossible(sandbox._connection.call("POST", "/people/55/send", chat=5, text="x"), "there is no person 55")
    for body in ("{", "[]", "5"):
        async with session.post("/people", data=body, headers={"Content-Type": "application/json"}) as response:
            assert response.status == 400
            assert "error" in await response.json()


STRANGE = """
people → with name
people name=" " → a person needs a name
people name=Bob username=1b → a username is 3 to 32 letters
people name=Bob username=alice → @alice is taken
people name=Bob language=English → a language is a code
people name=5 → "body.name" must be a string
people name=Bob age=5 → without age
send → with chat
send chat=0 → there is no chat 0
send chat=-1001 text=x → Alice is not in this chat
send chat=here → must be an integer
send text="" → there is nothing to send
send text=" \\n" → there is nothing to send
send text=x*4097 → at most 4096 characters
send text=x sticker=🙂 → a sticker comes alone
send text=x anonymous=true → only a group's admin can be anonymous
send text=x reply_to=99 → there is no message 99 in this chat
send photo="yes please" → must be true or false
"""


@pytest.mark.parametrize(("deed", "given", "why"), refusals(STRANGE))
async def test_a_strange_person_and_what_cannot_be_sent_are_kindly_refused(
    sandbox: Sandbox, alice: Person, deed: str, given: Json, why: str
) -> None:
    await sandbox.group("Others", await sandbox.person("Bob"))
    place, chat = ("/people", {}) if deed == "people" else (f"/people/{alice.id}/send", {"chat": alice.id})
    await impossible(alice.connection.call("POST", place, **(chat | given if given else {})), why)
    assert len(alice.messages()) == 1


async def test_a_photo_and_a_sticker_arrive_and_ones_own_words_are_edited(bot: Caller, alice: Person) -> None:
    photo = await alice.send("look", photo=True)
    await alice.send(sticker="🙂")
    first, second = [update["message"] for update in await bot.read_all()]
    assert (first["caption"], first["photo"][0]["width"], second["sticker"]["emoji"]) == ("look", 320, "🙂")
    assert alice.messages()[-1].sticker == "🙂"
    assert photo.photo is not None
    _, kind, body = await bot.get(photo.photo)
    assert (kind, body[:4]) == ("image/png", b"\x89PNG")


async def test_nobody_writes_to_a_bot_they_blocked_until_a_link_unblocks(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    await alice.blocks()
    await impossible(alice.send("hi"), "Alice blocked the bot")
    await alice.unblocks()
    blocked, unblocked = [update["my_chat_member"] for update in await bot.read_all()]
    told = ("old_chat_member.status", "new_chat_member.status", "new_chat_member.until_date")
    assert picked(blocked, *told) == ("member", "kicked", 0)
    assert picked(unblocked, "new_chat_member.status", "chat.type") == ("member", "private")
    await alice.blocks()
    await alice.opens("cup")
    *_, unblocked, started = await bot.read_all()
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert started["message"]["text"] == "/start cup"

    said = await alice.send("1234")
    place = await bot.says(alice, "no")
    edited = await alice.edits(said, "5678")
    assert (edited.id, edited.text) == (said.id, "5678")
    assert edited.edited
    board = await alice.sees("no")
    assert board.id == place["message_id"]
    await impossible(alice.edits(board, "yes"), "not yours to edit")
    await impossible(alice.edits(said, " "), "needs some text")
    await bot.read_all()
    await alice.edits(said, "5678 ")
    assert await bot.read_all() == []


async def test_in_private_all_may_be_deleted_and_a_chat_cleared(bot: Caller, alice: Person, friends: Group) -> None:
    place = await bot.says(alice)
    await bot.says(friends)
    await impossible(alice.deletes(await alice.sees("board", chat=friends)), "not yours to delete")
    said = await alice.send("x", chat=friends)
    await alice.deletes(said)
    await alice.deletes(alice.messages()[-1])
    assert [message.text for message in alice.messages()] == ["/start"]
    await bot.refuses("message to edit not found", "editMessageText", **place, text="y")
    await impossible(alice.deletes(said), "there is no message")
    place = await bot.says(alice)
    await alice.clears()
    assert await bot.read_all() == []
    assert alice.messages() == []
    await bot.refuses("message to edit not found", "editMessageText", **place, text="x")
    await bot.refuses("message to delete not found", "deleteMessage", **place)
    assert (await bot.says(alice))["message_id"] > place["message_id"]
    clearing = alice.connection.call("POST", f"/people/{alice.id}/clear", chat=friends.id)
    await impossible(clearing, "a group is left, not deleted")


async def test_what_is_forwarded_says_who_wrote_it_first_and_is_nobodys_to_edit(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await bot("sendMessage", chat_id=friends.id, text="board", reply_markup={"inline_keyboard": [[*KEYS]]})
    said = await olena.send("/resign", chat=friends)
    as_group = await alice.send("/stop", chat=friends, anonymous=True)
    await bot.read_all()
    board = await alice.sees("board", chat=friends)
    passed_on = [await alice.forwards(message, friends) for message in (said, as_group, board)]
    again = await alice.forwards(passed_on[0])
    heard = [update["message"] for update in await bot.read_all()]  # of the board it hears nothing: privacy mode
    origins = [picked(each["forward_origin"], "type", "sender_user.id", "sender_chat.id", "date") for each in heard]
    first, ours = ("user", olena.id, None, said.date), ("chat", None, friends.id, as_group.date)
    assert origins == [first, ours, first]
    assert [picked(each, "text", "from.id", "chat.id", "reply_markup") for each in heard[:1]] == [
        ("/resign", alice.id, friends.id, None)
    ]
    assert [each.forwarded_from for each in (*passed_on, again)] == ["Олена", friends.title, "Sandbox bot", "Олена"]
    assert (passed_on[2].text, passed_on[2].keyboard, said.forwarded_from) == ("board", (), None)
    await impossible(alice.edits(passed_on[0], "/play"), "not yours to edit")
    links = await bot("sendMessage", chat_id=alice.id, text="links", reply_markup={"inline_keyboard": [[LINKED[0]]]})
    copy = await alice.forwards(await alice.sees("links"), friends)
    assert (copy.buttons, links["reply_markup"]["inline_keyboard"][0][0]["text"]) == (("Rules",), "Rules")
    photo = await alice.forwards(await olena.send("look", chat=friends, photo=True), friends)
    assert photo.photo is not None
    assert (photo.text, photo.forwarded_from) == ("look", "Олена")


UNFORWARDED = """
forward chat=0 from_chat=0 message=1 → there is no chat 0
forward message=1 → with from_chat
forward from_chat=-1001 message=2 → Alice is not in this chat
forward message=99 → there is no message 99
forward message=1 topic=5 → there is no topic 5
forward message=one → must be an integer
forward message=2 → cannot be forwarded
forward message=1 anonymous=true → without anonymous
"""


@pytest.mark.parametrize(("deed", "given", "why"), refusals(UNFORWARDED))
async def test_what_cannot_be_forwarded_is_kindly_refused(
    sandbox: Sandbox, bot: Caller, alice: Person, deed: str, given: Json, why: str
) -> None:
    await sandbox.group("Others", await sandbox.person("Bob"))
    await bot.says(alice, "hush", protect_content=True)
    own = {"chat": alice.id} | ({} if given == {"message": 1} else {"from_chat": alice.id})
    await impossible(alice.connection.call("POST", f"/people/{alice.id}/{deed}", **(own | given)), why)
    assert len(alice.messages()) == 2


async def test_out_of_a_blocked_chat_one_may_forward_but_not_into_it(
    bot: Caller, alice: Person, friends: Group
) -> None:
    await bot.says(alice, "board")
    board = await alice.sees("board")
    await alice.blocks()
    await impossible(alice.forwards(board), "Alice blocked the bot")
    assert (await alice.forwards(board, friends)).forwarded_from == "Sandbox bot"


async def test_a_service_message_is_not_forwarded(alice: Person, friends: Group) -> None:
    service = next(message for message in alice.messages(friends) if message.service)
    await impossible(alice.forwards(service, friends), "cannot be forwarded")


LINKED = {"text": "Rules", "url": "https://example.org"}, {"text": "Copy", "copy_text": {"text": "1234"}}
KEYS = {"text": "Hint", "callback_data": "hint"}, *LINKED
NOWHERE = [f"https://t.me/sandbox_bot{start}" for start in ("", "?start=", "?start=a.b", f"?start={'x' * 65}")]
GONE = "this button is gone"
LINK = "https://t.me/sandbox_bot?start=x"


@pytest.fixture
async def board(bot: Caller, alice: Person) -> Json:
    return await bot.says(alice, "board", *KEYS)


async def test_the_bot_hears_who_pressed_and_where(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    keyboard = {"inline_keyboard": [[KEYS[0]], [*LINKED]]}
    sent = await bot("sendMessage", chat_id=alice.id, text="board", reply_markup=keyboard)
    query = await press(alice, {"chat_id": alice.id, "message_id": sent["message_id"]})
    told = picked(await bot.heard("callback_query"), "id", "data", "from.id", "from.language_code", "message")
    assert told == (query, "hint", alice.id, "en", sent)
    board = await bot.says(friends, "board", *KEYS)
    await press(olena, board)
    heard = await bot.heard("callback_query")
    assert picked(heard, "from.first_name", "message.chat.id") == ("Олена", friends.id)
    await friends.remove_bot(alice)
    await impossible(press(alice, board), "the bot is not here any more")


async def test_answers_reach_the_presser(bot: Caller, alice: Person, board: Json) -> None:
    answers = alice.connection.mirror.answers
    for given, answer in (
        ({}, Answer(None, alert=False, url=None)),
        ({"text": "Yes"}, Answer("Yes", alert=False, url=None)),
        ({"text": "Yes", "show_alert": True}, Answer("Yes", alert=True, url=None)),
        ({"url": LINK, "cache_time": 5}, Answer(None, alert=False, url=LINK)),
    ):
        query = await press(alice, board)
        assert await bot("answerCallbackQuery", callback_query_id=query, **given) is True
        await bot.sandbox.state()
        assert answers.pop(query) == answer
    assert answers == {}


async def test_what_is_not_there_is_pressed_by_forgers(alice: Person, board: Json, olena: Person, bot: Caller) -> None:
    await impossible(press(alice, board, "win"), GONE)
    await impossible(press(olena, board), "Олена is not in this chat")
    await press(alice, board, "win", forged=True)
    assert (await bot.heard("callback_query"))["data"] == "win"
    await bot("editMessageReplyMarkup", **board)
    await impossible(press(alice, board), GONE)
    await bot("deleteMessage", **board)
    await impossible(press(alice, board), GONE)
    await press(alice, board, forged=True)
    chat = {"id": alice.id, "type": "private", "first_name": "Alice", "username": "alice"}
    inaccessible = {"chat": chat, "message_id": board["message_id"], "date": 0}
    assert (await bot.heard("callback_query"))["message"] == inaccessible


async def test_a_button_that_changes_under_the_finger_is_pressed_as_it_has_become(
    server: SandboxServer, bot: Caller, alice: Person, board: Json
) -> None:
    await alice.sees("board")
    changed = {"inline_keyboard": [[{"text": "Hint", "callback_data": "another"}]]}
    edit_message_reply_markup(server.state, {**board, "reply_markup": changed})
    pressing = asyncio.create_task(alice.presses("Hint"))
    heard = await bot.heard("callback_query")
    assert heard["data"] == "another"
    await bot("answerCallbackQuery", callback_query_id=heard["id"])
    await pressing


async def test_a_press_is_forgotten_or_answered_once(bot: Caller, alice: Person, board: Json, sandbox: Sandbox) -> None:
    await press(alice, board)
    await sandbox.clock(120)
    assert len(await bot.updates()) == 1
    await sandbox.clock(31)
    assert await bot.updates() == []
    forgotten = {"update": None, "delivered": 1, "confirmed": False, "expired": True}
    assert (await sandbox.updates())[-1] | {"update": None} == forgotten
    answered, late = await press(alice, board), await press(alice, board)
    await bot.refuses("MESSAGE_TOO_LONG", "answerCallbackQuery", callback_query_id=answered, text="x" * 201)
    await bot("answerCallbackQuery", callback_query_id=answered, text="є" * 200)
    why = "query is too old and response timeout expired or query ID is invalid"
    for query in ("1", "", answered):
        await bot.refuses(why, "answerCallbackQuery", callback_query_id=query)
    await sandbox.clock(16)
    await bot.refuses(why, "answerCallbackQuery", callback_query_id=late)


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
async def test_who_follows_a_link_starts_the_bot(bot: Caller, olena: Person, link: str | Button) -> None:
    reason = await bot.refused("sendMessage", chat_id=olena.id, text="x")
    assert reason == "Forbidden: bot can't initiate conversation with a user"
    said = await olena.opens(link)
    assert (said.text, said.chat) == ("/start cup_1", olena.id)
    command = {"type": "bot_command", "offset": 0, "length": 6}
    assert picked(await bot.heard(), "text", "entities") == ("/start cup_1", [command])
    await bot.says(olena, "welcome")


async def test_a_link_carries_64_characters_at_most(olena: Person) -> None:
    for link in ("x" * 65, "дуель", "https://t.me/sandbox_bot?start=a.b"):
        await impossible(olena.opens(link), "a link carries 1 to 64 letters, digits, _ or -")
    await impossible(olena.opens("https://t.me/other_bot?start=x"), "this link does not lead to the bot")
    assert olena.messages() == []
    assert (await olena.opens("https://t.me/sandbox_bot")).text == "/start"
    assert (await olena.opens("x" * 64)).text == f"/start {'x' * 64}"
    nowhere = Answer("Not your turn", alert=True, url=None)
    assert nowhere.payload is None
    await impossible(olena.opens(nowhere), "Олена was not led anywhere", AssertionError)


async def test_an_answer_leads_the_presser_to_a_start_of_this_bot_in_private_and_nowhere_else(
    bot: Caller, sandbox: Sandbox, olena: Person, alice: Person, board: Json
) -> None:
    group = await sandbox.group("Friends", olena)
    query = await press(olena, await bot.says(group, "Who plays?", KEYS[0]))
    await bot("answerCallbackQuery", callback_query_id=query, url="https://t.me/sandbox_bot?start=seat_2")
    await sandbox.state()
    answer = olena.connection.mirror.answers[query]
    assert answer.payload == "seat_2"
    said = await olena.opens(answer)
    assert (said.chat, said.text) == (olena.id, "/start seat_2")
    query = await press(alice, board)
    for url in ("https://example.org", "https://t.me/other_bot?start=x", "t.me/sandbox_bot_too?start=x", *NOWHERE):
        await bot.refuses("URL_INVALID", "answerCallbackQuery", callback_query_id=query, url=url)
    await bot("answerCallbackQuery", callback_query_id=query, url="tg://resolve?domain=sandbox_bot&start=x")

    text = "Play: tg://resolve?domain=sandbox_bot&start=x or t.me/sandbox_bot?start=x."
    sent: Json = await bot("sendMessage", chat_id=alice.id, text=text)
    found = [(text[e["offset"] : e["offset"] + e["length"]], e["type"]) for e in sent["entities"]]
    assert found == [("tg://resolve?domain=sandbox_bot&start=x", "url"), ("t.me/sandbox_bot?start=x", "url")]
