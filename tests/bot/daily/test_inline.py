"""The code of the day by inline mode: an invitation, and the result once it is there."""

import pytest

from sandbox.client import Person
from sandbox.client.places import Pair
from tests.bot.conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")
INVITATION = "📅 Code of the day #1"


async def met(stage: Stage, language: str = "en") -> tuple[Person, Person, Pair]:
    alice, bob = await stage.sandbox.person("Alice", language), await stage.sandbox.person("Bob")
    return alice, bob, await alice.meets(bob)


async def solved(stage: Stage, person: Person) -> None:
    await person.send("/daily")
    await person.sees("Code of the day")
    await person.send(stage.secret_of(person.id))
    await person.sees("🎉")
    await stage.quiet()


@pytest.mark.parametrize("typed", ["da", "daily", "Code of", "код дня"])
async def test_its_card_comes_alone_where_it_is_named(stage: Stage, typed: str) -> None:
    alice, _, pair = await met(stage, "en" if typed.isascii() else "uk")
    cards = await alice.types_inline(typed, pair)
    assert len(cards.titles) == 1
    assert cards.titles[0].startswith("📅")


async def test_other_words_and_one_letter_offer_challenges(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    for typed in ("d", "duel", "dailyy"):
        assert INVITATION not in (await alice.types_inline(typed, pair)).titles


async def test_whoever_follows_an_invitation_plays_it(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    cards = await alice.types_inline("", pair)
    card = await alice.chooses(cards.card(INVITATION), pair)
    [[play]] = card.keyboard
    await bob.opens(play)
    await stage.quiet()
    assert stage.bot.rows("SELECT COUNT(*) FROM daily_tries WHERE person_id = ?", bob.id) == [(1,)]


async def test_who_has_finished_shares_the_result_and_makes_friends(stage: Stage) -> None:
    alice, bob, pair = await met(stage)
    await solved(stage, alice)
    card = await alice.chooses((await alice.types_inline("daily", pair)).results[0], pair)
    assert card.text.split("\n")[0] == "🐂🐄 #1 · 1"
    [[play]] = card.keyboard
    await bob.opens(play)
    await stage.quiet()
    assert stage.bot.rows("SELECT friend_id FROM daily_friends WHERE person_id = ?", bob.id) == [(alice.id,)]


async def test_nothing_is_offered_while_it_is_switched_off(stage: Stage) -> None:
    alice, _, pair = await met(stage)
    stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', 'daily')")
    try:
        assert INVITATION not in (await alice.types_inline("", pair)).titles
    finally:
        stage.bot.change("DELETE FROM kept WHERE name = 'switched-off'")
