"""The first steps on the page: it opens the bot's chat, and the keyboard does what one expects."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.sandbox.page.stage import PHONE, Stage

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
