"""The Mini App in a frame: the page of a bot that Telegram's own script connects with its host."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from init_data_py import parse, validate_by_hash
from playwright.async_api import Frame, Locator, ViewportSize, expect

from sandbox.client import PATIENCE
from tests.sandbox.page.stage import DESK, PHONE, Json, Stage, Window, key

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCRIPT = Path(__file__).parents[3] / "bot/web/page/telegram-web-app.js"
SHELL = """<!doctype html><meta charset="utf-8"><title>Board</title>
<script src="telegram-web-app.js"></script><script src="app.js"></script><h1>A board</h1>"""
APP = """
const { WebApp } = window.Telegram;
window.heard = [];
for (const name of ["activated", "deactivated", "themeChanged", "viewportChanged", "backButtonClicked",
  "popupClosed", "writeAccessRequested"]) {
  WebApp.onEvent(name, (event) => window.heard.push([name, event]));
}
WebApp.ready();
"""
POLICY = """default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';
 style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; frame-ancestors """
NARROW: ViewportSize = {"width": 320, "height": 568}
FLOATING: ViewportSize = {"width": 800, "height": 700}


@dataclass
class App:
    """The page of a bot, and a window in which it is open."""

    stage: Stage
    window: Window
    url: str

    @property
    def host(self) -> Locator:
        return self.window.page.locator("section.mini")

    def button(self, name: str) -> Locator:
        return self.host.get_by_role("button", name=name, exact=True)

    async def opened(self) -> Frame:
        """The page inside, once its script has run."""
        while True:  # another may just take the place of this one
            await expect(self.host).to_have_attribute("data-ready", "true")
            frame = await (await self.host.locator("iframe").element_handle()).content_frame()
            if frame is not None:
                return frame

    async def does(self, deed: str) -> Any:
        """Calls a method of Telegram.WebApp."""
        return await (await self.opened()).evaluate(f"() => Telegram.WebApp.{deed}")

    async def hears(self, event: str, content: Json | None = None) -> None:
        """Waits until its script has heard of that."""
        frame = await self.opened()
        wanted = json.dumps([event] if content is None else [event, content], separators=(",", ":"))
        found = f"heard.some((one) => JSON.stringify(one).startsWith({json.dumps(wanted.removesuffix(']'))}))"
        await frame.wait_for_function(found, timeout=1000 * PATIENCE)

    async def notes(self, **noted: str) -> None:
        for name, value in noted.items():
            await expect(self.host).to_have_attribute(f"data-{name}", value)


@pytest_asyncio.fixture(loop_scope="session")
async def url(stage: Stage) -> AsyncIterator[str]:
    """Where the page of the bot is served, with the policy of a page that only its host may frame."""

    async def serve(request: web.Request) -> web.Response:
        parts = {"app": (SHELL, "text/html"), "app.js": (APP, "text/javascript")}
        text, kind = parts.get(request.path[1:], (SCRIPT.read_text("utf-8"), "text/javascript"))
        policy = POLICY.replace("\n", "") + stage.server.url
        return web.Response(text=text, content_type=kind, headers={"Content-Security-Policy": policy})

    application = web.Application()
    application.router.add_get("/{name}", serve)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/app"
    await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="session")
async def app(stage: Stage, url: str) -> App:
    """Alice has opened it by the button under a message."""
    return await opened(stage, url)


async def opened(stage: Stage, url: str, **how: Any) -> App:
    _, window = await stage.chat("Your board", [{"text": "Open board", "web_app": {"url": url}}], **how)
    app = App(stage, window, url)
    await window.opens("Open board")
    await app.opened()
    return app


async def test_a_button_opens_it_and_it_knows_who_has_opened_it(app: App) -> None:
    await app.window.shows({app.host: "Sandbox bot", app.window.page.locator(".key .icon-app"): 1})
    data = await app.does("initData")
    validate_by_hash(data, app.stage.server.token)
    user = parse(data).user
    assert user
    assert (user.first_name, user.language_code, user.allows_write_to_pm) == ("Alice", "en", True)
    said = await app.does("version + Telegram.WebApp.platform + Telegram.WebApp.colorScheme")
    assert said == "8.0webalight"


async def test_the_menu_button_opens_it_in_place_of_the_commands(stage: Stage, url: str) -> None:
    alice, window = await stage.chat("Hello")
    await stage.bot.call("setMyCommands", commands=[{"command": "play", "description": "Play"}])
    await window.shows({window.button("Commands"): True})
    menu = {"type": "web_app", "text": "Board", "web_app": {"url": url}}
    await stage.bot.call("setChatMenuButton", menu_button=menu)
    await window.shows({window.button("Commands"): False})
    await window.opens("Board")
    assert await App(stage, window, url).does("initDataUnsafe.user.id") == alice
    await stage.bot.call("setChatMenuButton", chat_id=alice, menu_button={"type": "commands"})
    await window.shows({window.button("Commands"): True, window.button("Board"): False})


async def test_a_link_in_a_group_opens_it_and_says_what_it_was_for(stage: Stage, url: str) -> None:
    alice, friends, window = await stage.among()
    await stage.post("/control/app", url=url)
    await stage.bot.says(friends, '<a href="https://t.me/sandbox_bot?startapp=game_7">Board</a>')
    await window.page.get_by_role("link", name="Board").click()
    app = App(stage, window, url)
    unsafe = await app.does("initDataUnsafe")
    assert (unsafe["user"]["id"], unsafe["start_param"], unsafe["chat_type"]) == (alice, "game_7", "group")
    await stage.post("/control/app", url="")
    await app.button("Close").click()
    await window.page.get_by_role("link", name="Board").click()
    await window.is_told("the bot has no main app")


@pytest.mark.parametrize("size", [NARROW, PHONE, FLOATING, DESK], ids=lambda size: str(size["width"]))
async def test_it_fills_a_phone_and_elsewhere_leaves_the_chat_in_sight(
    stage: Stage, url: str, size: ViewportSize
) -> None:
    app = await opened(stage, url, size=size)
    inside, around = await app.host.locator("iframe").bounding_box(), await app.host.bounding_box()
    assert inside
    assert around
    if size["width"] < 720:
        assert around == {"x": 0, "y": 0, **size}
        assert (inside["width"], inside["height"]) == (size["width"], size["height"] - 56)
    else:
        assert (inside["width"], inside["height"]) == (384, 600)
    if size is DESK:
        await app.window.writes("0834")
        await app.window.sees("0834")
    height = await app.does("viewportStableHeight")
    assert height == inside["height"]


async def test_it_is_told_what_a_phone_covers(stage: Stage, url: str) -> None:
    _, window = await stage.chat("Your board", [{"text": "Open board", "web_app": {"url": url}}], size=PHONE)
    covered = ".mini { --inset-top: 59px !important; --inset-bottom: 34px !important; }"
    await window.page.evaluate("css => document.styleSheets[0].insertRule(css)", covered)
    await window.opens("Open board")
    app = App(stage, window, url)
    await (await app.opened()).wait_for_function("Telegram.WebApp.safeAreaInset.bottom === 34")
    assert await app.does("safeAreaInset") == {"top": 59, "bottom": 34, "left": 0, "right": 0}


async def test_its_colours_are_the_pages_and_change_with_them(app: App) -> None:
    light = await app.does("themeParams")
    assert len(light) == 15
    assert light["bg_color"] == "#ffffff"
    await app.window.page.emulate_media(color_scheme="dark")
    await app.hears("themeChanged")
    assert await app.does("colorScheme") == "dark"
    assert await app.does("themeParams.bg_color") == "#17212b"


async def test_the_arrow_goes_back_inside_and_the_cross_closes_it(app: App) -> None:
    await app.does("BackButton.show()")
    await app.button("Back").click()
    await app.hears("backButtonClicked")
    await app.does("BackButton.hide()")
    await app.button("Close").click()
    await app.window.shows({app.host: 0, app.window.message("Your board"): True})


async def test_it_closes_itself(app: App) -> None:
    await app.does("close()")
    await app.window.shows({app.host: 0})


async def test_each_thump_is_seen_and_what_it_wishes_of_gestures_is_noted(stage: Stage, url: str) -> None:
    app = await opened(stage, url, moving=True)
    for deed in ("impactOccurred('heavy')", "impactOccurred('light')", "notificationOccurred('success')"):
        await app.does(f"HapticFeedback.{deed}")
    await app.does("HapticFeedback.selectionChanged()")
    await app.notes(haptics="impact:heavy impact:light notification:success selection_change")
    await app.does("disableVerticalSwipes()")
    await app.does("enableClosingConfirmation()")
    await app.does("expand()")
    await app.notes(swipes="false", confirms="true", expanded="true")


async def test_what_it_asks_for_that_nobody_knows_is_only_counted(app: App) -> None:
    frame = await app.opened()
    await frame.evaluate("Telegram.WebView.postEvent('web_app_dance'); parent.postMessage('gibberish', '*')")
    await app.notes(unknown="web_app_dance ?")
    await app.window.page.evaluate("postMessage(JSON.stringify({ eventType: 'web_app_close' }), '*')")
    await app.window.page.evaluate("() => new Promise(requestAnimationFrame)")
    await app.window.shows({app.host: True})


async def test_a_link_to_the_bot_stands_before_start_and_a_phone_shows_the_chat(stage: Stage, url: str) -> None:
    app = await opened(stage, url, size=PHONE)
    await app.does("openTelegramLink('https://t.me/sandbox_bot?start=duel')")
    await app.window.shows({app.host: 0})
    await app.window.opens("Start")
    assert (await stage.bot.hears())["text"] == "/start duel"


async def test_another_link_opens_a_page_of_its_own(app: App) -> None:
    async with app.window.page.expect_popup() as popup:
        await app.does("openLink(location.origin + '/app')")
    assert (await popup.value).url == app.url
    await app.window.shows({app.host: True})


async def test_sharing_leads_into_inline_mode_in_a_chat_of_ones_choice(app: App) -> None:
    await app.stage.person("Bob")
    await app.does("switchInlineQuery('s17', ['users', 'groups'])")
    await app.window.shows({app.host: 0})
    await app.window.is_asked("Bob", field="@sandbox_bot s17")
    assert (await app.stage.bot.hears("inline_query"))["query"] == "s17"


async def test_without_a_choice_the_query_stands_in_the_open_chat(app: App) -> None:
    await app.does("switchInlineQuery('s17')")
    await app.window.shows(field="@sandbox_bot s17")


async def test_a_popup_tells_which_button_was_pressed_and_that_none_was(app: App) -> None:
    offered = "[{ id: 'yes', type: 'destructive', text: 'Yes' }, { type: 'cancel' }]"
    ask = f"showPopup({{ message: 'Give up?', buttons: {offered} }})"
    await app.does(ask)
    await app.window.shows({app.window.dialog: "Give up?"})
    await app.window.is_asked("Yes")
    await app.hears("popupClosed", {"button_id": "yes"})
    await app.does(ask)
    await app.window.page.keyboard.press("Escape")
    await app.hears("popupClosed", {"button_id": None})


async def test_whoever_never_pressed_start_is_asked_once_whether_the_bot_may_write(stage: Stage, url: str) -> None:
    alice = await stage.person("Alice")
    await stage.bot.call("setChatMenuButton", menu_button={"type": "web_app", "text": "x", "web_app": {"url": url}})
    await stage.post("/control/app", url=url)
    window = await stage.window(alice, await stage.group("Friends", alice))
    await window.writes("https://t.me/sandbox_bot?startapp")
    await window.page.get_by_role("link", name="t.me").click()
    app = App(stage, window, url)
    assert "allows_write_to_pm" not in await app.does("initDataUnsafe.user")
    await app.does("requestWriteAccess()")
    await window.is_asked("Cancel")
    await app.hears("writeAccessRequested", {"status": "cancelled"})
    await app.does("requestWriteAccess()")
    await window.is_asked("Allow")
    await app.hears("writeAccessRequested", {"status": "allowed"})
    assert (await stage.bot.hears())["write_access_allowed"] == {"from_request": True}
    await stage.bot.says(alice, "Now I may")
    await app.does("requestWriteAccess()")
    await window.shows({window.dialog: 0, window.chat("Sandbox bot"): "Now I may"})


async def test_reload_starts_the_page_anew_with_the_same_person(app: App) -> None:
    await (await app.opened()).evaluate("history.replaceState(null, '', location.pathname); window.stale = true")
    await app.does("BackButton.show()")
    await app.button("More").click()
    async with app.window.page.expect_event("framenavigated"):
        await app.window.page.get_by_role("menuitem", name="Reload").click()
    frame = await app.opened()
    await frame.wait_for_function(
        "!window.stale && window.heard && Telegram.WebApp.initDataUnsafe.user.first_name === 'Alice'"
    )
    await app.window.shows({app.button("Close"): True})


async def test_a_page_that_never_came_up_is_reloaded_by_its_address(stage: Stage, url: str) -> None:
    broken = url.replace("/app", "/nothing/here")
    _, window = await stage.chat("Your board", [{"text": "Open board", "web_app": {"url": broken}}])
    await window.opens("Open board")
    app = App(stage, window, url)
    await app.button("More").click()
    async with window.page.expect_event("framenavigated"):
        await window.page.get_by_role("menuitem", name="Reload").click()


async def test_somebody_else_does_not_see_it_and_who_comes_back_finds_it_as_it_was(app: App) -> None:
    await app.stage.person("Bob")
    await app.window.becomes("Bob", shows={app.host: False})
    await app.window.becomes("Alice", shows={app.host: True})
    await app.hears("deactivated")
    await app.hears("activated")


async def test_a_second_one_takes_the_place_of_the_first(app: App) -> None:
    await app.stage.bot.says(
        int(await app.does("initDataUnsafe.user.id")),
        "Again",
        [key("Hint"), {"text": "Again", "web_app": {"url": app.url}}],
    )
    await app.window.opens("Again")
    await app.opened()
    await app.window.shows({app.host: 1})


async def test_all_goes_without_one_violation_of_the_policy(stage: Stage, url: str) -> None:
    _, window = await stage.chat("Your board", [{"text": "Open board", "web_app": {"url": url}}])
    errors: list[str] = []
    window.page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    window.page.on("pageerror", lambda error: errors.append(str(error)))
    await window.opens("Open board")
    app = App(stage, window, url)
    await app.does("HapticFeedback.impactOccurred('heavy')")
    await app.notes(haptics="impact:heavy")
    assert (await app.host.get_attribute("data-unknown"), errors) == (None, [])
