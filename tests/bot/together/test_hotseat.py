"""Two to four people round one phone, as they play: through the bot's real process, and once in real Chromium."""

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.app.together.handlers import UnfitNames, names_in
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.test_in_browser import Phones
from tests.bot.player import by_bot, talk, turns_on, wrong_guesses
from tests.bot.solo.test_in_browser import window_of
from tests.bot.together.test_party import alert_text
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")
TO_BOB = "📱 Pass the phone to Bob. Everybody else, look away!"
BOTH_KEEP = f"[🙋 I’m Ann] → Ann, \n0123 → {TO_BOB}\n[🙋 I’m Bob] → Bob, \n4567 → 👉 Ann’s turn"


async def asked_for_names(stage: Stage, kind: str) -> Person:
    alice = await stage.sandbox.person("Alice")
    await talk(f"/duel\n[On one phone] → 📱 On one phone: pass it round.\n[{kind}] → Who’s playing?", alice)
    return alice


async def in_turn(stage: Stage) -> tuple[Person, str]:
    alice = await asked_for_names(stage, "The bot’s secret")
    await talk("Ann, Bob, Cai → 👉 Ann’s turn", alice)
    return alice, stage.secret_of(alice.id)


@pytest_asyncio.fixture(loop_scope="session")
async def alice(stage: Stage) -> Person:
    """Ann and Bob are about to keep secrets on her phone."""
    alice = await asked_for_names(stage, "Our own secrets")
    await talk("Ann and Bob → 📱 Pass the phone to Ann. Everybody else, look away!", alice)
    return alice


async def test_three_take_turns_at_the_bots_secret(stage: Stage) -> None:
    alice, secret = await in_turn(stage)
    for guess, following in zip(wrong_guesses(secret, 3), ("Bob", "Cai", "Ann"), strict=True):
        shown = await talk(f"{guess} → 👉 {following}’s turn", alice)
    assert [line.rsplit(" ", 1)[-1] for line in shown.text.splitlines()[2:5]] == ["Ann", "Bob", "Cai"]
    end = await talk(f"{secret} → 🎉 Solved by Ann! The secret was", alice)
    assert len(turns_on(end.text)) == 4
    assert "Ann 1 · Bob 0 · Cai 0" in end.text
    assert stage.bot.rows("SELECT count(*) FROM results WHERE person_id = ?", alice.id) == [(0,)]


async def test_no_question_is_left_where_the_names_come_before_it_is_answered(stage: Stage) -> None:
    alice = await asked_for_names(stage, "The bot’s secret")
    for names in ("Ann", "Ann, Bob"):
        await alice.send(names)
    await stage.quiet()
    assert "👉 Ann’s turn" in by_bot(alice)[-1].text
    assert by_bot(alice, words="Who’s playing?") == []


async def test_names_of_last_time_are_one_tap_away_and_nobody_needs_to_type_one(stage: Stage) -> None:
    alice, _ = await in_turn(stage)
    await talk("/duel\n[On one phone]\n[The bot’s secret]\n[Ann, Bob, Cai] → 👉 Ann’s turn", alice)
    assert stored.running_games(stage.bot, alice.id) == 1
    await talk("/duel\n[On one phone]\n[The bot’s secret]\n[👥 3] → 👉 Alice’s turn", alice)
    one, two = wrong_guesses(stage.secret_of(alice.id), 2)
    await talk(f"{one} → 👉 Player 2’s turn\n{two} → 👉 Player 3’s turn", alice)


async def test_two_keep_secrets_and_neither_sees_the_others(stage: Stage, alice: Person) -> None:
    await talk(BOTH_KEEP, alice)
    await stage.quiet()
    assert not any(secret in message.text for message in alice.messages() for secret in ("0123", "4567"))
    end = await talk("4567 → 👉 Bob gets one last guess!\n8901 → 🏆 Ann wins!", alice)
    words = ("Ann’s secret was 0123.", "Bob’s secret was 4567.", "Ann 1 · Bob 0")
    assert [each for each in words if each not in end.text] == []


TALLY = f"""
    {BOTH_KEEP}
    4567 → 👉 Bob
    0123 → 🤝 A draw!
    → Ann 0 · Bob 0 · draws: 1
    [Play again] → {TO_BOB}
    [🙋 I’m Bob] → Bob,
    4567 → 📱 Pass the phone to Ann.
    [🙋 I’m Ann] → Ann,
    0123 → 👉 Bob’s turn
    0123 → 👉 Ann gets one last guess!
    8901 → 🏆 Bob wins!
    → Bob 1 · Ann 0 · draws: 1
"""
GIVING_UP = f"{BOTH_KEEP}\n8901 → 👉 Bob’s turn\n[Resign]\n[Yes, show it] → 🏳️ Bob resigned: Ann wins!"


@pytest.mark.parametrize("dialogue", [TALLY, GIVING_UP], ids=["draws count as well", "who gives up has lost"])
async def test_two_play_on_one_phone(alice: Person, dialogue: str) -> None:
    await talk(dialogue, alice)


async def test_a_secret_may_be_tapped_or_drawn(alice: Person) -> None:
    assert "9" not in (await talk(f"[🙋 I’m Ann]\n[9]\n[8]\n[7]\n[6] → ✍️ 9 8 7 6\n[✓] → {TO_BOB}", alice)).text
    await alice.presses("🙋 I’m Bob")
    drawn = alert_text(await alice.presses("🎲"))[-4:]
    assert drawn not in (await alice.sees("👉 Ann’s turn")).text
    await talk(f"{drawn} → 👉 Bob gets one last guess!\n9876 → 🤝 A draw!", alice)


async def test_a_secret_typed_too_early_or_a_second_press_does_nothing(stage: Stage, alice: Person) -> None:
    ann = (await talk("0123 → Ann, take the phone", alice)).button("🙋 I’m Ann")
    assert ann is not None
    await stage.quiet()
    assert not any("0123" in message.text for message in alice.messages())
    shown = await talk(f"[🙋 I’m Ann] → Ann, \n9876 → {TO_BOB}", alice)
    assert "moved on" in ((await alice.forges(ann.value, on=shown)).text or "")
    await stage.quiet()
    assert alice.messages()[-1].text == shown.text


@pytest.mark.parametrize(("family", "variant"), [("Colours etc.", "4 pictures"), ("Words", "English words of 4")])
async def test_any_codes_can_be_played(stage: Stage, family: str, variant: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/duel")
    for button in ("Terms", "4 digits", family, variant, "Back", "On one phone", "The bot’s secret", "👥 2"):
        await stage.after(alice.presses(button))  # pages share labels
    assert variant in (await alice.sees("👉 Alice’s turn")).text
    await talk(f"{stage.secret_of(alice.id)} → 🎉 Solved by Alice! The secret was", alice)


async def test_names_are_asked_beside_a_game_that_is_on_and_its_guesses_are_no_names(stage: Stage) -> None:
    alice, secret = await in_turn(stage)
    asked = "/duel\n[On one phone]\n[The bot’s secret]"
    await talk(f"{asked}\n{wrong_guesses(secret, 1)[0]} → 👉 Bob’s turn\nCarol, Dan → 👉 Carol’s turn", alice)
    assert stored.running_games(stage.bot, alice.id) == 2


NAMES = (
    *("Ann, Bob, Cai → Ann|Bob|Cai", "Ann Bob → Ann|Bob", "Анна Марія, Іван → Анна Марія|Іван", "🦊,🐻 → 🦊|🐻"),
    *("Аня і Богдан → Аня|Богдан", "Ann,\nBob,, → Ann|Bob", "Bartholomew Fitzgerald, Bob → Bartholomew Fit…|Bob"),
)


async def test_names_are_read_as_people_write_them_and_other_texts_are_none() -> None:
    for text, _, names in (line.partition(" → ") for line in NAMES):
        assert names_in(text, 4) == tuple(names.split("|"))
    for text in ("", ",,", "Ann", "a,b,c", "Ann, ANN"):
        with pytest.raises(UnfitNames):
            names_in(text, 2)


@pytest.mark.costly
async def test_two_keep_secrets_on_one_phone_in_ukrainian(browser: Browser, stage: Stage) -> None:
    olena = await stage.sandbox.person("Олена", "uk")
    await olena.send("/duel")
    await olena.sees("Гра для двох")
    async with window_of(browser, stage, olena, olena.id, PHONE) as window:
        await Phones(phone=window).play("""
            phone: [📱 На одному телефоні] → передаєте його по колу ✓
            phone: [🤫 Власні секрети] → Хто грає?
            phone: Аня, Богдан → 📱 Телефон бере Аня. Решта не підглядає!
            phone: [🙋 Аня — це я] → Аня, твій секрет відгадуватиме Богдан.
            phone: 0123 → 📱 Телефон бере Богдан.
        """)
        await expect(window.message("0123")).to_have_count(0)
        await window.button("🙋 Богдан — це я").click()
        for number, digit in enumerate("4567", 1):
            await window.button(digit).click()
            await window.sees(f"✍️ {' '.join('4567'[:number])}")
        await Phones(phone=window).play("phone: [✓] → 👉 Хід: Аня")
        await expect(window.message("4 5 6 7")).to_have_count(0)
        await Phones(phone=window).play("""
            phone: 8901 → : Богдан
            phone: 0132 → : Аня
            phone: 4567 → : Богдан
            phone: → 👉 Остання спроба: Богдан!
            phone: 4567 → 🏆 Перемога: Аня! & Аня: секрет — 0123. & Рахунок перемог: Аня 1 · Богдан 0
            phone: [🔄 Зіграти ще] → 📱 Телефон бере Богдан.
        """)
        assert await window.is_at_the_bottom()
