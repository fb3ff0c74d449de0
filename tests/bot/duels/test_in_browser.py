"""Matches in real Chromium, on phones: by a link, in the lobby, in a group, on a card, against the bot, and left."""

import re

import pytest
from playwright.async_api import Browser, expect

from bot.app.duels.arranging_screens import partners_name, with_strength
from bot.app.games.screens import ON_PAGE
from bot.app.model.game import MATCHES
from bot.app.model.options import LEVELS
from bot.app.texts import texts_in
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import position_of
from tests.bot.duels.pairs import RACE, misses, paired
from tests.bot.duels.test_partner import number_of_the_bot
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, reading
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")
HERS, HIS = "9182", "5067"
STEP = re.compile(
    r"(?P<who>[a-z ]+):(?: \[(?P<button>[^\]]+)\]| (?P<text>[^→✓]+?))?(?: → (?P<seen>.+?))?(?: (?P<well>✓))?"
)


async def look_well(*windows: Window) -> None:
    """Nothing is cut off, nothing sticks out, and the newest line is in sight."""
    for window in windows:
        assert await window.cut_labels() == []
        assert await window.is_at_the_bottom()
        assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


class Phones(dict[str, Window]):
    """Windows, by whose they are."""

    async def play(self, script: str) -> None:
        """Carry out what people do there, a line each.

        `hers: [Button] → words & others ✓`: she clicks that, sees these words, and all looks well there; `his: words`
        is what he writes, and `hers his: …` happens at the one and then at the other.
        """
        for line in filter(None, map(str.strip, script.splitlines())):
            step = STEP.fullmatch(line)
            assert step, f"nobody knows what this means: {line}"
            for window in map(self.__getitem__, step["who"].split()):
                if step["button"]:
                    await window.button(step["button"]).click()
                elif step["text"]:
                    await window.writes(step["text"])
                if step["seen"]:
                    await window.sees(*step["seen"].split(" & "))
                if step["well"]:
                    await look_well(window)


@pytest.mark.costly
async def test_a_duel_by_link_from_the_invitation_to_the_rematch(browser: Browser, stage: Stage) -> None:
    olena, taras = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Тарас", "uk")
    pair = await olena.meets(taras)
    async with (
        window_of(browser, stage, olena, olena.id, PHONE) as hers,
        window_of(browser, stage, taras, pair.id, PHONE, dark=True) as his,
    ):
        await Phones(hers=hers).play("""
            hers: [Почати] → Загадано 4 різні цифри
            hers: /menu
            hers: [⚔️ З людьми] ✓
            hers: [⚔️ Гра для двох] ✓
            hers: [⚙️ Умови] ✓
            hers: [🕊 без\N{NO-BREAK SPACE}рейтингу]
            hers: [✉️ Запросити друга]
            hers: [🔗 Копіювати]
            hers: [Назад]
        """)
        await hers.chat("Тарас").click()
        await hers.writes(f"Граємо? {await hers.copied()}")
        await his.message("Граємо?").get_by_role("link").click()
        script = "his: [Почати] → Олена кидає тобі виклик! ✓\nhis: [✅ Прийняти] → Загадай секрет\nhers: [Назад]"
        await Phones(hers=hers, his=his).play(script)
        await hers.chat("Sandbox bot").click()
        await look_well(hers, his)
        await Phones(hers=hers).play(f"hers: {HERS} → Твій секрет сховано")
        await expect(hers.message(HERS)).to_have_count(0)
        for digit in HIS:
            await his.button(digit).click()
        await Phones(hers=hers, his=his).play("his: → ✍️ 5 0 6 7\nhis: [✓]\nhers: → жереб\nhers his: ✓")
        turns = [(hers, HIS), (his, HERS)]
        (first, won), (second, lost) = turns if "first 0" in position_of(stage, olena, taras) else turns[::-1]
        wrong, other = misses(2, HERS, HIS)
        await Phones(first=first, second=second).play(f"""
            first: → 👉 Твій хід!
            first: {wrong}
            second: → {wrong} →
            second: а я не поспішаю
            first: → 💬
            second: {other}
            first: → {other} →
            first second: ✓
            first: {won}
            second: → Остання спроба: вгадаєш — нічия!
            first second: ✓
            second: {wrong_guesses(lost, 1)[0]}
            first: → 🏆 Перемога твоя! & (+162)
            second: → 🎭 Цього разу перемагає & (−162)
            first second: ✓
        """)
        for button, shown in {"📊 Розбір": "Розбір ·", "🔒 Доказ": "sha256sum"}.items():
            await first.message("Перемога твоя").last.get_by_role("button", name=button).click()
            await first.sees(shown)
            await first.goes_down()  # whoever presses above what came meanwhile stays there
        rematch = "second: [🔄 Реванш]\nfirst: → хоче реваншу!\nfirst second: ✓\nfirst: [🔄 Так, ще раз]"
        await Phones(first=first, second=second).play(f"first: ✓\n{rematch}")
        for window in (first, second):
            await expect(window.message("Загадай секрет")).to_have_count(1)
        await look_well(first, second)


@pytest.mark.costly
async def test_two_strangers_meet_in_the_lobby_and_race(browser: Browser, own_stage: Stage) -> None:
    oksana, vera = await own_stage.sandbox.person("Оксана", "uk"), await own_stage.sandbox.person("Вера", "ru")
    async with (
        window_of(browser, own_stage, oksana, oksana.id, PHONE) as hers,
        window_of(browser, own_stage, vera, vera.id, PHONE, dark=True) as other,
    ):
        await Phones(other=other).play("other: [Начать]\nother: /duel")
        for press in ("⚙️ Условия", "⚙️ Условия в лобби", "⚔️ Дуэль", "🏁 Гонка", "🔎 Найти соперника"):
            await expect(other.button(press)).to_be_visible()
            await look_well(other)
            await other.button(press).click()
        await Phones(hers=hers, other=other).play("""
            other: → Ищу соперника
            hers: [Почати]
            hers: /lobby → Вера: 1500?
            hers other: ✓
            hers: [🔎 Вера · 🏁 Перегони] → Відгадуй у своєму темпі
            other: → Отгадывай в своём темпе
            hers other: ✓
        """)
        secret = position_of(own_stage, oksana, vera).split()[2]
        one, two = wrong_guesses(secret, 2)
        script = f"hers: привіт! → Не передано\nhers: {one}\nother: → Попытки соперника"
        await Phones(hers=hers, other=other).play(script)
        await expect(other.message(f"1. {one}")).to_have_count(0)
        await Phones(hers=hers, other=other).play(f"""
            hers other: ✓
            other: {two}
            hers: {secret} → 🏆 Перемога твоя! & Секрет — {secret}.
            other: → 🎭 На этот раз побеждает Оксана. & 1. {two}
            hers other: ✓
            other: [🔎 Новый соперник] → Ищу соперника ✓
        """)


@pytest.mark.costly
async def test_a_challenge_to_one_in_a_group_is_a_reply_and_the_group_looks_on(browser: Browser, stage: Stage) -> None:
    oksana, vera = await stage.sandbox.person("Оксана", "uk"), await stage.sandbox.person("Вера", "ru")
    group = await stage.sandbox.group("Друзі", oksana, vera)
    await oksana.send("/start")
    async with (
        window_of(browser, stage, oksana, group.id, PHONE) as hers,
        window_of(browser, stage, vera, group.id, PHONE, dark=True) as other,
    ):
        await other.writes("кто со мной?")
        await hers.acts_on(hers.message("кто со мной?"), "Відповісти")
        await hers.field.press_sequentially("/du")
        await expect(hers.page.get_by_role("option")).to_have_count(1)
        await hers.field.press("Enter")
        await Phones(hers=hers, other=other).play(f"""
            other: → Оксана кидає виклик: Вера, граємо?
            hers other: ✓
            other: [✅ Прийняти]
            other: [Начать] → Загадай секрет
            other: {HIS}
        """)
        await oksana.send(HERS)
        await hers.sees("відгадує")
        await look_well(hers, other)
        first_is_hers = "first 0" in position_of(stage, oksana, vera)
        (wrong,) = misses(1, HERS, HIS)
        if first_is_hers:
            await oksana.send(wrong)
        await Phones(other=other).play(f"other: → 👉 Твой ход!\nother: {HERS}")
        if not first_is_hers:
            await oksana.sees("Остання спроба")
            await oksana.send(wrong)
        await Phones(hers=hers, other=other).play("hers: → 🏆 Перемога: Вера, 1 спроба!\nhers other: ✓")


async def taps(window: Window, code: str) -> None:
    for at, symbol in enumerate(code, 1):
        await window.button(symbol).click()
        await expect(window.toasts).to_contain_text(" ".join(code[:at] + "·" * (len(code) - at)))
    await window.button("✓").click()


async def reads(window: Window, text: str) -> None:
    element = window.page.get_by_role("dialog")
    await expect(element).to_contain_text(text)
    await element.get_by_role("button").click()
    await expect(element).to_have_count(0)


@pytest.mark.costly
async def test_two_who_never_open_the_bot_play_on_two_phones(browser: Browser, stage: Stage) -> None:
    olena, bob = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Bob")
    pair = await olena.meets(bob)
    await olena.chooses((await olena.types_inline("", pair)).results[0], pair)
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
        await taps(hers, "0123")
        await Phones(his=his).play("his: → Олена: секрет готовий\nhis: [🎲 Випадковий]")
        await reads(his, "Your secret:")
        await hers.sees("відгадує")
        position = position_of(stage, olena, bob)
        hers_breaks, his_breaks = position.split()[2], "0123"
        turns = [(hers, hers_breaks), (his, his_breaks)]
        (first, one), (second, other) = turns if "first 0" in position else turns[::-1]
        (wrong,) = misses(1, hers_breaks, his_breaks)
        await taps(first, wrong)
        await second.sees(f"1. {wrong}")
        await first.button("1").click()
        await reads(first, "Bob" if first is hers else "Олена")
        await taps(second, wrong)
        await first.sees(f"⏳ {'Олена' if first is hers else 'Bob'} відгадує")
        await expect(first.button("🤝 Нічия?")).to_be_visible()
        await taps(first, one)
        await second.sees(f"2. {one}")  # with its number: a time and the keys below it read like digits, too
        await taps(second, other)
        await hers.sees("🤝 Нічия!")
        await his.sees(f"Олена — секрет: {his_breaks}", f"Bob — секрет: {hers_breaks}")
        assert await hers.cut_labels() == []


@AT_LENGTH
async def test_each_reads_what_leaving_costs_and_both_end_it(browser: Browser, stage: Stage, language: str) -> None:
    pair = await paired(stage, RACE, languages=("en", language))
    say, bob = texts_in(language).plain, pair.bob
    async with window_of(browser, stage, bob, bob.id, PHONE) as phone:
        await Phones(phone=phone).play(f"""
            phone: [{say("button.abort")}] → {say("note.abort-match")} ✓
            phone: [{say("button.keep")}]
        """)
        await pair.guess(pair.alice, misses(1, pair.secret())[0])
        await Phones(phone=phone).play(f"""
            phone: [{say("button.lose")}] → {say("note.resign-rated", name="Alice")} ✓
            phone: [{say("button.offer-call-off")}] → {say("match.call-off-waits", name="Alice")} ✓
        """)
        await pair.play("Alice: → ✖️ Bob offers to cancel the game\nAlice: [✖️ No]")
        await phone.sees(say("match.draw-declined", name="Alice"))
        await pair.play("Alice: [🏳️ Resign]\nAlice: [✖️ Offer to cancel]")
        await Phones(phone=phone).play(f"""
            phone: → {say("match.call-off-offered", name="Alice")} ✓
            phone: [{say("button.accept-call-off")}] → {say("match.called-off")}
        """)


@AT_LENGTH
async def test_a_long_list_of_games_is_turned_on_the_phone(browser: Browser, stage: Stage, language: str) -> None:
    pair = await paired(stage, RACE, languages=(language, language))
    say, bob = texts_in(language).plain, pair.bob
    stored.copy_match(stage.bot, bob.id, MATCHES - 1)
    async with window_of(browser, stage, bob, bob.id, PHONE, dark=True) as phone:
        await phone.writes("/games")
        of = -(-MATCHES // ON_PAGE)
        for number in range(1, of + 1):
            await Phones(phone=phone).play(f"phone: → {say('page.number', number=number, of=of)} ✓\nphone: [›]")
        await phone.sees(say("page.number", number=1, of=of))
        await Phones(phone=phone).play(f"phone: /match classic club → {say('late.you-full', most=MATCHES)} ✓")


SOON_BROKEN, OUT_OF_THE_WAY = "0125", "9876"
"""The expert, who throws no dice, breaks the one in three guesses, and does not come near the other in two."""
MISSES = ("5678", "6789", "7895", "8956")


@pytest.mark.costly
@AT_LENGTH
async def test_a_match_is_lost_and_the_next_one_won(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, texts = reader.window, texts_in(language, has_faces=True)
        rival = partners_name("expert", texts)
        await reader.presses("menu.against", "menu.levels")
        for level in LEVELS:
            name = with_strength(level, texts)
            button = window.page.get_by_role("button", name=re.compile(rf"^{name} · \d"))
            await expect(button).to_be_visible()
            if level == "expert":
                chosen = button
        await reader.looks_well()
        await chosen.click()
        await window.sees("🤫")
        await reader.looks_well()
        await window.writes(SOON_BROKEN)
        await reader.sees("match.with", name=rival)
        await expect(window.messages.filter(has_text=re.compile(rf"^{SOON_BROKEN}"))).to_have_count(0)
        secret = number_of_the_bot(stage, reader.person)
        for number, wrong in enumerate([code for code in MISSES if code != secret][:3], 1):
            await window.writes(wrong)
            await expect(window.messages.filter(has_text=re.compile(rf"^{wrong}"))).to_have_count(1)
            await window.sees(f"{number}. {wrong}")
            await reader.looks_well()
        await reader.sees("match.they-won", name=rival)
        await reader.sees("partner.number-held")
        await reader.presses("button.play-on")
        await reader.counts("board.guesses", 3)
        await reader.looks_well()
        await window.writes(secret)
        await reader.sees("end.solved", secret=secret)
        await reader.looks_well()
        await window.writes(f"/match {reader.texts.plain('level.expert')}")
        await window.sees("🤫")
        await reader.taps(OUT_OF_THE_WAY, VARIANTS["classic"])
        await window.sees("👉")
        secret = number_of_the_bot(stage, reader.person)
        wrong = next(code for code in MISSES if code != secret)
        await Phones(phone=window).play(f"phone: {wrong} → 1. {wrong}\nphone: {secret} → 2. {secret}")
        await reader.sees("match.you-won")
        await reader.looks_well()
        await reader.button("button.review").last.click()
        await reader.sees_picture("review.title", variant=reader.texts.html("variant.classic"))
        await reader.looks_well()
        await reader.button("button.next-level", level=partners_name("perfect", texts)).click()
        await window.sees("🤫")  # below what they look at: the button stands above the review
        assert await window.cut_labels() == []
