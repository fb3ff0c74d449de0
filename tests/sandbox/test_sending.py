import struct
import zlib
from dataclasses import replace

import pytest

from sandbox.acts.picture import picture
from sandbox.client import Group, Person, Sandbox
from tests.sandbox.caller import Caller, Json, impossible, picked


async def test_a_message_arrives_formatted_and_is_told_in_answer(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    passed_on = {"disable_notification": True, "protect_content": True, "allow_paid_broadcast": False}
    preview = {"is_disabled": True}
    sent = await bot("sendMessage", chat_id=alice.id, text=" hi ", **passed_on, link_preview_options=preview)
    assert sent["chat"] == {"id": alice.id, "type": "private", "first_name": "Alice", "username": "alice"}
    assert picked(sent, "message_id", "from.is_bot", "text", "edit_date") == (2, True, "hi", None)
    assert picked(sent, "has_protected_content", "link_preview_options") == (True, preview)
    await bot.says(alice, "<b>2 bulls</b>, <code>1234</code>", parse_mode="HTML")
    seen = await alice.sees("2 bulls")
    assert (seen.text, seen.html) == ("2 bulls, 1234", "<b>2 bulls</b>, <code>1234</code>")
    assert (seen.bold, seen.code) == (("2 bulls",), ("1234",))
    text = "<b>" + "x" * 4096 + "</b>"
    assert len((await bot("sendMessage", chat_id=alice.id, text=text, parse_mode="HTML"))["text"]) == 4096
    entities = [{"type": "bold", "offset": 3, "length": 1}]
    assert (await bot("sendMessage", chat_id=alice.id, text="🎯 x", entities=entities))["entities"] == entities
    sent = await bot("sendMessage", chat_id=alice.id, text="Try /help")
    assert sent["entities"] == [{"type": "bot_command", "offset": 4, "length": 5}]
    assert await bot("sendChatAction", chat_id=alice.id, action="typing") is True
    await sandbox.state()
    assert alice.connection.mirror.actions == [(alice.id, "typing")]


UNREAD = "can't parse entities:"
BEYOND = [{"type": "bold", "offset": 0, "length": 2}]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"text": " \n "}, "text must be non-empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "text must be non-empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "<b>x", "parse_mode": "HTML"}, f'{UNREAD} Can\'t find end tag corresponding to start tag "b"'),
        ({"entities": BEYOND}, "entity beginning at UTF-16 offset 0 ends after the end of the text"),
        ({"parse_mode": "MarkdownV2"}, "the sandbox does not read MarkdownV2; use HTML or entities"),
        ({"parse_mode": "BBCode"}, "unsupported parse_mode"),
        *(({"chat_id": chat}, "chat not found") for chat in (5, -5, "@nowhere")),
        ({"reply_parameters": {"message_id": 99}}, "message to be replied not found"),
    ],
)
async def test_what_telegram_would_refuse_is_refused(bot: Caller, alice: Person, given: Json, why: str) -> None:
    await bot.refuses(why, "sendMessage", **{"chat_id": alice.id, "text": "x"} | given)


async def test_only_who_writes_is_written_to(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    refusal = await bot.ask("sendMessage", chat_id=olena.id, text="hi")
    why = "Forbidden: bot can't initiate conversation with a user"
    assert picked(refusal, "error_code", "description") == (403, why)
    await olena.send("/play", chat=friends)
    assert await bot.refused("sendMessage", chat_id=olena.id, text="hi") == why
    await alice.blocks()
    assert await bot.refused("sendMessage", chat_id=alice.id, text="hi") == "Forbidden: bot was blocked by the user"
    await alice.unblocks()
    await bot.says(alice)


async def test_a_reply_shows_what_it_answers_and_other_markups_are_no_keyboard(bot: Caller, alice: Person) -> None:
    place, first = {"chat_id": alice.id}, await bot.says(alice, "a")
    second = await bot("sendMessage", **place, text="b", reply_parameters={"message_id": first["message_id"]})
    third = await bot("sendMessage", **place, text="c", reply_parameters={"message_id": second["message_id"]})
    assert second["reply_to_message"]["text"] == "a"
    assert picked(third["reply_to_message"], "text", "reply_to_message") == ("b", None)
    assert (await alice.sees("c")).reply_to == second["message_id"]
    unsure = {"message_id": 99, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await bot("sendMessage", **place, text="x", reply_parameters=unsure)

    for markup in (
        {"keyboard": [["a", {"text": "b"}]], "resize_keyboard": True},
        {"remove_keyboard": True},
        {"force_reply": True, "input_field_placeholder": "1234", "selective": True},
    ):
        assert "reply_markup" not in await bot("sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
        assert (await alice.sees("x")).keyboard == ()


KEY = {"text": "Hint", "callback_data": "hint"}
KEYBOARD = {"inline_keyboard": [[KEY]]}
SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@pytest.fixture
async def board(bot: Caller, alice: Person) -> Json:
    return await bot.says(alice, "<b>x</b>", KEY, parse_mode="HTML")


async def test_an_edit_changes_something_and_has_a_date(
    bot: Caller, alice: Person, board: Json, sandbox: Sandbox
) -> None:
    same = board | {"text": "<b>x</b>", "parse_mode": "HTML", "reply_markup": KEYBOARD}
    await bot.refuses(SAME, "editMessageText", **same)
    assert (await bot("editMessageText", **same | {"text": "<i>x</i>"}))["text"] == "x"
    await bot.refuses(SAME, "editMessageReplyMarkup", **board, reply_markup=KEYBOARD)
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **board)
    await bot.refuses(SAME, "editMessageReplyMarkup", **board, reply_markup={"inline_keyboard": []})
    await bot("editMessageReplyMarkup", **board, reply_markup=KEYBOARD)
    await sandbox.clock(3600)
    edited = await bot("editMessageText", **board, text="y")
    assert picked(edited, "text", "entities", "reply_markup") == ("y", None, None)
    assert edited["edit_date"] - edited["date"] >= 3600
    seen = await alice.sees("y")
    assert (seen.id, seen.buttons) == (board["message_id"], ())
    await alice.sees_no("x")


async def test_what_is_not_there_or_not_the_bots_cannot_be_edited(bot: Caller, alice: Person, board: Json) -> None:
    nothing, hers = {"chat_id": alice.id, "message_id": 99}, {"chat_id": alice.id, "message_id": 1}
    await bot.refuses("message to edit not found", "editMessageText", **nothing, text="x")
    await bot.refuses("message to edit not found", "editMessageReplyMarkup", **nothing)
    await bot.refuses("message to edit not found", "editMessageCaption", **nothing)
    await bot.refuses("message can't be edited", "editMessageText", **hers, text="x")
    await bot.refuses("there is no caption in the message to edit", "editMessageCaption", **board, caption="x")
    await alice.blocks()
    assert "blocked" in await bot.refused("editMessageText", **board, text="y")


async def test_a_caption_is_edited_or_taken_away(bot: Caller, alice: Person) -> None:
    sent = await bot.uploads("sendPhoto", alice, "photo", picture(), caption="one")
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert (await bot("editMessageCaption", **place, caption="<b>two</b>", parse_mode="HTML"))["caption"] == "two"
    assert "caption" not in await bot("editMessageCaption", **place)
    await bot.refuses(SAME, "editMessageCaption", **place)
    await bot.refuses("there is no text in the message to edit", "editMessageText", **place, text="three")
    await bot.refuses("message caption is too long", "editMessageCaption", **place, caption="x" * 1025)


async def test_a_text_becomes_a_picture_which_becomes_a_document(bot: Caller, alice: Person, board: Json) -> None:
    photo = await bot.uploads("sendPhoto", alice, "photo", picture())
    document = await bot.uploads("sendDocument", alice, "document", b"123")
    media = {"type": "photo", "media": photo["photo"][-1]["file_id"], "caption": "look"}
    edited = await bot("editMessageMedia", **board, media=media)
    assert picked(edited, "photo", "caption", "text") == (photo["photo"], "look", None)
    media = {"type": "document", "media": document["document"]["file_id"]}
    edited = await bot("editMessageMedia", **board, media=media)
    assert picked(edited, "document", "photo") == (document["document"], None)
    await bot.refuses(SAME, "editMessageMedia", **board, media=media)
    fields = {"message_id": board["message_id"], "media": {"type": "photo", "media": "attach://card"}}
    (size,) = (await bot.uploads("editMessageMedia", alice, "card", picture(), **fields))["photo"]
    assert (size["width"], size["height"]) == (320, 240)
    await bot.refuses('there is no file "card" in the request', "editMessageMedia", chat_id=alice.id, **fields)


TWO_DAYS = 48 * 3600


async def test_the_bot_deletes_in_private_and_its_own(bot: Caller, alice: Person, friends: Group) -> None:
    place, said = await bot.says(alice), await alice.send("1234")
    assert await bot("deleteMessage", **place) is True
    await alice.sees_no("board")
    await bot.refuses("message to delete not found", "deleteMessage", **place)
    await bot("deleteMessage", chat_id=alice.id, message_id=said.id)
    await bot.sandbox.state()
    assert [message.text for message in alice.messages()] == ["/start"]
    said = await alice.send("/play", chat=friends)
    await bot.refuses("message can't be deleted", "deleteMessage", chat_id=friends.id, message_id=said.id)
    await bot("deleteMessage", **await bot.says(friends))


async def test_after_two_days_only_buttons_go(bot: Caller, alice: Person, board: Json, sandbox: Sandbox) -> None:
    await sandbox.clock(TWO_DAYS + 1)
    await bot.refuses("message can't be deleted for everyone", "deleteMessage", **board)
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **board)
    place = await bot.says(alice)
    await sandbox.clock(TWO_DAYS - 60)
    assert await bot("deleteMessage", **place) is True
    old = (await bot.says(alice, "old"))["message_id"]
    await sandbox.clock(TWO_DAYS + 1)
    one, two, _ = [(await bot.says(alice, f"n{number}"))["message_id"] for number in range(3)]
    assert await bot("deleteMessages", chat_id=alice.id, message_ids=[one, two, one, old, 999])
    await sandbox.state()
    assert [message.text for message in alice.messages()] == ["/start", "x", "old", "n2"]


def png(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


def jpeg(width: int, height: int) -> bytes:
    comment = b"\xff\xe0" + struct.pack(">H", 4) + b"hi"
    return b"\xff\xd8" + comment + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, height, width)


async def test_a_picture_knows_its_size_and_can_be_downloaded(bot: Caller, alice: Person) -> None:
    for content in (png(400, 300), jpeg(400, 300)):
        sent = await bot.uploads("sendPhoto", alice, "photo", content, caption="<b>x</b>", parse_mode="HTML")
        (size,) = sent["photo"]
        assert picked(size, "width", "height", "file_size") == (400, 300, len(content))
        assert sent["caption_entities"] == [{"type": "bold", "offset": 0, "length": 1}]
        path = (await bot("getFile", file_id=size["file_id"]))["file_path"]
        assert (await bot.get(f"/file/bot{bot.token}/{path}"))[2] == content
        seen = await alice.sees("x")
        assert (seen.photo, seen.bold) == (f"/files/{path}", ("x",))


async def test_a_picture_is_sent_again_by_its_id_and_read(sandbox: Sandbox, bot: Caller, alice: Person) -> None:
    sent = await bot.uploads("sendPhoto", alice, "photo", picture(), caption="Over", reply_markup=KEYBOARD)
    assert sent["reply_markup"] == KEYBOARD
    shown = await alice.sees("Over")
    assert shown.buttons == ("Hint",)
    again = await bot("sendPhoto", chat_id=alice.id, photo=sent["photo"][0]["file_id"])
    assert again["photo"] == sent["photo"]
    assert "(photo) Over" in str(shown)
    assert await sandbox.photo(shown) == picture()
    await impossible(sandbox.photo(await alice.send("Thanks")), "shows no picture")
    await impossible(sandbox.photo(replace(shown, photo="/files/photos/none.png")), "there is no file")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("photo", b"no picture", "IMAGE_PROCESS_FAILED"),
        ("photo", b"\x89PNG\r\n\x1a\n", "IMAGE_PROCESS_FAILED"),
        ("photo", png(9, 9)[:-4], "IMAGE_PROCESS_FAILED"),
        ("photo", png(9, 9).replace(b"\x00\x09", b"\x00\x08", 1), "IMAGE_PROCESS_FAILED"),
        ("photo", b"\xff\xd8\xff", "IMAGE_PROCESS_FAILED"),
        ("photo", b"\xff\xd8" + b"\xff\x00\x00\x00" * 9, "IMAGE_PROCESS_FAILED"),
        ("photo", png(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        ("photo", png(2001, 100), "PHOTO_INVALID_DIMENSIONS"),
        ("photo", png(9, 9) + bytes(10 * 2**20), "file of size 10485805 bytes is too big for a photo"),
        ("photo", b"", "file must be non-empty"),
        ("document", b"", "file must be non-empty"),
    ],
)
async def test_no_good_picture_is_refused(bot: Caller, alice: Person, name: str, content: bytes, why: str) -> None:
    answer = await bot.sends(f"send{name.title()}", alice, name, content)
    assert answer["description"] == f"Bad Request: {why}"


async def test_other_files_are_refused_and_all_need_the_token(bot: Caller, alice: Person) -> None:
    for method, name in (("sendPhoto", "photo"), ("sendDocument", "document")):
        wrong = {"chat_id": alice.id, name: "https://example.org/x.png"}
        await bot.refuses("wrong file identifier/HTTP URL specified", method, **wrong)
    await bot.refuses("invalid file_id", "getFile", file_id="x")
    file = (await bot.uploads("sendDocument", alice, "document", b"123"))["document"]["file_id"]
    await bot.refuses("can't use file of type Document as Photo", "sendPhoto", chat_id=alice.id, photo=file)
    answer = await bot.sends("sendPhoto", alice, "photo", picture(), caption="x" * 1025)
    assert answer["description"] == "Bad Request: message caption is too long"
    paths = ("/file/bot1:x/photos/file_1.png", f"/file/bot{bot.token}/photos/file_1.png", "/files/photos/file_1.png")
    assert [(await bot.get(path))[0] for path in paths] == [401, 404, 404]


def emoji(*faces: str) -> list[Json]:
    return [{"type": "emoji", "emoji": face} for face in faces]


async def test_reactions_replace_or_are_refused(bot: Caller, alice: Person, friends: Group, sandbox: Sandbox) -> None:
    note = {"chat_id": friends.id, "message_id": alice.messages(friends)[-1].id}
    for why, given in (
        ("REACTION_INVALID", {"reaction": emoji("🐂")}),
        ("REACTION_INVALID", {"reaction": emoji("❤️")}),
        ("REACTIONS_TOO_MANY", {"reaction": emoji("🔥", "🎉")}),
        ('parameter "reaction[0]" must be an object with type one of emoji', {"reaction": [{"type": "paid"}]}),
        ('parameter "reaction" must be an array', {"reaction": "🔥"}),
        ("message to react not found", {"message_id": None}),
        ("message to react not found", {"message_id": 99}),
        ("REACTION_INVALID", note),
    ):
        usual = {"chat_id": alice.id, "message_id": 1, "reaction": emoji("🔥")}
        await bot.refuses(why, "setMessageReaction", **usual | given)
    await alice.blocks()
    reason = await bot.refused("setMessageReaction", **usual)
    assert reason == "Forbidden: bot was blocked by the user"
    guess = await alice.send("/g 1234", chat=friends)
    place = {"chat_id": friends.id, "message_id": guess.id}
    await bot.read_all()
    for given, shown in (({"reaction": emoji("🔥")}, "🔥"), ({"reaction": emoji("👨‍💻")}, "👨‍💻"), ({}, None)):
        assert await bot("setMessageReaction", **place, **given, is_big=True) is True
        await sandbox.state()
        reacted = alice.messages(friends)[-1]
        assert (reacted.reaction, reacted.edited, reacted.text) == (shown, None, "/g 1234")
    assert await bot.read_all() == []
