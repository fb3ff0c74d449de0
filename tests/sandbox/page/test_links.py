"""Links to the bot: in texts, on buttons, in the page's own address."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
