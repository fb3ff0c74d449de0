from typing import Any

import pytest

from sandbox.acts.picture import picture
from sandbox.client import Person, Sandbox
from tests.sandbox.caller import Caller
from tests.sandbox.uploads import upload

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


async def test_an_edit_with_the_same_text_and_buttons_is_refused(bot: Caller, board: dict[str, Any]) -> None:
    same = board | {"text": "<b>x</b>", "parse_mode": "HTML", "reply_markup": KEYBOARD}
    assert await bot.refused("editMessageText", **same) == SAME
    assert (await bot("editMessageText", **same | {"text": "<i>x</i>"}))["text"] == "x"


async def test_another_keyboard_alone_is_a_change(bot: Caller, board: dict[str, Any]) -> None:
    assert await bot.refused("editMessageReplyMarkup", **board, reply_markup=KEYBOARD) == SAME
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **board)
    assert await bot.refused("editMessageReplyMarkup", **board, reply_markup={"inline_keyboard": []}) == SAME


@pytest.mark.parametrize("method", ["editMessageText", "editMessageReplyMarkup", "editMessageCaption"])
async def test_what_is_not_there_cannot_be_edited(bot: Caller, alice: Person, method: str) -> None:
    given = {"text": "x"} if method == "editMessageText" else {}
    reason = await bot.refused(method, chat_id=alice.id, message_id=99, **given)
    assert reason == "Bad Request: message to edit not found"


async def test_a_persons_message_cannot_be_edited(bot: Caller, alice: Person) -> None:
    reason = await bot.refused("editMessageText", chat_id=alice.id, message_id=1, text="x")
    assert reason == "Bad Request: message can't be edited"


async def test_a_text_has_no_caption(bot: Caller, board: dict[str, Any]) -> None:
    reason = await bot.refused("editMessageCaption", **board, caption="x")
    assert reason == "Bad Request: there is no caption in the message to edit"


async def test_who_blocked_the_bot_sees_no_edits(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
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


async def test_an_edit_is_dated_by_the_sandboxs_clock(bot: Caller, sandbox: Sandbox, board: dict[str, Any]) -> None:
    await sandbox.clock(3600)
    edited = await bot("editMessageText", **board, text="y")
    assert edited["edit_date"] - edited["date"] >= 3600
