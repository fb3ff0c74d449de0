"""Inline keyboards and inline mode: boards that change in place, links, cards over the composer and via the bot."""

from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from tests.sandbox.page.stage import CURRENT, DESK, PHONE, Json, Stage, key

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_rows_of_buttons_stand_as_laid_and_three_long_ones_make_room_and_the_primary_one_stands_out(
    stage: Stage,
) -> None:
    rows = [key("1"), key("2"), key("3")], [key("Give up")], [key("Play") | {"style": "primary"}], [key("Lobby")]
    _, window = await stage.chat("Guess", *rows, [key(f"How is it played, {number}?") for number in range(3)])
    boxes = [await window.button(name).bounding_box() for name in ("1", "2", "3", "Give up")]
    one, two, three, below = (box for box in boxes if box)
    assert one["y"] == two["y"] == three["y"] < below["y"]
    assert one["x"] < two["x"] < three["x"]
    assert below["width"] > 3 * one["width"]
    look = "node => getComputedStyle(node).backgroundColor"
    play, more = [await window.button(name).evaluate(look) for name in ("Play", "Lobby")]
    assert play != more
    await window.shows({window.page.locator(".key"): 9})
    assert await window.cut_labels() == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
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


async def test_two_long_buttons_show_all_of_their_words_on_a_phone(stage: Stage) -> None:
    bob = await stage.talker("Bob")
    for chat in (bob, await stage.group("Friends", bob)):
        pairs = [key("💡 Підказка"), key("🏳️ Здатися")], [key("⚙️ Налаштування"), key("📤 Поділитися 🐂")]
        await stage.bot.says(chat, "Хід 1", *pairs)
        window = await stage.window(bob, chat, size=PHONE)
        await window.shows({window.page.locator(".key"): 4})
        assert await window.cut_labels() == []


async def test_a_button_waits_visibly_for_the_answer_and_a_board_changes_in_place_and_keeps_the_focus(
    stage: Stage,
) -> None:
    alice = await stage.talker("Alice")
    board = await stage.bot.says(alice, "Draft: _ _", [key("1"), key("2")])
    window = await stage.window(alice, alice)
    await window.button("2").focus()
    await window.page.keyboard.press("Enter")
    query = await stage.bot.hears("callback_query")
    assert query["data"] == "2"
    await window.shows({window.button("2"): {"aria-busy": "true"}, window.button("1"): {"aria-busy": "false"}})
    await stage.bot.edits(alice, board, "Draft: 2 _", [key("1"), key("2 ✓", "2")])
    await stage.bot.answers(query)
    await window.shows({window.messages: 2, window.message("Draft: 2 _"): "edited"})
    await window.shows({window.button("2 ✓"): {"aria-busy": "false"}})
    await expect(window.button("2 ✓")).to_be_focused()
    await stage.bot.edits(alice, board, "Over")
    await window.shows({window.button("1"): 0})


async def test_a_short_answer_is_a_toast_an_alert_wants_an_ok_and_only_who_pressed_is_told(stage: Stage) -> None:
    alice, bob = await stage.person("Alice"), await stage.person("Bob")
    friends = await stage.group("Friends", alice, bob)
    await stage.bot.says(friends, "Choose", [key("Soft"), key("Loud")])
    window, other = await stage.window(alice, friends), await stage.window(bob, friends)
    for words in ("Not your turn", "Still not your turn"):
        await window.opens("Soft")
        await stage.bot.answers(await stage.bot.hears("callback_query"), words)
    await window.is_told("Not your turn", "Still not your turn")
    await window.opens("Loud")
    await stage.bot.answers(await stage.bot.hears("callback_query"), "No such code", show_alert=True)
    await window.shows({window.dialog: "No such code"})
    await window.is_asked("OK", shows={window.dialog: 0})
    await stage.bot.says(friends, "Somebody plays")
    await other.sees("Somebody plays")
    await other.is_told()
    await other.shows({other.dialog: 0})
    await stage.post(f"/groups/{friends}/bot", present=False, by=alice)
    await other.opens("Loud")
    await other.is_told("the bot is not here any more")
    await other.shows({other.button("Loud"): {"aria-busy": "false"}})


async def test_a_copy_button_copies_and_a_link_opens_a_tab_of_its_own(stage: Stage) -> None:
    site = "https://example.org/"
    copy: Json = {"text": "Copy code", "copy_text": {"text": "4271"}}
    _, window = await stage.chat("Share", [copy, {"text": "Site", "url": site}])
    await window.page.context.route(site, lambda route: route.fulfill(body="elsewhere"))
    await window.opens("Copy code")
    await window.is_told("Copied")
    assert await window.copied() == "4271"
    async with window.page.expect_popup() as popup:
        await window.opens("Site")
    assert (await popup.value).url == site


async def test_a_link_that_adds_the_bot_starts_it_in_the_chosen_group(
    stage: Stage,
) -> None:
    add = {"text": "In a group", "url": "https://t.me/sandbox_bot?startgroup=cup"}
    alice, window = await stage.chat("Play", [add])
    friends = await stage.group("Friends", alice)
    await stage.post(f"/groups/{friends}/bot", present=False, by=alice)
    await window.shows({window.chat("Friends"): "removed"})
    await window.opens("In a group")
    await window.is_asked("Friends")
    await window.sees("/start@sandbox_bot cup")
    await window.shows({window.head: "1 member, bot"})


async def test_a_link_to_share_fills_in_a_message_in_the_chosen_chat(stage: Stage) -> None:
    share = "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fsandbox_bot%3Fstart%3Dduel&text=Beat%20me"
    alice, window = await stage.chat("Play", [{"text": "Share", "url": share}])
    await stage.group("Friends", alice)
    await window.opens("Share")
    await window.is_asked("Friends")
    await window.shows({window.head: "Friends"}, field="Beat me\nhttps://t.me/sandbox_bot?start=duel")


async def test_a_link_or_an_answer_offers_start_with_its_payload(stage: Stage) -> None:
    alice, friends, window = await stage.among("Bob")
    links = "https://t.me/sandbox_bot?start=duel_77 or tg://resolve?domain=sandbox_bot&amp;start=duel_8"
    await stage.bot.says(friends, links, [key("Join")])
    for payload in ("duel_77", "duel_8", "join"):
        if payload == "join":
            await window.opens("Join")
            query = await stage.bot.hears("callback_query")
            await stage.bot.answers(query, url="https://t.me/sandbox_bot?start=join")
        else:
            await window.page.get_by_role("link", name=payload).click()
        await window.opens("Start")
        heard = await stage.bot.hears()
        assert (heard["text"], heard["chat"]["id"]) == (f"/start {payload}", alice)
        await window.sees(f"/start {payload}")
        await window.shows({window.field: True})
        await window.chat("Friends").click()


async def test_the_pages_own_address_carries_a_payload_but_none_that_no_link_can_carry(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    for path in ("/", "/sandbox_bot"):
        window = await stage.window(olena, path=f"{path}?start=duel_7")
        await window.opens("Почати")
        heard = await stage.bot.hears()
        assert (heard["text"], heard["chat"]["id"]) == ("/start duel_7", olena)
        await window.shows({window.field: True})
        await window.page.reload()
        await window.shows({window.field: True})
    window = await stage.window(olena, path="/?start=a.b")
    await window.shows({window.field: True})
    await stage.person("Bob")
    window = await stage.window(path="/?start=duel_8")
    await window.is_asked("Bob", shows={window.person("Bob"): CURRENT})
    await window.opens("Start")
    heard = await stage.bot.hears()
    assert (heard["text"], heard["from"]["first_name"]) == ("/start duel_8", "Bob")
    await stage.post(f"/people/{olena}/block", blocked=True)
    window = await stage.window(olena, path="/?start=duel_9")
    await window.opens("Перезапустити")
    assert (await stage.bot.hears())["text"] == "/start duel_9"


def card(name: str, text: str, *rows: list[Json], description: str = "") -> Json:
    content = {"message_text": text, "parse_mode": "HTML"}
    markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
    fields = {"type": "article", "id": name, "title": name, "description": description}
    return fields | {"input_message_content": content} | markup


async def offers(stage: Stage, *cards: Json, **given: Any) -> Json:
    """The bot answers the next thing that somebody types after its name; what that was."""
    query = await stage.bot.hears("inline_query")
    await stage.bot.call("answerInlineQuery", inline_query_id=query["id"], results=list(cards), cache_time=0, **given)
    return query


async def test_two_people_meet_over_a_card_in_two_windows(stage: Stage) -> None:
    alice, olena = await stage.talker("Alice"), await stage.person("Олена", "uk")
    pair = int((await stage.post(f"/people/{alice}/meet", person=olena))["id"])
    hers, theirs = await stage.window(alice, pair), await stage.window(olena, pair, size=PHONE)
    await hers.shows({hers.head: "Олена", theirs.head: "Alice"})
    await hers.writes("Shall we?")
    await theirs.sees("Shall we?")
    await hers.field.fill("@sandbox_bot duel")
    asked = await offers(stage, card("Duel", "⚔️ <b>Duel</b>", [key("Accept")], description="Four digits"))
    assert (asked["query"], asked["chat_type"]) == ("duel", "private")
    await hers.shows({hers.options: "Four digits"})
    await hers.field.press("Enter")
    await theirs.sees("Duel")
    via = {hers.message("Duel"): "via @sandbox_bot", theirs.message("Duel"): "через @sandbox_bot"}
    await hers.shows(via, field="")
    await theirs.button("Accept").tap()
    press = await stage.bot.hears("callback_query")
    assert "message" not in press
    await stage.bot.answers(press, url="https://t.me/sandbox_bot?start=seat_2")
    await theirs.button("Почати").tap()
    started = await stage.bot.hears()
    assert (started["text"], started["chat"]["id"]) == ("/start seat_2", olena)
    await stage.bot.call("editMessageText", inline_message_id=press["inline_message_id"], text="One to nil")
    await hers.sees("One to nil")
    await hers.shows({hers.button("Accept"): 0})
    await stage.bot.says(olena, "Your turn")
    await theirs.sees("Your turn")


async def test_cards_are_walked_by_keys_or_put_away(
    stage: Stage,
) -> None:
    _, window = await stage.chat()
    await window.field.press_sequentially("@Sandbox_Bot ")
    await offers(stage, card("Duel", "A duel"), card("Race", "A race"))
    await window.shows({window.options: 2})
    await window.field.press("Escape")
    await window.shows({window.options: 0})
    await window.field.click()
    await window.shows({window.options: 2})
    await window.field.press("ArrowDown")
    await window.shows({window.options.last: {"aria-selected": "true"}})
    await window.field.press("Enter")
    await window.sees("A race")
    heard = await stage.bot.hears()
    assert (heard["text"], heard["via_bot"]["username"]) == ("A race", "sandbox_bot")
    await window.opens("@sandbox_bot", field="@sandbox_bot ")
    await offers(stage)


async def test_inline_mode_is_switched_in_the_menu(
    stage: Stage,
) -> None:
    _, window = await stage.chat()
    await window.opens("Menu", "Inline mode", shows={window.button("Yes"): CURRENT})
    await window.opens("Yes, and the bot hears what was chosen")
    await window.field.fill("@sandbox_bot duel")
    await offers(stage, card("Duel", "A duel"))
    await window.options.click()
    assert (await stage.bot.hears("chosen_inline_result"))["query"] == "duel"
    assert (await stage.bot.hears())["text"] == "A duel"
    await window.opens("Menu", "Inline mode", "No")
    await window.insists("@sandbox_bot duel")
    assert (await stage.bot.hears())["text"] == "@sandbox_bot duel"


async def test_only_the_last_thing_typed_is_asked_and_what_has_no_cards_is_sent_as_it_stands(stage: Stage) -> None:
    _, window = await stage.chat()
    await window.field.fill("@sandbox_bot du")
    stale = await stage.bot.hears("inline_query")
    await window.field.fill("@sandbox_bot duel")
    fresh = await stage.bot.hears("inline_query")
    for query, name in ((fresh, "Fresh"), (stale, "Stale")):
        results = [card(name, name)]
        await stage.bot.call("answerInlineQuery", inline_query_id=query["id"], results=results, cache_time=0)
    await window.shows({window.options: ["FFresh"]})
    await window.field.fill("hello")
    await window.shows({window.options: 0})
    await window.writes("@sandbox_bot hi", field="@sandbox_bot hi")
    await offers(stage)
    await window.insists("@sandbox_bot hi")
    await window.sees("@sandbox_bot hi")


async def test_the_button_above_the_cards_starts_the_bot_and_others_type_the_query(stage: Stage) -> None:
    alice, friends, window = await stage.among()
    await window.field.fill("@sandbox_bot ")
    await offers(stage, card("Duel", "x"), button={"text": "Settings", "start_parameter": "settings"})
    await window.options.first.click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["chat"]["id"]) == ("/start settings", alice)
    await window.sees("/start settings")
    await window.chat("Friends").click()
    here, anywhere = {"switch_inline_query_current_chat": "hint"}, {"switch_inline_query": ""}
    await stage.bot.says(friends, "Board", [{"text": "Here"} | here, {"text": "Anywhere"} | anywhere])
    await window.opens("Here")
    assert (await offers(stage))["query"] == "hint"
    await window.opens("Anywhere")
    names = window.dialog.get_by_role("button")
    await window.shows({names: 3})
    assert set(await names.all_inner_texts()) == {"Sandbox bot", "F\nFriends", "Cancel"}


async def test_a_share_button_asks_for_the_chat_and_may_begin_one(stage: Stage) -> None:
    chosen = {"query": "game 7", "allow_user_chats": True}
    alice, bob = await stage.talker("Alice"), await stage.person("Bob")
    await stage.group("Friends", alice, bob)
    await stage.bot.says(alice, "You won", [{"text": "Share", "switch_inline_query_chosen_chat": chosen}])
    window = await stage.window(alice, alice, size=PHONE)
    await window.button("Share").tap()
    await window.shows({window.dialog.get_by_role("button"): ["BBob", "Cancel"]})
    await window.dialog.get_by_role("button", name="Bob").tap()
    await window.shows({window.head: "Bob"}, field="@sandbox_bot game 7")
    assert (await offers(stage, card("Beat my game", "Beat me")))["query"] == "game 7"
    await window.options.tap()
    await window.sees("Beat me")
    other = await stage.window(bob)
    await other.chat("Alice").filter(has_text="Beat me").click()
    await other.sees("Beat me")


async def test_a_new_chat_with_somebody_is_begun_from_the_menu(stage: Stage) -> None:
    olena, bob = await stage.person("Олена", "uk"), await stage.person("Bob")
    window = await stage.window(olena, olena)
    await window.opens("Меню", "Новий чат")
    await window.is_asked("Bob", shows={window.head: "приватний чат"})
    await window.writes("Привіт")
    await window.becomes("Bob", shows={window.head: "Олена"})
    await window.sees("Привіт")
    assert f"#person={bob}&chat=8" in window.page.url
