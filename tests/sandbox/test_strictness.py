"""What the sandbox refuses before it does anything."""

import json
from typing import Any

import pytest
from aiohttp import ClientSession, FormData

from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


async def test_an_unknown_method_is_not_found_and_remembered(bot: Caller, sandbox: Sandbox) -> None:
    answer = await bot.ask("sendPoll", chat_id=1)
    assert answer == {"ok": False, "error_code": 404, "description": "Not Found"}
    assert (await sandbox.state())["refused"] == [
        {"method": "sendPoll", "error_code": 404, "description": "Not Found"},
    ]


async def test_another_token_is_unauthorized(session: ClientSession) -> None:
    async with session.get("/bot1:nonsense/getMe") as response:
        assert response.status == 401
        assert await response.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}


@pytest.mark.parametrize(
    ("method", "given", "reason"),
    [
        ("getMe", {"x": 1}, 'parameter "x" is unknown to this method or to the sandbox'),
        ("sendMessage", {"text": "hi"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": ""}, 'parameter "chat_id" must be an integer'),
        ("sendMessage", {"chat_id": 1.5, "text": "hi"}, 'parameter "chat_id" must be an integer'),
        ("sendMessage", {"chat_id": True, "text": "hi"}, 'parameter "chat_id" must be an integer'),
        ("sendMessage", {"chat_id": 1}, "message text is empty"),
        ("sendMessage", {"chat_id": 1, "text": ""}, "message text is empty"),
        ("sendMessage", {"chat_id": 1, "text": 5}, 'parameter "text" must be a string'),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "protect_content": "maybe"},
            'parameter "protect_content" must be true or false',
        ),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": "x"}, "object expected as reply markup"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": {}}, "object expected as reply markup"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_parameters": {"message_id": 1, "quote": "x"}},
            'parameter "reply_parameters" must be an object without quote',
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_parameters": {}},
            'parameter "reply_parameters" must be an object with message_id',
        ),
        ("sendMessage", {"chat_id": 1, "text": "x", "entities": {}}, 'parameter "entities" must be an array'),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "entities": [{"type": "bold", "offset": 0, "length": "much"}]},
            'parameter "entities[0].length" must be an integer',
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": {"force_reply": False}},
            'parameter "reply_markup.force_reply" must be true',
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "link_preview_options": "none"},
            'parameter "link_preview_options" must be an object',
        ),
        ("deleteMessage", {"chat_id": 1}, "message identifier is not specified"),
        ("deleteMessages", {"chat_id": 1}, "message identifiers are not specified"),
        (
            "deleteMessages",
            {"chat_id": 1, "message_ids": []},
            'parameter "message_ids" must be an array of 1 to 100 items',
        ),
        ("editMessageText", {"text": "x"}, "chat_id is empty"),
        ("editMessageText", {"text": "x", "chat_id": 1}, "message identifier is not specified"),
        ("editMessageText", {"text": "x", "inline_message_id": "1"}, "invalid inline message identifier specified"),
        ("editMessageText", {"text": "x", "inline_message_id": "x" * 32}, "MESSAGE_ID_INVALID"),
        (
            "editMessageText",
            {"text": "x", "inline_message_id": "x" * 32, "chat_id": 1},
            "message identifier is not specified",
        ),
        (
            "editMessageMedia",
            {"chat_id": 1, "message_id": 1, "media": {"type": "video", "media": "x"}},
            'parameter "media" must be an object with type one of photo, document',
        ),
        ("getUpdates", {"limit": 101}, 'parameter "limit" must be between 1 and 100'),
        ("getUpdates", {"limit": 0}, 'parameter "limit" must be between 1 and 100'),
        ("getChatMember", {"chat_id": 1}, "invalid user_id specified"),
        ("sendChatAction", {"chat_id": 1, "action": "dancing"}, "wrong parameter action in request"),
        ("sendPhoto", {"chat_id": 1}, "there is no photo in the request"),
        ("sendDocument", {"chat_id": 1}, "there is no document in the request"),
        ("setWebhook", {}, 'parameter "url" is required'),
        ("setWebhook", {"url": "ftp://x"}, "bad webhook: an URL must be provided for webhook"),
        ("setMyCommands", {"commands": [{"command": "Play!", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ("setMyCommands", {"commands": [{"command": "play", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ("setMyDescription", {"language_code": "english"}, "LANG_CODE_INVALID"),
        ("setMyDescription", {"description": "x" * 513}, "description is too long"),
        ("setMyShortDescription", {"short_description": "x" * 121}, "short description is too long"),
    ],
)
async def test_wrong_parameters_are_named(bot: Caller, method: str, given: dict[str, Any], reason: str) -> None:
    assert await bot.refused(method, **given) == f"Bad Request: {reason}"


async def test_null_is_as_good_as_absent(bot: Caller, alice: Person) -> None:
    assert (await bot("sendMessage", chat_id=alice.id, text="hi", reply_markup=None))["text"] == "hi"


BUTTON = {"text": "x", "callback_data": "d"}
FIRST = "reply_markup.inline_keyboard[0][0]"


def keyboard(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"inline_keyboard": list(rows)}


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        (keyboard([{"text": "x", "callback_data": ""}]), "BUTTON_DATA_INVALID"),
        (keyboard([{"text": "x", "callback_data": "є" * 33}]), "BUTTON_DATA_INVALID"),
        (
            keyboard([{"text": "x"}]),
            "can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard",
        ),
        (
            keyboard([BUTTON | {"url": "https://example.org"}]),
            "can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard",
        ),
        (keyboard([BUTTON | {"text": " "}]), "can't parse InlineKeyboardButton: Text must be non-empty"),
        (
            keyboard([{"text": "x", "url": "nowhere"}]),
            "inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL",
        ),
        (keyboard([{"text": "x", "copy_text": {"text": ""}}]), "BUTTON_COPY_TEXT_INVALID"),
        (keyboard([{"text": "x", "copy_text": {"text": "x" * 257}}]), "BUTTON_COPY_TEXT_INVALID"),
        (
            keyboard([{"text": "x", "switch_inline_query_chosen_chat": {"query": "duel"}}]),
            "at least one chat type must be allowed",
        ),
        (
            keyboard([{"text": "x", "switch_inline_query_chosen_chat": {"allow_friends": True}}]),
            f'parameter "{FIRST}.switch_inline_query_chosen_chat" must be an object without allow_friends',
        ),
        (
            keyboard([BUTTON | {"switch_inline_query": ""}]),
            "can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard",
        ),
        (keyboard(*[[BUTTON]] * 101), "REPLY_MARKUP_TOO_LONG"),
        (keyboard([BUTTON] * 9), "REPLY_MARKUP_INVALID: more than 8 buttons in a row"),
        (
            keyboard([BUTTON | {"web_app": {"url": "https://example.org"}}]),
            f'parameter "{FIRST}" must be an object without web_app',
        ),
    ],
)
async def test_wrong_keyboards_are_refused(bot: Caller, alice: Person, markup: dict[str, Any], reason: str) -> None:
    assert await bot.refused("sendMessage", chat_id=alice.id, text="x", reply_markup=markup) == f"Bad Request: {reason}"
    assert len(alice.messages()) == 1


async def test_the_widest_keyboard_and_the_longest_data_are_fine(bot: Caller, alice: Person) -> None:
    rows = [[{"text": "x", "callback_data": "є" * 32}] * 8] * 12
    message = await bot("sendMessage", chat_id=alice.id, text="x", reply_markup=keyboard(*rows))
    assert message["reply_markup"] == keyboard(*rows)


async def test_a_form_brings_numbers_and_objects_as_text(bot: Caller, alice: Person) -> None:
    form = {
        "chat_id": str(alice.id),
        "text": "<b>hi</b>",
        "parse_mode": "HTML",
        "disable_notification": "true",
        "reply_markup": json.dumps(keyboard([BUTTON])),
    }
    async with bot.session.post(f"/bot{bot.token}/sendMessage", data=form) as response:
        message = (await response.json())["result"]
    assert message["text"] == "hi"
    assert message["reply_markup"] == keyboard([BUTTON])


async def test_a_query_string_does_too(bot: Caller, alice: Person) -> None:
    query = {"chat_id": str(alice.id), "text": "hi"}
    async with bot.session.get(f"/bot{bot.token}/sendMessage", params=query) as response:
        assert (await response.json())["result"]["text"] == "hi"


async def test_multipart_fields_are_text_and_files(bot: Caller, alice: Person) -> None:
    form = FormData()
    form.add_field("chat_id", str(alice.id))
    form.add_field("document", b"123", filename="codes.txt", content_type="text/plain")
    async with bot.session.post(f"/bot{bot.token}/sendDocument", data=form) as response:
        document = (await response.json())["result"]["document"]
    assert (document["file_name"], document["mime_type"], document["file_size"]) == ("codes.txt", "text/plain", 3)


async def test_a_file_nobody_asked_for_is_refused(bot: Caller, alice: Person) -> None:
    form = FormData({"chat_id": str(alice.id), "text": "x"})
    form.add_field("stray", b"123", filename="stray.txt")
    async with bot.session.post(f"/bot{bot.token}/sendMessage", data=form) as response:
        refusal = (await response.json())["description"]
    assert refusal == 'Bad Request: parameter "stray" is unknown to this method or to the sandbox'


@pytest.mark.parametrize("body", ["{", "[1]", '"text"'])
async def test_a_body_that_is_no_object_is_refused(bot: Caller, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    async with bot.session.post(f"/bot{bot.token}/getMe", data=body, headers=headers) as response:
        assert (await response.json())["description"] == "Bad Request: can't parse the request body as a JSON object"


async def test_a_part_without_a_name_is_refused(bot: Caller) -> None:
    body = "--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    async with bot.session.post(f"/bot{bot.token}/getMe", data=body, headers=headers) as response:
        assert (await response.json())["description"] == "Bad Request: a part of the body has no name"


async def test_another_kind_of_body_is_refused(bot: Caller) -> None:
    async with bot.session.post(f"/bot{bot.token}/getMe", data="x", headers={"Content-Type": "text/csv"}) as response:
        assert (await response.json())["description"] == "Bad Request: unsupported content type text/csv"


async def test_every_call_is_kept_with_its_parameters_and_answer(
    bot: Caller, server: SandboxServer, sandbox: Sandbox
) -> None:
    await bot("getMe")
    await bot.refused("sendMessage", chat_id=5, text="hi")
    assert [call["method"] for call in await sandbox.calls()] == ["getMe", "sendMessage"]
    (call,) = await sandbox.calls("sendMessage")
    assert call["parameters"] == {"chat_id": 5, "text": "hi"}
    assert call["answer"]["description"] == "Bad Request: chat not found"
    assert (await sandbox.state())["calls"] == {"getMe": 1, "sendMessage": 1}
    assert server.state.journal.counts["getMe"] == 1
