"""Clocks that press: 30 seconds a guess, a budget with an increment, and time that one gives the other."""

from dataclasses import replace
from typing import Any

import pytest

from bot.app.kind import Request
from bot.app.kinds.match.card_screen import scoreboard
from bot.app.kinds.match.model import Match, body_of
from bot.app.kinds.match.play import actor_in, give_time
from bot.app.kinds.match.screen import GIFTS, may_give
from bot.app.messages import Chat, Person
from bot.app.model.chats import Preferences
from bot.app.model.terms import CLOCKS
from bot.app.screens.common import Viewer
from bot.app.texts import texts_in
from bot.app.watching.model import Watching
from bot.app.work import GRACE, Work
from bot.game.model import Seat, Termination
from bot.game.rules import Leave, SetSecret
from bot.storage.store import DatabaseStore
from tests.bot.duels.evenings import ANN, BOB, CLASSIC, Evening, ended, found

ANN_IS_LATE = Termination.TIMED_OUT, BOB
CID = Seat(2)
"""Somebody who only watches."""


@pytest.fixture
def evening(store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Evening(store, place)


async def left(evening: Evening, match: Match) -> tuple[float, ...]:
    return (await evening.stands(match)).left


async def due(evening: Evening, match: Match, seat: Seat) -> float | None:
    """In how many seconds the seat's time runs out."""
    deadline = (await evening.stands(match)).sitters[seat].deadline
    return None if deadline is None else deadline - evening.now


async def gives(evening: Evening, match: Match, seat: Seat) -> str:
    """The seat presses the button by which the other has more time; what it hears."""
    nothing: Any = None
    person = Person(seat + 1, "Ann")

    async def job(work: Work) -> str:
        request = Request(
            nothing, Chat(person.id), person, work, evening.world(), Preferences(language="en"), nothing, nothing
        )
        decision = await give_time(actor_in(await found(work, match), request))
        return (decision.answer and decision.answer.text) or ""

    return await evening.store.run(job)


async def test_a_budget_is_used_by_ones_own_guesses_alone_and_each_adds_to_it(evening: Evening) -> None:
    match = await evening.begins(clock="budget")
    assert (await left(evening, match), await due(evening, match, ANN)) == ((180, 180), 180)
    await evening.passes(20)
    await evening.guesses(match, ANN, "4567")
    assert await left(evening, match) == (165, 180)
    assert [await due(evening, match, seat) for seat in (ANN, BOB)] == [None, 180]
    await evening.passes(100)
    await evening.guesses(match, BOB, "5678")
    assert (await left(evening, match), await due(evening, match, ANN)) == ((165, 85), 165)


async def test_whoever_has_used_up_the_budget_loses_and_not_before(evening: Evening) -> None:
    match = await evening.begins(clock="budget")
    await evening.passes(150)
    await evening.guesses(match, ANN, "4567")
    await evening.guesses(match, BOB, "5678")
    await evening.passes(34 + GRACE)
    assert await ended(evening, match) is None
    await evening.passes(1)
    assert await ended(evening, match) == ANN_IS_LATE


async def test_in_a_race_both_budgets_run_and_a_guess_touches_ones_own_alone(evening: Evening) -> None:
    match = await evening.begins("race", "budget")
    await evening.passes(30)
    await evening.guesses(match, ANN, "4567")
    assert await left(evening, match) == (155, 180)
    assert [await due(evening, match, seat) for seat in (ANN, BOB)] == [155, 150]


async def test_the_time_for_secrets_is_none_of_the_budget(evening: Evening) -> None:
    match = await evening.begins("duel", "budget")
    assert (await left(evening, match), await due(evening, match, ANN)) == ((), 300)
    await evening.passes(200)
    for seat in (ANN, BOB):
        match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    assert (await left(evening, match), await due(evening, match, match.game.first)) == ((180, 180), 180)


async def test_an_outage_before_a_guess_takes_nothing_of_the_budget(evening: Evening) -> None:
    match = await evening.begins(clock="budget")
    await evening.passes(10)
    evening.now += 100
    await evening.store.note_serving(evening.now)
    await evening.passes(20)
    await evening.guesses(match, ANN, "4567")
    assert await left(evening, match) == (180 - 10 - 20 + 5, 180)


async def test_an_outage_before_the_alarm_lengthens_the_budget_and_counts_once(evening: Evening) -> None:
    match = await evening.begins(clock="budget")
    await evening.passes(10)
    await evening.passes(600, serving=False)
    assert await due(evening, match, ANN) == 170
    await evening.passes(20)
    await evening.guesses(match, ANN, "4567")
    assert await left(evening, match) == (155, 180)


async def test_whoever_has_less_left_than_the_reminder_leaves_is_not_reminded(evening: Evening) -> None:
    match = await evening.begins(clock="budget")
    await evening.passes(160)
    await evening.guesses(match, ANN, "4567")
    await evening.guesses(match, BOB, "5678")
    await evening.passes(10)
    assert not any("⏰" in screen for screen in await evening.screens(ANN))


@pytest.mark.parametrize("clock", ["blitz", "budget"])
async def test_a_quick_game_takes_the_focus_of_both_and_counts_in_the_same_rating(evening: Evening, clock: str) -> None:
    async def look(work: Work) -> None:
        for seat in (ANN, BOB):
            work.prefer(Chat(seat + 1), Preferences())

    await evening.store.run(look)
    match = await evening.under_way(clock=clock)

    async def front(work: Work) -> list[str | None]:
        return [(await work.scene(-1, Chat(seat + 1))).focus for seat in (ANN, BOB)]

    assert await evening.store.run(front) == [match.id] * 2
    await evening.moves(match, Leave(ANN, Termination.RESIGNED))
    assert (await evening.stands(match)).changes
    assert CLOCKS[clock].on_card == "days"


async def test_given_time_sets_the_running_clock_of_the_other_later_and_the_old_alarm_does_nothing(
    evening: Evening,
) -> None:
    match = await evening.under_way(clock="blitz")
    await evening.passes(25)
    assert await gives(evening, match, BOB) == "⏳ Ann: +15 s"
    assert await due(evening, match, ANN) == 20
    [*_, shown] = await evening.screens(ANN)
    assert "⏳ Bob has given you more time." in shown
    await evening.passes(5 + GRACE)
    await evening.passes(12)
    assert await ended(evening, match) is None
    await evening.passes(3)
    assert await ended(evening, match) == ANN_IS_LATE


async def test_time_is_given_four_times_in_a_match_and_never_to_a_clock_that_stands(evening: Evening) -> None:
    match = await evening.under_way(clock="budget")
    assert "moved on" in await gives(evening, match, ANN), "it is the own clock that runs"
    for _ in range(GIFTS):
        assert "+15 s" in await gives(evening, match, BOB)
    assert not may_give(await evening.stands(match), Seat(1)), "there is no button any more"
    assert "all the time" in await gives(evening, match, BOB)
    assert (await due(evening, match, ANN), (await evening.stands(match)).given) == (180 + 5 + 60, (0, GIFTS))
    await evening.guesses(match, ANN, "4567")
    assert await left(evening, match) == (180 + 5 + 60 + 5, 185)


async def test_an_outage_before_time_is_given_is_given_back_once_and_besides(evening: Evening) -> None:
    match = await evening.under_way(clock="blitz")
    await evening.passes(10)
    evening.now += 100
    await evening.store.note_serving(evening.now)
    await gives(evening, match, BOB)
    assert await due(evening, match, ANN) == 30 - 10 + 15
    await evening.passes(35 + GRACE)
    assert await ended(evening, match) == ANN_IS_LATE


async def test_nobody_gives_time_where_the_clock_has_none_to_give(evening: Evening) -> None:
    match = await evening.under_way(clock="live")
    assert "moved on" in await gives(evening, match, BOB)
    assert await due(evening, match, ANN) == CLOCKS["live"].seconds


@pytest.mark.parametrize("clock", ["blitz", "budget"])
async def test_what_is_stored_names_a_clock_that_the_former_version_knows(evening: Evening, clock: str) -> None:
    match = await evening.begins(clock=clock)
    body = body_of(match)
    assert (body["clock"], body["pace"]) == ("live", clock)
    assert (await evening.stands(match)).clock == clock


async def test_a_card_of_others_tells_no_clock(evening: Evening) -> None:
    match = replace(await evening.begins(clock="budget"), watched=True)
    assert "⏱" not in scoreboard(match, Viewer(texts_in("en"), "words", "BullsBot")).html


async def test_whoever_watches_sees_both_clocks_and_what_one_gives_the_other(evening: Evening) -> None:
    match = await evening.under_way(clock="budget")

    async def watched(work: Work) -> None:
        work.games.save(replace(await found(work, match), watched=True))
        work.of(Watching).keep(match.id, CID + 1, is_live=True, sign="")

    await evening.store.run(watched)
    runs_out = evening.now + 180 + 5 + 15
    await gives(evening, match, BOB)
    await evening.passes(GRACE)
    [shown] = await evening.screens(CID)
    assert (f'unix="{runs_out:.0f}"' in shown, "⏳ Bob: 3:05 left." in shown) == (True, True)
