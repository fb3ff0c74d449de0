"""The lobby as people use it, through the bot's real process: they look, meet, wait, are kept company, and stop."""

import asyncio

import pytest

from bot.app.model.terms import CLOCKS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import press_at_once
from tests.bot.duels.challengers import choose_terms, link_in
from tests.bot.duels.pairs import AT_ONCE
from tests.bot.duels.seekers import (
    FOUND,
    LOOKING,
    has_looked,
    looks,
    looks_again,
    met,
    passes,
    waiting,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
CROWDED = """WITH RECURSIVE people (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM people WHERE id < 60)
INSERT INTO seeks (person_id, name, wish, rating, deviation, since, last_rival)
SELECT id, 'P' || id, 'race six days friendly', 1500, 350, id, 0 FROM people"""


async def test_two_who_look_for_the_same_find_each_other(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    screen = await ann.sees(LOOKING)
    assert "Nobody else is looking" in screen.text
    bob = await looks(lobby, "Bob")
    message = await bob.sees(FOUND)
    assert "Ann" in message.text
    assert "1500?" in message.text
    changed = await ann.sees(FOUND)
    assert (changed.id, changed.buttons) == (screen.id, ())
    assert "Bob" in changed.text
    for person, rival in ((ann, "Bob"), (bob, "Ann")):
        match = await person.sees(rival, after=message if person is bob else changed)
        assert match.buttons
    assert met(lobby, ann, bob) == 1
    assert await waiting(lobby) == set()


async def test_two_who_come_in_the_same_moment_find_each_other(lobby: Stage) -> None:
    people = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    await asyncio.gather(*(looks_again(person) for person in people))
    for person in people:
        await person.sees(FOUND)
    assert met(lobby, *people) == 1


async def test_those_who_wait_look_around_again_by_themselves(lobby: Stage) -> None:
    ann, bob = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", ann.id, bob.id)
    screens = []
    for person in (ann, bob):
        await looks_again(person)
        screens.append(await person.sees(LOOKING))
    lobby.bot.change("DELETE FROM blocks")
    found = [await person.sees(FOUND) for person in (ann, bob)]
    assert [message.id for message in found] == [message.id for message in screens]
    assert (met(lobby, ann, bob), await waiting(lobby)) == (1, set())


@pytest.mark.parametrize(("clock", "goes_on"), [(AT_ONCE, False), ((), True)])
async def test_whoever_begins_a_live_game_with_a_friend_looks_for_no_other(
    lobby: Stage, clock: tuple[str, ...], *, goes_on: bool
) -> None:
    ann, bob = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    await choose_terms(ann, *clock, "Invite a friend")
    link = link_in(await ann.sees("✉️ Your challenge is waiting for a friend."))
    await looks_again(ann)
    looking = await ann.sees(LOOKING)
    await bob.presses("Accept", on=await bob.sees("Ann challenges you", after=await bob.opens(link)))
    assert (await waiting(lobby) == {ann.id}) is goes_on
    (screen,) = (message for message in ann.messages() if message.id == looking.id)
    assert ("You’ve stopped looking for a rival." in screen.text) is not goes_on


async def test_after_a_minute_alone_the_bot_keeps_company_until_a_rival_comes(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    first = await ann.sees(LOOKING)
    assert first.button("Play with the bot") is None
    passes(lobby, ann, 61)
    offer = await ann.sees("Want to play me meanwhile? I’ll tell you when a rival comes.")
    assert offer.id == first.id
    await ann.presses("Play with the bot", on=offer)
    board = await ann.sees("I have a secret")
    bob = await looks(lobby, "Bob")
    await ann.sees("Bob", after=board)
    assert met(lobby, ann, bob) == 1


async def test_a_screen_tells_how_long_somebody_has_waited_and_how_many_look(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.sees("Nobody else is looking")
    bob = await lobby.sandbox.person("Bob")
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, ann.id)
    await looks_again(bob)
    await bob.sees("1 other is looking too")
    passes(lobby, ann, 3 * 60 + 7)
    screen = await ann.sees("1 other is looking too")
    assert "Search began 3:" in screen.text
    assert met(lobby, ann, bob) == 0


async def test_whoever_stops_is_found_by_nobody(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.presses("Stop looking", on=await ann.sees(LOOKING))
    await ann.sees("You’ve stopped looking for a rival.")
    bob = await looks(lobby, "Bob")
    await bob.sees("Nobody else is looking")
    assert await waiting(lobby) == {bob.id}
    await ann.presses("Look again")
    await ann.sees(FOUND)
    assert met(lobby, ann, bob) == 1


async def test_stopping_twice_changes_nothing(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    screen = await ann.sees(LOOKING)
    stop = screen.button("Stop looking")
    assert stop
    answers = await asyncio.gather(*(ann.forges(stop.value, on=screen) for _ in range(2)))
    assert sorted(answer.text or "" for answer in answers) == ["", "Your search was already over"]
    assert await waiting(lobby) == set()


async def test_pressing_twice_looks_once(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    asked = await ann.send("/duel")
    menu = await ann.sees("A game for two", after=asked)
    await press_at_once("🔎", menu, ann, ann, ann)
    await ann.sees(LOOKING)
    assert await waiting(lobby) == {ann.id}
    assert stored.jobs(lobby.bot, f"{ann.id}:%") == 1


@pytest.mark.parametrize("terms", [(), ("⚙️", "⚔️ Duel", "🎾 Race in turn")], ids=("duel", "race"))
async def test_whoever_presses_again_before_reading_of_a_rival_looks_for_no_other(
    lobby: Stage, terms: tuple[str, ...]
) -> None:
    ann, bob = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    for person in (ann, bob):
        await choose_terms(person, *terms)
    await looks_again(ann)
    await ann.sees(LOOKING)
    menu = await bob.sees("A game for two", after=await bob.send("/duel"))
    find = menu.button("🔎 Find a rival")
    assert find
    await asyncio.gather(*(bob.forges(find.value, on=menu) for _ in range(2)))
    assert "Ann" in (await bob.sees("🔎 Found you a rival: here’s the game.")).text
    assert (met(lobby, ann, bob), await waiting(lobby)) == (1, set())


async def test_whoever_blocks_the_bot_is_paired_with_nobody(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.sees(LOOKING)
    await ann.blocks()
    bob = await looks(lobby, "Bob")
    await bob.sees(LOOKING)
    assert await waiting(lobby) == {bob.id}
    assert met(lobby, ann, bob) == 0


async def test_whoever_waits_in_vain_is_told_and_waits_no_more(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    screen = await ann.sees(LOOKING)
    passes(lobby, ann, CLOCKS["live"].seek_lasts)
    message = await ann.sees("Nobody came, so I’ve stopped looking: by now they might not find you here.")
    assert message.id == screen.id
    assert message.button("Look again")
    assert await waiting(lobby) == set()


async def test_a_crowd_is_not_counted_and_its_screens_are_left_alone(lobby: Stage) -> None:
    lobby.bot.change(CROWDED)
    ann = await looks(lobby, "Ann")
    screen = await ann.sees("At least 50 others are looking too")
    passes(lobby, ann, 20)
    await has_looked(lobby, ann, 1)
    await lobby.quiet()
    assert (await ann.sees("At least 50")).text == screen.text
    await ann.send("/lobby")
    await ann.sees("… and 46+ more")


async def test_other_terms_replace_the_wish(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.sees(LOOKING)
    asked = await ann.send("/duel")
    menu = await ann.sees("A game for two", after=asked)
    for press in ("⚙️", "90 s a guess", "1 h a guess", "🔎"):
        await ann.presses(press, on=menu)
    await ann.sees(f"{LOOKING}…\n⚔️ Duel · 4 digits · 1 h a guess")
    bob = await looks(lobby, "Bob")
    await bob.sees("1 other is looking too")
    assert await waiting(lobby) == {ann.id, bob.id}


async def test_a_group_is_told_where_the_lobby_is(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    group = await lobby.sandbox.group("Club", ann)
    await ann.send("/lobby", chat=group)
    await ann.sees("The lobby is in our private chat", chat=group)


async def test_each_reads_of_the_other_in_their_own_language(lobby: Stage) -> None:
    olena = await looks(lobby, "Олена", "uk")
    await olena.sees("Шукаю суперника")
    await looks(lobby, "Bob")
    await olena.sees("А ось і суперник")
