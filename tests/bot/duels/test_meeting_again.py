"""Whom the lobby brings together: not the same two while a third looks, and nobody who is in a live game already."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.challengers import choose_terms
from tests.bot.duels.seekers import FOUND, LOOKING, looks, looks_again, met, passes, posts, slow_rivals, waiting

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_who_have_met_meet_again_only_while_no_third_looks(lobby: Stage) -> None:
    ann, bob = await slow_rivals(lobby)
    cyd = await lobby.sandbox.person("Cyd")
    await choose_terms(cyd, "⚙️", "90 s a guess", "1 h a guess", "🔎")
    looking = await cyd.sees(LOOKING)
    lobby.bot.change("UPDATE seeks SET rating = 100")  # nobody meets a third who is so far away, yet
    for person in (ann, bob):
        await looks_again(person)
        await person.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, bob.id, cyd.id}
    await cyd.presses("Stop looking", on=looking)
    await cyd.sees("You’ve stopped looking for a rival.")
    passes(lobby, ann, 20)
    await ann.sees(FOUND)
    assert (met(lobby, ann, bob), await waiting(lobby)) == (2, set())


async def test_two_who_have_not_guessed_have_not_met(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    await ann.send("/resign")
    await ann.presses("Yes", on=await ann.sees("Cancel"))
    await lobby.quiet()
    met_last = "SELECT last_rival FROM people WHERE person_id IN (?, ?) AND last_rival <> 0"
    assert lobby.bot.rows(met_last, ann.id, bob.id) == []


async def test_no_live_game_begins_beside_another(lobby: Stage) -> None:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    for person in (ann, bob):
        await person.send("0123")
        await lobby.quiet()
    cyd = await posts(lobby, "Cyd")
    menu = await ann.sees("A game for two", after=await ann.send("/duel"))
    answer = await ann.presses("🔎", on=menu)
    assert "You’re in a game (90 s a guess): finish it first, or choose a slower clock. /games" in (answer.text or "")
    listed = await ann.sees("Open challenges", after=await ann.send("/lobby"))
    assert (await ann.presses("▶️ Cyd", on=listed)).alert
    assert await waiting(lobby) == {cyd.id}
    await choose_terms(ann, "⚙️", "90 s a guess", "1 h a guess", "🔎")
    await ann.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, cyd.id}
