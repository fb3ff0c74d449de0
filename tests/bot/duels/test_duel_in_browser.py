"""Two people on two phones play each other in real Chromium, to the last word, in Ukrainian and Russian."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.conftest import Stage
from tests.bot.duels.challengers import position_of
from tests.bot.duels.pairs import misses
from tests.bot.player import wrong_guesses
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")
HERS, HIS = "9182", "5067"


async def look_well(*windows: Window) -> None:
    """Nothing is cut off, nothing sticks out, and the newest line is in sight."""
    for window in windows:
        assert await window.cut_labels() == []
        assert await window.is_at_the_bottom()
        assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def invite(hers: Window) -> None:
    """She sends a link of the bot's to her friend."""
    await hers.button("⚔️ З людьми").click()
    await look_well(hers)
    await hers.button("⚔️ Гра для двох").click()
    await look_well(hers)
    await hers.button("🕊 без\N{NO-BREAK SPACE}рейтингу").click()
    await hers.button("✉️ Запросити друга").click()
    await hers.button("🔗 Копіювати").click()
    await hers.button("Назад").click()
    await hers.chat("Тарас").click()
    await hers.writes(f"Граємо? {await hers.copied()}")


async def accept(his: Window) -> None:
    """He follows the link, and accepts."""
    await his.message("Граємо?").get_by_role("link").click()
    await his.button("Почати").click()
    await his.sees("Олена кидає тобі виклик!")
    await look_well(his)
    await his.button("✅ Прийняти").click()
    await his.sees("Загадай секрет")


async def keep_secrets(hers: Window, his: Window) -> None:
    """She types hers, he taps his."""
    await hers.writes(HERS)
    await hers.sees("Твій секрет сховано")
    await expect(hers.message(HERS)).to_have_count(0)
    for digit in HIS:
        await his.button(digit).click()
    await his.sees("✍️ 5 0 6 7")
    await his.button("✓").click()
    await hers.sees("жереб")


async def guess_wrong(first: Window, second: Window) -> None:
    """Each guesses once in vain, and the second says a word in between."""
    wrong, other = misses(2, HERS, HIS)
    await first.sees("👉 Твій хід!")
    await first.writes(wrong)
    await second.sees(f"{wrong} → ")
    await second.writes("а я не поспішаю")
    await first.sees("💬 ")
    await second.writes(other)
    await first.sees(f"{other} → ")
    await look_well(first, second)


async def play_again(first: Window, second: Window) -> None:
    """The second asks for a rematch, and the first agrees."""
    await second.button("🔄 Реванш").click()
    await first.sees("хоче реваншу!")
    await look_well(first, second)
    await first.button("🔄 Так, ще раз").click()
    for window in (first, second):
        await expect(window.message("Загадай секрет")).to_have_count(1)
    await look_well(first, second)


@pytest.mark.costly
async def test_a_duel_by_link_from_the_invitation_to_the_rematch(browser: Browser, stage: Stage) -> None:
    olena, taras = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Тарас", "uk")
    pair = await olena.meets(taras)
    async with (
        window_of(browser, stage, olena, olena.id, PHONE) as hers,
        window_of(browser, stage, taras, pair.id, PHONE, dark=True) as his,
    ):
        await hers.button("Почати").click()
        await hers.sees("Загадано 4 різні цифри")
        await hers.writes("/menu")
        await invite(hers)
        await accept(his)
        await hers.button("Назад").click()
        await hers.chat("Sandbox bot").click()
        await look_well(hers, his)
        await keep_secrets(hers, his)
        await look_well(hers, his)
        turns = [(hers, HIS), (his, HERS)]
        (first, won), (second, lost) = turns if "first 0" in position_of(stage, olena, taras) else turns[::-1]
        await guess_wrong(first, second)
        await first.writes(won)
        await second.sees("Остання спроба: вгадаєш — нічия!")
        await look_well(first, second)
        await second.writes(wrong_guesses(lost, 1)[0])
        await first.sees("🏆 Перемога твоя!", "(+162)")
        await second.sees("🎭 Цього разу перемагає", "(−162)")
        await look_well(first, second)
        await check_the_proof(first)
        await play_again(first, second)


async def check_the_proof(window: Window) -> None:
    """It is under the review."""
    board = window.message("Перемога твоя").last
    await board.get_by_role("button", name="📊 Розбір").click()
    await board.get_by_role("button", name="🔒 Доказ").click()
    await window.sees("sha256sum")
    await look_well(window)


async def look_for_a_race(other: Window) -> None:
    """She begins the bot, and looks for anybody who will race."""
    await other.button("Начать").click()
    await other.writes("/duel")
    for press in ("⚙️ Условия в лобби", "⚔️ Дуэль", "🏁 Гонка", "🔎 Найти соперника"):
        await expect(other.button(press)).to_be_visible()
        await look_well(other)
        await other.button(press).click()
    await other.sees("Ищу соперника")


async def take_up_the_race(hers: Window, other: Window) -> None:
    """Somebody else finds her in the lobby, and their race begins."""
    await hers.button("Почати").click()
    await hers.writes("/lobby")
    await hers.sees("Вера: 1500?")
    await look_well(hers, other)
    await hers.button("🔎 Вера · 🏁 Перегони").click()
    await hers.sees("Відгадуй у своєму темпі")
    await other.sees("Отгадывай в своём темпе")
    await look_well(hers, other)


@pytest.mark.costly
async def test_two_strangers_meet_in_the_lobby_and_race(browser: Browser, own_stage: Stage) -> None:
    oksana, vera = await own_stage.sandbox.person("Оксана", "uk"), await own_stage.sandbox.person("Вера", "ru")
    async with (
        window_of(browser, own_stage, oksana, oksana.id, PHONE) as hers,
        window_of(browser, own_stage, vera, vera.id, PHONE, dark=True) as other,
    ):
        await look_for_a_race(other)
        await take_up_the_race(hers, other)
        secret = position_of(own_stage, oksana, vera).split()[2]
        first, second = wrong_guesses(secret, 2)
        await hers.writes("привіт!")
        await hers.sees("Не передано")
        await hers.writes(first)
        await other.sees("Попытки соперника")
        await expect(other.message(f"1. {first}")).to_have_count(0)
        await look_well(hers, other)
        await other.writes(second)
        await hers.writes(secret)
        await hers.sees("🏆 Перемога твоя!", f"Секрет — {secret}.")
        await other.sees("🎭 На этот раз побеждает Оксана.", f"1. {second}")
        await look_well(hers, other)
        await other.button("🔎 Новый соперник").click()
        await other.sees("Ищу соперника")
        await look_well(other)


async def challenge_by_a_reply(hers: Window, other: Window) -> None:
    """What one says in the group is replied to with /duel."""
    await other.writes("кто со мной?")
    await hers.acts_on(hers.message("кто со мной?"), "Відповісти")
    await hers.field.press_sequentially("/du")
    await expect(hers.page.get_by_role("option")).to_have_count(1)
    await hers.field.press("Enter")
    await other.sees("Оксана кидає виклик: Вера, граємо?")


@pytest.mark.costly
async def test_a_challenge_to_one_in_a_group_is_a_reply_and_the_group_looks_on(browser: Browser, stage: Stage) -> None:
    oksana, vera = await stage.sandbox.person("Оксана", "uk"), await stage.sandbox.person("Вера", "ru")
    group = await stage.sandbox.group("Друзі", oksana, vera)
    await oksana.send("/start")
    async with (
        window_of(browser, stage, oksana, group.id, PHONE) as hers,
        window_of(browser, stage, vera, group.id, PHONE, dark=True) as other,
    ):
        await challenge_by_a_reply(hers, other)
        await look_well(hers, other)
        await other.button("✅ Прийняти").click()
        await other.button("Начать").click()
        await other.sees("Загадай секрет")
        await other.writes(HIS)
        await oksana.send(HERS)
        await hers.sees("відгадує")
        await look_well(hers, other)
        first_is_hers = "first 0" in position_of(stage, oksana, vera)
        (wrong,) = misses(1, HERS, HIS)
        if first_is_hers:
            await oksana.send(wrong)
        await other.sees("👉 Твой ход!")
        await other.writes(HERS)
        if not first_is_hers:
            await oksana.sees("Остання спроба")
            await oksana.send(wrong)
        await hers.sees("🏆 Перемога: Вера, 1 спроба!")
        await look_well(hers, other)
