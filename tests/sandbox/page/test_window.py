import re

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from faults.processes.postgres import free_port
from sandbox.server import SandboxServer
from tests.sandbox.page.stage import CURRENT, DESK, PHONE, Json, Stage, Window, key

pytestmark = pytest.mark.asyncio(loop_scope="session")

SMALL: ViewportSize = {"width": 320, "height": 568}
CUT = """() => [...document.querySelectorAll("button, h1, .room-title, .key, .wide-button")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => one.className || one.textContent)"""
PLAY = [{"command": "play", "description": "Start a game"}]
DAY = 86400


async def test_tomorrow_is_a_day_later_in_the_sandbox(stage: Stage) -> None:
    _, window = await stage.chat()
    before = stage.server.state.clock.now()
    await window.opens("Menu", "Tomorrow")
    await window.writes("A day later", shows={window.message("A day later"): True})
    assert DAY <= stage.server.state.clock.now() - before < DAY + 600


BRIGHTNESS = """node => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(node).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part) / 765;
}"""


async def test_a_phone_shows_one_pane_at_a_time_and_somebody_else_can_be_become_there(stage: Stage) -> None:
    carol = await stage.talker("Carol")
    bare = await stage.window(None, size=PHONE)
    await bare.shows({bare.head: "Sandbox bot"})
    window = await stage.window(carol, size=PHONE)
    await window.shows({window.field: False})
    await window.chat("Sandbox bot").click()
    await window.shows({window.chat("Sandbox bot"): False})
    await window.field.fill("From my phone")
    await window.opens("Send")
    assert (await stage.bot.hears())["text"] == "From my phone"
    await window.opens("Back", shows={window.chat("Sandbox bot"): "You: From my phone"})
    await window.page.go_back()
    await window.shows({window.field: True})
    _, _, window = await stage.among("Bob", size=PHONE)
    await window.opens("People: Alice", "Bob", shows={window.button("People: Bob"): True})
    await window.writes("It is me")
    await expect(window.message("It is me")).to_have_accessible_name(re.compile("^You"))
    await window.opens("People: Bob", "Alice")
    await expect(window.message("It is me")).to_have_accessible_name(re.compile("^Bob"))


async def test_a_tap_on_a_message_opens_its_menu_and_commands_come_without_the_keyboard(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=PLAY)
    _, window = await stage.chat("Tap me", [key("Go")], size=PHONE)
    bubble = window.message("Tap me").locator(".bubble")
    await bubble.tap(position={"x": 6, "y": 6})
    await window.page.get_by_role("menuitem", name="Reply").tap()
    await window.shows({window.page.locator(".note"): "Tap me"})
    await window.button("Cancel").tap()
    await window.head.tap(position={"x": 120, "y": 20})
    await window.field.evaluate("field => field.blur()")
    await window.button("Commands").tap()
    await window.shows({window.options: 1})
    await expect(window.field).not_to_be_focused()
    await bubble.tap(position={"x": 6, "y": 6})
    await window.shows({window.options: 0})


async def test_nothing_is_cut_or_wider_than_a_phone_be_it_the_smallest(stage: Stage) -> None:
    alice, window = await stage.chat("Hello, and a long line that is to be broken somewhere, soon or later", size=SMALL)
    for part in (window.field, (listed := await stage.window(alice, size=SMALL)).chat("Sandbox bot")):
        await window.shows({part: True})
    for shown in (window, listed):
        assert await shown.page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
        assert await shown.page.evaluate(CUT) == []
    alice = await stage.talker("W" * 120)
    await stage.bot.says(alice, "x" * 4096, [key("y" * 300, "y"), key("z" * 300, "z")], [key(str(n)) for n in range(8)])
    await stage.bot.says(alice, f"<pre>{'=' * 400}</pre><blockquote>{'q' * 400}</blockquote>")
    window = await stage.window(alice, alice, size=PHONE)
    await window.sees("xxxx")
    assert await window.page.locator("#scroller").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for bubble in await window.page.locator(".bubble, .key").all():
        box = await bubble.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]


async def test_the_theme_follows_the_system(stage: Stage) -> None:
    alice, window = await stage.chat("Hello")
    for dark, shown in ((False, window), (True, await stage.window(alice, alice, dark=True))):
        for part in (shown.page.locator("body"), shown.message("Hello").last.locator(".bubble")):
            assert (await part.evaluate(BRIGHTNESS) < 0.25) is dark


async def test_a_long_talk_is_shown_by_and_by_and_new_messages_are_announced(stage: Stage) -> None:
    alice = await long_talk(stage, 150)
    window = await stage.window(alice, alice)
    await window.sees("line 149")
    await window.shows({window.message("line 00"): 0})
    await window.messages.first.scroll_into_view_if_needed()
    await window.shows({window.message("line 00"): 10})
    await stage.bot.says(alice, "Your rival has moved")
    announcer = window.page.locator("#announcer")
    await window.shows({announcer: ["Sandbox bot: Your rival has moved"]})
    await window.shows({announcer: {"aria-live": "polite"}})


async def test_the_keyboard_is_enough_where_escape_leaves_a_menu_before_the_chat(
    stage: Stage,
) -> None:
    _, window = await stage.chat("Press me", [key("Go")])
    keyboard, items = window.page.keyboard, window.page.get_by_role("menuitem")
    await expect(window.field).to_be_focused()
    await keyboard.press("Shift+Tab")
    await keyboard.press("Shift+Tab")
    await expect(window.button("Go")).to_be_focused()
    await keyboard.press("Space")
    assert (await stage.bot.hears("callback_query"))["data"] == "Go"
    await keyboard.press("Tab")
    await keyboard.press("Enter")
    await expect(items.filter(has_text="Reply")).to_be_focused()
    await keyboard.press("ArrowDown")
    await expect(items.filter(has_text="Copy")).to_be_focused()
    await keyboard.press("Escape")
    await window.shows({window.page.get_by_role("menu"): 0})
    await keyboard.type("typed anywhere")
    await window.shows(field="typed anywhere")
    await window.opens("More")
    await expect(items.filter(has_text="Block the bot")).not_to_be_focused()
    await keyboard.press("Enter")
    assert await window.page.locator(".menu .danger:focus").count() == 0
    await keyboard.press("Escape")
    await window.shows({window.page.get_by_role("menu"): 0, window.field: True})
    await keyboard.press("Escape")
    await window.shows({window.field: False})
    await window.chat("Sandbox bot").click()
    await window.shows({window.field: True})


async def test_a_reload_keeps_the_place_and_a_draft_waits_in_its_chat(stage: Stage) -> None:
    alice, _, window = await stage.among("Bob")
    await window.becomes("Bob")
    await window.page.reload()
    await window.shows({window.head: "Friends", window.person("Bob"): CURRENT})
    window = await stage.window(alice, alice)
    await window.field.fill("half a thought")
    await window.chat("Friends").click()
    await window.shows({window.chat("Sandbox bot").first: "Draft: half a thought"}, field="")
    await window.chat("Sandbox bot").first.click()
    await window.shows(field="half a thought")


async def test_a_server_that_comes_back_is_found_again_and_its_new_state_replaces_the_old(stage: Stage) -> None:
    first = SandboxServer(port=free_port())
    async with first:
        stage.server = first
        alice = await stage.person("Alice")
        window = await stage.window(alice, alice)
        await window.opens("Start")
        await window.sees("/start")
    await window.shows({window.head: "Connecting…"})
    async with SandboxServer(port=first.port) as second:
        stage.server = second
        await stage.person("Zoë")
        await window.shows({window.person("Zoë"): True, window.person("Alice"): 0, window.message("/start"): 0})
        await expect(window.head).not_to_contain_text("Connecting…")
        await window.page.close()


KEYPAD = ([key("1"), key("2"), key("3")], [key("4"), key("5"), key("6")], [key("Hint"), key("Give up")])
LONG = "\n".join(f"turn {number}" for number in range(20))
# How far the talk reaches beyond its end just after each glide has begun.
WATCH_GLIDES = """() => {
  window.overhangs = [];
  const [scroller, log] = [document.getElementById("scroller"), document.getElementById("log")];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    window.overhangs.push(scroller.scrollHeight - log.offsetHeight);
    return animation;
  };
}"""
GROW_UNDER_A_SCROLL = """() => {
  document.getElementById("scroller").scrollTop -= 10;
  document.getElementById("log").lastElementChild.style.paddingBottom = "200px";
}"""


async def long_talk(stage: Stage, lines: int = 30) -> int:
    alice = await stage.talker("Alice")
    for line in range(lines):
        await stage.bot.says(alice, f"line {line:0{len(str(lines))}}")
    return alice


async def moving(stage: Stage, text: str, *rows: list[Json], size: ViewportSize = DESK) -> tuple[int, int, Window]:
    """Alice, the bot's newest message to her after many others, and her window with animations."""
    alice = await long_talk(stage)
    board = await stage.bot.says(alice, text, *rows)
    return alice, board, await stage.window(alice, alice, size=size, moving=True)


def pill(window: Window) -> Locator:
    return window.button("To the newest messages")


async def rests_at_the_bottom(window: Window) -> None:
    assert await window.is_at_the_bottom()
    await window.shows({pill(window): False})


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_message_that_grows_and_the_next_board_keep_at_the_bottom(stage: Stage, size: ViewportSize) -> None:
    alice, board, window = await moving(stage, "Board", [key("Show the keypad")], size=size)
    for text, *rows in (("Board", *KEYPAD), (f"Board {LONG}", *KEYPAD), (f"Board {LONG * 2}", [key("Last")])):
        await stage.bot.edits(alice, board, text, *rows)
        await window.sees(text)
        await window.shows({window.button(rows[-1][-1]["text"]): True})
        await rests_at_the_bottom(window)

    for number in range(1, 4):
        await stage.bot.edits(alice, board, f"Over {number} {LONG}", [key("Proof"), key("Again")])
        await window.sees(f"Over {number}")
        fresh = await stage.bot.says(alice, f"Board {number}", *KEYPAD)
        await window.sees(f"Board {number}")
        await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
        await window.shows({window.message(f"Over {number}"): 0})
        await rests_at_the_bottom(window)
        board = fresh
    before = await window.message("line 29").bounding_box()
    await stage.bot.says(alice, "Board 4", *KEYPAD)
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
    await window.shows({window.message("Board 3"): 0, window.message("Board 4"): True})
    await rests_at_the_bottom(window)
    assert await window.message("line 29").bounding_box() == before


async def test_what_glides_makes_the_talk_no_longer_and_what_grows_stays_at_the_bottom(stage: Stage) -> None:
    alice, board, window = await moving(stage, "Board", [key("Show the keypad")])
    await window.page.evaluate(WATCH_GLIDES)
    await stage.bot.edits(alice, board, f"Board {LONG}", *KEYPAD)
    await window.sees("turn 19")
    overhangs = await window.page.evaluate("window.overhangs")
    assert len(overhangs) > 3
    assert set(overhangs) == {0}
    window = await stage.window(alice, alice, moving=True)
    await window.page.evaluate(GROW_UNDER_A_SCROLL)
    await rests_at_the_bottom(window)


async def test_who_reads_above_stays_there_while_boards_change_below_and_a_pill_leads_back_down(stage: Stage) -> None:
    alice, board, window = await moving(stage, "Board", *KEYPAD)
    await expect(window.button("Give up")).to_be_in_viewport()
    await window.shows({pill(window): False})
    await window.page.mouse.move(800, 400)
    await window.page.mouse.wheel(0, -500)
    await window.shows({pill(window): True})
    assert not await window.is_at_the_bottom()
    read = window.message("line 20")
    before = await read.bounding_box()
    await stage.bot.edits(alice, board, f"Board {LONG}", *KEYPAD)
    await window.sees("turn 19")
    for number in (1, 2):
        await stage.bot.says(alice, f"news {number}")
    await window.shows({pill(window): "2"})
    assert not await window.is_at_the_bottom()
    assert await read.bounding_box() == before
    await pill(window).click()
    await expect(window.message("news 2")).to_be_in_viewport()
    await rests_at_the_bottom(window)


async def test_a_quote_leads_from_the_bottom_to_what_it_quotes(stage: Stage) -> None:
    alice = await long_talk(stage, 40)
    await stage.bot.says(alice, "A piano", reply_parameters={"message_id": 2})
    window = await stage.window(alice, alice, moving=True)
    await window.message("A piano").locator(".quote").click()
    await expect(window.messages.nth(1)).to_be_in_viewport()
    await window.shows({pill(window): True})
