"""Feedback, features, failures, numbers and the log in the operator's chat, through the bot's real process."""

import json

import pytest

from sandbox.client import Person
from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.duels.talkers import heard
from tests.bot.operators.conftest import Office

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_feedback_is_read_and_answered(office: Office, alice: Person) -> None:
    await alice.send("/feedback More <words>, please")
    await alice.sees("Thanks")
    await office.boss.sees("✉️ повідомлень — 1")
    shown = await office.opens("✉️ Повідомлення · 1")
    assert "More <words>, please" in shown.text
    assert "Alice" in shown.text
    [(number,)] = office.stage.bot.rows("SELECT feedback_id FROM feedback")
    assert "Alice" in (await office.asks(f"answer {number} They come & go")).text
    answer = await alice.sees("The people who run this bot answer:")
    assert "They come & go" in answer.text
    assert office.stage.bot.rows("SELECT * FROM feedback") == []
    assert office.deeds() == [("answer", alice.id)]
    assert "На яке" in (await office.asks(f"answer {number} again")).text


async def test_one_person_fills_no_inbox(office: Office, alice: Person) -> None:
    for number in range(3):
        await alice.sees("Thanks", after=await alice.send(f"/feedback {number}"))
    await alice.sees("Three of your messages are still unread", after=await alice.send("/feedback 4"))
    await alice.sees("longer than 1500", after=await alice.send(f"/feedback {'x' * 1501}"))
    await alice.sees("What’s good, what’s wrong", after=await alice.send("/feedback"))
    assert len(office.stage.bot.rows("SELECT * FROM feedback")) == 3
    await office.opens("✉️", "✓ Прочитано", "✓ Прочитано", "✓ Прочитано")
    assert "Читати нічого" in office.screen().text
    assert office.deeds() == [("read", alice.id)] * 3


async def test_what_is_switched_off_is_refused_and_running_games_go_on(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/play"))
    await office.opens("🎚 Можливості", "✓ Нові ігри", "✓ Підказки")
    board = await alice.sees("🐂", after=await alice.send("0123"))
    assert "turned off for now" in ((await alice.presses("Hint", on=board)).text or "")
    await alice.sees("New games: turned off", after=await alice.send("/play"))
    assert "Вимкнено: Нові ігри і Підказки" in (await office.asks()).text
    await office.presses("🎚 Можливості", "✗ Нові ігри", "✗ Підказки")
    await alice.sees("I have a secret", after=await alice.send("/play"))
    assert [deed for deed, _ in office.deeds()] == ["switch-off", "switch-off", "switch-on", "switch-on"]


async def test_a_switch_that_is_pressed_twice_is_switched_once(office: Office) -> None:
    shown = await office.opens("🎚 Можливості")
    for _ in range(2):
        await office.boss.forges("1:aswitch:off-talk", on=shown)
    await office.stage.after(office.boss.forges("1:aswitch:off-nothing", on=shown))
    assert office.deeds() == [("switch-off", 0)]


async def test_inline_cards_can_be_switched_off(office: Office, alice: Person) -> None:
    assert (await alice.types_inline("")).results != ()
    await office.opens("🎚 Можливості", "✓ Картки в чатах")
    assert (await alice.types_inline("race")).results == ()


async def test_failures_are_tried_again_or_dropped(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/menu"))
    content = '{"html": "at last", "rows": [], "place": "bottom", "inline": null}'
    job = {"kind": "Job", "job": {"kind": "expire", "subject": "gone", "turn": 0, "id": 5}}
    bot = office.stage.bot
    bot.change("INSERT INTO failed_messages (letter_id, chat_id, failed_at, content, error) VALUES (9, ?, 3, ?, 'Bad')",
               alice.id, content)  # fmt: skip
    bot.change("INSERT INTO failed_updates VALUES (0, 2, ?, 'Traceback\n KeyError: <x>')", json.dumps(job))
    bot.change("INSERT INTO failed_updates VALUES (7, 1, '{\"wished\": \"PLAY\"}', 'ValueError')")
    shown = await office.opens("⚠️ Збої · 3")
    assert "KeyError: <x>" in shown.text
    assert shown.buttons[:5] == ("🔁 m9", "✗ m9", "🔁 j5", "✗ j5", "✗ u7")
    await office.presses("🔁 m9", "✗ u7", "🔁 j5")
    await alice.sees("at last")
    assert "Збоїв немає" in office.screen().text
    assert [deed for deed, _ in office.deeds()] == ["retry", "drop", "retry"]


async def test_the_numbers_are_counted_beside_the_bot(office: Office) -> None:
    await office.opens("📊 Сьогодні")
    shown = await office.boss.sees("Ігор почато")
    assert "Людей на зв’язку" in shown.text
    await office.presses("🔄 Ще раз")
    await office.boss.sees("Ігор почато")


async def test_every_deed_is_in_the_log(office: Office) -> None:
    await office.asks("ban 4242")
    await office.presses("🚫 Так")
    shown = await office.opens("📜 Журнал")
    assert "блокування → 4242" in shown.text
    assert str(office.boss.id) in shown.text


async def test_talk_that_is_switched_off_reaches_nobody(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await office.opens("🎚 Можливості", "✓ Розмови")
    await office.stage.after(pair.bob.send("are you there..."))
    assert heard(pair.alice) == []
    assert "⏸ Chat is turned off for now, so nobody has read this." in screen(pair.bob).text


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("{broken", "✗ u7"),
        ("[1]", "✗ u7"),
        ('{"kind": "Job", "job": null}', "✗ u7"),
        ('{"job": {"id": 5}}', "✗ j5"),
        ('{"kind": "Job", "job": {"id": 5, "kind": "x"}}', "✗ j5"),
    ],
)
async def test_a_failure_that_cannot_be_read_hides_no_other(office: Office, content: str, shown: str) -> None:
    office.stage.bot.change("INSERT INTO failed_updates VALUES (7, 2, ?, '')", content)
    screen = await office.opens("⚠️ Збої · 1")
    assert shown in screen.buttons


async def test_what_another_version_has_switched_off_is_passed_over(office: Office) -> None:
    office.stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', 'dancing,talk')")
    assert "dancing" not in (await office.asks()).text
    await office.presses("🎚 Можливості", "✗")
    assert office.deeds() == [("switch-on", 0)]


async def test_words_may_begin_on_a_line_of_their_own(office: Office, alice: Person) -> None:
    await alice.send("/feedback hello")
    await alice.sees("Thanks")
    [(number,)] = office.stage.bot.rows("SELECT feedback_id FROM feedback")
    await office.asks(f"answer {number}\nHello,\nAlice")
    assert "Hello,\nAlice" in (await alice.sees("The people who run this bot answer:")).text
    await office.asks(f"warn\n{alice.id}\nBe kind")
    assert "Be kind" in (await alice.sees("⚠️ People have complained about what you wrote to them.")).text
