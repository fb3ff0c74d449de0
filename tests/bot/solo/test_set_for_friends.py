"""A code that somebody sets for others: who sees what, what a clue may say, and what its author may not do."""

import re

import pytest

from bot.app.handlers.contests import LONGEST_CLUE, MOST_A_DAY
from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import says
from tests.bot.solo.test_contests import fingerprint, joined

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def has_set(stage: Stage, words: str, language: str = "en") -> tuple[Person, str]:
    """Ann has set a code, and has a link for her friends."""
    ann = await stage.sandbox.person("Ann", language)
    offered = await says(stage, ann, f"/set {words}")
    return ann, next(one.value for row in offered.keyboard for one in row if "?start=b" in one.value)


async def bobs(stage: Stage, link: str) -> tuple[Person, Message]:
    """Bob, and his board."""
    bob = await joined(stage, "Bob", link)
    return bob, await says(stage, bob)


def contests_of(stage: Stage, ann: Person) -> int:
    return int(stage.bot.rows("SELECT count(*) FROM contests WHERE set_by = ?", ann.id)[0][0])


@pytest.mark.parametrize(
    ("words", "secret", "language"),
    [
        ("0834", "0834", "en"),
        ("1123", "1123", "en"),
        ("12345", "12345", "en"),
        ("five 12345", "12345", "en"),
        ("4 1️⃣2️⃣3️⃣4️⃣ as easy as that", "1234", "en"),
        ("crane a bird", "crane", "en"),
        ("words казка Баба розповідала", "казка", "uk"),
        ("книга", "книга", "ru"),
        ("colours red red green blue red", "🔴🔴🟢🔵🔴", "en"),
    ],
)
async def test_a_code_of_any_variant_is_set_and_broken(stage: Stage, words: str, secret: str, language: str) -> None:
    ann, link = await has_set(stage, words, language)
    assert secret in ann.messages()[-1].text
    bob = await joined(stage, "Bob", link, language)
    assert (await says(stage, bob, secret)).text.count("🎉") == 1
    assert "Bob" in ann.messages()[-1].text


async def test_the_author_cannot_play_but_sees_how_each_did_and_each_once_they_have_finished(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834 born in May")
    offered, before = ann.messages()[-1], len(ann.messages())
    await ann.opens(link)
    assert "Your code for friends" in (await says(stage, ann)).text
    assert not any("🎯 Bulls and Cows" in message.text for message in ann.messages()[before - 1 :])
    assert not any("0834" in message.text for message in ann.messages() if not message.by_bot)
    (bob, board), kim = await bobs(stage, link), await joined(stage, "Kim", link)
    assert "💌 Ann set a code." in board.text
    assert "💬 born in May" in board.text
    assert fingerprint(board) == fingerprint(offered)
    assert "\n\n\n" not in ann.messages()[-1].text
    await says(stage, kim, "0123")
    done = await says(stage, bob, "0834")
    assert "1. Bob · 1 guess" in done.text
    assert "Ann" not in done.text.partition("🏁")[2]
    assert "Bob" not in kim.messages()[-1].text
    assert "1. Bob · 1 guess" in ann.messages()[-1].text


async def test_advice_on_its_turns_is_refused(stage: Stage) -> None:
    _, link = await has_set(stage, "0834")
    bob, _ = await bobs(stage, link)
    refused = await says(stage, bob, "0123", "/review 0123 1B1C")
    assert "looks like the code you’re cracking without hints" in refused.text
    assert "codes" in (await says(stage, bob, "/hint")).text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *((f"0834 {clue}", "The clue") for clue in ("it is 0834", "0-8-3-4", "8340 turned", "x" * (LONGEST_CLUE + 1))),
        *((f"0834 {clue}", "The clue") for clue in ("see t.me/other", "ask @somebody", "０８３４")),
        ("0 " * 2000, "The clue is too long"),
    ],
)
async def test_a_clue_tells_no_code_leads_nowhere_and_is_not_of_any_length(stage: Stage, words: str, told: str) -> None:
    refused = await says(stage, await stage.sandbox.person("Ann"), f"/set {words}")
    assert told in refused.text
    assert refused.button("Copy") is None


@pytest.mark.parametrize("clue", ["moon", "my year", "<b>bold & brave</b>", "Це легко 🙂"])
async def test_an_innocent_clue_is_shown_as_it_is(stage: Stage, clue: str) -> None:
    _, link = await has_set(stage, f"0834 {clue}")
    assert clue in (await bobs(stage, link))[1].text


async def test_a_clue_is_reported_by_whoever_plays_once_and_by_nobody_else(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834 something rude")
    await ann.forges(f"1:beatreport:{link.rpartition('=b')[2]}", on=ann.messages()[-1])
    await stage.quiet()
    told = "SELECT said FROM reports WHERE about_id = ?"
    assert stage.bot.rows(told, ann.id) == []
    bob, _ = await bobs(stage, link)
    await says(stage, bob, "[Report the clue]", "[Report the clue]")
    assert stage.bot.rows(told, ann.id) == [('["something rude"]',)]


async def test_one_person_sets_only_so_many_a_day(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    said = await says(stage, ann, *(f"/set {1000 + number:04}" for number in range(MOST_A_DAY + 1)))
    assert "more tomorrow" in said.text
    assert contests_of(stage, ann) == MOST_A_DAY


async def test_it_is_not_set_in_a_group(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", ann)
    assert "in private" in (await says(stage, ann, "/set 0834", chat=group)).text
    assert contests_of(stage, ann) == 0


async def test_without_a_code_it_says_how_and_a_button_draws_one(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    assert "/set 0834" in (await says(stage, ann, "/set")).text
    assert re.search(r"Your code for friends: \d{4}", (await says(stage, ann, "[Pick one for me]")).text)
