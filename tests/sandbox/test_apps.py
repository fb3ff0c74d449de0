"""Mini Apps by the Bot API and by the people's: where a button may lead, and who Telegram says has opened one."""

import asyncio
from datetime import timedelta
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from init_data_py import InitData, errors, parse, validate_by_hash

from sandbox.client import Group, OpenedApp, Pair, Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller, Json, article, impossible, refusals, typed

HERE = "http://127.0.0.1:8080/app"
BOARD: Json = {"text": "Open board", "web_app": {"url": f"{HERE}?game=7"}}
MENU: Json = {"type": "web_app", "text": "Board", "web_app": {"url": HERE}}
DAY = timedelta(days=1)


def told(server: SandboxServer, app: OpenedApp) -> InitData:
    """Who has opened it, as far as the bot believes it; the address tells the same."""
    fragment = dict(parse_qsl(urlsplit(app.url).fragment, strict_parsing=True))
    assert fragment["tgWebAppData"] == app.init_data
    validate_by_hash(app.init_data, server.token)
    return parse(app.init_data)


async def test_a_button_of_ones_own_chat_opens_it_and_the_data_says_who_and_when(
    server: SandboxServer, sandbox: Sandbox, bot: Caller
) -> None:
    olena = await sandbox.person('О"лена & <Co>', "uk", "olena")
    await olena.send("/start")
    await bot.says(olena, "board", BOARD)
    assert (await olena.sees("board")).keyboard[0][0].kind == "app"
    app = await olena.opens_app("Open board")
    assert app.url.startswith(f"{HERE}?game=7#tgWebAppData=")
    launch = parse_qs(urlsplit(app.url).fragment)
    names = ("tgWebAppVersion", "tgWebAppPlatform", "tgWebAppThemeParams", "tgWebAppBotInline")
    assert [launch[name] for name in names] == [["8.0"], ["weba"], ["{}"], ["1"]]
    data = told(server, app)
    assert data.user
    user = (data.user.id, data.user.first_name, data.user.username, data.user.language_code)
    assert user == (olena.id, 'О"лена & <Co>', "olena", "uk")
    assert abs(data.auth_date - server.state.clock.date()) < 60
    assert data.query_id
    await sandbox.inline(on=False)
    app = await olena.opens_app("Open board", version="7.6", platform="android")
    launch = parse_qs(urlsplit(app.url).fragment)
    assert [launch.get(name) for name in names] == [["7.6"], ["android"], ["{}"], None]


async def test_it_may_have_been_opened_long_ago_or_by_a_clock_that_is_ahead(
    server: SandboxServer, sandbox: Sandbox, bot: Caller, alice: Person
) -> None:
    await bot("setChatMenuButton", menu_button=MENU)
    with pytest.raises(errors.ExpiredError):
        validate_by_hash((await alice.opens_app(age=90_000)).init_data, server.token, expires_in=DAY)
    ahead = told(server, await alice.opens_app(age=-864_000))
    assert ahead.auth_date > server.state.clock.date() + 800_000
    await sandbox.clock(-90_000)
    with pytest.raises(errors.ExpiredError):
        validate_by_hash((await alice.opens_app()).init_data, server.token, expires_in=DAY)


async def test_no_button_opens_one_in_a_group_nor_on_a_card(
    bot: Caller, alice: Person, friends: Group, pair: Pair
) -> None:
    keyboard = {"inline_keyboard": [[BOARD]]}
    await bot.refuses("BUTTON_TYPE_INVALID", "sendMessage", chat_id=friends.id, text="board", reply_markup=keyboard)
    place = await bot.says(friends, "board")
    await bot.refuses("BUTTON_TYPE_INVALID", "editMessageReplyMarkup", reply_markup=keyboard, **place)
    query = await typed(alice, "duel", pair)
    results = [article(reply_markup=keyboard)]
    await bot.refuses("BUTTON_TYPE_INVALID", "answerInlineQuery", inline_query_id=query, results=results)


STRANGE = """
. url=http://example.org/app → inline keyboard button Web App URL 'http://example.org/app' is invalid
. url=http://127.evil.example/ → inline keyboard button Web App URL 'http://127.evil.example/' is invalid
. url=ftp://127.0.0.1/app → inline keyboard button Web App URL 'ftp://127.0.0.1/app' is invalid
. url=https:///app → inline keyboard button Web App URL 'https:///app' is invalid
"""


@pytest.mark.parametrize(("given", "why"), [(given, why) for _, given, why in refusals(STRANGE)])
async def test_it_is_at_an_https_address_or_on_this_machine(bot: Caller, alice: Person, given: Json, why: str) -> None:
    why = f"{why}: Only HTTPS links are allowed"
    markup = {"inline_keyboard": [[{"text": "x", "web_app": given}]]}
    await bot.refuses(why, "sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
    why = why.replace("inline keyboard button", "menu button")
    await bot.refuses(why, "setChatMenuButton", menu_button=MENU | {"web_app": given})
    await bot.refuses("text is empty", "setChatMenuButton", menu_button=MENU | {"text": " "})
    for good in ("https://example.org/app", "http://localhost:8080/", "http://[::1]:8080/app", "http://127.1.2.3/"):
        await bot.says(alice, "x", {"text": "x", "web_app": {"url": good}})


async def test_a_menu_button_is_a_chats_own_or_everybodys(
    server: SandboxServer, bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    usual, own = {"type": "default"}, {"type": "commands"}
    assert await bot("getChatMenuButton") == await bot("getChatMenuButton", chat_id=alice.id) == usual
    await impossible(alice.opens_app(), "the menu button opens no app")
    await bot("setChatMenuButton", menu_button=MENU)
    await bot("setChatMenuButton", chat_id=alice.id, menu_button=own)
    assert await bot("getChatMenuButton") == await bot("getChatMenuButton", chat_id=olena.id) == MENU
    assert await bot("getChatMenuButton", chat_id=alice.id) == own
    await impossible(alice.opens_app(), "the menu button opens no app")
    assert told(server, await olena.opens_app()).user.id == olena.id  # type: ignore[union-attr]
    await bot("setChatMenuButton", chat_id=alice.id)
    assert await bot("getChatMenuButton", chat_id=alice.id) == usual
    await bot.refuses("chat not found", "setChatMenuButton", chat_id=friends.id, menu_button=own)


async def test_a_link_opens_the_main_app_from_anywhere_and_tells_of_the_chat_only_its_kind(
    server: SandboxServer, sandbox: Sandbox, bot: Caller, alice: Person, olena: Person, friends: Group, pair: Pair
) -> None:
    link = "https://t.me/sandbox_bot?startapp=game_7"
    await impossible(alice.opens_app(link=link), "the bot has no main app")
    await bot("setChatMenuButton", menu_button=MENU)
    app = await alice.opens_app(link=link, chat=friends.id)
    assert urlsplit(app.url).query == "tgWebAppStartParam=game_7"
    data = told(server, app)
    assert (data.start_param, data.chat_type, data.query_id) == ("game_7", "group", None)
    assert str(friends.id) not in app.url
    assert told(server, await olena.opens_app(link=link, chat=friends.id)).chat_instance == data.chat_instance
    kinds = [told(server, await alice.opens_app(link=link, chat=chat)).chat_type for chat in (alice.id, pair.id)]
    assert kinds == ["sender", "private"]
    await sandbox.main_app(f"{HERE}?main=1")
    assert urlsplit((await alice.opens_app(link=link)).url).query == "main=1&tgWebAppStartParam=game_7"
    bare = await alice.opens_app(link="tg://resolve?domain=sandbox_bot&startapp")
    assert told(server, bare).start_param is None
    assert (await bot("getMe"))["has_main_web_app"] is True
    await sandbox.main_app("")
    assert (await bot("getMe"))["has_main_web_app"] is False
    await impossible(alice.opens_app(link=link), "the bot has no main app")
    await impossible(sandbox.main_app("http://example.org"), "a Mini App is at an https address, or on this machine")


NOWHERE = """
. link=https://t.me/somebody?startapp=x → this link does not lead to the bot's app
. link=https://t.me/sandbox_bot?startapp=a.b → this link does not lead to the bot's app
. message=1 url=https://example.org → this button is gone
. message=99 url=https://example.org → there is no message 99 in this chat
. chat=-5 message=1 → there is no chat -5
. age=soon → must be an integer
"""


@pytest.mark.parametrize(("given", "why"), [(given, why) for _, given, why in refusals(NOWHERE)])
async def test_what_leads_to_no_app_opens_none(bot: Caller, alice: Person, given: Json, why: str) -> None:
    await bot("setChatMenuButton", menu_button=MENU)
    await impossible(alice.connection.call("POST", f"/people/{alice.id}/app", **given), why)


async def test_whoever_never_pressed_start_may_let_the_bot_write_and_it_hears_of_that_once(
    server: SandboxServer, bot: Caller, olena: Person
) -> None:
    await bot("setChatMenuButton", menu_button=MENU)
    stranger = told(server, await olena.opens_app()).user
    assert stranger
    assert not stranger.allows_write_to_pm
    said = await bot.refused("sendMessage", chat_id=olena.id, text="hi")
    assert said == "Forbidden: bot can't initiate conversation with a user"
    await olena.allows()
    heard = await bot.heard()
    assert (heard["from"]["id"], heard["write_access_allowed"]) == (olena.id, {"from_request": True})
    await bot.says(olena, "hi")
    known = told(server, await olena.opens_app()).user
    assert known
    assert known.allows_write_to_pm
    await asyncio.gather(olena.allows(), olena.allows())
    assert await bot.read_all() == []
