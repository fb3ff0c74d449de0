import asyncio
import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import telegram
from aiohttp import ClientError, ClientSession, FormData

import sandbox
from sandbox.api.handlers import HANDLERS
from sandbox.client import NotPossible, Person, Sandbox
from sandbox.schema.methods import METHODS
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller


# The table of methods agrees with the library's own signatures, and with what is implemented.
def signature(method: str) -> dict[str, inspect.Parameter]:
    name = re.sub(r"(?<!^)([A-Z])", lambda match: "_" + match[1].lower(), method)
    return dict(inspect.signature(getattr(telegram.Bot, name)).parameters)


def test_every_method_of_the_table_is_carried_out() -> None:
    assert METHODS.keys() == HANDLERS.keys()


@pytest.mark.parametrize("method", METHODS)
def test_every_parameter_is_known_to_the_library(method: str) -> None:
    assert METHODS[method].keys() <= signature(method).keys()


@pytest.mark.parametrize("method", METHODS)
def test_the_same_parameters_are_required(method: str) -> None:
    required = {
        name
        for name, parameter in signature(method).items()
        if name != "self" and parameter.default is inspect.Parameter.empty
    }
    assert {name for name, parameter in METHODS[method].items() if parameter.required} == required


# What the sandbox refuses before it does anything.
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


async def test_null_is_as_good_as_absent_and_forms_and_query_strings_bring_all_as_text(
    bot: Caller, alice: Person
) -> None:
    assert (await bot("sendMessage", chat_id=alice.id, text="hi", reply_markup=None))["text"] == "hi"
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
    query = {"chat_id": str(alice.id), "text": "hi"}
    async with bot.session.get(f"/bot{bot.token}/sendMessage", params=query) as response:
        assert (await response.json())["result"]["text"] == "hi"


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


async def test_multipart_fields_are_text_and_files_but_none_that_nobody_asked_for(bot: Caller, alice: Person) -> None:
    form = FormData()
    form.add_field("chat_id", str(alice.id))
    form.add_field("document", b"123", filename="codes.txt", content_type="text/plain")
    async with bot.session.post(f"/bot{bot.token}/sendDocument", data=form) as response:
        document = (await response.json())["result"]["document"]
    assert (document["file_name"], document["mime_type"], document["file_size"]) == ("codes.txt", "text/plain", 3)
    form = FormData({"chat_id": str(alice.id), "text": "x"})
    form.add_field("stray", b"123", filename="stray.txt")
    async with bot.session.post(f"/bot{bot.token}/sendMessage", data=form) as response:
        refusal = (await response.json())["description"]
    assert refusal == 'Bad Request: parameter "stray" is unknown to this method or to the sandbox'


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        *[
            (body, "application/json", "can't parse the request body as a JSON object")
            for body in ("{", "[1]", '"text"')
        ],
        (
            "--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n",
            "multipart/form-data; boundary=x",
            "a part of the body has no name",
        ),
        ("x", "text/csv", "unsupported content type text/csv"),
    ],
)
async def test_a_body_that_says_nothing_is_refused(bot: Caller, body: str, kind: str, reason: str) -> None:
    async with bot.session.post(f"/bot{bot.token}/getMe", data=body, headers={"Content-Type": kind}) as response:
        assert (await response.json())["description"] == f"Bad Request: {reason}"


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


# Faults.
async def test_429_says_when_to_come_again_400_what_it_was_told_and_500_is_the_servers_fault(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    await sandbox.fault("sendMessage", "429", times=2, retry_after=3)
    for _ in range(2):
        assert await bot.ask("sendMessage", chat_id=alice.id, text="x") == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 3",
            "parameters": {"retry_after": 3},
        }
    await bot("sendMessage", chat_id=alice.id, text="x")
    await sandbox.fault("sendMessage", "400", description="Bad Request: TOPIC_CLOSED")
    assert await bot.refused("sendMessage", chat_id=alice.id, text="x") == "Bad Request: TOPIC_CLOSED"
    await sandbox.fault("*", "500")
    assert (await bot.ask("getMe"))["error_code"] == 500
    await bot("getMe")


async def test_a_page_for_people_may_come_and_a_token_be_refused_for_a_moment(bot: Caller, sandbox: Sandbox) -> None:
    for kind, status in {"502": 502, "404_page": 404}.items():
        await sandbox.fault("getMe", kind)
        async with bot.session.get(f"/bot{bot.token}/getMe") as response:
            assert (response.status, response.content_type) == (status, "text/html")
    for code in (401, 404):
        await sandbox.fault("getMe", str(code))
        assert (await bot.ask("getMe"))["error_code"] == code
        await bot("getMe")


async def test_a_fault_meets_only_its_method_and_chat(
    bot: Caller, alice: Person, olena: Person, sandbox: Sandbox
) -> None:
    await olena.send("/start")
    await sandbox.fault("sendMessage", "500", chat=olena, times=9)
    await bot("sendMessage", chat_id=alice.id, text="x")
    await bot("sendChatAction", chat_id=olena.id, action="typing")
    assert (await bot.ask("sendMessage", chat_id=olena.id, text="x"))["error_code"] == 500
    await sandbox.clear_faults()
    await bot("sendMessage", chat_id=olena.id, text="x")


async def test_a_reset_before_the_call_and_silence_leave_nothing_a_reset_after_it_the_message(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    await sandbox.fault("sendMessage", "reset_before")
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="lost")
    await alice.sees_no("lost")
    await sandbox.fault("sendMessage", "reset_after")
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="sent")
    assert (await alice.sees("sent")).text == "sent"
    await sandbox.fault("sendMessage", "silence", seconds=0.01)
    with pytest.raises(ClientError):
        await bot("sendMessage", chat_id=alice.id, text="unsaid")
    await alice.sees_no("unsaid")
    await sandbox.fault("sendMessage", "silence", seconds=60)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(bot("sendMessage", chat_id=alice.id, text="unsaid"), 0.1)
    await alice.sees_no("unsaid")


async def test_when_telegram_is_gone_every_call_fails_but_people_go_on(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    await sandbox.gone(60)
    with pytest.raises(ClientError):
        await bot("getMe")
    with pytest.raises(ClientError):
        await bot.session.get(f"/file/bot{bot.token}/x")
    await alice.send("anybody there?")
    await sandbox.clear_faults()
    assert len(await bot.updates()) == 1


async def test_a_waiting_poll_is_cut_off_too(bot: Caller, server: SandboxServer, sandbox: Sandbox) -> None:
    poll = asyncio.create_task(bot("getUpdates", timeout=30))
    for _ in range(10_000):
        await asyncio.sleep(0)
        if server.state.updates.waiting:
            break
    await sandbox.gone(0.01)
    with pytest.raises(ClientError):
        await poll


async def test_ordered_faults_are_noted_as_calls_but_not_as_refusals(bot: Caller, sandbox: Sandbox) -> None:
    await sandbox.fault("getMe", "429")
    await bot.ask("getMe")
    assert (await sandbox.state())["refused"] == []
    assert [call["answer"] for call in await sandbox.calls("getMe")] == [{"fault": "429"}]


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "418"},
        {},
        {"kind": "429", "times": "many"},
        {"kind": "429", "times": 0},
        {"kind": "429", "method": "x"},
    ],
)
async def test_a_fault_nobody_knows_is_refused(sandbox: Sandbox, given: dict[str, Any]) -> None:
    with pytest.raises(NotPossible):
        await sandbox._connection.call("POST", "/control/faults", **{"method": "*"} | given)


# Menu.
PLAY = [{"command": "play", "description": "Play"}]


async def test_each_scope_and_language_has_its_own_menu(bot: Caller, sandbox: Sandbox) -> None:
    scope = {"type": "all_private_chats"}
    await bot("setMyCommands", commands=PLAY)
    await bot("setMyCommands", commands=[{"command": "/duel", "description": "Дуель"}], scope=scope, language_code="uk")
    assert await bot("getMyCommands") == PLAY
    assert await bot("getMyCommands", scope=scope, language_code="uk") == [{"command": "duel", "description": "Дуель"}]
    assert await bot("getMyCommands", scope=scope) == []
    await sandbox.state()
    assert [(menu["scope"], menu["language"]) for menu in sandbox.commands] == [
        ("default", ""),
        ("all_private_chats", "uk"),
    ]


@pytest.mark.parametrize("given", [{"commands": []}, None])
async def test_a_menu_can_be_taken_away(bot: Caller, given: dict[str, Any] | None) -> None:
    await bot("setMyCommands", commands=PLAY)
    await (bot("deleteMyCommands") if given is None else bot("setMyCommands", **given))
    assert await bot("getMyCommands") == []


async def test_a_menu_may_be_for_one_member_and_has_a_hundred_commands_at_most(bot: Caller, sandbox: Sandbox) -> None:
    await bot("setMyCommands", commands=PLAY, scope={"type": "chat_member", "chat_id": -1001, "user_id": 5})
    await sandbox.state()
    assert sandbox.commands[0]["scope"] == "chat_member:-1001:5"
    reason = await bot.refused("setMyCommands", commands=PLAY * 101)
    assert reason == 'Bad Request: parameter "commands" must be an array of 0 to 100 items'


async def test_descriptions_fall_back_to_the_one_for_all(bot: Caller, sandbox: Sandbox) -> None:
    await bot("setMyDescription", description="Bulls")
    await bot("setMyDescription", description="Бики", language_code="uk")
    await bot("setMyShortDescription", short_description="B&C")
    assert await bot("getMyDescription", language_code="uk") == {"description": "Бики"}
    assert await bot("getMyDescription", language_code="ru") == {"description": "Bulls"}
    assert await bot("getMyShortDescription") == {"short_description": "B&C"}
    await sandbox.state()
    assert sandbox.bot["descriptions"] == {"": "Bulls", "uk": "Бики"}
    assert sandbox.bot["short_descriptions"] == {"": "B&C"}
    await bot("setMyDescription", language_code="uk")
    assert await bot("getMyDescription", language_code="uk") == {"description": "Bulls"}


# The modules of the page.
PAGE = Path(sandbox.__file__).parent / "page"


def imports_of(module: Path) -> set[Path]:
    return {(module.parent / name).resolve() for name in re.findall(r'from "(\./[^"]+)"', module.read_text())}


def reached_from(module: Path) -> set[Path]:
    reached, waiting = set[Path](), imports_of(module)
    while waiting:
        reached |= waiting
        waiting = {further for one in waiting for further in imports_of(one)} - reached
    return reached


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = set(PAGE.resolve().rglob("*.js"))
    assert reached_from(PAGE.resolve() / "main.js") == modules - {PAGE.resolve() / "main.js"}
    assert [module.name for module in modules if module in reached_from(module)] == []
