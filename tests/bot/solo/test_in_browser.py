"""Whole games in real Chromium, on the sandbox's page, by clicking and typing."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from sandbox.client import PATIENCE, Person
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses
from tests.sandbox.page.stage import DESK, PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


@asynccontextmanager
async def window_of(
    browser: Browser, stage: Stage, person: Person, chat: int, size: ViewportSize, *, dark: bool = False
) -> AsyncIterator[Window]:
    """A window in which the person looks at a chat."""
    context = await browser.new_context(
        viewport=size,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(1000 * PATIENCE)
    page = await context.new_page()
    await page.goto(f"{stage.server.url}/#person={person.id}&chat={chat}")
    try:
        yield Window(page)
    finally:
        await context.close()


async def test_a_newcomer_types_a_game_to_its_end(browser: Browser, stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    async with window_of(browser, stage, alice, alice.id, DESK) as window:
        await window.button("Start").click()
        await window.sees("Type or tap a guess")
        secret = stage.secret_of(alice.id)
        for number, guess in enumerate(wrong_guesses(secret, 2), 1):
            await window.writes(guess)
            await window.sees(f"{number}. {guess}")
        await expect(window.message("🔒")).to_have_count(1)
        await window.button("💡 Hint").click()
        await window.sees("still fit")
        await window.button("👉 A good guess").click()
        await window.sees("👉 Try")
        await window.writes(secret)
        await window.sees(f"Solved! The secret was {secret}.", "3 guesses · 2 hints")
        await window.button("📤 Share").click()
        await window.button("📋 Copy").click()
        assert "Solved in 3 guesses · 💡 2\n" in await window.copied()
        await window.button("‹ Back").click()
        await window.button("🔄 Play again").click()
        await window.sees("I have a secret")


async def test_a_game_is_tapped_in_ukrainian_on_a_phone(browser: Browser, stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/start")
    await olena.sees("Загадано 4 різні цифри")
    async with window_of(browser, stage, olena, olena.id, PHONE, dark=True) as window:
        await window.sees("Загадано 4 різні цифри")
        secret = stage.secret_of(olena.id)
        for guess in (wrong_guesses(secret, 1)[0], secret):
            for digit in guess:
                await window.button(digit).click()
                await window.sees(f"✍️ {' '.join(guess[: guess.index(digit) + 1])}")
            await window.button("✓").click()
            await window.sees(f". {guess}")
        await window.sees(f"Розгадано! Секрет — {secret}.", "2 спроби · ⏱")
        await expect(window.message("🔒")).to_have_count(1)


async def test_a_group_plays_in_two_windows(browser: Browser, stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob", "ru")
    group = await stage.sandbox.group("Friends", alice, bob)
    async with (
        window_of(browser, stage, alice, group.id, DESK) as hers,
        window_of(browser, stage, bob, group.id, PHONE) as his,
    ):
        await hers.sees("crack my secret of 4 different digits together")
        await hers.writes("/play")
        await his.sees("I have a secret")
        secret = stage.secret_of(group.id)
        for digit in wrong_guesses(secret, 1)[0]:
            await his.button(digit).click()
        await expect(his.toasts).to_contain_text(" ".join(wrong_guesses(secret, 1)[0]))
        await his.button("✓").click()
        await hers.sees("1 guess so far")
        await hers.writes(f"/g {secret}")
        await his.sees("🎉 Solved by Alice! The secret was")
