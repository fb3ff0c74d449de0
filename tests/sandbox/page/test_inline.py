"""Inline mode on the page: cards over the composer, messages via the bot, and two people with a card between them."""

from typing import Any

import pytest

from tests.sandbox.page.stage import PHONE, Json, Stage, key

pytestmark = pytest.mark.asyncio(loop_scope="session")


def card(name: str, text: str, *rows: list[Json], description: str = "") -> Json:
    content = {"message_text": text, "parse_mode": "HTML"}
    markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
    fields = {"type": "article", "id": name, "title": name, "description": description}
    return fields | {"input_message_content": content} | markup


async def offers(stage: Stage, *cards: Json, **given: Any) -> Json:
    """The bot answers the next thing that somebody types after its name; what that was."""
    query = await stage.bot.hears("inline_query")
    await stage.bot.call("answerInlineQuery", inline_query_id=query["id"], results=cards, cache_time=0, **given)
    return query


async def test_two_people_meet_over_a_card_in_two_windows(stage: Stage) -> None:
    alice, olena = await stage.talker("Alice"), await stage.person("Олена", "uk")
    pair = int((await stage.post(f"/people/{alice}/meet", person=olena))["id"])
    hers, theirs = await stage.window(alice, pair), await stage.window(olena, pair, size=PHONE)
    await hers.shows({hers.head: "Олена", theirs.head: "Alice"})
    await hers.writes("Shall we?")
    await theirs.sees("Shall we?")
    await hers.field.press_sequentially("@sandbox_bot duel")
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
    await stage.bot.call("editMessageText", inline_message_id=press["inline_message_id"], text="1:0")
    await hers.sees("1:0")
    await hers.shows({hers.button("Accept"): 0})
    await stage.bot.says(olena, "Your turn")
    await theirs.sees("Your turn")


async def test_cards_are_walked_with_the_arrow_keys_and_put_away(stage: Stage) -> None:
    _, _, window = await stage.among()
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
    await window.shows({window.options: 0})
    await window.field.press("Enter")
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
    names = await window.dialog.get_by_role("button").all_inner_texts()
    assert set(names) == {"Sandbox bot", "F\nFriends", "Cancel"}


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
    await window.person("Bob").click()
    await window.shows({window.head: "Олена"})
    await window.sees("Привіт")
    assert f"#person={bob}&chat=8" in window.page.url


async def test_a_message_via_the_bot_leads_back_into_inline_mode_which_is_switched_in_the_menu(stage: Stage) -> None:
    _, window = await stage.chat()
    await window.field.fill("@sandbox_bot ")
    await offers(stage, card("Duel", "A duel"))
    await window.options.click()
    await window.opens("@sandbox_bot", field="@sandbox_bot ")
    await offers(stage)
    await window.opens("Menu", "Inline mode", shows={window.button("Yes"): {"aria-current": "true"}})
    await window.opens("Yes, and the bot hears what was chosen")
    await window.field.fill("@sandbox_bot duel")
    await offers(stage, card("Duel", "A duel"))
    await window.options.click()
    assert (await stage.bot.hears("chosen_inline_result"))["query"] == "duel"
    assert (await stage.bot.hears())["text"] == "A duel"
    await window.opens("Menu", "Inline mode", "No", shows={window.dialog: 0})
    await window.writes("@sandbox_bot duel")
    assert (await stage.bot.hears())["text"] == "@sandbox_bot duel"
