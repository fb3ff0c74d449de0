import re

import pytest
from playwright.async_api import Route, ViewportSize, expect

from tests.sandbox.page.stage import DESK, PHONE, Stage
from tests.sandbox.page.toy_bot import Json, key

# Inline keyboards: pressing, waiting, boards that change in place, toasts, alerts, links.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_rows_of_buttons_stand_as_the_bot_laid_them(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Guess", [key("1"), key("2"), key("3")], [key("Give up")])
    window = await stage.window(alice, alice)
    boxes = [await window.button(name).bounding_box() for name in ("1", "2", "3", "Give up")]
    one, two, three, below = (box for box in boxes if box)
    assert one["y"] == two["y"] == three["y"] < below["y"]
    assert one["x"] < two["x"] < three["x"]
    assert below["width"] > 3 * one["width"]


async def test_the_primary_button_stands_out(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Hi", [key("Play") | {"style": "primary"}], [key("Lobby")])
    window = await stage.window(alice, alice)
    look = "node => getComputedStyle(node).backgroundColor"
    play, more = [await window.button(name).evaluate(look) for name in ("Play", "Lobby")]
    assert play != more


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["request", "phone"])
async def test_buttons_stand_where_they_stood_whatever_the_message_says(stage: Stage, size: ViewportSize) -> None:
    alice = await stage.talker("Alice")
    rows = ([key(str(digit)) for digit in range(5)], [key("Hint"), key("Give up")])
    board = await stage.bot.says(alice, "Go", *rows)
    window = await stage.window(alice, alice, size=size)
    stood = [await window.button(name).bounding_box() for name in ("0", "4", "Hint", "Give up")]
    for text in ("Your guess has two bulls and a cow, and six codes still fit", "word " * 40, "Go"):
        await stage.bot.edits(alice, board, text, *rows)
        await window.sees(text.strip())
        boxes = [await window.button(name).bounding_box() for name in ("0", "4", "Hint", "Give up")]
        assert [(box["x"], box["width"]) for box in boxes if box] == [(box["x"], box["width"]) for box in stood if box]


async def test_three_long_buttons_in_a_row_make_room_on_a_desk(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    labels = "Play once more, please", "How is it played?", "Settings"
    await stage.bot.says(alice, "Menu", [key(label) for label in labels])
    window = await stage.window(alice, alice)
    await expect(window.page.locator(".key")).to_have_count(3)
    assert await window.cut_labels() == []


async def test_two_buttons_in_a_row_show_all_of_their_words_on_a_phone(stage: Stage) -> None:
    alice, bob = await stage.talker("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    for chat in (alice, friends):
        pairs = [key("💡 Підказка"), key("🏳️ Здатися")], [key("⚙️ Налаштування"), key("📤 Поділитися 🐂")]
        await stage.bot.says(chat, "Хід 1", *pairs)
        window = await stage.window(alice, chat, size=PHONE)
        await expect(window.page.locator(".key")).to_have_count(4)
        assert await window.cut_labels() == []


async def test_a_button_waits_visibly_until_the_bot_has_answered(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Think", [key("Hint"), key("Rules")])
    window = await stage.window(alice, alice)
    await window.button("Hint").click()
    query = await stage.bot.hears("callback_query")
    await expect(window.button("Hint")).to_have_attribute("aria-busy", "true")
    await expect(window.button("Rules")).to_have_attribute("aria-busy", "false")
    await stage.bot.answers(query)
    await expect(window.button("Hint")).to_have_attribute("aria-busy", "false")
    assert query["data"] == "Hint"


async def test_a_board_changes_in_place_and_keeps_the_focus(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    board = await stage.bot.says(alice, "Draft: _ _", [key("1"), key("2")])
    window = await stage.window(alice, alice)
    await window.button("2").focus()
    await window.page.keyboard.press("Enter")
    query = await stage.bot.hears("callback_query")
    await stage.bot.edits(alice, board, "Draft: 2 _", [key("1"), key("2 ✓", "2")])
    await stage.bot.answers(query)
    await expect(window.messages).to_have_count(2)
    await expect(window.message("Draft: 2 _")).to_contain_text("edited")
    await expect(window.button("2 ✓")).to_be_focused()
    await stage.bot.edits(alice, board, "Over")
    await expect(window.button("1")).to_have_count(0)


async def test_a_short_answer_is_a_toast_in_place_of_the_last_one_and_an_alert_wants_an_ok(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Choose", [key("Soft"), key("Loud")])
    window = await stage.window(alice, alice)
    await window.button("Soft").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), "Not your turn")
    await expect(window.toasts).to_contain_text("Not your turn")
    await window.button("Soft").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), "Still not your turn")
    await expect(window.toasts).to_contain_text("Still not your turn")
    assert await window.toasts.inner_text() == "Still not your turn"
    await window.button("Loud").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), "No such code", show_alert=True)
    dialog = window.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("No such code")
    await window.page.get_by_role("button", name="OK").click()
    await expect(dialog).to_have_count(0)


async def test_an_answer_is_shown_only_to_who_pressed(stage: Stage) -> None:
    alice, bob = await stage.person("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    await stage.bot.says(friends, "Who plays?", [key("Me")])
    mine, theirs = await stage.window(alice, friends), await stage.window(bob, friends)
    await mine.button("Me").click()
    await stage.bot.answers(await stage.bot.hears("callback_query"), "You are in")
    await expect(mine.toasts).to_contain_text("You are in")
    await stage.bot.says(friends, "Somebody plays")
    await theirs.sees("Somebody plays")
    assert await theirs.toasts.inner_text() == ""


async def test_a_copy_button_copies_and_a_link_opens_a_tab_of_its_own(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    copy: Json = {"text": "Copy code", "copy_text": {"text": "4271"}}
    await stage.bot.says(alice, "Share", [copy, {"text": "Site", "url": "https://example.org/"}])
    window = await stage.window(alice, alice)

    async def answer(route: Route) -> None:
        await route.fulfill(body="elsewhere")

    await window.page.context.route("https://example.org/", answer)
    await window.button("Copy code").click()
    await expect(window.toasts).to_contain_text("Copied")
    assert await window.copied() == "4271"
    async with window.page.expect_popup() as popup:
        await window.button("Site").click()
    assert (await popup.value).url == "https://example.org/"


async def test_a_link_to_the_bot_offers_start_and_carries_its_payload(stage: Stage) -> None:
    alice, bob = await stage.talker("Alice"), await stage.talker("Bob")
    friends = await stage.group("Friends", alice, bob)
    await stage.bot.says(friends, "Duel: https://t.me/sandbox_bot?start=duel_77")
    window = await stage.window(bob, friends)
    await window.page.get_by_role("link", name="duel_77").click()
    await window.button("Start").click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["chat"]["id"]) == ("/start duel_77", bob)
    await window.sees("/start duel_77")
    await expect(window.field).to_be_visible()


async def test_a_link_that_adds_the_bot_asks_for_the_group_and_starts_there(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    friends = await stage.group("Friends", alice)
    await stage.post(f"/groups/{friends}/bot", present=False, by=alice)
    await stage.bot.says(alice, "Play", [{"text": "In a group", "url": "https://t.me/sandbox_bot?startgroup=cup"}])
    window = await stage.window(alice, alice)
    await window.button("In a group").click()
    await window.page.get_by_role("dialog").get_by_role("button", name="Friends").click()
    await window.sees("/start@sandbox_bot cup")
    await expect(window.head).to_contain_text("1 member, bot")


async def test_a_share_link_fills_in_a_message_for_the_chosen_chat(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.group("Friends", alice)
    share = "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fsandbox_bot%3Fstart%3Dduel&text=Beat%20me"
    await stage.bot.says(alice, "Invite", [{"text": "Share", "url": share}])
    window = await stage.window(alice, alice)
    await window.button("Share").click()
    await window.page.get_by_role("dialog").get_by_role("button", name="Friends").click()
    await expect(window.head).to_contain_text("Friends")
    await expect(window.field).to_have_value("Beat me\nhttps://t.me/sandbox_bot?start=duel")


async def test_an_answer_may_send_the_person_to_the_bot(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    friends = await stage.group("Friends", alice)
    await stage.bot.says(friends, "Join?", [key("Join")])
    window = await stage.window(alice, friends)
    await window.button("Join").click()
    query = await stage.bot.hears("callback_query")
    await stage.bot.answers(query, url="https://t.me/sandbox_bot?start=join")
    await window.button("Start").click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["chat"]["id"]) == ("/start join", alice)


async def test_a_new_board_takes_the_place_of_the_old_one_without_a_jump(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    for line in range(30):
        await stage.bot.says(alice, f"line {line:02}")
    board = await stage.bot.says(alice, "Board 1", [key("1")], [key("2")], [key("3")])
    window = await stage.window(alice, alice)
    before = await window.message("line 29").bounding_box()
    await stage.bot.says(alice, "Board 2", [key("1")], [key("2")], [key("3")])
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
    await window.sees("Board 2")
    await expect(window.message("Board 1")).to_have_count(0)
    assert await window.message("line 29").bounding_box() == before
    await expect(window.page.locator(".key").last).to_be_in_viewport()


async def test_deleted_messages_vanish_and_a_quote_of_one_says_so(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    riddle = await stage.bot.says(alice, "A riddle")
    await stage.bot.says(alice, "An answer", reply_parameters={"message_id": riddle})
    window = await stage.window(alice, alice)
    await expect(window.message("An answer").locator(".quote")).to_contain_text("A riddle")
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=riddle)
    await expect(window.messages.filter(has_text=re.compile("^A riddle"))).to_have_count(0)
    await expect(window.message("An answer").locator(".quote")).to_contain_text("Deleted message")


async def test_a_refused_press_says_why(stage: Stage) -> None:
    alice = await stage.person("Alice")
    friends = await stage.group("Friends", alice)
    await stage.bot.says(friends, "Join?", [key("Join")])
    window = await stage.window(alice, friends)
    await stage.post(f"/groups/{friends}/bot", present=False, by=alice)
    await window.button("Join").click()
    await expect(window.toasts).to_contain_text("the bot is not here any more")
    await expect(window.button("Join")).to_have_attribute("aria-busy", "false")


# Links to the bot: in texts, on buttons, in the page's own address.
async def test_the_pages_own_address_carries_a_payload(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    for path in ("/", "/sandbox_bot"):
        window = await stage.window(olena, path=f"{path}?start=duel_7")
        await window.button("Почати").click()
        heard = await stage.bot.hears()
        assert (heard["text"], heard["chat"]["id"]) == ("/start duel_7", olena)
        await expect(window.field).to_be_visible()
        await window.page.reload()
        await expect(window.field).to_be_visible()


async def test_who_follows_it_is_asked_where_the_address_does_not_say(stage: Stage) -> None:
    await stage.person("Alice")
    bob = await stage.person("Bob")
    window = await stage.window(path="/?start=duel_7")
    await window.page.get_by_role("dialog").get_by_role("button", name="Bob").click()
    await expect(window.person("Bob")).to_have_attribute("aria-current", "true")
    await window.button("Start").click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["from"]["id"]) == ("/start duel_7", bob)


async def test_what_no_link_can_carry_is_left_out(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, path="/?start=a.b")
    await expect(window.field).to_be_visible()


async def test_a_link_of_the_apps_own_kind_leads_to_the_bot(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    friends = await stage.group("Friends", alice)
    await stage.bot.says(friends, "Duel: tg://resolve?domain=sandbox_bot&amp;start=duel_8")
    window = await stage.window(alice, friends)
    await window.page.get_by_role("link", name="duel_8").click()
    await window.button("Start").click()
    assert (await stage.bot.hears())["text"] == "/start duel_8"


async def test_who_blocked_the_bot_follows_a_link_all_the_same(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.post(f"/people/{alice}/block", blocked=True)
    window = await stage.window(alice, path="/?start=duel_9")
    await window.button("Restart").click()
    assert (await stage.bot.hears())["text"] == "/start duel_9"
