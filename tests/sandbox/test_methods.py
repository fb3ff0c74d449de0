"""The methods, by the table and as python-telegram-bot knows them."""

import asyncio
import inspect
import json
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import telegram
from aiohttp import ClientError, FormData

import sandbox
from sandbox.acts.picture import picture
from sandbox.api.handlers import HANDLERS
from sandbox.client import Group, Person, Sandbox
from sandbox.schema.methods import METHODS
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller, Json, article, impossible, picked, polling, press, refusals, shown


def test_every_method_of_the_table_is_carried_out() -> None:
    assert METHODS.keys() == HANDLERS.keys()


@pytest.mark.parametrize("method", METHODS)
def test_every_parameter_is_known_to_the_library_and_the_same_are_required(method: str) -> None:
    name = re.sub(r"(?<!^)([A-Z])", lambda match: "_" + match[1].lower(), method)
    known = {**inspect.signature(getattr(telegram.Bot, name)).parameters}
    del known["self"]
    assert METHODS[method].keys() <= known.keys()
    required = {name for name, parameter in known.items() if parameter.default is inspect.Parameter.empty}
    assert {name for name, parameter in METHODS[method].items() if parameter.required} == required


async def test_an_unknown_method_is_not_found_and_another_token_unauthorized(bot: Caller, sandbox: Sandbox) -> None:
    answer = {"error_code": 404, "description": "Not Found"}
    assert await bot.ask("sendPoll", chat_id=1) == {"ok": False, **answer}
    assert (await sandbox.state())["refused"] == [{"method": "sendPoll", **answer}]
    status, _, body = await bot.get("/bot1:nonsense/getMe")
    assert (status, json.loads(body)) == (401, {"ok": False, "error_code": 401, "description": "Unauthorized"})


REFUSED = """
getMe x=1 → parameter "x" is unknown to this method or to the sandbox
sendMessage text=hi → chat_id is empty
sendMessage chat_id="" → parameter "chat_id" must be an integer
sendMessage chat_id=1.5 text=hi → parameter "chat_id" must be an integer
sendMessage chat_id=true text=hi → parameter "chat_id" must be an integer
sendMessage chat_id=1 → message text is empty
sendMessage chat_id=1 text="" → message text is empty
sendMessage chat_id=1 text=5 → parameter "text" must be a string
sendMessage chat_id=1 text=x protect_content=maybe → parameter "protect_content" must be true or false
sendMessage chat_id=1 text=x reply_markup=x → object expected as reply markup
sendMessage chat_id=1 text=x reply_markup={} → object expected as reply markup
sendMessage chat_id=1 text=x reply_parameters={"message_id":1,"quote":"x"}
 → parameter "reply_parameters" must be an object without quote
sendMessage chat_id=1 text=x reply_parameters={} → parameter "reply_parameters" must be an object with message_id
sendMessage chat_id=1 text=x entities={} → parameter "entities" must be an array
sendMessage chat_id=1 text=x entities=[{"type":"bold","offset":0,"length":"much"}]
 → parameter "entities[0].length" must be an integer
sendMessage chat_id=1 text=x reply_markup={"force_reply":false} → parameter "reply_markup.force_reply" must be true
sendMessage chat_id=1 text=x link_preview_options=none → parameter "link_preview_options" must be an object
deleteMessage chat_id=1 → message identifier is not specified
deleteMessages chat_id=1 → message identifiers are not specified
deleteMessages chat_id=1 message_ids=[] → parameter "message_ids" must be an array of 1 to 100 items
editMessageText text=x → chat_id is empty
editMessageText text=x chat_id=1 → message identifier is not specified
editMessageText text=x inline_message_id="1" → invalid inline message identifier specified
editMessageText text=x inline_message_id=x*32 → MESSAGE_ID_INVALID
editMessageText text=x inline_message_id=x*32 chat_id=1 → message identifier is not specified
editMessageMedia chat_id=1 message_id=1 media={"type":"video","media":"x"}
 → parameter "media" must be an object with type one of photo, document
getUpdates limit=101 → parameter "limit" must be between 1 and 100
getUpdates limit=0 → parameter "limit" must be between 1 and 100
getChatMember chat_id=1 → invalid user_id specified
sendChatAction chat_id=1 action=dancing → wrong parameter action in request
sendPhoto chat_id=1 → there is no photo in the request
sendDocument chat_id=1 → there is no document in the request
setWebhook → parameter "url" is required
setWebhook url=ftp://x → bad webhook: an URL must be provided for webhook
setMyCommands commands=[{"command":"Play!","description":"x"}] → BOT_COMMAND_INVALID
setMyCommands commands=[{"command":"play","description":""}] → BOT_COMMAND_DESCRIPTION_INVALID
setMyDescription language_code=english → LANG_CODE_INVALID
setMyDescription description=x*513 → description is too long
setMyShortDescription short_description=x*121 → short description is too long
"""


@pytest.mark.parametrize(("method", "given", "why"), refusals(REFUSED))
async def test_wrong_parameters_are_named(bot: Caller, method: str, given: Json, why: str) -> None:
    await bot.refuses(why, method, **given)


def keyboard(*rows: list[Json]) -> Json:
    return {"inline_keyboard": list(rows)}


BUTTON = {"text": "x", "callback_data": "d"}


async def test_null_is_as_good_as_absent_and_forms_and_queries_bring_text(bot: Caller, alice: Person) -> None:
    assert (await bot("sendMessage", chat_id=alice.id, text="hi", reply_markup=None))["text"] == "hi"
    form = {"chat_id": str(alice.id), "text": "<b>hi</b>", "parse_mode": "HTML", "disable_notification": "true"}
    form["reply_markup"] = json.dumps(keyboard([BUTTON]))
    message = (await bot.posted("sendMessage", data=form))["result"]
    assert (message["text"], message["reply_markup"]) == ("hi", keyboard([BUTTON]))
    _, _, body = await bot.get(f"/bot{bot.token}/sendMessage?chat_id={alice.id}&text=hi")
    assert json.loads(body)["result"]["text"] == "hi"
    markup = keyboard(*[[{"text": "x", "callback_data": "є" * 32}] * 8] * 12)  # it can be no wider and say no more
    message = await bot("sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
    assert message["reply_markup"] == markup


ROWS = """
. keys=[[{"text":"x","callback_data":""}]] → BUTTON_DATA_INVALID
. keys=[[{"text":"x","callback_data":"єєєєєєєєєєєєєєєєєєєєєєєєєєєєєєєєє"}]] → BUTTON_DATA_INVALID
. keys=[[{"text":"x"}]] → can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard
. keys=[[{"text":"x","callback_data":"d","url":"https://example.org"}]]
 → can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard
. keys=[[{"text":" ","callback_data":"d"}]] → can't parse InlineKeyboardButton: Text must be non-empty
. keys=[[{"text":"x","url":"nowhere"}]] → inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL
. keys=[[{"text":"x","copy_text":{"text":""}}]] → BUTTON_COPY_TEXT_INVALID
. keys=[[{"text":"x","switch_inline_query_chosen_chat":{"query":"duel"}}]] → at least one chat type must be allowed
. keys=[[{"text":"x","switch_inline_query_chosen_chat":{"allow_friends":true}}]] → parameter
 "reply_markup.inline_keyboard[0][0].switch_inline_query_chosen_chat" must be an object without allow_friends
. keys=[[{"text":"x","callback_data":"d","switch_inline_query":""}]]
 → can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard
. keys=[[{"text":"x","callback_data":"d","web_app":{"url":"https://example.org"}}]]
 → can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard
. keys=[[{"text":"x","login_url":{"url":"https://example.org"}}]]
 → parameter "reply_markup.inline_keyboard[0][0]" must be an object without login_url
"""


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        *((given["keys"], why) for _, given, why in refusals(ROWS)),
        ([[{"text": "x", "copy_text": {"text": "x" * 257}}]], "BUTTON_COPY_TEXT_INVALID"),
        ([[BUTTON]] * 101, "REPLY_MARKUP_TOO_LONG"),
        ([[BUTTON] * 9], "REPLY_MARKUP_INVALID: more than 8 buttons in a row"),
    ],
)
async def test_wrong_keyboards_are_refused(bot: Caller, alice: Person, rows: list[list[Json]], why: str) -> None:
    await bot.refuses(why, "sendMessage", chat_id=alice.id, text="x", reply_markup=keyboard(*rows))
    assert len(alice.messages()) == 1


async def test_multipart_fields_are_text_and_files_but_none_that_nobody_asked_for(bot: Caller, alice: Person) -> None:
    form = FormData({"chat_id": str(alice.id)})
    form.add_field("document", b"123", filename="codes.txt", content_type="text/plain")
    document = (await bot.posted("sendDocument", data=form))["result"]["document"]
    assert picked(document, "file_name", "mime_type", "file_size") == ("codes.txt", "text/plain", 3)
    refusal = await bot.sends("sendMessage", alice, "stray", b"123", text="x")
    assert refusal["description"] == 'Bad Request: parameter "stray" is unknown to this method or to the sandbox'


NAMELESS = "--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n"


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        *((body, "application/json", "can't parse the request body as a JSON object") for body in ("{", "[1]", '"a"')),
        (NAMELESS, "multipart/form-data; boundary=x", "a part of the body has no name"),
        ("x", "text/csv", "unsupported content type text/csv"),
    ],
)
async def test_a_body_that_says_nothing_is_refused(bot: Caller, body: str, kind: str, why: str) -> None:
    refusal = await bot.posted("getMe", data=body, headers={"Content-Type": kind})
    assert refusal["description"] == f"Bad Request: {why}"


async def test_every_call_is_kept_with_its_answer(bot: Caller, sandbox: Sandbox) -> None:
    await bot("getMe")
    await bot.refused("sendMessage", chat_id=5, text="hi")
    assert [call["method"] for call in await sandbox.calls()] == ["getMe", "sendMessage"]
    (call,) = await sandbox.calls("sendMessage")
    assert picked(call, "parameters", "answer.description") == (
        *({"chat_id": 5, "text": "hi"}, "Bad Request: chat not found"),
    )
    assert (await sandbox.state())["calls"] == {"getMe": 1, "sendMessage": 1}


async def test_faults_say_why_and_a_late_reset_leaves_the_message(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    await sandbox.fault("sendMessage", "429", times=2, retry_after=3)
    for _ in range(2):
        refusal = await bot.ask("sendMessage", chat_id=alice.id, text="x")
        assert refusal.pop("description") == "Too Many Requests: retry after 3"
        assert refusal == {"ok": False, "error_code": 429, "parameters": {"retry_after": 3}}
    await bot.says(alice)
    await sandbox.fault("sendMessage", "400", description="Bad Request: TOPIC_CLOSED")
    await bot.refuses("TOPIC_CLOSED", "sendMessage", chat_id=alice.id, text="x")
    await sandbox.fault("*", "500")
    assert (await bot.ask("getMe"))["error_code"] == 500
    await bot("getMe")
    for kind, status in {"502": 502, "404_page": 404}.items():
        await sandbox.fault("getMe", kind)
        assert (await bot.get(f"/bot{bot.token}/getMe"))[:2] == (status, "text/html")
    for code in (401, 404):
        await sandbox.fault("getMe", str(code))
        assert (await bot.ask("getMe"))["error_code"] == code
        await bot("getMe")
    for kind, is_seen in (("reset_before", False), ("reset_after", True)):
        await sandbox.fault("sendMessage", kind)
        await impossible(bot.says(alice, kind), None, ClientError)
        await (alice.sees(kind) if is_seen else alice.sees_no(kind))
    await sandbox.fault("sendMessage", "silence", seconds=0.01)
    await impossible(bot.says(alice, "unsaid"), None, ClientError)
    await sandbox.fault("sendMessage", "silence", seconds=60)
    await impossible(asyncio.wait_for(bot.says(alice, "unsaid"), 0.1), None, TimeoutError)
    await alice.sees_no("unsaid")


async def test_a_known_fault_meets_its_method_and_chat(
    bot: Caller, alice: Person, olena: Person, sandbox: Sandbox
) -> None:
    await olena.send("/start")
    await sandbox.fault("sendMessage", "500", chat=olena, times=9)
    await bot.says(alice)
    await bot("sendChatAction", chat_id=olena.id, action="typing")
    assert (await bot.ask("sendMessage", chat_id=olena.id, text="x"))["error_code"] == 500
    await sandbox.clear_faults()
    await bot.says(olena)
    assert (await sandbox.state())["refused"] == []
    assert {"fault": "500"} in [call["answer"] for call in await sandbox.calls("sendMessage")]
    wrong: list[Json] = [{"kind": "418"}, {}, *({"kind": "429", **at} for at in ({"times": "many"}, {"times": 0}))]
    for given in (*wrong, {"kind": "429", "method": "x"}):
        await impossible(sandbox._connection.call("POST", "/control/faults", **{"method": "*"} | given), None)


async def test_when_telegram_is_gone_all_fails(bot: Caller, alice: Person, server: SandboxServer) -> None:
    await bot.sandbox.gone(60)
    await impossible(bot("getMe"), None, ClientError)
    await impossible(bot.get(f"/file/bot{bot.token}/x"), None, ClientError)
    await alice.send("anybody there?")
    await bot.sandbox.clear_faults()
    assert len(await bot.read_all()) == 1
    poll = await polling(server, bot)
    await bot.sandbox.gone(0.01)
    await impossible(poll, None, ClientError)


PLAY = [{"command": "play", "description": "Play"}]


async def test_each_scope_and_language_has_a_menu_and_descriptions_fall_back(bot: Caller, sandbox: Sandbox) -> None:
    scope, duel = {"type": "all_private_chats"}, [{"command": "duel", "description": "Дуель"}]
    await bot("setMyCommands", commands=PLAY)
    await bot("setMyCommands", commands=[duel[0] | {"command": "/duel"}], scope=scope, language_code="uk")
    assert await bot("getMyCommands") == PLAY
    assert await bot("getMyCommands", scope=scope, language_code="uk") == duel
    assert await bot("getMyCommands", scope=scope) == []
    await bot("setMyCommands", commands=PLAY, scope={"type": "chat_member", "chat_id": -1001, "user_id": 5})
    await sandbox.state()
    menus = [(menu["scope"], menu["language"]) for menu in sandbox.commands]
    assert menus == [("default", ""), ("all_private_chats", "uk"), ("chat_member:-1001:5", "")]
    await bot("deleteMyCommands")
    assert await bot("getMyCommands") == []
    await bot("setMyCommands", commands=PLAY)
    await bot("setMyCommands", commands=[])
    assert await bot("getMyCommands") == []
    why = 'parameter "commands" must be an array of 0 to 100 items'
    await bot.refuses(why, "setMyCommands", commands=PLAY * 101)

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


PAGE = (Path(sandbox.__file__).parent / "page").resolve()


def test_no_module_imports_itself_by_way_of_others_and_all_serve_the_page() -> None:
    named = {module: re.findall(r'from "(\./[^"]+)"', module.read_text()) for module in PAGE.rglob("*.js")}
    imports = {module: {(module.parent / name).resolve() for name in names} for module, names in named.items()}
    TopologicalSorter(imports).prepare()  # a circle is an error
    assert set().union(*imports.values()) == imports.keys() - {PAGE / "main.js"}


BUTTONS: list[Json] = [{"text": "Hint", "callback_data": "hint", "style": "primary"}]
BUTTONS += [{"text": "Rules", "url": "https://example.org"}, {"text": "Copy", "copy_text": {"text": "1234"}}]
BUTTONS += [{"text": "Share", "switch_inline_query": ""}, {"text": "Here", "switch_inline_query_current_chat": "x"}]
BUTTONS += [{"text": "Friend", "switch_inline_query_chosen_chat": {"query": "x", "allow_user_chats": True}}]
RICH = '<b>a</b> <pre><code class="language-python">b</code></pre> <a href="https://example.org">c</a> /d'


async def test_what_is_rich_is_understood_as_well(bot: Caller, alice: Person, friends: Group) -> None:
    keyboard = {"inline_keyboard": [BUTTONS]}
    place = await bot.says(alice, RICH, parse_mode="HTML", reply_markup=keyboard)
    await bot("editMessageText", **place, text="x", reply_markup=keyboard, link_preview_options={"is_disabled": True})
    photo = await bot.uploads("sendPhoto", alice, "photo", picture(), has_spoiler=True, protect_content=True)
    place["message_id"] = photo["message_id"]
    await bot("editMessageCaption", **place, caption="<i>x</i>", parse_mode="HTML", show_caption_above_media=True)
    await bot.uploads("sendDocument", alice, "document", b"1", reply_parameters={"message_id": 1})
    content = {"message_text": RICH, "parse_mode": "HTML", "link_preview_options": {"is_disabled": True}}
    cards = await shown(bot, alice, friends, article(input_message_content=content, reply_markup=keyboard))
    sent = await alice.chooses(cards.card("Duel"), friends)
    pressed = await press(alice, {"chat_id": sent.chat, "message_id": sent.id})
    await bot("answerCallbackQuery", callback_query_id=pressed)
    await alice.send("/x", chat=friends, anonymous=True, reply_to=sent)
    assert len(await bot.read_all()) == 3
    await bot("setWebhook", url="http://127.0.0.1:9/", allowed_updates=["message"], ip_address="127.0.0.1")
    assert (await bot("getWebhookInfo"))["ip_address"] == "127.0.0.1"


def test_of_every_method_and_kind_of_update_some_test_here_has_one_that_is_read_by_the_library() -> None:
    tests = "".join(file.read_text() for file in Path(__file__).parent.glob("*.py"))
    assert {*re.findall(r'(?:bot|bot\.uploads|self)\(\s*"(\w+)"', tests)} >= METHODS.keys()
    kinds = {"edited_message", "my_chat_member", "callback_query", "inline_query", "chosen_inline_result"}
    kinds |= {"guest_message"}
    assert {*re.findall(r'heard\("(\w+)"', tests)} == kinds


async def test_the_library_itself_works_against_the_sandbox(sandbox: Sandbox, bot: Caller, alice: Person) -> None:
    address = str(bot.session._base_url).rstrip("/")
    async with telegram.Bot(bot.token, base_url=f"{address}/bot", base_file_url=f"{address}/file/bot") as library:
        markup = telegram.InlineKeyboardMarkup([[telegram.InlineKeyboardButton("Hint", callback_data="hint")]])
        await library.send_message(alice.id, "<b>board</b>", parse_mode="HTML", reply_markup=markup)
        photo = await library.send_photo(alice.id, picture(), caption="card", filename="card.png")
        await photo.edit_media(telegram.InputMediaPhoto(picture(), caption="another"))
        file = await library.get_file(photo.photo[-1].file_id)
        assert bytes(await file.download_as_bytearray()) == picture()
        await library.set_my_commands([("play", "Play")], telegram.BotCommandScopeChat(alice.id), language_code="uk")
        await library.delete_messages(alice.id, [photo.message_id])
    assert (await sandbox.state())["refused"] == []
    assert sandbox.commands == [
        {"scope": f"chat:{alice.id}", "language": "uk", "commands": [{"command": "play", "description": "Play"}]}
    ]
