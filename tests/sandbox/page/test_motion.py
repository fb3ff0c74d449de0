"""The page in motion, as most people see it: what glides never leaves the bottom, and nobody is carried away."""

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.sandbox.page.stage import DESK, PHONE, Stage, Window
from tests.sandbox.page.toy_bot import key

pytestmark = pytest.mark.asyncio(loop_scope="session")

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
WINDOWS = pytest.mark.parametrize("size", [DESK, PHONE], ids=["request", "phone"])


async def long_talk(stage: Stage) -> int:
    alice = await stage.talker("Alice")
    for line in range(30):
        await stage.bot.says(alice, f"line {line:02}")
    return alice


def pill(window: Window) -> Locator:
    return window.button("To the newest messages")


@WINDOWS
async def test_a_message_that_grows_keeps_its_last_buttons_in_sight(stage: Stage, size: ViewportSize) -> None:
    alice = await long_talk(stage)
    board = await stage.bot.says(alice, "Board", [key("Show the keypad")])
    window = await stage.window(alice, alice, size=size, moving=True)
    for text, *rows in (("Board", *KEYPAD), (f"Board {LONG}", *KEYPAD), (f"Board {LONG * 2}", [key("Last")])):
        await stage.bot.edits(alice, board, text, *rows)
        await expect(window.button(rows[-1][-1]["text"])).to_be_visible()
        assert await window.is_at_the_bottom()
        await expect(pill(window)).to_be_hidden()


@WINDOWS
async def test_the_next_board_stands_at_the_bottom_when_the_old_one_has_gone(stage: Stage, size: ViewportSize) -> None:
    alice = await long_talk(stage)
    board = await stage.bot.says(alice, "Board 0", [key("Again")])
    window = await stage.window(alice, alice, size=size, moving=True)
    for number in range(1, 4):
        await stage.bot.edits(alice, board, f"Over {number} {LONG}", [key("Proof"), key("Again")])
        await window.sees(f"Over {number}")
        fresh = await stage.bot.says(alice, f"Board {number}", *KEYPAD)
        await window.sees(f"Board {number}")
        await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
        await expect(window.message(f"Over {number}")).to_have_count(0)
        assert await window.is_at_the_bottom()
        await expect(pill(window)).to_be_hidden()
        board = fresh


async def test_what_glides_makes_the_talk_no_longer(stage: Stage) -> None:
    alice = await long_talk(stage)
    board = await stage.bot.says(alice, "Board", [key("Show the keypad")])
    window = await stage.window(alice, alice, moving=True)
    await window.page.evaluate(WATCH_GLIDES)
    await stage.bot.edits(alice, board, f"Board {LONG}", *KEYPAD)
    await window.sees("turn 19")
    overhangs = await window.page.evaluate("window.overhangs")
    assert len(overhangs) > 3
    assert set(overhangs) == {0}


async def test_what_grows_by_itself_while_the_view_moves_does_not_leave_the_bottom(stage: Stage) -> None:
    alice = await long_talk(stage)
    window = await stage.window(alice, alice, moving=True)
    await window.page.evaluate(GROW_UNDER_A_SCROLL)
    assert await window.is_at_the_bottom()
    await expect(pill(window)).to_be_hidden()


async def test_who_reads_above_stays_there_while_boards_change_below(stage: Stage) -> None:
    alice = await long_talk(stage)
    board = await stage.bot.says(alice, "Board", *KEYPAD)
    window = await stage.window(alice, alice, moving=True)
    await expect(window.button("Give up")).to_be_in_viewport()
    await window.page.mouse.move(800, 400)
    await window.page.mouse.wheel(0, -500)
    await expect(pill(window)).to_be_visible()
    assert not await window.is_at_the_bottom()
    read = window.message("line 20")
    before = await read.bounding_box()
    await stage.bot.edits(alice, board, f"Board {LONG}", *KEYPAD)
    await window.sees("turn 19")
    assert not await window.is_at_the_bottom()
    assert await read.bounding_box() == before
    await pill(window).click()
    assert await window.is_at_the_bottom()


async def test_a_quote_leads_from_the_bottom_to_what_it_quotes(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    riddle = await stage.bot.says(alice, "What has keys but no locks?")
    for line in range(40):
        await stage.bot.says(alice, f"line {line:02}")
    await stage.bot.says(alice, "A piano", reply_parameters={"message_id": riddle})
    window = await stage.window(alice, alice, moving=True)
    await window.message("A piano").locator(".quote").click()
    await expect(window.messages.nth(1)).to_be_in_viewport()
    await expect(pill(window)).to_be_visible()
