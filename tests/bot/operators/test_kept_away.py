"""Whoever is kept away meets nobody, whatever was agreed on before, and does nothing in groups: the real bot."""

import pytest

from tests.bot.duels.pairs import RACE, paired, screen
from tests.bot.operators.conftest import Office

pytestmark = pytest.mark.asyncio(loop_scope="session")


def kept_away(office: Office, person: int) -> None:
    office.stage.bot.change("INSERT INTO bans VALUES (?, 1, 2)", person)


def matches_on(office: Office, person: int) -> int:
    return len(office.stage.bot.rows("SELECT 1 FROM seats WHERE person_id = ? AND is_over = 0", person))


async def test_a_rematch_they_have_asked_for_does_not_begin(office: Office) -> None:
    pair = await paired(office.stage, RACE)
    await pair.bob.send("/resign")
    await pair.bob.presses("Yes")
    await office.stage.quiet()
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
    link = (await alice.sees("✉️ Your challenge is waiting for a friend.")).button("Copy link")
    assert link is not None
    kept_away(office, alice.id)
    await bob.opens(link.value)
    await office.stage.quiet()
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
    link = (await alice.sees("✉️ Your challenge is waiting for a friend.")).button("Copy link")
    assert link is not None
    await alice.blocks()
    await office.stage.quiet()
    await bob.opens(link.value)
    await bob.presses("Accept")
    await office.stage.quiet()
    kept_away(office, bob.id)
    await alice.unblocks()
    await alice.send("/start")
    await alice.opens(link.value)
    await office.stage.quiet()
    assert matches_on(office, bob.id) == 0
