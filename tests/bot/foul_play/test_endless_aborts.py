"""Who aborts games of the lobby before the first guess meets others, and meets them later each time."""

from dataclasses import replace

import pytest

from bot.app.work import Work
from bot.game.leaving import Way
from bot.storage.store import DatabaseStore
from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.played import ABORTED, ANN, BOB, EVE, FIRST_WINS, NOW, ended, ending, player
from tests.bot.duels.seekers import FOUND, LOOKING, looks, looks_again, met, posts, waiting

ON_STAGE = pytest.mark.asyncio(loop_scope="session")

PAUSED = "cancelled before the first guess"


async def meet(lobby: Stage, *people: Person) -> None:
    """They look for a rival, and find each other."""
    for person in people:
        await looks_again(person)
        await lobby.quiet()
    assert await waiting(lobby) == set()


async def abort(lobby: Stage, person: Person) -> None:
    await person.send("/resign")
    await person.presses("✖️ Yes, cancel", on=await person.sees("Cancel the game?"))
    await lobby.quiet()


async def aborted_by(store: DatabaseStore, way: Way, number: int = 1, *, friends: bool = False) -> None:
    """A match of Ann's and Bob's that Ann ends so, that many seconds before now."""
    match = ended(number, ABORTED)
    ann, bob = match.sitters
    match = replace(match, sitters=(replace(ann, aborted=way.value), bob), friends=friends)
    await store.run(ending(match, NOW - number))


@ON_STAGE
async def test_the_third_abort_within_the_hour_makes_the_next_rival_wait(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    for _ in range(2):
        await abort(lobby, ann)
        await meet(lobby, ann, bob)
    await abort(lobby, ann)
    asked = await ann.send("/lobby")
    await looks_again(bob)
    await looks_again(ann)
    assert "in 30 seconds" in (await ann.sees(PAUSED, after=asked)).text
    assert PAUSED not in (await bob.sees(LOOKING)).text
    assert await waiting(lobby) == {ann.id, bob.id}, "they met three times, and nobody waits any longer for Ann"
    cyd = await looks(lobby, "Cyd")
    await cyd.sees(FOUND)
    assert (met(lobby, bob, cyd), await waiting(lobby)) == (1, {ann.id})
    lobby.bot.change("UPDATE seeks SET paired_from = 1")
    dan = await looks(lobby, "Dan")
    await dan.sees(FOUND)
    assert (met(lobby, ann, dan), await waiting(lobby)) == (1, set())


@ON_STAGE
async def test_who_is_paused_takes_nobody_from_the_list_either(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    await ann.send("/duel")
    bob = await posts(lobby, "Bob")
    for rival in range(3):
        lobby.bot.change(
            "INSERT INTO aborts (person_id, rival_id, aborted_at) VALUES (?, ?, strftime('%s'))", ann.id, rival
        )
    listed = await ann.sees("Open challenges", after=await ann.send("/lobby"))
    answer = await ann.presses("▶️ Bob", on=listed)
    assert answer.alert
    assert PAUSED in (answer.text or "")
    assert await waiting(lobby) == {bob.id}


@ON_STAGE
async def test_two_of_whom_one_aborted_do_not_meet_while_a_third_waits(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    await abort(lobby, ann)
    cyd = await looks(lobby, "Cyd")
    lobby.bot.change("UPDATE seeks SET rating = 100")  # too far away for anybody, yet
    for person in (ann, bob):
        await looks_again(person)
        await person.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, bob.id, cyd.id}


@pytest.mark.parametrize("way", [Way.WISH, Way.TIME, Way.GONE])
async def test_an_abort_is_no_meeting_and_erases_none(store: DatabaseStore, way: Way) -> None:
    await store.run(ending(ended(1, FIRST_WINS, ANN, EVE)))
    await aborted_by(store, way, 2)
    assert (await player(store, ANN)).last_rival == EVE
    assert await paired_from(store, ANN) <= NOW, "one is free"


async def paired_from(store: DatabaseStore, person: int, now: float = NOW) -> float:
    async def job(work: Work) -> float:
        return await work.lobby.paired_from(person, now)

    return await store.run(job)


async def test_two_lost_connections_within_the_hour_are_free(store: DatabaseStore) -> None:
    for number in (1, 2):
        await aborted_by(store, Way.TIME, number)
    assert max(await paired_from(store, ANN), await paired_from(store, BOB)) <= NOW


async def test_whoever_was_left_and_whoever_agreed_to_abort_does_not_wait(store: DatabaseStore) -> None:
    for number in range(1, 6):
        await aborted_by(store, Way.CALL_OFF, number)
        await aborted_by(store, Way.WISH, 10 + number, friends=True)
    assert max(await paired_from(store, ANN), await paired_from(store, BOB)) <= NOW


async def test_the_third_lost_connection_within_the_hour_is_not_free(store: DatabaseStore) -> None:
    for number in (1, 2, 3):
        await aborted_by(store, Way.TIME, number)
    assert await paired_from(store, ANN) == NOW - 1 + 30
    assert await paired_from(store, BOB) == 0.0
    assert await paired_from(store, ANN, NOW + 3600) == 0.0
