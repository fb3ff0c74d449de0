"""What is switched off is off on every way to it: links, typed texts, and what follows a game; through the real bot."""

import pytest

from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.operators.conftest import Office
from tests.bot.solo.contestants import with_contest

pytestmark = pytest.mark.asyncio(loop_scope="session")
OFF = "turned off for now"


def switched_off(office: Office, *features: str) -> None:
    office.stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
    office.stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', ?)", ",".join(sorted(features)))


def games_of(office: Office, person: int) -> int:
    return len(office.stage.bot.rows("SELECT 1 FROM games WHERE starter = ? AND ended_at IS NULL", person))


async def test_no_link_begins_a_game(office: Office) -> None:
    _, link = await with_contest(office.stage)
    switched_off(office, "games")
    friend = await office.stage.sandbox.person("Bob")
    await friend.opens(link)
    await friend.sees(OFF)
    assert games_of(office, friend.id) == 0


async def test_a_newcomer_finds_home_and_no_game(office: Office) -> None:
    switched_off(office, "games")
    alice = await office.stage.sandbox.person("Alice")
    await alice.send("/start")
    await office.stage.quiet()
    assert games_of(office, alice.id) == 0
    assert OFF not in alice.messages()[-1].text
    assert alice.messages()[-1].by_bot


async def test_names_that_are_typed_begin_no_game(office: Office) -> None:
    alice = await office.stage.sandbox.person("Alice")
    await alice.send("/duel")
    await alice.presses("On one phone")
    await alice.sees("📱 On one phone: pass it round.")
    await alice.presses("The bot's secret")
    await alice.sees("Who’s playing?")
    switched_off(office, "games")
    sent = await alice.send("Ann, Bob")
    await alice.sees(OFF, after=sent)
    assert games_of(office, alice.id) == 0


async def test_a_rematch_that_is_asked_for_cannot_be_agreed_to(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await pair.bob.presses("Yes")
    await office.stage.quiet()
    await pair.alice.presses("Rematch", on=screen(pair.alice))
    question = await pair.bob.sees("wants a rematch!", after=screen(pair.bob))
    for feature in ("people", "games"):
        switched_off(office, feature)
        answer = await pair.bob.presses("🔄 Yes, again", on=question)
        assert OFF in (answer.text or "")
    assert OFF in ((await pair.bob.presses("Rematch", on=screen(pair.bob))).text or "")
    await office.stage.quiet()
    assert office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", pair.bob.id) == []


async def test_a_guess_is_not_weighed_without_hints(office: Office) -> None:
    alice = await office.stage.sandbox.person("Alice")
    await alice.send("/play")
    await alice.sees("I have a secret")
    switched_off(office, "hints")
    for text in ("?0123", "/hint 0123"):
        sent = await alice.send(text)
        await alice.sees(OFF, after=sent)


async def test_a_rematch_with_the_bot_needs_no_people(office: Office) -> None:
    alice = await office.stage.sandbox.person("Alice")
    await alice.send("/match learner")
    await office.stage.quiet()
    await alice.send("/resign")
    await alice.presses("Yes")
    await office.stage.quiet()
    switched_off(office, "people")
    answer = await alice.presses("Rematch", on=screen(alice))
    assert OFF not in (answer.text or "")
    await office.stage.quiet()
    assert len(office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", alice.id)) == 1
