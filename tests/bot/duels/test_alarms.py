"""Time that runs out: the absent one loses; an outage costs nobody their time. On both databases."""

import asyncio
from typing import Any

import pytest

from bot.app.jobs import DueJobs
from bot.app.work import GRACE
from bot.game.model import Phase, Termination
from bot.game.rules import SetSecret
from sandbox.client import PATIENCE
from tests.bot.due import looked
from tests.bot.duels.evenings import ANN, BEGAN, BOB, CLASSIC, Evening, ended
from tests.bot.storage.databases import change_at
from tests.bot.storage.stores import opened


async def test_whoever_does_not_guess_in_time_loses_and_both_see_it(evening: Evening) -> None:
    match = await evening.under_way()
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    await evening.passes(89 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)
    over = await evening.stands(match)
    assert (over.ended_at, over.changes != ()) == (evening.now, True)
    assert [await evening.screens(seat) == known for seat, known in zip((ANN, BOB), before, strict=True)] == [
        False,
        False,
    ]


async def test_whoever_has_guessed_in_time_has_new_time_when_it_is_their_turn_again(evening: Evening) -> None:
    match = await evening.begins()
    await evening.passes(80)
    match = await evening.guesses(match, ANN, "4567")
    await evening.passes(85)
    assert await ended(evening, match) is None
    match = await evening.guesses(match, BOB, "5678")
    await evening.passes(89)
    assert await ended(evening, match) is None
    await evening.passes(1 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_guess_that_is_read_before_its_time_is_ended_counts(evening: Evening) -> None:
    match = await evening.begins()
    evening.now += 91
    match = await evening.guesses(match, ANN, "4567")
    await evening.passes(GRACE)
    assert (await ended(evening, match), len((await evening.stands(match)).game.turns)) == (None, 1)


async def test_where_a_secret_is_not_kept_in_time_the_game_shall_not_have_been(evening: Evening) -> None:
    match = await evening.begins("duel")
    match = await evening.moves(match, SetSecret(ANN, CLASSIC.parse("0123")))
    await evening.passes(299 + GRACE)
    assert (await evening.stands(match)).game.phase is Phase.SECRETS
    await evening.passes(1)
    over = await evening.stands(match)
    assert (await ended(evening, match), over.changes) == ((Termination.ABORTED, None), ())


async def test_in_a_race_whoever_was_first_to_run_out_of_time_loses(evening: Evening) -> None:
    match = await evening.begins("race")
    await evening.passes(20)
    match = await evening.guesses(match, ANN, "4567")
    evening.now += 10
    match = await evening.guesses(match, BOB, "4567")
    await evening.passes(200)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_race_to_which_nobody_has_come_shall_not_have_been(evening: Evening) -> None:
    match = await evening.begins("race")
    await evening.passes(100)
    assert await ended(evening, match) == (Termination.ABORTED, None)


async def test_whoever_does_not_come_to_a_race_that_the_other_has_begun_has_lost_it(evening: Evening) -> None:
    match = await evening.begins("race")
    for guess in ("4567", "5678", "6789", "7890", "8901", "9012", "9021"):
        evening.now += 1
        match = await evening.guesses(match, BOB, guess)
    await evening.passes(90 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)
    assert (await evening.stands(match)).changes != ()


async def test_without_a_clock_nobody_is_hurried(evening: Evening) -> None:
    match = await evening.begins(clock="none")
    await evening.passes(1e7)
    assert await ended(evening, match) is None


async def test_an_outage_gives_back_what_it_has_cost(evening: Evening) -> None:
    match = await evening.under_way()
    evening.now += 30
    await change_at(evening.place, f"UPDATE uptime SET seen_at = {evening.now}")
    await evening.passes(600, serving=False)
    assert await ended(evening, match) is None
    assert (await evening.stands(match)).sitters[ANN].deadline == BEGAN + 90 + 600
    await evening.passes(50)
    assert [text.count("⏰") for text in await evening.screens(ANN) if "⏰" in text] == [1]
    await evening.passes(9 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_outages_add_up_and_none_counts_twice(evening: Evening) -> None:
    match = await evening.under_way()
    for _ in range(3):
        await evening.passes(20)
        await evening.passes(500, serving=False)
        await evening.store.note_serving(evening.now)
    assert await ended(evening, match) is None
    assert (await evening.stands(match)).sitters[ANN].deadline == BEGAN + 90 + 1500
    await evening.passes(29 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_alarms_of_a_game_that_is_over_do_nothing(evening: Evening) -> None:
    match = await evening.begins("sudden")
    for seat in (ANN, BOB):
        match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    match = await evening.guesses(match, match.game.first, "0123")
    before = await evening.stands(match)
    await evening.passes(1000)
    assert await evening.stands(match) == before
    assert before.game.outcome is not None
    assert before.game.outcome.termination is Termination.SOLVED


async def test_two_replicas_end_a_game_once(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    async with opened(shared) as one, opened(shared) as other:
        evening = Evening(one, shared)
        nothing: Any = None
        games = [await evening.under_way() for _ in range(10)]
        evening.now += 100
        await change_at(shared, f"UPDATE uptime SET seen_at = {evening.now}")
        async with asyncio.timeout(PATIENCE):
            while None in [await ended(evening, match) for match in games]:
                await looked(*(DueJobs(store, nothing, evening.world(), evening.drained) for store in (one, other)))
        assert [await ended(evening, match) for match in games] == [(Termination.TIMED_OUT, BOB)] * 10
        player = await one.run(lambda work: work.ratings.player(1))
        assert (player.finished, player.walked_out) == (0, 10)
