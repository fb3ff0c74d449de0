"""What the lobby lists: who looks for whom, and challenges to everybody, which whoever likes may take."""

import asyncio

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.card_players import button_data
from tests.bot.duels.seekers import FOUND, LOOKING, has_looked, looks, met, passes, posts, slow_rivals, waiting

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_challenge_to_everybody_is_taken_with_one_press_however_strong_whoever_takes_it(lobby: Stage) -> None:
    ann = await posts(lobby, "Ann")
    champion = await lobby.sandbox.person("Bob")
    await champion.send("/lobby")
    listed = await champion.sees("Open challenges")
    lobby.bot.change("UPDATE seeks SET rating = 100")
    await champion.presses("🔎 Find a rival", on=listed)
    screen = await champion.sees("1 other is looking too")
    assert await waiting(lobby) == {ann.id, champion.id}
    await champion.send("/lobby")
    listed = await champion.sees("Your search", after=screen)
    await champion.presses("▶️ Ann · ⚔️ Duel", on=listed)
    assert "Ann: 100?" in (await champion.sees(FOUND)).text
    assert "Bob" in (await ann.sees(FOUND)).text
    assert (met(lobby, ann, champion), await waiting(lobby)) == (1, set())


async def test_whoever_looks_may_challenge_everybody_as_well_and_has_waited_no_shorter(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    screen = await ann.sees(LOOKING)
    ((since,),) = lobby.bot.rows("SELECT since FROM seeks")
    await ann.presses("📣", on=screen)
    posted = await ann.sees("📣 Your challenge is in the lobby: anyone can take it.")
    assert posted.id == screen.id
    assert posted.button("📣") is None
    assert lobby.bot.rows("SELECT since, is_open FROM seeks") == [(since, 1)]
    bob = await looks(lobby, "Bob")
    await bob.sees(FOUND)
    assert met(lobby, ann, bob) == 1


async def test_two_who_take_a_challenge_in_the_same_moment_one_is_told_that_it_is_gone(lobby: Stage) -> None:
    ann = await posts(lobby, "Ann")
    people = [await lobby.sandbox.person(name) for name in ("Bob", "Cyd")]
    screens = []
    for person in people:
        await person.send("/lobby")
        screens.append(await person.sees("Open challenges"))
    presses = (person.presses("▶️ Ann", on=screen) for person, screen in zip(people, screens, strict=True))
    answers = [answer.text or "" for answer in await asyncio.gather(*presses)]
    assert sorted(answers) == ["", "They’ve stopped looking"]
    assert met(lobby, ann, people[0]) + met(lobby, ann, people[1]) == 1
    assert await waiting(lobby) == set()


async def test_whom_a_block_parts_see_nothing_of_each_other_in_the_lobby(lobby: Stage) -> None:
    ann, cyd = await posts(lobby, "Ann"), await looks(lobby, "Cyd")
    await cyd.sees(FOUND)
    ann = await posts(lobby, "Ann")
    bob = await lobby.sandbox.person("Bob")
    await bob.send("/lobby")
    listed = await bob.sees("Ann")
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", ann.id, bob.id)
    answer = await bob.presses("▶️ Ann", on=listed)
    assert answer.text == "They’ve stopped looking"
    hidden = await bob.sees("Nobody is looking for a rival right now")
    assert "Ann" not in hidden.text
    assert met(lobby, ann, bob) == 0


async def test_whose_last_rival_it_was_may_take_it_as_well(lobby: Stage) -> None:
    ann, bob = await slow_rivals(lobby)
    await ann.send("/lobby")
    await ann.presses("📣", on=await ann.sees("🏟 Lobby"))
    await ann.sees("📣 Your challenge is in the lobby: anyone can take it.")
    await bob.send("/lobby")
    await bob.presses("▶️ Ann", on=await bob.sees("Open challenges"))
    assert (met(lobby, ann, bob), await waiting(lobby)) == (2, set())


async def test_who_leaves_games_takes_no_challenge_before_others_have_had_the_time(lobby: Stage) -> None:
    ann = await posts(lobby, "Ann")
    bob = await lobby.sandbox.person("Bob")
    leaves = (
        "INSERT INTO people (person_id, name, finished, walked_out, last_rival, revision) VALUES (?, 'Bob', 1, 9, 0, 1)"
    )
    lobby.bot.change(leaves, bob.id)
    passes(lobby, ann, -600)  # so that she has just come however slow the test is
    await has_looked(lobby, ann, 1)
    await bob.send("/lobby")
    await bob.sees("Nobody is looking for a rival right now")
    passes(lobby, ann, 616)
    await has_looked(lobby, ann, 2)
    asked = await bob.send("/lobby")
    await bob.presses("▶️ Ann", on=await bob.sees("Open challenges", after=asked))
    await bob.sees(FOUND)
    assert met(lobby, ann, bob) == 1


async def test_whoever_has_just_been_paired_is_shown_that_game_instead_of_a_second_one(lobby: Stage) -> None:
    bob = await lobby.sandbox.person("Bob")
    ann = await posts(lobby, "Ann")
    lobby.bot.change("UPDATE seeks SET rating = 100")
    await bob.send("/lobby")
    await bob.presses("🔎 Find a rival", on=await bob.sees("Open challenges"))
    await bob.sees("1 other is looking too")
    asked = await bob.send("/lobby")
    listed = await bob.sees("Your search", after=asked)
    seen_still = button_data(listed, "▶️ Ann")
    cyd = await looks(lobby, "Cyd")
    await cyd.sees(FOUND)
    await bob.sees(FOUND)
    await bob.forges(seen_still, on=listed)
    await lobby.quiet()
    assert (met(lobby, bob, cyd), met(lobby, bob, ann)) == (1, 0)
    assert await waiting(lobby) == {ann.id}


async def test_the_lobby_lists_who_looks_and_what_for(lobby: Stage) -> None:
    cyd = await lobby.sandbox.person("Cyd")
    await cyd.send("/lobby")
    empty = await cyd.sees("Nobody is looking for a rival right now")
    await looks(lobby, "<i>Ann</i>")
    await cyd.presses("Refresh", on=empty)
    listed = await cyd.sees("<i>Ann</i>")
    assert "1500?" in listed.text
    assert "⚔️ Duel · 4 digits · 90 s a guess · rated" in listed.text
    assert listed.id == empty.id
    assert "Open challenges" not in listed.text
    await cyd.presses("🔎 <i>Ann</i> · ⚔️ Duel", on=listed)
    await cyd.sees(FOUND)


async def test_who_wants_what_nobody_wants_any_more_is_told(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    cyd = await lobby.sandbox.person("Cyd")
    await cyd.send("/lobby")
    listed = await cyd.sees("Ann")
    await ann.presses("Stop looking", on=await ann.sees(LOOKING))
    answer = await cyd.presses("⚔️ Duel", on=listed)
    assert answer.text == "They’ve stopped looking"
    await cyd.sees("Nobody is looking for a rival right now")


async def test_who_looks_sees_that_in_the_list_and_can_stop_there(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.send("/lobby")
    listed = await ann.sees("🏟 Lobby")
    assert listed.button("Find a rival") is None
    await ann.presses("Stop looking", on=listed)
    await ann.sees("You’ve stopped looking for a rival.")
    assert await waiting(lobby) == set()
