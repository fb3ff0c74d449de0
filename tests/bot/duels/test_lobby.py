"""The lobby as people use it, through the bot's real process: they look, meet, wait, are kept company, and stop."""

import asyncio
import random
import statistics
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import nullcontext

import pytest
import pytest_asyncio

from benchmarks.lobby import evening, people
from bot.app.model.terms import CLOCKS
from faults.processes.postgres import Cluster
from sandbox.client import Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import press_at_once
from tests.bot.duels.challengers import choose_terms, link_in
from tests.bot.duels.pairs import AT_ONCE, button_data
from tests.bot.duels.seekers import FOUND, LOOKING, has_looked, lists, looks, looks_again, met, passes, posts, waiting
from tests.bot.player import talk
from tests.bot.solo.test_group import Crowd, replicas
from tests.bot.storage.databases import rows_at

pytestmark = pytest.mark.asyncio(loop_scope="session")
SLOWER = ("⚙️", "90 s a guess", "1 h a guess", "🔎")
ALONE, WITH_ANOTHER = "Nobody else is looking", "1 other is looking too"
STOPPED, NOBODY = "You’ve stopped looking for a rival.", "Nobody is looking for a rival right now"
CROWDED = """WITH RECURSIVE people (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM people WHERE id < 60)
INSERT INTO seeks (person_id, name, wish, rating, deviation, since, last_rival)
SELECT id, 'P' || id, 'race six days friendly', 1500, 350, id, 0 FROM people"""


async def slow_rivals(lobby: Stage) -> tuple[Person, Person]:
    """Two who have met in the lobby, with an hour for each guess, and keep their secrets. They may look for others."""
    people = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    for person in people:
        await choose_terms(person, *SLOWER)
    for person in people:
        await person.sees(FOUND)
        await person.send("0123")
        await lobby.quiet()
    return people


async def test_two_who_come_in_the_same_moment_find_each_other(lobby: Stage) -> None:
    both = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    await asyncio.gather(*map(looks_again, both))
    for person in both:
        await person.sees(FOUND)
    assert met(lobby, *both) == 1


async def test_those_who_wait_look_around_again_by_themselves(lobby: Stage) -> None:
    ann, bob = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", ann.id, bob.id)
    screens = []
    for person in (ann, bob):
        await looks_again(person)
        screens.append((await person.sees(LOOKING)).id)
    lobby.bot.change("DELETE FROM blocks")
    assert [(await person.sees(FOUND)).id for person in (ann, bob)] == screens
    assert (met(lobby, ann, bob), await waiting(lobby)) == (1, set())


@pytest.mark.parametrize(("clock", "stays"), [(AT_ONCE, False), ((), True)])
async def test_a_live_game_with_a_friend_ends_the_search(lobby: Stage, clock: tuple[str, ...], *, stays: bool) -> None:
    ann, bob = await lobby.sandbox.person("Ann"), await lobby.sandbox.person("Bob")
    await choose_terms(ann, *clock, "Invite a friend")
    link = link_in(await ann.sees("✉️ Your challenge is waiting for a friend."))
    await looks_again(ann)
    looking = await ann.sees(LOOKING)
    await bob.presses("Accept", on=await bob.sees("Ann challenges you", after=await bob.opens(link)))
    assert (await waiting(lobby) == {ann.id}) is stays
    (screen,) = (message for message in ann.messages() if message.id == looking.id)
    assert (STOPPED in screen.text) is not stays


async def test_a_screen_tells_how_long_somebody_has_waited_and_how_many_look(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.sees(ALONE)
    bob = await lobby.sandbox.person("Bob")
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, ann.id)
    await looks_again(bob)
    await bob.sees(WITH_ANOTHER)
    passes(lobby, ann, 3 * 60 + 7)
    assert WITH_ANOTHER in (await ann.sees("Search began 3:")).text
    assert met(lobby, ann, bob) == 0


async def test_pressing_thrice_looks_once_and_who_stops_twice_is_found_only_once_they_look_again(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    menu = await ann.sees("A game for two", after=await ann.send("/duel"))
    await press_at_once("🔎", menu, ann, ann, ann)
    await ann.sees(LOOKING)
    assert (await waiting(lobby), stored.jobs(lobby.bot, f"{ann.id}:%")) == ({ann.id}, 1)
    cyd = await lobby.sandbox.person("Cyd")
    listed = await lists(cyd, "Ann")
    answers = await press_at_once("Stop looking", await ann.sees(LOOKING), ann, ann)
    assert sorted(answer.text or "" for answer in answers) == ["", "Your search was already over"]
    await ann.sees(STOPPED)
    assert await waiting(lobby) == set()
    assert (await cyd.presses("⚔️ Duel", on=listed)).text == "They’ve stopped looking"
    await cyd.sees(NOBODY)
    bob = await looks(lobby, "Bob")
    await bob.sees(ALONE)
    assert await waiting(lobby) == {bob.id}
    await talk(f"[Look again] → {FOUND}", ann)
    assert met(lobby, ann, bob) == 1


@pytest.mark.parametrize("terms", [(), ("⚙️", "⚔️ Duel", "🎾 Race in turn")], ids=("duel", "race"))
async def test_who_presses_again_before_they_read_meets_no_other(lobby: Stage, terms: tuple[str, ...]) -> None:
    ann, bob = [await lobby.sandbox.person(name) for name in ("Ann", "Bob")]
    for person in (ann, bob):
        await choose_terms(person, *terms)
    await looks_again(ann)
    await ann.sees(LOOKING)
    menu = await bob.sees("A game for two", after=await bob.send("/duel"))
    await press_at_once("🔎 Find a rival", menu, bob, bob)
    assert "Ann" in (await bob.sees("🔎 Found you a rival: here’s the game.")).text
    assert (met(lobby, ann, bob), await waiting(lobby)) == (1, set())


async def test_whoever_blocks_the_bot_is_paired_with_nobody_and_who_waits_in_vain_is_told(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    await ann.sees(LOOKING)
    await ann.blocks()
    bob = await looks(lobby, "Bob")
    screen = await bob.sees(LOOKING)
    assert (met(lobby, ann, bob), await waiting(lobby)) == (0, {bob.id})
    passes(lobby, bob, CLOCKS["live"].seek_lasts)
    message = await bob.sees("Nobody came, so I’ve stopped looking: you might be away by now.")
    assert message.id == screen.id
    assert message.button("Look again") is not None
    assert await waiting(lobby) == set()


async def test_a_crowd_is_not_counted_and_its_screens_are_left_alone(lobby: Stage) -> None:
    lobby.bot.change(CROWDED)
    ann = await looks(lobby, "Ann")
    screen = await ann.sees("At least 50 others are looking too")
    passes(lobby, ann, 20)
    await has_looked(lobby, ann, 1)
    await lobby.quiet()
    assert (await ann.sees("At least 50")).text == screen.text
    await lists(ann, "… and 46+ more")


async def test_a_challenge_to_everybody_is_taken_with_one_press_however_strong_whoever_takes_it(lobby: Stage) -> None:
    ann, champion = await posts(lobby, "Ann"), await lobby.sandbox.person("Bob")
    listed = await lists(champion, "Open challenges")
    lobby.bot.change("UPDATE seeks SET rating = 100")
    await talk(f"[🔎 Find a rival] → {WITH_ANOTHER}", champion, on=listed)
    assert await waiting(lobby) == {ann.id, champion.id}
    await champion.presses("▶️ Ann · ⚔️ Duel", on=await lists(champion, "Your search"))
    assert "Ann: 100?" in (await champion.sees(FOUND)).text
    assert "Bob" in (await ann.sees(FOUND)).text
    assert (met(lobby, ann, champion), await waiting(lobby)) == (1, set())


async def test_whoever_looks_may_challenge_everybody_as_well_and_has_waited_no_shorter(lobby: Stage) -> None:
    ann = await looks(lobby, "Ann")
    screen = await ann.sees(LOOKING)
    ((since,),) = lobby.bot.rows("SELECT since FROM seeks")
    posted = await talk("[📣] → 📣 Your challenge is in the lobby: anyone can take it.", ann, on=screen)
    assert (posted.id, posted.button("📣")) == (screen.id, None)
    assert lobby.bot.rows("SELECT since, is_open FROM seeks") == [(since, 1)]
    bob = await looks(lobby, "Bob")
    await bob.sees(FOUND)
    assert met(lobby, ann, bob) == 1


async def test_of_two_who_take_a_challenge_at_once_one_hears_it_is_gone_as_whom_a_block_parts(lobby: Stage) -> None:
    ann = await posts(lobby, "Ann")
    bob, cyd, dan = [await lobby.sandbox.person(name) for name in ("Bob", "Cyd", "Dan")]
    listed = await lists(dan, "Ann")
    lobby.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", ann.id, dan.id)
    assert (await dan.presses("▶️ Ann", on=listed)).text == "They’ve stopped looking"
    assert "Ann" not in (await dan.sees(NOBODY)).text
    assert met(lobby, ann, dan) == 0
    screens = [(person, await lists(person, "Open challenges")) for person in (bob, cyd)]
    presses = (person.presses("▶️ Ann", on=screen) for person, screen in screens)
    answers = [answer.text or "" for answer in await asyncio.gather(*presses)]
    assert sorted(answers) == ["", "They’ve stopped looking"]
    assert (met(lobby, ann, bob) + met(lobby, ann, cyd), await waiting(lobby)) == (1, set())


async def test_whose_last_rival_it_was_may_take_it_as_well(lobby: Stage) -> None:
    ann, bob = await slow_rivals(lobby)
    await posts(lobby, "Ann", ann)
    await bob.presses("▶️ Ann", on=await lists(bob, "Open challenges"))
    assert (met(lobby, ann, bob), await waiting(lobby)) == (2, set())


async def test_who_leaves_games_takes_no_challenge_before_others_have_had_the_time(lobby: Stage) -> None:
    ann, bob = await posts(lobby, "Ann"), await lobby.sandbox.person("Bob")
    columns = "person_id, name, finished, walked_out, last_rival, revision"
    lobby.bot.change(f"INSERT INTO people ({columns}) VALUES (?, 'Bob', 1, 9, 0, 1)", bob.id)
    passes(lobby, ann, -600)  # so that she has just come however slow the test is
    await has_looked(lobby, ann, 1)
    await lists(bob, NOBODY)
    passes(lobby, ann, 616)
    await has_looked(lobby, ann, 2)
    await talk(f"[▶️ Ann] → {FOUND}", bob, on=await lists(bob, "Open challenges"))
    assert met(lobby, ann, bob) == 1


async def test_whoever_has_just_been_paired_is_shown_that_game_instead_of_a_second_one(lobby: Stage) -> None:
    ann, bob = await posts(lobby, "Ann"), await lobby.sandbox.person("Bob")
    lobby.bot.change("UPDATE seeks SET rating = 100")
    await talk(f"[🔎 Find a rival] → {WITH_ANOTHER}", bob, on=await lists(bob, "Open challenges"))
    listed = await lists(bob, "Your search")
    seen_still = button_data(listed, "▶️ Ann")
    cyd = await looks(lobby, "Cyd")
    for person in (cyd, bob):
        await person.sees(FOUND)
    await lobby.after(bob.forges(seen_still, on=listed))
    assert (met(lobby, bob, cyd), met(lobby, bob, ann), await waiting(lobby)) == (1, 0, {ann.id})


async def test_two_who_have_met_meet_again_only_while_no_third_looks(lobby: Stage) -> None:
    ann, bob = await slow_rivals(lobby)
    cyd = await lobby.sandbox.person("Cyd")
    await choose_terms(cyd, *SLOWER)
    looking = await cyd.sees(LOOKING)
    lobby.bot.change("UPDATE seeks SET rating = 100")  # nobody meets a third who is so far away, yet
    for person in (ann, bob):
        await looks_again(person)
        await person.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, bob.id, cyd.id}
    await talk(f"[Stop looking] → {STOPPED}", cyd, on=looking)
    passes(lobby, ann, 20)
    await ann.sees(FOUND)
    assert (met(lobby, ann, bob), await waiting(lobby)) == (2, set())


async def test_two_who_have_not_guessed_have_not_met(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    await ann.send("/resign")
    await lobby.after(ann.presses("Yes", on=await ann.sees("Cancel")))
    met_last = "SELECT last_rival FROM people WHERE person_id IN (?, ?) AND last_rival <> 0"
    assert lobby.bot.rows(met_last, ann.id, bob.id) == []


async def test_no_live_game_begins_beside_another(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    for person in (ann, bob):
        await lobby.after(person.send("0123"))
    cyd = await posts(lobby, "Cyd")
    answer = await ann.presses("🔎", on=await ann.sees("A game for two", after=await ann.send("/duel")))
    assert "You’re in a game (90 s a guess): finish it first, or choose a slower clock. /games" in (answer.text or "")
    assert (await ann.presses("▶️ Cyd", on=await lists(ann, "Open challenges"))).alert
    assert await waiting(lobby) == {cyd.id}
    await choose_terms(ann, *SLOWER)
    await ann.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, cyd.id}


PEOPLE = 12
FOUND_BY = "Tap:find"
"""How the log of a process says that somebody pressed *find a rival* there."""
COMERS = 250


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def town(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowd]:
    async with replicas(tmp_path_factory.mktemp("town"), await postgres.new_database()) as both:
        yield both


@pytest.mark.costly
async def test_of_many_who_press_at_once_at_two_processes_each_meets_one_other(town: Crowd) -> None:
    everybody = [await town.sandbox.person(f"P{number}") for number in range(PEOPLE)]
    await asyncio.gather(*map(looks_again, everybody))
    for person in everybody:
        await person.sees(FOUND)
    found = Counter(person for pair in await stored.pairs_at(town.url) for person in pair)
    assert found == dict.fromkeys((person.id for person in everybody), 1)
    assert await rows_at(town.url, "SELECT person_id FROM seeks") == []
    assert all(FOUND_BY in bot.log_text() for bot in town.bots), "one of the two had nothing to do"


async def test_whoever_waits_is_met_by_one_of_two_who_press_at_once_at_two_processes(town: Crowd) -> None:
    ann, bob, cyd = [await town.sandbox.person(name) for name in ("Ann", "Bob", "Cyd")]
    await looks_again(ann)
    await ann.sees(LOOKING)
    await asyncio.gather(looks_again(bob), looks_again(cyd))
    await ann.sees(FOUND)
    await town.sandbox.settled()
    everybody = {ann.id, bob.id, cyd.id}
    [pair] = [pair for pair in await stored.pairs_at(town.url) if everybody.intersection(pair)]
    assert ann.id in pair
    assert await rows_at(town.url, "SELECT person_id FROM seeks") == [tuple(everybody.difference(pair))]


@pytest.mark.costly
@pytest.mark.parametrize("within", [0.0, 400.0])
async def test_nobody_waits_for_ever_and_the_paired_are_closer_than_by_lot(place: str, within: float) -> None:
    result = await evening("", nullcontext(place), COMERS, within=within)
    wanted = Counter(comer.terms for comer in people(random.Random(1), COMERS, within=within))
    assert result.left == sum(count % 2 for count in wanted.values())
    assert len(result.pairings) == len(result.differences) == (COMERS - result.left) // 2
    assert statistics.fmean(result.differences) < statistics.fmean(result.at_random) / 2
