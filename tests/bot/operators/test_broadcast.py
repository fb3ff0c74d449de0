"""A message to everybody, through the bot's real process."""

import pytest

from sandbox.client import Person
from tests.bot.operators.conftest import Office

pytestmark = pytest.mark.asyncio(loop_scope="session")
WORDS = "Tonight at nine: a <new> mode\n[uk] Сьогодні о дев’ятій: <новий> режим"


async def known(office: Office, name: str, language: str = "en") -> Person:
    person = await office.stage.sandbox.person(name, language)
    await office.stage.after(person.send("/menu"))
    return person


async def drafted(office: Office, words: str, between: str = " ") -> None:
    await office.boss.send(f"/admin broadcast{between}{words}")
    await office.boss.sees("приватних чатів")


def heard(person: Person, words: str) -> int:
    return sum(words in message.text for message in person.messages() if message.by_bot)


def state(office: Office) -> tuple[str, int]:
    [(state, sent)] = office.stage.bot.rows("SELECT state, sent FROM broadcasts")
    return state, sent


async def finished(office: Office) -> None:
    await office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE state = 'done'")
    await office.stage.quiet()


async def test_everybody_gets_it_once_in_their_language(office: Office) -> None:
    people = (("Alice", "en"), ("Богдан", "uk"), ("Carol", "de"), ("Dan", "en"))
    alice, bohdan, gone, away = [await known(office, *each) for each in people]
    await gone.blocks()
    office.bans(away)
    await office.stage.quiet()
    await drafted(office, WORDS)
    assert (heard(office.boss, "Tonight at nine: a <new> mode"), heard(office.boss, "о дев’ятій: <новий>")) == (1, 1)
    assert (state(office), heard(alice, "Tonight")) == (("draft", 0), 0)
    await office.presses("📣 Надіслати")
    await finished(office)
    assert (heard(alice, "Tonight at nine"), heard(bohdan, "о дев’ятій"), heard(bohdan, "Tonight")) == (1, 1, 0)
    assert (heard(gone, "Tonight"), heard(away, "Tonight")) == (0, 0)
    assert office.deeds() == [("send", 0)]
    await office.boss.sees("Надіслано")


async def test_it_goes_on_after_a_kill_and_nobody_gets_it_twice(office: Office) -> None:
    people = [await known(office, f"P{number}") for number in range(25)]
    await drafted(office, "Once only")
    await office.presses("📣 Надіслати")
    await office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE sent >= 10")
    await office.stage.bot.kill()
    await office.stage.bot.start()
    await finished(office)
    got = [heard(person, "Once only") for person in people]
    assert min(got) == 1
    # What was being sent at the moment of the kill may come again: Telegram does not tell whether it had it.
    assert sum(got) <= len(people) + 10


@pytest.mark.costly
async def test_it_is_stopped_and_gone_on_with(office: Office) -> None:
    people = [await known(office, f"Q{number}") for number in range(8)]
    await drafted(office, "In small steps")
    await office.presses("1", "📣 Надіслати")
    await office.stage.bot.holds("SELECT 1 FROM broadcasts WHERE sent >= 1")
    await office.presses("⏹ Зупинити")
    assert (state(office)[0], "Зупинено" in office.screen().text) == ("stopped", True)
    await office.presses("▶️ Далі", "10")
    await finished(office)
    assert [heard(person, "In small steps") for person in people] == [1] * len(people)
    assert [deed for deed, _ in office.deeds()] == ["send", "stop", "send"]


async def test_a_second_one_waits_for_the_first(office: Office) -> None:
    first = "'0123456789abcdef', 1, 'running', '{\"en\": \"x\"}', 9e9, 0, 5, 9, 1, 1"
    office.stage.bot.change(f"INSERT INTO broadcasts VALUES ({first})")
    assert "Надсилаю: 5 з 9" in (await office.asks("broadcast Another")).text
    assert state(office) == ("running", 5)


async def test_what_cannot_be_sent_is_refused(office: Office) -> None:
    refused = {"": "покаже", "[de] Hallo": "Мови [de] я не знаю", "x" * 3501: "довше за 3500", "[uk] ": "покаже"}
    for words, why in refused.items():
        assert why in (await office.asks(f"broadcast {words}")).text
    assert office.stage.bot.rows("SELECT * FROM broadcasts") == []


@pytest.mark.costly
async def test_a_draft_is_counted_whatever_else_the_operator_waits_for(office: Office) -> None:
    put = "INSERT INTO long_jobs (kind, subject, person_id, chat_id, turn, content, behind, holder) "
    office.stage.bot.change(f"{put} VALUES ('unknown', '', ?, 0, 0, '', 0, '')", office.boss.id)
    try:
        await drafted(office, "Begins on a line of its own", between="\n")
        await office.boss.send("/admin broadcast Another")
        await office.stage.bot.holds("SELECT 1 WHERE (SELECT count(*) FROM broadcasts WHERE total > 0) = 2")
    finally:
        office.stage.bot.change("DELETE FROM long_jobs WHERE kind = 'unknown'")
    await office.stage.quiet()
    await office.presses("📣 Надіслати")
    await finished(office)
    assert heard(office.boss, "Another") == 2  # the draft, and the message
