"""Guessing a number in real Chromium, on a phone, in Ukrainian: both ways round."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.conftest import Stage
from tests.bot.test_in_browser import window_of
from tests.bot.test_number_game import game_of, number_of
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_number_is_guessed_by_tapping_and_typing(browser: Browser, stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send(">50")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.sees("Таку гру починає /number.")
        await window.button("🔢 Вгадати число").click()
        await window.sees("Вгадай число: від 1 до 100", "Майстрові вистачає 7 запитань.")
        assert await window.cut_labels() == []
        await window.page.locator("button.key").filter(has_text=">50").click()
        await window.sees("Поки що 1 запитання")
        await window.button("⌨️").click()
        await window.button("7").click()
        await window.button("5").click()
        await window.sees("✏️ 75")
        assert await window.cut_labels() == []
        await window.button("🔢").click()
        while (game := game_of(stage, olena.id)).only is None:
            assert game.left is not None
            await window.writes(str(game.left.best_question))
            await stage.quiet()
        await window.sees("Лишилося єдине число.")
        await window.button(f"🎯 {number_of(stage, olena.id)}").click()
        await window.sees("🏆 Тепер ти — майстер гри!", "Мій власний шлях до нього:")
        await expect(window.message("Вгадай число")).to_have_count(1)
        assert await window.is_at_the_bottom()


async def test_the_bot_guesses_and_a_lie_is_put_right(browser: Browser, stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/number 1 8")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await window.button("○ 🤔 Загадувати").click()
        await window.sees("Загадай число від 1 до 8", "👉 Воно більше за 4?")
        await window.button("❌ Ні").click()
        await window.sees("👉 Воно більше за 2?")
        await window.writes("так")
        await window.sees("👉 Воно більше за 3?")
        await window.writes("Так!")
        await window.sees("👉 Тоді це 4. Правда?")
        assert await window.cut_labels() == []
        await window.button("❌ Ні").click()
        await window.sees("не пасує жодне число")
        assert await window.cut_labels() == []
        await window.writes("7")
        await window.sees("Для числа 7 хибні такі відповіді: >4\u00a0ні.")
        await window.button("❓ >4: ні → так").click()
        await window.sees("👉 Воно більше за 6?")
        await window.button("✅ Так").click()
        await window.sees("👉 Воно більше за 7?")
        await window.button("❌ Ні").click()
        await window.sees("👉 Тоді це 7. Правда?")
        await window.button("✅ Так").click()
        await window.sees("🎉 Твоє число — 7!")
        assert await window.is_at_the_bottom()
