import struct
import zlib
from dataclasses import replace
from typing import Any

import pytest

from sandbox.acts.picture import picture
from sandbox.client import Group, NotPossible, Person, Sandbox
from tests.sandbox.caller import Caller, ask, upload


# Sending.
async def test_a_message_arrives_as_it_was_formatted(bot: Caller, alice: Person) -> None:
    await bot("sendMessage", chat_id=alice.id, text="<b>2 bulls</b>, <code>1234</code>", parse_mode="HTML")
    seen = await alice.sees("2 bulls")
    assert (seen.text, seen.html) == ("2 bulls, 1234", "<b>2 bulls</b>, <code>1234</code>")
    assert (seen.bold, seen.code) == (("2 bulls",), ("1234",))


async def test_entities_may_be_given_instead_but_none_beyond_the_text(bot: Caller, alice: Person) -> None:
    entities = [{"type": "bold", "offset": 3, "length": 1}]
    sent = await bot("sendMessage", chat_id=alice.id, text="🎯 x", entities=entities)
    assert sent["entities"] == entities
    entities = [{"type": "bold", "offset": 0, "length": 2}]
    reason = await bot.refused("sendMessage", chat_id=alice.id, text="x", entities=entities)
    assert reason == "Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text"


async def test_the_answer_is_the_message_as_sent(bot: Caller, alice: Person) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text=" hi ")
    assert sent["message_id"] == 2
    assert sent["chat"] == {"id": alice.id, "type": "private", "first_name": "Alice", "username": "alice"}
    assert sent["from"]["is_bot"]
    assert sent["text"] == "hi"
    assert "edit_date" not in sent


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n ", "text must be non-empty"),
        ("<b></b>", "text must be non-empty"),
        ("x" * 4097, "message is too long"),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
async def test_a_text_telegram_would_refuse_is_refused(bot: Caller, alice: Person, text: str, reason: str) -> None:
    assert await bot.refused("sendMessage", chat_id=alice.id, text=text, parse_mode="HTML") == f"Bad Request: {reason}"


async def test_length_is_counted_after_entities(bot: Caller, alice: Person) -> None:
    text = "<b>" + "x" * 4096 + "</b>"
    assert len((await bot("sendMessage", chat_id=alice.id, text=text, parse_mode="HTML"))["text"]) == 4096


async def test_nobody_is_written_to_who_never_wrote_in_private(bot: Caller, olena: Person, friends: Group) -> None:
    refusal = await bot.ask("sendMessage", chat_id=olena.id, text="hi")
    assert refusal["error_code"] == 403
    assert refusal["description"] == "Forbidden: bot can't initiate conversation with a user"
    await olena.send("/play", chat=friends)
    assert "initiate" in await bot.refused("sendMessage", chat_id=olena.id, text="hi")


async def test_who_blocked_the_bot_hears_nothing(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    assert await bot.refused("sendMessage", chat_id=alice.id, text="hi") == "Forbidden: bot was blocked by the user"
    await alice.unblocks()
    await bot("sendMessage", chat_id=alice.id, text="hi")


async def test_other_parse_modes_and_chats_that_are_not_there_are_refused(bot: Caller, alice: Person) -> None:
    for mode, reason in {
        "MarkdownV2": "the sandbox does not read MarkdownV2; use HTML or entities",
        "BBCode": "unsupported parse_mode",
    }.items():
        assert await bot.refused("sendMessage", chat_id=alice.id, text="x", parse_mode=mode) == f"Bad Request: {reason}"
    for chat in (5, -5, "@nowhere"):
        assert await bot.refused("sendMessage", chat_id=chat, text="hi") == "Bad Request: chat not found"


async def test_a_reply_shows_what_it_answers_one_level_deep_and_there_must_be_such_a_thing(
    bot: Caller, alice: Person
) -> None:
    first = await bot("sendMessage", chat_id=alice.id, text="a")
    reply = {"message_id": first["message_id"]}
    second = await bot("sendMessage", chat_id=alice.id, text="b", reply_parameters=reply)
    third = await bot("sendMessage", chat_id=alice.id, text="c", reply_parameters={"message_id": second["message_id"]})
    assert second["reply_to_message"]["text"] == "a"
    assert third["reply_to_message"]["text"] == "b"
    assert "reply_to_message" not in third["reply_to_message"]
    assert (await alice.sees("c")).reply_to == second["message_id"]
    given: dict[str, Any] = {"chat_id": alice.id, "text": "x"}
    reply = {"message_id": 99}
    refusal = await bot.refused("sendMessage", **given, reply_parameters=reply)
    assert refusal == "Bad Request: message to be replied not found"
    sent = await bot("sendMessage", **given, reply_parameters=reply | {"allow_sending_without_reply": True})
    assert "reply_to_message" not in sent


async def test_what_is_only_passed_on_comes_back(bot: Caller, alice: Person) -> None:
    preview = {"is_disabled": True}
    sent = await bot(
        "sendMessage",
        chat_id=alice.id,
        text="x",
        disable_notification=True,
        protect_content=True,
        allow_paid_broadcast=False,
        link_preview_options=preview,
    )
    assert sent["has_protected_content"] is True
    assert sent["link_preview_options"] == preview


@pytest.mark.parametrize(
    "markup",
    [
        {"keyboard": [["a", {"text": "b"}]], "resize_keyboard": True},
        {"remove_keyboard": True},
        {"force_reply": True, "input_field_placeholder": "1234", "selective": True},
    ],
)
async def test_other_markups_are_kept_but_are_no_inline_keyboard(
    bot: Caller, alice: Person, markup: dict[str, Any]
) -> None:
    assert "reply_markup" not in await bot("sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
    assert (await alice.sees("x")).keyboard == ()


async def test_an_action_is_shown_and_commands_in_the_bots_words_can_be_tapped(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    assert await bot("sendChatAction", chat_id=alice.id, action="typing") is True
    await sandbox.state()
    assert alice.connection.mirror.actions == [(alice.id, "typing")]
    sent = await bot("sendMessage", chat_id=alice.id, text="Try /help")
    assert sent["entities"] == [{"type": "bot_command", "offset": 4, "length": 5}]


# Editing.
KEYBOARD = {"inline_keyboard": [[{"text": "Hint", "callback_data": "hint"}]]}


SAME = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@pytest.fixture
async def board(bot: Caller, alice: Person) -> dict[str, Any]:
    """The place of a message with a button."""
    sent = await bot("sendMessage", chat_id=alice.id, text="<b>x</b>", parse_mode="HTML", reply_markup=KEYBOARD)
    return {"chat_id": alice.id, "message_id": sent["message_id"]}


async def test_an_edit_replaces_text_and_buttons(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    edited = await bot("editMessageText", **board, text="y")
    assert edited["text"] == "y"
    assert "entities" not in edited
    assert "reply_markup" not in edited
    assert edited["edit_date"] >= edited["date"]
    seen = await alice.sees("y")
    assert (seen.id, seen.buttons) == (board["message_id"], ())
    await alice.sees_no("x")


async def test_an_edit_with_the_same_text_and_buttons_is_refused_and_each_is_dated_by_the_sandboxs_clock(
    bot: Caller, board: dict[str, Any], sandbox: Sandbox
) -> None:
    same = board | {"text": "<b>x</b>", "parse_mode": "HTML", "reply_markup": KEYBOARD}
    assert await bot.refused("editMessageText", **same) == SAME
    assert (await bot("editMessageText", **same | {"text": "<i>x</i>"}))["text"] == "x"
    assert await bot.refused("editMessageReplyMarkup", **board, reply_markup=KEYBOARD) == SAME
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **board)
    assert await bot.refused("editMessageReplyMarkup", **board, reply_markup={"inline_keyboard": []}) == SAME
    await sandbox.clock(3600)
    edited = await bot("editMessageText", **board, text="y")
    assert edited["edit_date"] - edited["date"] >= 3600


@pytest.mark.parametrize("method", ["editMessageText", "editMessageReplyMarkup", "editMessageCaption"])
async def test_what_is_not_there_cannot_be_edited(bot: Caller, alice: Person, method: str) -> None:
    given = {"text": "x"} if method == "editMessageText" else {}
    reason = await bot.refused(method, chat_id=alice.id, message_id=99, **given)
    assert reason == "Bad Request: message to edit not found"


async def test_what_is_not_the_bots_has_no_caption_or_is_for_nobody_cannot_be_edited(
    bot: Caller, alice: Person, board: dict[str, Any]
) -> None:
    reason = await bot.refused("editMessageText", chat_id=alice.id, message_id=1, text="x")
    assert reason == "Bad Request: message can't be edited"
    reason = await bot.refused("editMessageCaption", **board, caption="x")
    assert reason == "Bad Request: there is no caption in the message to edit"
    await alice.blocks()
    assert "blocked" in await bot.refused("editMessageText", **board, text="y")


async def test_a_caption_is_edited_and_taken_away(bot: Caller, alice: Person) -> None:
    sent = await upload(bot, "sendPhoto", alice.id, "photo", picture(), caption="one")
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    assert (await bot("editMessageCaption", **place, caption="<b>two</b>", parse_mode="HTML"))["caption"] == "two"
    assert "caption" not in await bot("editMessageCaption", **place)
    assert await bot.refused("editMessageCaption", **place) == SAME
    reason = await bot.refused("editMessageText", **place, text="three")
    assert reason == "Bad Request: there is no text in the message to edit"
    reason = await bot.refused("editMessageCaption", **place, caption="x" * 1025)
    assert reason == "Bad Request: message caption is too long"


async def test_a_text_becomes_a_picture_and_a_picture_a_document(
    bot: Caller, alice: Person, board: dict[str, Any]
) -> None:
    photo = await upload(bot, "sendPhoto", alice.id, "photo", picture())
    document = await upload(bot, "sendDocument", alice.id, "document", b"123")
    media = {"type": "photo", "media": photo["photo"][-1]["file_id"], "caption": "look"}
    edited = await bot("editMessageMedia", **board, media=media)
    assert (edited["photo"], edited["caption"], "text" in edited) == (photo["photo"], "look", False)
    media = {"type": "document", "media": document["document"]["file_id"]}
    edited = await bot("editMessageMedia", **board, media=media)
    assert edited["document"] == document["document"]
    assert "photo" not in edited
    assert await bot.refused("editMessageMedia", **board, media=media) == SAME


async def test_media_may_be_uploaded_with_the_edit(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    media = {"type": "photo", "media": "attach://card"}
    fields = {"message_id": board["message_id"], "media": media}
    edited = await upload(bot, "editMessageMedia", alice.id, "card", picture(), **fields)
    assert (edited["photo"][0]["width"], edited["photo"][0]["height"]) == (320, 240)
    reason = await bot.refused("editMessageMedia", **board, media=media)
    assert reason == 'Bad Request: there is no file "card" in the request'


# Deleting.
TWO_DAYS = 48 * 3600


async def test_in_private_the_bot_deletes_messages_of_both_and_they_are_gone(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text="board")
    await alice.sees("board")
    assert await bot("deleteMessage", chat_id=alice.id, message_id=sent["message_id"]) is True
    await alice.sees_no("board")
    reason = await bot.refused("deleteMessage", chat_id=alice.id, message_id=sent["message_id"])
    assert reason == "Bad Request: message to delete not found"
    said = await alice.send("1234")
    await bot("deleteMessage", chat_id=alice.id, message_id=said.id)
    await sandbox.state()
    assert said.id not in [message.id for message in alice.messages()]


async def test_in_a_group_it_may_delete_only_its_own(bot: Caller, alice: Person, friends: Group) -> None:
    said = await alice.send("/play", chat=friends)
    sent = await bot("sendMessage", chat_id=friends.id, text="board")
    reason = await bot.refused("deleteMessage", chat_id=friends.id, message_id=said.id)
    assert reason == "Bad Request: message can't be deleted"
    await bot("deleteMessage", chat_id=friends.id, message_id=sent["message_id"])


async def test_after_two_days_it_is_too_late_to_delete_but_not_before_and_buttons_can_be_stripped(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}
    sent = await bot("sendMessage", chat_id=alice.id, text="board", reply_markup=markup)
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    await sandbox.clock(TWO_DAYS + 1)
    assert await bot.refused("deleteMessage", **place) == "Bad Request: message can't be deleted for everyone"
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **place)
    sent = await bot("sendMessage", chat_id=alice.id, text="board")
    await sandbox.clock(TWO_DAYS - 60)
    assert await bot("deleteMessage", chat_id=alice.id, message_id=sent["message_id"]) is True


async def test_several_are_deleted_at_once_and_missing_ones_passed_over(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    old = await bot("sendMessage", chat_id=alice.id, text="old")
    await sandbox.clock(TWO_DAYS + 1)
    sent = [await bot("sendMessage", chat_id=alice.id, text=f"n{number}") for number in range(3)]
    numbers = [message["message_id"] for message in sent]
    assert await bot("deleteMessages", chat_id=alice.id, message_ids=[*numbers[:2], numbers[0], old["message_id"], 999])
    await sandbox.state()
    assert [message.text for message in alice.messages()] == ["/start", "old", "n2"]


# Files.
def png(width: int, height: int) -> bytes:
    """A whole one, but for its points."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


def jpeg(width: int, height: int) -> bytes:
    comment = b"\xff\xe0" + struct.pack(">H", 4) + b"hi"
    return b"\xff\xd8" + comment + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, height, width)


@pytest.mark.parametrize("content", [png(400, 300), jpeg(400, 300)])
async def test_a_picture_knows_its_size_and_can_be_downloaded(bot: Caller, alice: Person, content: bytes) -> None:
    sent = await upload(bot, "sendPhoto", alice.id, "photo", content, caption="<b>x</b>", parse_mode="HTML")
    (size,) = sent["photo"]
    assert (size["width"], size["height"], size["file_size"]) == (400, 300, len(content))
    assert sent["caption_entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    file = await bot("getFile", file_id=size["file_id"])
    async with bot.session.get(f"/file/bot{bot.token}/{file['file_path']}") as response:
        assert await response.read() == content
    seen = await alice.sees("x")
    assert (seen.photo, seen.bold) == (f"/files/{file['file_path']}", ("x",))


async def test_a_picture_has_buttons_and_can_be_sent_again_by_its_id(bot: Caller, alice: Person) -> None:
    keyboard = {"inline_keyboard": [[{"text": "Again", "callback_data": "again"}]]}
    sent = await upload(bot, "sendPhoto", alice.id, "photo", picture(), caption="Over", reply_markup=keyboard)
    assert sent["reply_markup"] == keyboard
    assert (await alice.sees("Over")).buttons == ("Again",)
    first = await upload(bot, "sendPhoto", alice.id, "photo", picture())
    again = await bot("sendPhoto", chat_id=alice.id, photo=first["photo"][0]["file_id"])
    assert again["photo"] == first["photo"]


async def test_whoever_tests_reads_the_bytes_of_what_is_shown(sandbox: Sandbox, bot: Caller, alice: Person) -> None:
    await upload(bot, "sendPhoto", alice.id, "photo", picture(), caption="Over")
    shown = await alice.sees("Over")
    assert str(shown).endswith("(photo) Over")
    assert await sandbox.photo(shown) == picture()
    with pytest.raises(NotPossible, match="shows no picture"):
        await sandbox.photo(await alice.send("Thanks"))
    with pytest.raises(NotPossible, match="there is no file"):
        await sandbox.photo(replace(shown, photo="/files/photos/none.png"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (b"\x89PNG\r\n\x1a\n", "IMAGE_PROCESS_FAILED"),
        (png(9, 9)[:-4], "IMAGE_PROCESS_FAILED"),
        (png(9, 9).replace(b"\x00\x09", b"\x00\x08", 1), "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8\xff", "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8" + b"\xff\x00\x00\x00" * 9, "IMAGE_PROCESS_FAILED"),
        (png(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (png(2001, 100), "PHOTO_INVALID_DIMENSIONS"),
    ],
)
async def test_what_is_no_good_picture_is_refused(bot: Caller, alice: Person, content: bytes, reason: str) -> None:
    answer = await ask(bot, "sendPhoto", alice.id, "photo", content)
    assert answer["description"] == f"Bad Request: {reason}"


async def test_too_large_empty_unknown_and_other_files_are_refused(bot: Caller, alice: Person) -> None:
    answer = await ask(bot, "sendPhoto", alice.id, "photo", png(9, 9) + bytes(10 * 2**20))
    assert answer["description"] == "Bad Request: file of size 10485805 bytes is too big for a photo"
    for method, name in (("sendPhoto", "photo"), ("sendDocument", "document")):
        answer = await ask(bot, method, alice.id, name, b"")
        assert answer["description"] == "Bad Request: file must be non-empty"
    for method, name in (("sendPhoto", "photo"), ("sendDocument", "document")):
        reason = await bot.refused(method, **{"chat_id": alice.id, name: "https://example.org/x.png"})
        assert reason == "Bad Request: wrong file identifier/HTTP URL specified"
    assert await bot.refused("getFile", file_id="x") == "Bad Request: invalid file_id"
    sent = await upload(bot, "sendDocument", alice.id, "document", b"123")
    reason = await bot.refused("sendPhoto", chat_id=alice.id, photo=sent["document"]["file_id"])
    assert reason == "Bad Request: can't use file of type Document as Photo"
    answer = await ask(bot, "sendPhoto", alice.id, "photo", picture(), caption="x" * 1025)
    assert answer["description"] == "Bad Request: message caption is too long"


async def test_files_are_for_who_knows_the_token(bot: Caller) -> None:
    async with bot.session.get("/file/bot1:x/photos/file_1.png") as response:
        assert response.status == 401
    async with bot.session.get(f"/file/bot{bot.token}/photos/file_1.png") as response:
        assert response.status == 404
    async with bot.session.get("/files/photos/file_1.png") as response:
        assert response.status == 404


# The bot's reactions to messages.
def emoji(*faces: str) -> list[dict[str, Any]]:
    return [{"type": "emoji", "emoji": face} for face in faces]


async def test_a_reaction_replaces_the_last_one_and_can_be_taken_back(
    bot: Caller, sandbox: Sandbox, alice: Person, friends: Group
) -> None:
    guess = await alice.send("/g 1234", chat=friends)
    place = {"chat_id": friends.id, "message_id": guess.id}
    await bot.read_all()
    for given, shown in (({"reaction": emoji("🔥")}, "🔥"), ({"reaction": emoji("👨‍💻")}, "👨‍💻"), ({}, None)):
        assert await bot("setMessageReaction", **place, **given, is_big=True) is True
        await sandbox.state()
        reacted = alice.messages(friends)[-1]
        assert (reacted.reaction, reacted.edited, reacted.text) == (shown, None, "/g 1234")
    assert await bot.read_all() == []


@pytest.mark.parametrize(
    ("reaction", "reason"),
    [
        (emoji("🐂"), "REACTION_INVALID"),
        (emoji("❤️"), "REACTION_INVALID"),
        (emoji("🔥", "🎉"), "REACTIONS_TOO_MANY"),
        ([{"type": "paid"}], 'parameter "reaction[0]" must be an object with type one of emoji'),
        ("🔥", 'parameter "reaction" must be an array'),
    ],
)
async def test_wrong_reactions_are_refused(bot: Caller, alice: Person, reaction: Any, reason: str) -> None:
    given = {"chat_id": alice.id, "message_id": 1, "reaction": reaction}
    assert await bot.refused("setMessageReaction", **given) == f"Bad Request: {reason}"


async def test_only_messages_can_be_reacted_to(bot: Caller, alice: Person, friends: Group) -> None:
    for given in ({}, {"message_id": 99}):
        reason = await bot.refused("setMessageReaction", chat_id=alice.id, reaction=emoji("🔥"), **given)
        assert reason == "Bad Request: message to react not found"
    note = alice.messages(friends)[-1]
    reason = await bot.refused("setMessageReaction", chat_id=friends.id, message_id=note.id, reaction=emoji("🔥"))
    assert reason == "Bad Request: REACTION_INVALID"
    await alice.blocks()
    reason = await bot.refused("setMessageReaction", chat_id=alice.id, message_id=1, reaction=emoji("🔥"))
    assert reason == "Forbidden: bot was blocked by the user"
