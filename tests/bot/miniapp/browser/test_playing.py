"""A board under one's thumb: tapping, marking, typing, what is said and felt; and how the bot's own texts are shown."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.bot.miniapp.browser.stand_in import STAKES
from tests.bot.miniapp.browser.windows import DARK, DESKTOP, LARGE, PHONE, SMALL, Phone, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")
BUTTONS = [[{"text": "💡 Hint", "data": "1:hint"}, {"text": "🏳️ Give up", "data": "1:resign", "style": "danger"}]]
END = [
    [{"text": "📤 Share", "shares": "s00"}, {"text": "🔔 Remind me", "data": "1:remind"}],
    [{"text": "🔍 Review", "data": "1:review"}, {"text": "🔄 Play again", "data": "1:again", "style": "primary"}],
]
BELOW = "64 codes still fit\n🔒 <code>1f3a9c</code> proves that I never change it"


async def draft_of(phone: Phone) -> str:
    return "".join(await phone.draft.all_text_contents())


async def test_todays_code_is_played_from_its_first_tap_to_its_end(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows(stakes=STAKES, buttons=BUTTONS, below="")
    bot.begin = True
    phone = await windows.plays(moving=True)
    await expect(phone.rows).to_have_count(7)
    assert [await phone.rows.nth(at).locator(".answer").text_content() for at in (0, 4, 5)] == [
        "⭐⭐⭐",
        "⭐⭐⭐",
        "⭐⭐",
    ]
    await phone.taps("0", "8", "4")
    await expect(phone.key("Guess")).to_have_attribute("aria-disabled", "true")
    await phone.taps("Guess", "4", "3", "Guess")  # neither too early nor the same digit twice
    await expect(phone.turns).to_have_attribute("aria-label", "0843: 2 bulls, 2 cows")
    assert bot.done == ["1:daily", f"1:ok:{game.id}:0:0-8-4-3"]
    await expect(phone.turns.locator(".bull")).to_have_count(2)
    await expect(phone.turns.locator(".cow")).to_have_count(2)
    await expect(phone.live).to_have_text("0843: 2 bulls, 2 cows")
    impact = {"type": "impact", "impact_style": "medium"}
    await phone.page.wait_for_function("() => heard.filter(([, data]) => data && data.type === 'impact').length === 2")
    assert impact in await phone.heard("web_app_trigger_haptic_feedback")
    await phone.guesses("0834")
    await expect(phone.frame.locator(".below")).to_have_text("Solved in 2 · 🔥4")
    await expect(phone.live).to_have_text("0834: 4 bulls, 0 cows. Solved in 2 · 🔥4")
    await expect(phone.key("Guess")).to_be_hidden()
    await phone.taps("Back to the chat")
    await phone.hears("web_app_close")


async def test_more_than_seven_guesses_get_rows_of_their_own(windows: Windows) -> None:
    game = windows.bot.shows(stakes=STAKES)
    for guess in ("0123", "1234", "2345", "3456", "4567", "5678", "6789"):
        game.guess(guess)
    phone = await windows.plays(SMALL)
    await expect(phone.rows).to_have_count(8)
    await expect(phone.rows.last.locator(".answer")).to_have_text("⭐")
    await expect(phone.rows.last).to_be_in_viewport()
    await phone.guesses("9876")
    await expect(phone.rows).to_have_count(9)
    await phone.is_whole()


async def test_two_taps_on_the_tick_within_five_milliseconds_send_one_guess(windows: Windows) -> None:
    windows.bot.shows()
    phone = await windows.plays()
    await phone.taps(*"0123")
    await phone.key("Guess").evaluate("key => { for (let at = 0; at < 3; at++) key.click(); }")
    await phone.key("Guess").dblclick(force=True)
    await expect(phone.turns).to_have_count(1)
    assert len(windows.bot.done) == 1


async def test_keys_stay_usable_while_a_guess_is_on_its_way(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays()
    bot.open.clear()
    await phone.guesses("0123")
    await expect(phone.frame.locator(".row.sent")).to_have_attribute("aria-label", "On its way")
    await phone.taps(*"4567", "Guess")
    bot.open.set()
    await expect(phone.turns).to_have_count(1)
    assert await draft_of(phone) == "4567"
    await phone.taps("Guess")
    await expect(phone.turns).to_have_count(2)
    assert len(bot.done) == 2


async def test_a_key_is_marked_by_holding_it_by_the_other_button_and_by_shift(windows: Windows) -> None:
    game = windows.bot.shows()
    phone = await windows.plays()
    three = phone.key("3")
    await three.hover()
    await phone.page.mouse.down()
    await expect(phone.key("3, out")).to_have_attribute("data-badge", "✕")
    await phone.page.mouse.up()
    await phone.key("3, out").click(button="right")
    await expect(phone.key("3, maybe")).to_have_attribute("data-badge", "?")
    await phone.page.keyboard.press("Shift+Digit3")
    await expect(phone.key("3, in")).to_have_attribute("data-badge", "✓")
    assert game.marks == {3: "in"}
    assert await draft_of(phone) == ""
    await phone.key("Erase").hover()
    await phone.taps(*"456")
    await phone.key("Erase").hover()
    await phone.page.mouse.down()
    await expect(phone.draft).to_have_count(0)
    await phone.page.mouse.up()


async def test_a_key_that_is_used_is_dim_and_where_signs_may_repeat_none_is(windows: Windows) -> None:
    windows.bot.shows()
    phone = await windows.plays()
    await phone.taps("3", "3", "1")
    assert await draft_of(phone) == "31"
    await expect(phone.key("3")).to_have_attribute("aria-disabled", "true")
    await phone.taps("Erase", "Erase")
    await expect(phone.key("3")).not_to_have_attribute("aria-disabled", "true")
    windows.bot.shows("repeats", "0083", "00000000000000bb")
    phone = await windows.plays()
    await phone.guesses("0033")
    await expect(phone.turns).to_have_count(1)


async def test_it_is_played_on_a_keyboard(windows: Windows) -> None:
    windows.bot.shows()
    phone = await windows.plays(DESKTOP)
    press = phone.page.keyboard.press
    await phone.taps("9")  # a click takes no focus: Enter is still ✓
    for key in ("Backspace", "0", "1", "Numpad2", "x", "3", "Enter"):
        await press(key)
    await expect(phone.turns).to_have_attribute("aria-label", "0123: 1 bulls, 1 cows")
    await phone.key("7").focus()
    await press("Enter")  # on a key that has the focus it is that key
    assert await draft_of(phone) == "7"


async def test_colours_are_typed_by_their_letters_whatever_the_alphabet(windows: Windows) -> None:
    windows.bot.shows("mastermind", "RGBV")
    phone = await windows.plays()
    for key in "rgb":
        await phone.page.keyboard.press(key)
    await phone.inside(
        "() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'м', code: 'KeyV', bubbles: true }))"
    )
    await phone.page.keyboard.press("Enter")
    await expect(phone.turns.locator(".bull")).to_have_count(4)


@pytest.mark.parametrize(
    ("variant", "secret"),
    [
        ("words-en-5", "crane"),
        ("words-uk-5", "буква"),
        ("words-ru-5", "книга"),
        ("colours", "ROYGB"),
        ("pictures", "ABCD"),
    ],
)
async def test_all_keys_fit_on_a_small_phone(windows: Windows, variant: str, secret: str) -> None:
    windows.bot.shows(variant, secret, buttons=BUTTONS, below=BELOW, marks={0: "out", 1: "maybe", 2: "in"})
    phone = await windows.plays(SMALL)
    await phone.is_whole()
    first = phone.frame.locator(".keys .key").first
    box = await first.bounding_box()
    assert box
    assert box["width"] >= 24
    assert box["height"] >= 38


@pytest.mark.parametrize("size", [SMALL, PHONE, LARGE, DESKTOP], ids=str)
@pytest.mark.parametrize("theme", [None, DARK], ids=["own", "Telegram’s"])
async def test_a_board_and_its_end_fit_without_scrolling(
    windows: Windows, size: ViewportSize, theme: dict[str, str] | None
) -> None:
    game = windows.bot.shows(stakes=STAKES, buttons=BUTTONS, below=BELOW, marks={3: "out", 4: "maybe", 7: "in"})
    game.guess("0123")
    safe = {"top": 59, "bottom": 34, "left": 0, "right": 0} if size is PHONE else None
    phone = await windows.plays(size, dark=theme is not None, theme=theme, safe=safe)
    await phone.is_whole()
    if safe:
        await expect(phone.frame.locator("html")).to_have_css("--tg-safe-area-inset-top", "59px")
        title = await phone.frame.locator("h1").bounding_box()
        keys = await phone.key("Guess").bounding_box()
        assert title
        assert title["y"] >= 59
        assert keys
        assert keys["y"] + keys["height"] <= size["height"] - 34
    if theme:
        await expect(phone.frame.locator("body")).to_have_css("background-color", "rgb(33, 33, 33)")
    for guess in ("4567", "5678", "6789", "7890", "0834"):
        game.guess(guess)
    game.below, game.buttons = "🎉 Solved in 6 · ⭐⭐ · 🔥4\nBetter than 62 %\nOlena 6 · Max 7", END
    await windows.bot.tells()
    await expect(phone.key("📤 Share")).to_be_visible()
    await phone.is_whole()


async def test_marks_and_answers_differ_by_shape_in_either_light(windows: Windows) -> None:
    game = windows.bot.shows(marks={3: "out", 4: "maybe", 7: "in"})
    game.guess("0123")
    for dark in (False, True):
        phone = await windows.plays(dark=dark)
        style = "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopWidth]"
        assert await phone.turns.locator(".bull").first.evaluate(style) != await phone.turns.locator(
            ".cow"
        ).first.evaluate(style)
        lines = [
            await phone.key(key).evaluate("(one) => getComputedStyle(one).borderStyle")
            for key in ("3, out", "4, maybe")
        ]
        assert lines == ["dotted", "dashed"]


async def test_every_other_game_is_the_bots_text_and_its_buttons(windows: Windows) -> None:
    bot = windows.bot
    bot.screen = {
        "html": "⚔️ <b>Duel</b> with &lt;img src=x onerror=alert(1)&gt;\n<code>1. 0123</code> "
        '<a href="javascript:alert(1)">bad</a> <a href="https://t.me/x">good</a> '
        '<tg-time unix="1" format="r">long ago</tg-time><img src=x onerror=alert(1)>',
        "rows": [
            [{"text": "1", "data": "1:d1"}, {"text": "2", "data": "1:d2"}],
            [{"text": "Site", "url": "https://example.org/"}],
        ],
    }
    phone = await windows.plays()
    text = phone.frame.locator(".below")
    await expect(text).to_contain_text("⚔️ Duel with <img src=x onerror=alert(1)>\n1. 0123 bad good")
    await expect(text.locator("img, script")).to_have_count(0)
    await expect(text.locator("a")).to_have_count(1)
    await expect(text.locator("time")).to_contain_text("ago")
    await text.get_by_text("good").click()
    await phone.hears("web_app_open_tg_link")
    await phone.taps("Site")
    await phone.hears("web_app_open_link")
    bot.extra = {"toast": "Not so fast", "alert": True}
    await phone.taps("1")
    await phone.taps("OK")
    await expect(phone.toast).to_have_count(0)
    assert bot.done == ["1:d1"]
    await phone.is_whole()


async def test_what_is_asked_for_in_the_chat_closes_the_page_after_saying_so(windows: Windows) -> None:
    bot = windows.bot
    bot.shows(buttons=[[{"text": "🔔 Remind me", "data": "1:remind"}, {"text": "📤 Share", "shares": "s00"}]])
    phone = await windows.plays()
    await phone.taps("📤 Share")
    await phone.hears("web_app_switch_inline_query")
    assert await phone.heard("web_app_switch_inline_query") == [
        {"query": "s00", "chat_types": ["users", "groups", "channels"]}
    ]
    bot.extra = {"toast": "It is in the chat", "leads": "chat"}
    await phone.taps("🔔 Remind me")
    await expect(phone.toast).to_have_text("It is in the chat")
    await phone.hears("web_app_close")


async def test_a_reminder_asks_for_the_right_to_write_where_there_is_none(windows: Windows) -> None:
    bot = windows.bot
    bot.shows(buttons=[[{"text": "🔔 Remind me", "data": "1:remind"}]])
    bot.may_write = False
    phone = await windows.plays()
    await phone.taps("🔔 Remind me")
    await phone.hears("web_app_request_write_access")
    assert bot.done == [], "it waits for the answer"
    bot.extra = {"toast": "You are reminded"}
    await phone.tells("write_access_requested", status="allowed")
    await expect(phone.toast).to_have_text("You are reminded")
    assert [asked["writes"] for name, asked in bot.asked if name == "deed"] == [True]


async def test_a_text_is_copied(windows: Windows) -> None:
    windows.bot.shows(buttons=[[{"text": "📋 Copy", "copies": "bc 0834"}]])
    phone = await windows.plays()
    await phone.taps("📋 Copy")
    await expect(phone.toast).to_contain_text("📋 bc 0834")


async def test_telegram_is_asked_for_what_its_version_knows(windows: Windows) -> None:
    windows.bot.shows()
    for version, calls in (("7.6", 0), ("7.7", 1)):
        phone = await windows.plays(version=version)
        swipes = [
            told for told in await phone.heard("web_app_setup_swipe_behavior") if not told["allow_vertical_swipe"]
        ]
        assert len(swipes) == calls
        for event in ("web_app_ready", "web_app_expand"):
            await phone.hears(event)
        assert await phone.heard("web_app_setup_closing_behavior") in ([], [{"need_confirmation": False}])
