"""Reports, warnings and bans in the operator's chat, through the bot's real process."""

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.operators.conftest import Office

pytestmark = pytest.mark.asyncio(loop_scope="session")
AWAY = "You’re banned from this bot"


def reported(office: Office, about: int, by: int, said: str = '["bad words"]', at: float = 1.0) -> None:
    office.stage.bot.change(
        "INSERT INTO reports (stream, person_id, about_id, reported_at, said) VALUES ('game', ?, ?, ?, ?)",
        by,
        about,
        at,
        said,
    )


def reports(office: Office) -> list[tuple[int]]:
    return office.stage.bot.rows("SELECT about_id FROM reports ORDER BY 1")


async def test_to_others_the_command_is_unknown(office: Office, alice: Person, stage: Stage) -> None:
    unknown = await alice.sees("I don’t know that command", after=await alice.send("/admin"))
    assert (await alice.sees("I don’t know that command", after=await alice.send("/nonsense"))).text == unknown.text
    group = await office.stage.sandbox.group("Friends", office.boss)
    await office.stage.after(office.boss.send("/admin@sandbox_bot", chat=group))
    await office.boss.sees_no("Оператор", chat=group)
    bob = await stage.sandbox.person("Bob")
    await bob.sees("has no operators", after=await bob.send("/feedback hello"))


async def test_a_forged_press_by_somebody_else_does_nothing(office: Office, alice: Person) -> None:
    shown = await alice.sees("/feedback", after=await alice.send("/help all"))
    reported(office, alice.id, 7)
    for data in (f"1:aban:{office.boss.id}-1-yes", f"1:adismiss:{alice.id}-1", "1:aswitch:off-games", "1:ahome"):
        await alice.forges(data, on=shown)
    await office.stage.quiet()
    assert office.deeds() == []
    assert reports(office) == [(alice.id,)]
    assert office.stage.bot.rows("SELECT * FROM bans") == []


async def test_a_report_reaches_the_operator_and_a_warning_the_person(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await office.stage.after(pair.bob.send("you are silly..."))
    for button in ("💬", "Report", "Report"):
        await office.stage.after(pair.alice.presses(button, on=screen(pair.alice)))
    await office.boss.sees("Чекає на тебе: ⚑ скарг на людей — 1")
    shown = await office.opens("⚑ Скарги")
    assert "Bob" in shown.text
    assert "you are silly" in shown.text
    await office.presses("⚠️ Попередити")
    await pair.bob.sees("⚠️ People have complained about what you wrote to them.")
    assert reports(office) == []
    assert office.deeds() == [("warn", pair.bob.id)]


async def test_reports_that_came_meanwhile_are_not_decided_unseen(office: Office) -> None:
    reported(office, 77, 1)
    shown = await office.opens("⚑ Скарги")
    reported(office, 77, 2, '["worse"]')
    assert "Тим часом" in ((await office.boss.presses("✓ Немає за що", on=shown)).text or "")
    assert reports(office) == [(77,), (77,)]
    await office.stage.quiet()  # the screen shows the later report too
    await office.presses("✓ Немає за що")
    assert reports(office) == []
    assert office.deeds() == [("dismiss", 77)]


async def test_the_longest_reports_fit_into_a_message(office: Office) -> None:
    for by in range(30):
        reported(office, 77, by, "[" + ", ".join(f'"{"&" * 300}"' for _ in range(20)) + "]", by)
    assert "Скарг: 30" in (await office.opens("⚑ Скарги")).text


async def test_whoever_is_kept_away_loses_their_match_and_may_object(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    reported(office, pair.bob.id, pair.alice.id)
    asked = await office.opens("⚑ Скарги", "🚫 Заблокувати")
    assert "Заблокувати Bob" in asked.text
    assert office.deeds() == []
    await office.presses("🚫 Так, заблокувати")
    await pair.bob.sees(AWAY)
    await pair.alice.sees("✖️ Bob cancelled the game. It counts for nobody.")
    assert office.deeds() == [("ban", pair.bob.id)]
    assert reports(office) == []
    await pair.bob.sees(AWAY, after=await pair.bob.send("/play"))
    await pair.bob.sees("Thanks", after=await pair.bob.send("/feedback I was kind"))
    for command, told in (("/privacy", "What I store about you"), ("/forgetme", "Delete everything about you?")):
        await pair.bob.sees(told, after=await pair.bob.send(command))
    assert (await pair.bob.types_inline("")).results == ()


async def test_in_groups_whoever_is_kept_away_is_not_heard(office: Office) -> None:
    alice, bob = [await office.stage.sandbox.person(name) for name in ("Alice", "Bob")]
    group = await office.stage.sandbox.group("Friends", alice, bob)
    await office.stage.after(alice.send("/play@sandbox_bot", chat=group))
    office.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", bob.id)
    board = await alice.sees("Guess", chat=group)
    await bob.send("/guess 9876", chat=group)
    assert "You’re banned" in ((await bob.presses("Hint", on=board)).text or "")
    await office.stage.quiet()
    await alice.sees_no(AWAY, chat=group)
    assert office.stage.bot.rows("SELECT 1 FROM games WHERE chat_id = ? AND body LIKE '%9876%'", group.id) == []


async def test_by_number_and_name_and_back_again(office: Office) -> None:
    alice = await office.stage.sandbox.person("Alice", username="alice_ops")
    await office.stage.after(alice.send("/menu"))
    await office.asks("ban @Alice_Ops")
    await office.presses("🚫 Так, заблокувати")
    await alice.sees(AWAY)
    await office.opens("🚫 Заблоковані · 1", "↩️")
    await alice.sees("You can play again")
    await office.asks(f"unban {alice.id}")
    assert office.deeds() == [("ban", alice.id), ("unban", alice.id)]
    warned = await office.asks(f"warn {alice.id} Please <b>stop</b>.")
    assert str(alice.id) in warned.text
    assert "Please <b>stop</b>." in (await alice.sees("⚠️ People have complained about what you wrote to them.")).text


@pytest.mark.parametrize("words", ["ban x", "ban 0", "ban 12345678901234567", "ban @nobody_here", "warn", "unban -5"])
async def test_nobody_is_meant_by_nonsense(office: Office, words: str) -> None:
    assert "Кого?" in (await office.asks(words)).text
    assert office.deeds() == []


async def test_operators_are_never_kept_away(office: Office) -> None:
    assert "Це оператор" in (await office.asks(f"ban {office.boss.id}")).text


async def test_a_second_press_bans_once(office: Office, alice: Person) -> None:
    shown = await office.asks(f"ban {alice.id}")
    await office.boss.presses("🚫 Так", on=shown)
    await office.stage.after(office.boss.forges(f"1:aban:{alice.id}-0-yes", on=shown))
    assert office.deeds() == [("ban", alice.id)]


async def test_too_long_an_answer_is_not_cut_but_refused(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/feedback More colours, please"))
    [(number,)] = office.stage.bot.rows("SELECT feedback_id FROM feedback")
    answered = await office.asks(f"answer {number} {'so ' * 700}")
    assert "2000" in answered.text
    assert office.stage.bot.rows("SELECT feedback_id FROM feedback") == [(number,)]
    warned = await office.asks(f"warn {alice.id} {'no ' * 400}")
    assert "1000" in warned.text
    assert office.deeds() == []


async def test_who_may_have_been_boosted_is_among_the_buttons(office: Office) -> None:
    shown = await office.opens("🕸 Накрутка?")
    assert "немає нікого" in shown.text
    await office.presses("Назад")
    await office.boss.sees("Оператор")
