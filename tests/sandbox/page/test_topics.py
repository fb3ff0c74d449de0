"""Forums on the page: topics as tabs, each with its own talk."""

import pytest
from playwright.async_api import Locator, expect

from tests.sandbox.page.stage import PHONE, Stage, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


def tab(window: Window, name: str) -> Locator:
    return window.page.locator("#topics").get_by_role("button").filter(has_text=name)


async def forum(stage: Stage, *people: int) -> int:
    group = await stage.group("Friends", *people)
    return int((await stage.post(f"/groups/{group}/forum", on=True))["id"])


async def topic(stage: Stage, group: int, name: str) -> int:
    return int((await stage.post(f"/groups/{group}/topics", name=name))["id"])


@pytest.mark.costly
async def test_a_group_gets_topics_and_a_talk_of_its_own_in_each(stage: Stage) -> None:
    alice = await stage.person("Alice")
    friends = await stage.group("Friends", alice)
    window = await stage.window(alice, friends)
    await window.chooses(window.head.get_by_role("button", name="More"), "Turn topics on")
    await expect(tab(window, "General")).to_have_attribute("aria-current", "true")
    await window.button("New topic").click()
    await window.page.get_by_label("Title").fill("Games")
    await window.button("Create").click()
    await expect(tab(window, "Games")).to_have_attribute("aria-current", "true")
    await expect(window.note("Alice created the topic “Games”")).to_be_visible()
    await window.writes("/play")
    heard = await stage.bot.hears()
    while "text" not in heard:
        heard = await stage.bot.hears()
    assert heard["is_topic_message"]
    await stage.bot.says(heard["chat"]["id"], "Board", message_thread_id=heard["message_thread_id"])
    await window.sees("/play", "Board")
    await tab(window, "General").click()
    await expect(window.message("Board")).to_have_count(0)
    await window.page.reload()
    await tab(window, "Games").click()
    await window.page.reload()
    await window.sees("Board")


async def test_unread_marks_and_drafts_are_kept_for_every_topic(stage: Stage) -> None:
    alice = await stage.person("Alice")
    group = await forum(stage, alice)
    games, cups = await topic(stage, group, "Games"), await topic(stage, group, "Cups")
    window = await stage.window(alice, group)
    await stage.bot.says(group, "one", message_thread_id=games)
    await stage.bot.says(group, "two", message_thread_id=games)
    await stage.bot.says(group, "three", message_thread_id=cups)
    await expect(tab(window, "Games").locator(".badge")).to_have_text("2")
    await expect(window.chat("Friends").locator(".badge")).to_have_text("3")
    await tab(window, "Games").click()
    await expect(tab(window, "Games").locator(".badge")).to_have_count(0)
    await expect(window.chat("Friends").locator(".badge")).to_have_text("1")
    await window.field.fill("half a thought")
    await tab(window, "Cups").click()
    await expect(window.field).to_have_value("")
    await tab(window, "Games").click()
    await expect(window.field).to_have_value("half a thought")


async def test_what_the_bot_is_doing_is_told_in_its_topic(stage: Stage) -> None:
    alice = await stage.person("Alice")
    group = await forum(stage, alice)
    games = await topic(stage, group, "Games")
    window = await stage.window(alice, group)
    await stage.bot.call("sendChatAction", chat_id=group, action="typing", message_thread_id=games)
    await expect(window.chat("Friends")).to_contain_text("typing…")
    await expect(window.head).not_to_contain_text("typing…")
    await tab(window, "Games").click()
    await expect(window.head).to_contain_text("typing…")


async def test_a_topic_is_closed_opened_and_deleted_on_a_phone_in_ukrainian(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    group = await forum(stage, olena)
    for name in ("Ігри", "Кубок", "Довга назва теми, яка не вміщується"):
        await topic(stage, group, name)
    window = await stage.window(olena, group, size=PHONE)
    more = window.head.get_by_role("button", name="Більше")
    await tab(window, "Кубок").tap()
    await window.chooses(more, "Закрити тему")
    await expect(window.note("Олена закриває тему")).to_be_visible()
    await window.chooses(more, "Відкрити тему знову")
    await expect(window.note("Олена знову відкриває тему")).to_be_visible()
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses(more, "Видалити тему")
    await expect(tab(window, "Кубок")).to_have_count(0)
    await expect(tab(window, "Загальна")).to_have_attribute("aria-current", "true")
