"""Who is kept away meets nobody, and what is switched off is off on every way to it; through the bot's real process."""

import pytest

from sandbox.client import Person
from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.operators.conftest import Office
from tests.bot.solo.test_contests import with_contest

# What is switched off is off on every way to it: links, typed texts, and what follows a game; through the real bot

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


async def test_a_newcomer_finds_home_and_no_game(office: Office, alice: Person) -> None:
    switched_off(office, "games")
    await office.stage.after(alice.send("/start"))
    assert games_of(office, alice.id) == 0
    assert OFF not in alice.messages()[-1].text
    assert alice.messages()[-1].by_bot


async def test_names_that_are_typed_begin_no_game(office: Office, alice: Person) -> None:
    await alice.send("/duel")
    await alice.presses("On one phone")
    await alice.sees("📱 On one phone: pass it round.")
    await alice.presses("The bot’s secret")
    await alice.sees("Who’s playing?")
    switched_off(office, "games")
    await alice.sees(OFF, after=await alice.send("Ann, Bob"))
    assert games_of(office, alice.id) == 0


async def test_a_rematch_that_is_asked_for_cannot_be_agreed_to(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await office.stage.after(pair.bob.presses("Yes"))
    await pair.alice.presses("Rematch", on=screen(pair.alice))
    question = await pair.bob.sees("wants a rematch!", after=screen(pair.bob))
    for feature in ("people", "games"):
        switched_off(office, feature)
        answer = await pair.bob.presses("🔄 Yes, again", on=question)
        assert OFF in (answer.text or "")
    assert OFF in ((await pair.bob.presses("Rematch", on=screen(pair.bob))).text or "")
    await office.stage.quiet()
    assert office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", pair.bob.id) == []


async def test_a_guess_is_not_weighed_without_hints(office: Office, alice: Person) -> None:
    await alice.send("/play")
    await alice.sees("I have a secret")
    switched_off(office, "hints")
    for text in ("?0123", "/hint 0123"):
        await alice.sees(OFF, after=await alice.send(text))


async def test_a_rematch_with_the_bot_needs_no_people(office: Office, alice: Person) -> None:
    await office.stage.after(alice.send("/match learner"))
    await alice.send("/resign")
    await office.stage.after(alice.presses("Yes"))
    switched_off(office, "people")
    answer = await alice.presses("Rematch", on=screen(alice))
    assert OFF not in (answer.text or "")
    await office.stage.quiet()
    assert len(office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", alice.id)) == 1


# Whoever is kept away meets nobody, whatever was agreed on before, and does nothing in groups: the real bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


def kept_away(office: Office, person: int) -> None:
    office.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", person)


def matches_on(office: Office, person: int) -> int:
    return len(office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", person))


async def test_a_rematch_they_have_asked_for_does_not_begin(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await office.stage.after(pair.bob.presses("Yes"))
    await pair.bob.presses("Rematch", on=screen(pair.bob))
    question = await pair.alice.sees("wants a rematch!", after=screen(pair.alice))
    kept_away(office, pair.bob.id)
    answer = await pair.alice.presses("🔄 Yes, again", on=question)
    assert "would rather not" in (answer.text or "")
    await office.stage.quiet()
    assert matches_on(office, pair.bob.id) == 0


async def test_nobody_takes_up_their_challenge(office: Office) -> None:
    alice, bob = [await office.stage.sandbox.person(name) for name in ("Alice", "Bob")]
    await alice.send("/duel")
    await alice.presses("Invite a friend")
    link = (await alice.sees("is waiting for a friend")).button("Copy link")
    assert link is not None
    kept_away(office, alice.id)
    await office.stage.after(bob.opens(link.value))
    assert "Accept" not in "".join(bob.messages()[-1].buttons)


async def test_in_groups_they_change_nothing(office: Office) -> None:
    alice, bob = [await office.stage.sandbox.person(name) for name in ("Alice", "Bob")]
    group = await office.stage.sandbox.group("Friends", alice, bob)
    await alice.send("/language@sandbox_bot", chat=group)
    languages = await alice.sees("Choose your language", chat=group)
    kept_away(office, bob.id)
    for command in ("/language", "/privacy", "/feedback hello", "/mydata", "/forgetme"):
        await bob.send(f"{command}@sandbox_bot", chat=group)
    await office.stage.quiet()
    assert office.stage.bot.rows("SELECT 1 FROM feedback") == []
    assert [m for m in alice.messages(group) if m.by_bot and m.id > languages.id] == []
    answer = await bob.presses("Українська", on=languages)
    assert "You’re banned" in (answer.text or "")


async def test_what_they_have_accepted_does_not_begin_once_the_challenger_comes(office: Office) -> None:
    alice, bob = [await office.stage.sandbox.person(name) for name in ("Alice", "Bob")]
    await alice.send("/duel")
    await alice.presses("Invite a friend")
    link = (await alice.sees("is waiting for a friend")).button("Copy link")
    assert link is not None
    await office.stage.after(alice.blocks())
    await bob.opens(link.value)
    await office.stage.after(bob.presses("Accept"))
    kept_away(office, bob.id)
    await alice.unblocks()
    await alice.send("/start")
    await office.stage.after(alice.opens(link.value))
    assert matches_on(office, bob.id) == 0
