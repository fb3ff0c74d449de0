import re

import pytest
from playwright.async_api import ViewportSize, expect

from sandbox.server import SandboxServer
from tests.sandbox.page.stage import PHONE, Stage
from tests.sandbox.page.toy_bot import key

# The first steps on the page: it opens the bot's chat, and the keyboard does what one expects.
pytestmark = pytest.mark.asyncio(loop_scope="session")


SMALL: ViewportSize = {"width": 320, "height": 568}


CUT = """() => [...document.querySelectorAll("button, h1, .room-title, .key, .wide-button")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => one.className || one.textContent)"""


DAY = 86400


async def test_escape_leaves_the_chat_but_first_what_is_nearer(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.button("More").click()
    await window.page.keyboard.press("Escape")
    await expect(window.page.get_by_role("menu")).to_have_count(0)
    await expect(window.field).to_be_visible()
    await window.page.keyboard.press("Escape")
    await expect(window.field).not_to_be_visible()
    await window.chat("Sandbox bot").click()
    await expect(window.field).to_be_visible()


async def test_tab_inserts_a_suggested_command_and_sends_nothing(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=[{"command": "play", "description": "Start a game"}])
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.field.press_sequentially("/pl")
    await window.field.press("Tab")
    await expect(window.field).to_have_value("/play ")
    await expect(window.message("/play")).to_have_count(0)
    await window.field.press_sequentially("colours")
    await window.field.press("Enter")
    await expect(window.message("/play colours")).to_have_count(1)


async def test_the_menu_has_no_row_in_focus_that_does_harm(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.button("More").click()
    await expect(window.page.get_by_role("menuitem", name="Block the bot")).not_to_be_focused()
    await window.page.keyboard.press("Enter")
    assert await window.page.locator(".menu .danger:focus").count() == 0


@pytest.mark.parametrize("in_chat", [True, False])
async def test_nothing_is_cut_on_the_smallest_phone(stage: Stage, *, in_chat: bool) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Hello, and a long line that has to be broken somewhere, sooner or later")
    window = await stage.window(alice, alice if in_chat else None, size=SMALL)
    await expect(window.field if in_chat else window.chat("Sandbox bot")).to_be_visible()
    assert await window.page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    assert await window.page.evaluate(CUT) == []


async def test_tomorrow_is_a_day_later_in_the_sandbox(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    before = stage.server.state.clock.now()
    await window.chooses(window.button("Menu"), "Tomorrow")
    await window.writes("A day later")
    await expect(window.message("A day later")).to_be_visible()
    try:
        assert DAY <= stage.server.state.clock.now() - before < DAY + 600
    finally:
        stage.server.state.clock.move(-DAY)


async def test_the_page_by_its_bare_address_opens_the_bots_chat_on_a_phone_too(stage: Stage) -> None:
    await stage.talker("Alice")
    window = await stage.window(None, size=PHONE)
    await expect(window.head).to_contain_text("Sandbox bot")


# The window itself: phone, dark theme, scrolling, keyboard, reload and a server that goes away.
BRIGHTNESS = """node => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(node).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part) / 765;
}"""


async def test_a_phone_shows_one_pane_at_a_time(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, size=PHONE)
    await expect(window.field).not_to_be_visible()
    await window.chat("Sandbox bot").click()
    await expect(window.chat("Sandbox bot")).not_to_be_visible()
    await window.field.fill("From my phone")
    await window.button("Send").click()
    assert (await stage.bot.hears())["text"] == "From my phone"
    await window.button("Back").click()
    await expect(window.chat("Sandbox bot")).to_contain_text("You: From my phone")
    await window.page.go_back()
    await expect(window.field).to_be_visible()


async def test_on_a_phone_one_becomes_somebody_else_from_within_a_group(stage: Stage) -> None:
    alice, bob = await stage.person("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    window = await stage.window(alice, friends, size=PHONE)
    await window.chooses(window.button("People: Alice"), "Bob")
    await window.writes("It is me")
    await expect(window.message("It is me")).to_have_accessible_name(re.compile("^You"))
    await expect(window.button("People: Bob")).to_be_visible()
    await window.chooses(window.button("People: Bob"), "Alice")
    await expect(window.message("It is me")).to_have_accessible_name(re.compile("^Bob"))


async def test_a_tap_on_a_message_opens_its_menu_and_commands_come_without_the_keyboard(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=[{"command": "play", "description": "Start a game"}])
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Tap me", [key("Go")])
    window = await stage.window(alice, alice, size=PHONE)
    await window.message("Tap me").locator(".bubble").tap(position={"x": 6, "y": 6})
    await window.page.get_by_role("menuitem", name="Reply").tap()
    await expect(window.page.locator(".note")).to_contain_text("Tap me")
    await window.button("Cancel").tap()
    await window.head.tap(position={"x": 120, "y": 20})
    await window.field.evaluate("field => field.blur()")
    await window.button("Commands").tap()
    await expect(window.page.get_by_role("option")).to_have_count(1)
    await expect(window.field).not_to_be_focused()
    await window.message("Tap me").locator(".bubble").tap(position={"x": 6, "y": 6})
    await expect(window.page.get_by_role("option")).to_have_count(0)


async def test_nothing_is_wider_than_a_phone(stage: Stage) -> None:
    alice = await stage.talker("W" * 120)
    await stage.bot.says(alice, "x" * 4096, [key("y" * 300, "y"), key("z" * 300, "z")], [key(str(n)) for n in range(8)])
    await stage.bot.says(alice, f"<pre>{'=' * 400}</pre><blockquote>{'q' * 400}</blockquote>")
    window = await stage.window(alice, alice, size=PHONE)
    await window.sees("xxxx")
    scroller = window.page.locator("#scroller")
    assert await scroller.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for bubble in await window.page.locator(".bubble, .key").all():
        box = await bubble.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.parametrize("dark", [False, True])
async def test_the_theme_follows_the_system(stage: Stage, *, dark: bool) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Hello")
    window = await stage.window(alice, alice, dark=dark)
    for part in (window.page.locator("body"), window.message("Hello").last.locator(".bubble")):
        assert (await part.evaluate(BRIGHTNESS) < 0.25) is dark


async def test_names_from_right_to_left_keep_their_direction(stage: Stage) -> None:
    david, alice = await stage.person("דוד לוי"), await stage.person("Alice")
    friends = await stage.group("Friends", david, alice)
    await stage.post(f"/people/{david}/send", chat=friends, text="שלום, Alice!")
    window = await stage.window(alice, friends)
    message = window.message("שלום")
    await expect(message.locator(".author")).to_have_css("direction", "rtl")
    await expect(message.locator(".text")).to_have_css("direction", "rtl")
    await expect(window.chat("Friends")).to_contain_text("דוד לוי: שלום, Alice!")


async def test_reading_above_is_not_disturbed_and_a_pill_leads_back_down(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    for line in range(40):
        await stage.bot.says(alice, f"line {line:02}")
    window = await stage.window(alice, alice)
    await expect(window.message("line 39")).to_be_in_viewport()
    pill = window.button("To the newest messages")
    await expect(pill).to_be_hidden()
    await window.message("line 05").scroll_into_view_if_needed()
    await expect(pill).to_be_visible()
    before = await window.message("line 05").bounding_box()
    await stage.bot.says(alice, "news 1")
    await stage.bot.says(alice, "news 2")
    await expect(pill).to_contain_text("2")
    assert await window.message("line 05").bounding_box() == before
    await pill.click()
    await expect(window.message("news 2")).to_be_in_viewport()
    await expect(pill).to_be_hidden()


async def test_a_long_talk_is_shown_by_and_by(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    for line in range(150):
        await stage.bot.says(alice, f"line {line:03}")
    window = await stage.window(alice, alice)
    await window.sees("line 149")
    await expect(window.message("line 000")).to_have_count(0)
    await window.messages.first.scroll_into_view_if_needed()
    await expect(window.message("line 000")).to_have_count(1)


async def test_new_messages_are_announced(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await stage.bot.says(alice, "Your rival has moved")
    await expect(window.page.locator("#announcer")).to_have_text("Sandbox bot: Your rival has moved")
    await expect(window.page.locator("#announcer")).to_have_attribute("aria-live", "polite")


async def test_the_keyboard_is_enough(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Press me", [key("Go")])
    window = await stage.window(alice, alice)
    keyboard = window.page.keyboard
    await expect(window.field).to_be_focused()
    await keyboard.press("Shift+Tab")
    await keyboard.press("Shift+Tab")
    await expect(window.button("Go")).to_be_focused()
    await keyboard.press("Space")
    assert (await stage.bot.hears("callback_query"))["data"] == "Go"
    await keyboard.press("Tab")
    await keyboard.press("Enter")
    await expect(window.page.get_by_role("menuitem", name="Reply")).to_be_focused()
    await keyboard.press("ArrowDown")
    await expect(window.page.get_by_role("menuitem", name="Copy")).to_be_focused()
    await keyboard.press("Escape")
    await expect(window.page.get_by_role("menu")).to_have_count(0)
    await keyboard.type("typed anywhere")
    await expect(window.field).to_have_value("typed anywhere")


async def test_a_reload_keeps_the_place(stage: Stage) -> None:
    alice, bob = await stage.person("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    window = await stage.window(bob, friends)
    await window.page.reload()
    await expect(window.head).to_contain_text("Friends")
    await expect(window.person("Bob")).to_have_attribute("aria-current", "true")


async def test_a_draft_waits_in_its_chat(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.group("Friends", alice)
    window = await stage.window(alice, alice)
    await window.field.fill("half a thought")
    await window.chat("Friends").click()
    await expect(window.field).to_have_value("")
    await expect(window.chat("Sandbox bot")).to_contain_text("Draft: half a thought")
    await window.chat("Sandbox bot").click()
    await expect(window.field).to_have_value("half a thought")


async def test_a_server_that_comes_back_is_found_again_and_its_new_state_replaces_the_old(stage: Stage) -> None:
    first = SandboxServer()
    async with first:
        stage.server = first
        alice = await stage.person("Alice")
        window = await stage.window(alice, alice)
        await window.button("Start").click()
        await window.sees("/start")
    await expect(window.head).to_contain_text("Connecting…")
    async with SandboxServer(port=first.port) as second:
        stage.server = second
        await stage.person("Zoë")
        await expect(window.person("Zoë")).to_be_visible()
        await expect(window.person("Alice")).to_have_count(0)
        await expect(window.message("/start")).to_have_count(0)
        await expect(window.head).not_to_contain_text("Connecting…")
        await window.page.close()
