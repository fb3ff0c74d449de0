"""Replying to messages, editing, copying and deleting them."""

import re

import pytest
from playwright.async_api import expect

from tests.sandbox.page.stage import Stage, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_reply_shows_what_it_replies_to_and_can_be_called_off(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    riddle = await stage.bot.says(alice, "What has keys but no locks?")
    window = await stage.window(alice, alice)
    note = window.page.locator(".note")
    await window.acts_on(window.message("keys but no locks"), "Reply")
    await expect(note).to_contain_text("What has keys")
    await window.button("Cancel").click()
    await expect(note).to_be_hidden()
    await window.message("keys but no locks").locator(".bubble").dblclick(position={"x": 6, "y": 6})
    await expect(note).to_contain_text("What has keys")
    await window.writes("A piano")
    heard = await stage.bot.hears()
    assert heard["reply_to_message"]["message_id"] == riddle
    await expect(window.message("A piano").locator(".quote")).to_contain_text("What has keys")


async def type_the_command(window: Window) -> None:
    """Type its beginning, and take what is suggested."""
    await window.field.press_sequentially("/du")
    await expect(window.page.get_by_role("option")).to_have_count(1)
    await window.field.press("Enter")


async def tap_the_command(window: Window) -> None:
    """Open the menu of commands, and take the only one."""
    await window.button("Commands").click()
    await window.page.get_by_role("option").click()


async def test_a_suggested_command_a_photo_and_a_sticker_are_replies_too(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=[{"command": "duel", "description": "Play a friend"}])
    alice, bob = await stage.talker("Alice"), await stage.talker("Bob")
    friends = await stage.group("Friends", alice, bob)
    said = await stage.post(f"/people/{bob}/send", chat=friends, text="Who dares?")
    window = await stage.window(alice, friends)
    dare = window.message("Who dares?").first
    for choose in (type_the_command, tap_the_command):
        await window.acts_on(dare, "Reply")
        await choose(window)
        heard = await stage.bot.hears()
        assert (heard["text"], heard["reply_to_message"]["message_id"]) == ("/duel@sandbox_bot", said["id"])
        await expect(window.page.locator(".note")).to_be_hidden()
        await expect(window.field).to_have_value("")
    quotes = window.messages.locator(".quote")
    await expect(quotes).to_have_text([re.compile("Who dares?")] * 2)
    for sent, item in enumerate(("Send a photo", "Send 👍"), 3):
        await window.acts_on(dare, "Reply")
        await window.field.fill("half a thought")
        await window.chooses(window.button("Attach"), item)
        await expect(quotes).to_have_count(sent)
        await expect(window.field).to_have_value("half a thought")
        await window.field.fill("")


async def test_while_a_message_is_edited_no_commands_are_offered(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=[{"command": "duel", "description": "Play a friend"}])
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await expect(window.button("Commands")).to_be_visible()
    await window.field.press("ArrowUp")
    await window.field.fill("/du")
    await expect(window.button("Commands")).to_be_hidden()
    await expect(window.page.get_by_role("option")).to_have_count(0)
    await window.field.press("Enter")
    assert (await stage.bot.hears("edited_message"))["text"] == "/du"


async def test_the_up_arrow_edits_my_last_message(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.writes("helo")
    await window.sees("helo")
    await window.field.press("ArrowUp")
    await expect(window.field).to_have_value("helo")
    await window.writes("hello")
    assert (await stage.bot.hears("edited_message"))["text"] == "hello"
    await expect(window.message("hello").last).to_contain_text("edited")
    await window.field.press("ArrowUp")
    await window.field.press("Escape")
    await expect(window.field).to_have_value("")


async def test_my_message_can_be_deleted_and_any_copied(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Keep this")
    window = await stage.window(alice, alice)
    await window.acts_on(window.message("Keep this"), "Copy")
    await expect(window.toasts).to_contain_text("Copied")
    assert await window.copied() == "Keep this"
    await window.acts_on(window.message("Hello, bot"), "Delete")
    await expect(window.message("Hello, bot")).to_have_count(0)
