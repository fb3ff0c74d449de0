"""A duel on a card in real Chromium: two phones, one of them in Ukrainian, in a chat where the bot is not."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.conftest import Stage
from tests.bot.duels.challengers import position_of
from tests.bot.duels.pairs import misses
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def taps(window: Window, code: str) -> None:
    """Key a code in, reading each time what stands there by now, and send it."""
    for at, symbol in enumerate(code, 1):
        await window.button(symbol).click()
        await expect(window.toasts).to_contain_text(" ".join(code[:at] + "·" * (len(code) - at)))
    await window.button("✓").click()


async def reads(window: Window, text: str) -> None:
    """Something is told to this person alone, until they close it."""
    element = window.page.get_by_role("dialog")
    await expect(element).to_contain_text(text)
    await element.get_by_role("button").click()
    await expect(element).to_have_count(0)


async def guess_wrong(first: Window, second: Window, wrong: str, rival: str) -> None:
    """Each guesses once in vain; whoever taps out of turn reads whose turn it is."""
    await taps(first, wrong)
    await second.sees(f"1. {wrong}")
    await first.button("1").click()
    await reads(first, rival)
    await taps(second, wrong)
    await first.sees(f"⏳ {'Олена' if rival == 'Bob' else 'Bob'} відгадує")
    await expect(first.button("🤝 Нічия?")).to_be_visible()


async def keep_secrets(hers: Window, his: Window) -> None:
    """She taps hers, 0123; his is drawn."""
    await taps(hers, "0123")
    await his.sees("Олена: секрет готовий")
    await his.button("🎲 Випадковий").click()
    await reads(his, "Your secret:")
    await hers.sees("відгадує")


@pytest.mark.costly
async def test_two_who_never_open_the_bot_play_on_two_phones(browser: Browser, stage: Stage) -> None:
    olena, bob = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Bob")
    pair = await olena.meets(bob)
    cards = await olena.types_inline("", pair)
    await olena.chooses(cards.results[0], pair)
    async with (
        window_of(browser, stage, olena, pair.id, PHONE) as hers,
        window_of(browser, stage, bob, pair.id, PHONE, dark=True) as his,
    ):
        await hers.sees("Олена шукає суперника")
        assert await hers.cut_labels() == []
        await his.button("👇 Грати тут").click()
        await reads(his, "You’re playing Олена!")
        await hers.sees("Олена загадує секрет", "Bob загадує секрет")
        assert await hers.cut_labels() == []
        await keep_secrets(hers, his)
        position = position_of(stage, olena, bob)
        hers_breaks, his_breaks = position.split()[2], "0123"
        (wrong,) = misses(1, hers_breaks, his_breaks)
        turns = [(hers, hers_breaks), (his, his_breaks)]
        (first, one), (second, other) = turns if "first 0" in position else turns[::-1]
        await guess_wrong(first, second, wrong, "Bob" if first is hers else "Олена")
        await taps(first, one)
        await second.sees(f"2. {one}")  # with its number: a time and the keys below it read like digits, too
        await taps(second, other)
        await hers.sees("🤝 Нічия!")
        await his.sees(f"Олена — секрет: {his_breaks}", f"Bob — секрет: {hers_breaks}")
        assert await hers.cut_labels() == []
