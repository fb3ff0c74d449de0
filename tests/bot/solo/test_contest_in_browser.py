"""Friends break the same secret, in Ukrainian, in windows of a phone's size."""

import pytest
from playwright.async_api import Browser

from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.costly
async def test_a_friend_does_better(browser: Browser, stage: Stage) -> None:
    olena, taras = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Тарас", "uk")
    pair = await olena.meets(taras)
    async with (
        window_of(browser, stage, olena, olena.id, PHONE) as hers,
        window_of(browser, stage, taras, pair.id, PHONE) as theirs,
        window_of(browser, stage, taras, taras.id, PHONE, dark=True) as his,
    ):
        await olena.send("/play")
        await hers.sees("Секрет загадано")
        secret = stage.secret_of(olena.id)
        for guess in (*wrong_guesses(secret, 2), secret):
            await hers.writes(guess)
            await hers.sees(f". {guess}")
        await hers.button("📤 Поділитися").click()
        await hers.button("🎯 Чи зможе друг краще?").click()
        await hers.sees("Чи зможуть друзі краще?")
        cards = await olena.switches("Надіслати друзям", pair)
        await olena.chooses(cards.card("Чи зможе друг краще?"), pair)
        await theirs.sees("🏆 Олена: розгадано за 3 спроби. А ти зможеш краще?")
        tries = (await taras.sees("А ти зможеш краще?", chat=pair)).button("Спробувати")
        assert tries
        await taras.opens(tries)
        await his.sees("4 цифри, усі різні", "🐂 цифра на своєму місці")
        await his.writes(secret)
        await his.sees("1. Тарас · 1 спроба", "2. Олена · 3 спроби")
        await hers.sees("🔔 Тарас: розгадано за 1 спробу!", "1. Тарас · 1 спроба")
