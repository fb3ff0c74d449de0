"""Pinned messages and reactions on the page."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.stage import PHONE, Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_what_is_pinned_stands_above_and_leads_to_its_place(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    rules, board = await stage.bot.says(alice, "The rules"), await stage.bot.says(alice, "The board")
    for line in range(40):
        await stage.bot.says(alice, f"line {line:02}")
    window = await stage.window(alice, alice)
    bar = window.page.locator("#pinned")
    await expect(bar).to_be_hidden()
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=rules)
    await expect(window.note("Sandbox bot pinned “The rules”")).to_be_visible()
    await expect(bar).to_contain_text("The rules")
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=board)
    await expect(bar).to_contain_text("The board")
    await expect(bar).to_contain_text("2/2")
    await expect(window.message("The board")).not_to_be_in_viewport()
    await bar.get_by_role("button").click()
    await expect(window.message("The board")).to_be_in_viewport()
    await expect(bar).to_contain_text("The rules")
    await stage.bot.call("unpinChatMessage", chat_id=alice, message_id=rules)
    await expect(bar).to_contain_text("The board")
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
    await expect(bar).to_be_hidden()


async def test_the_bot_becomes_an_admin_and_pins_in_a_group_on_a_phone(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    friends = await stage.group("Друзі", olena)
    window = await stage.window(olena, friends, size=PHONE)
    more = window.head.get_by_role("button", name="Більше")
    await window.chooses(more, "Зробити бота адміном")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "administrator"
    board = await stage.bot.says(friends, "Дошка " * 40)
    await stage.bot.call("pinChatMessage", chat_id=friends, message_id=board)
    await expect(window.page.locator("#pinned")).to_contain_text("Закріплене повідомлення")
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses(more, "Забрати в бота права адміна")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "member"


async def test_a_reaction_stands_under_the_words_and_goes_again(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    place = {"chat_id": alice, "message_id": 1}
    await stage.bot.call("setMessageReaction", **place, reaction=[{"type": "emoji", "emoji": "🎉"}])
    await expect(window.message("Hello, bot").locator(".reaction")).to_have_text("🎉")
    await expect(window.message("Hello, bot")).not_to_contain_text("edited")
    await stage.bot.call("setMessageReaction", **place)
    await expect(window.page.locator(".reaction")).to_have_count(0)
