"""Games with friends and games in the lobby are each on the terms that somebody chose last for them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.ratings import Player
from bot.app.model.terms import FRIENDS, LOBBY, Terms
from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import choose_terms, offered
from tests.bot.duels.pairs import RACE, Pair, paired, screen
from tests.bot.duels.seekers import LOOKING, lists, looks_again
from tests.bot.player import friends
from tests.bot.strategies import TERMS

stage_test = pytest.mark.asyncio(loop_scope="session")
WITH_FRIENDS, IN_LOBBY = "⚔️ Duel · 4 digits · 1 day a guess · unrated", "⚔️ Duel · 4 digits · 90 s a guess · rated"


def of(player: Player) -> dict[bool, Terms]:
    """Both sets, by whether they are those in the lobby."""
    return {False: player.with_friends, True: player.in_lobby}


@given(st.none() | TERMS, st.none() | TERMS, st.lists(st.tuples(TERMS, st.booleans()), max_size=6))
def test_a_choice_changes_the_terms_it_is_for_and_no_others(
    choice: Terms | None, lobby_choice: Terms | None, choices: list[tuple[Terms, bool]]
) -> None:
    players = [Player(1, choice=choice, lobby_choice=lobby_choice)]
    for terms, in_lobby in choices:
        players.append(players[-1].choosing(terms, in_lobby=in_lobby))
    for (terms, in_lobby), (before, after) in zip(choices, pairwise(players), strict=True):
        assert of(after) == {in_lobby: terms, not in_lobby: of(before)[not in_lobby]}


@given(TERMS)
def test_what_was_chosen_before_there_were_two_holds_for_both(terms: Terms) -> None:
    assert of(Player(1, choice=terms)) == {False: terms, True: terms}


def test_whoever_has_chosen_nothing_plays_friends_slowly_for_nothing_and_strangers_at_once_for_rating() -> None:
    assert of(Player(1)) == {False: FRIENDS, True: LOBBY}
    assert (FRIENDS.clock, FRIENDS.rated, LOBBY.clock, LOBBY.rated) == ("days", False, "live", True)


async def menu_of(person: Person, with_friend: str, in_lobby: str) -> None:
    """The menu tells these terms now."""
    text = (await person.sees("A game for two", after=await person.send("/duel"))).text
    assert f"With a friend: {with_friend}" in text
    assert f"In the lobby: {in_lobby}" in text


async def invited(stage: Stage, *terms: str) -> tuple[Pair, Message]:
    """Alice has invited Bob by a link, on the terms that stand there first or what these make them."""
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    await choose_terms(alice, *terms, "Invite a friend")
    return Pair(stage, alice, bob), await alice.sees("is waiting for a friend")


@stage_test
async def test_a_first_game_by_a_friends_link_costs_no_rating(stage: Stage) -> None:
    pair, invitation = await invited(stage)
    await stage.after(pair.bob.presses("Accept", on=await offered(pair.bob, invitation)))
    assert WITH_FRIENDS in screen(pair.bob).text
    await pair.keep("0123", "4567")
    await pair.play("First: 8901\nSecond: /resign\nSecond: [Yes, resign]\nFirst: → resigned: you won")
    ids = [person.id for person in pair.both]
    rows = stage.bot.rows("SELECT is_rated FROM results WHERE person_id IN (?, ?)", *ids)
    assert rows == [(0,), (0,)]
    assert stage.bot.rows("SELECT person_id FROM ratings WHERE person_id IN (?, ?)", *ids) == []
    await (await paired(stage)).play("Bob: → · rated & 90 s a guess")  # which a game with a friend may be


@stage_test
async def test_each_is_changed_on_a_page_of_its_own(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await menu_of(alice, WITH_FRIENDS, IN_LOBBY)
    await choose_terms(alice, *RACE, "4 digits", "3 digits")
    chosen = "🏁 Race · 3 digits · 1 day a guess · unrated"
    await menu_of(alice, chosen, IN_LOBBY)
    await choose_terms(alice, "⚙️", "90 s a guess", "1 h a guess", "rated", "⚔️ Duel", "⚡ Sudden death")
    await alice.sees("🏟 A rival from the lobby")
    await menu_of(alice, chosen, "⚡ Sudden death · 4 digits · 1 h a guess · unrated")
    await choose_terms(alice, "⚙️", "⚡ Sudden death", "⚡ Sudden death", "‹ Back", "Invite a friend")
    await alice.sees("is waiting for a friend")


@stage_test
async def test_what_was_chosen_for_friends_keeps_nobody_waiting_in_the_lobby(lobby: Stage) -> None:
    ann, bob = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    await choose_terms(ann, *RACE, "4 digits", "6 digits")
    await looks_again(ann)
    assert IN_LOBBY in (await ann.sees(LOOKING)).text
    await looks_again(bob)
    for person in (ann, bob):
        assert IN_LOBBY in (await person.sees("🆚")).text


@stage_test
async def test_the_lobby_tells_its_terms_and_leads_to_them(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    listed = await lists(ann, f"Your terms here: {IN_LOBBY}")
    await ann.presses("⚙️", on=listed)
    page = await ann.sees("🏟 A rival from the lobby", after=listed)
    for button in ("90 s a guess", "1 h a guess", "🔎"):
        await ann.presses(button, on=page)
    assert "1 h a guess" in (await ann.sees(LOOKING)).text


@stage_test
async def test_a_challenge_in_a_group_and_a_card_are_games_with_friends(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await choose_terms(alice, "⚙️", "90 s a guess", "1 h a guess")
    await alice.send("/duel", chat=group)
    assert WITH_FRIENDS in (await bob.sees("Who wants to play Alice?", chat=group)).text
    cards = await alice.types_inline("", group)
    assert WITH_FRIENDS in (await alice.chooses(cards.results[0], group)).text
    assert [card.title.rpartition(" · ")[2] for card in cards.results[:3]] == ["unrated", "unrated", "rated"]


@stage_test
async def test_a_link_keeps_the_terms_it_was_made_on(stage: Stage) -> None:
    pair, invitation = await invited(stage, *RACE, "unrated")
    await choose_terms(pair.alice, "🏁 Race", "⚔️ Duel", "1 day a guess", "no clock")
    assert "🏁 Race · 4 digits · 1 day a guess · rated" in (await offered(pair.bob, invitation)).text


@stage_test
async def test_a_menu_of_before_chooses_for_friends(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    menu = await alice.sees("A game for two", after=await alice.send("/duel"))
    for data in ("1:clock:live", "1:rated:yes", "1:variant:words-en-5-repeats"):
        await alice.forges(data, on=menu)
    text = (await alice.sees("A game for two", after=await alice.send("/duel"))).text
    assert "With a friend: ⚔️ Duel" in text
    assert "90 s a guess · rated" in text.partition("🔎")[0]
    assert f"In the lobby: {IN_LOBBY}" in text


@stage_test
async def test_what_an_older_version_kept_holds_for_both(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await choose_terms(alice, "unrated")
    stage.bot.change("UPDATE people SET lobby_choice = NULL WHERE person_id = ?", alice.id)
    await menu_of(alice, *["⚔️ Duel · 4 digits · 1 day a guess · rated"] * 2)
