"""Hot seat in real Chromium: two people, one phone, in Ukrainian."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.conftest import Stage
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def keep_secrets(window: Window) -> None:
    """One takes the phone and types a secret, then the other, and taps one."""
    await window.sees("📱 Телефон бере Аня. Решта не підглядає!")
    await window.button("🙋 Аня — це я").click()
    await window.sees("Аня, твій секрет відгадуватиме Богдан.")
    await window.writes("0123")
    await window.sees("📱 Телефон бере Богдан.")
    await expect(window.message("0123")).to_have_count(0)
    await window.button("🙋 Богдан — це я").click()
    for digit in "4567":
        await window.button(digit).click()
    await window.sees("✍️ 4 5 6 7")
    await window.button("✓").click()


@pytest.mark.costly
async def test_two_keep_secrets_on_one_phone_in_ukrainian(browser: Browser, stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/duel")
    await olena.sees("Гра для двох")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.button("📱 На одному телефоні").click()
        await window.sees("передавайте його по колу")
        assert await window.cut_labels() == []
        await window.button("🤫 Власні секрети").click()
        await window.sees("Хто грає?")
        await window.writes("Аня, Богдан")
        await keep_secrets(window)
        await window.sees("👉 Хід: Аня")
        await expect(window.message("4 5 6 7")).to_have_count(0)
        for guess, turn in (("8901", "Богдан"), ("0132", "Аня"), ("4567", "Богдан")):
            await window.writes(guess)
            await window.sees(f": {turn}")
        await window.sees("👉 Остання спроба: Богдан!")
        await window.writes("4567")
        await window.sees("🏆 Перемога: Аня!", "Аня: секрет — 0123.", "Рахунок перемог: Аня 1 · Богдан 0")
        await window.button("🔄 Зіграти ще").click()
        await window.sees("📱 Телефон бере Богдан.")
        assert await window.is_at_the_bottom()
