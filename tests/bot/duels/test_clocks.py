"""Time that runs out, what is told of it, and what each way of leaving a match costs. On both databases."""

import asyncio
from itertools import count, product
from typing import Any

import pytest

from bot.app.jobs import DueJobs
from bot.app.kinds.match import due
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import force_move
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.chats import Preferences
from bot.app.privacy.handlers import begin_forgetting
from bot.app.ratings.model import MOST_A_DAY, Player, Ratings, Standing
from bot.app.work import GRACE, Work
from bot.game.leaving import Way
from bot.game.model import Phase, Seat, Termination
from bot.game.rules import Abort, Leave, SetSecret, end_by
from bot.storage.store import DatabaseStore
from sandbox.client import PATIENCE
from tests.bot.due import looked
from tests.bot.duels.evenings import ANN, BEGAN, BOB, CLASSIC, Evening, ended, found
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import opened
from tests.bot.strategies import FOR_TWO

SECRET = "0123"
"""The first code, which is always drawn."""
ANN_IS_LATE, IN_VAIN = (Termination.TIMED_OUT, BOB), (Termination.ABORTED, None)
Outcome = tuple[Termination, Seat | None] | None


@pytest.fixture
def evening(store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A match on a database, with the time that the test sets; what is due is looked for at once."""
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    return Evening(store, place)


async def outcomes(evening: Evening, match: Match, *seconds: float) -> list[Outcome]:
    told = []
    for each in seconds:
        await evening.passes(each)
        told.append(await ended(evening, match))
    return told


async def test_whoever_does_not_guess_in_time_loses_and_both_see_it(evening: Evening) -> None:
    match = await evening.under_way()
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    assert await outcomes(evening, match, 89 + GRACE, 1) == [None, ANN_IS_LATE]
    over = await evening.stands(match)
    assert over.ended_at == evening.now
    assert over.changes != ()
    for seat in (ANN, BOB):
        assert await evening.screens(seat) != before[seat]


async def test_a_guess_in_time_or_read_before_the_end_counts_and_brings_new_time(evening: Evening) -> None:
    match = await evening.begins()
    await evening.passes(80)
    match = await evening.guesses(match, ANN, "4567")
    assert await outcomes(evening, match, 85) == [None]
    match = await evening.guesses(match, BOB, "5678")
    assert await outcomes(evening, match, 89, 1 + GRACE) == [None, ANN_IS_LATE]
    match = await evening.begins()
    evening.now += 91
    match = await evening.guesses(match, ANN, "4567")
    assert await outcomes(evening, match, GRACE) == [None]
    assert len((await evening.stands(match)).game.turns) == 1


async def test_without_a_secret_in_time_nothing_was_and_without_a_clock_nobody_is_hurried(evening: Evening) -> None:
    match = await evening.begins("duel")
    match = await evening.moves(match, SetSecret(ANN, CLASSIC.parse("0123")))
    await evening.passes(299 + GRACE)
    assert (await evening.stands(match)).game.phase is Phase.SECRETS
    assert await outcomes(evening, match, 1) == [IN_VAIN]
    assert (await evening.stands(match)).changes == ()
    assert await outcomes(evening, await evening.begins(clock="none"), 1e7) == [None]


async def test_outages_give_back_what_they_have_cost_add_up_and_none_counts_twice(evening: Evening) -> None:
    match = await evening.under_way()
    evening.now += 30
    await change_at(evening.place, f"UPDATE uptime SET seen_at = {evening.now}")
    await evening.passes(600, serving=False)
    deadline = (await evening.stands(match)).sitters[ANN].deadline
    assert (await ended(evening, match), deadline) == (None, BEGAN + 90 + 600)
    await evening.passes(50)
    assert [text.count("⏰") for text in await evening.screens(ANN) if "⏰" in text] == [1]
    assert await outcomes(evening, match, 9 + GRACE, 1) == [None, ANN_IS_LATE]
    began, match = evening.now, await evening.under_way()
    for _ in range(3):
        await evening.passes(20)
        await evening.passes(500, serving=False)
        await evening.store.note_serving(evening.now)
    deadline = (await evening.stands(match)).sitters[ANN].deadline
    assert (await ended(evening, match), deadline) == (None, began + 90 + 1500)
    assert await outcomes(evening, match, 29 + GRACE, 1) == [None, ANN_IS_LATE]


async def test_alarms_of_a_game_that_is_over_do_nothing(evening: Evening) -> None:
    match = await evening.begins("sudden")
    for seat in (ANN, BOB):
        match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    first = match.game.first
    match = await evening.guesses(match, first, "0123")
    before = await evening.stands(match)
    assert await outcomes(evening, match, 1000) == [(Termination.SOLVED, first)]
    assert await evening.stands(match) == before


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
        assert [await ended(evening, match) for match in games] == [ANN_IS_LATE] * 10
        player = await one.run(lambda work: work.of(Ratings).player(1))
        assert (player.finished, player.walked_out) == (0, 10)


async def test_the_absent_one_alone_is_reminded_once_while_there_is_time(evening: Evening) -> None:
    await evening.begins(clock="days")
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    await evening.passes(21 * 3600 + GRACE)
    [*_, text] = await evening.screens(ANN)
    assert text.startswith("⏰"), "a notification shows the first line"
    assert (text.count("in 3 hours"), text.count("⏱")) == (1, 0)
    assert text not in before[ANN]
    assert await evening.screens(BOB) == before[BOB]
    await evening.passes(3600)
    assert (await evening.screens(ANN))[-1] == text
    match = await evening.begins(clock="relaxed", people=(3, 4))
    await evening.passes(600)
    match = await evening.guesses(match, ANN, "4567")
    evening.now += 60
    match = await evening.guesses(match, BOB, "5678")
    await evening.passes(2400)
    [board] = await evening.screens(Seat(2))
    assert "⏰" not in board, "who has moved is not reminded"


async def test_whoever_is_reminded_of_one_game_while_at_another_means_the_one_that_asks(evening: Evening) -> None:
    await evening.begins(clock="days")
    evening.now += 3600
    other = await evening.begins(clock="days")

    async def look(work: Work) -> None:
        work.prefer(Chat(1), Preferences())
        work.games.focus_on(Chat(1), other.id)

    async def front(work: Work) -> str | None:
        return (await work.scene(-1, Chat(1))).focus

    await evening.store.run(look)
    assert await evening.store.run(front) == other.id
    await evening.passes(20 * 3600 + GRACE)
    assert await evening.store.run(front) not in {None, other.id}


async def test_who_plays_too_often_with_a_rival_knows_before_the_game_that_it_counts_not(evening: Evening) -> None:
    for _ in range(MOST_A_DAY):
        match = await evening.under_way()
        await evening.moves(match, Leave(ANN, Termination.RESIGNED))
        assert (await evening.stands(match)).changes
        assert "won’t change" not in (await evening.last_screens())[BOB]
    match = await evening.begins()
    for screen in await evening.last_screens():
        assert f"⚖️ Ratings won’t change: only {MOST_A_DAY} games a day against the same rival count." in screen
    await evening.moves(match, Abort(BOB))
    ann, _ = await evening.last_screens()
    assert "ating" not in ann, "there is no word on ratings where nothing was played"
    match = await evening.under_way()
    await change_at(evening.place, "DELETE FROM results")
    await evening.moves(match, Leave(ANN, Termination.RESIGNED))
    assert (await evening.stands(match)).changes == (), "what they were told before holds"


async def test_who_is_forgotten_gives_a_match_up_or_it_goes_on_and_counts_for_nobody(evening: Evening) -> None:
    async def forget_ann(work: Work) -> None:
        begin_forgetting(1, "en", work, evening.world())

    left = await evening.under_way(clock="none", people=(1, 3))
    match = await evening.guesses(await evening.under_way(mode="race", clock="none"), ANN, "7654")
    match = await evening.guesses(match, ANN, SECRET)
    assert await ended(evening, match) is None
    await evening.store.run(forget_ann)
    await evening.passes(60)
    assert await ended(evening, left) == (Termination.RESIGNED, BOB)
    assert (await evening.stands(left)).sitters[ANN].person == LEFT
    assert await ended(evening, match) is None
    assert any("Ann left for good" in screen for screen in await evening.screens(BOB))
    assert (await evening.stands(match)).sitters[ANN].name == "Someone who left"
    for guess in ("7654", "6543"):
        if await ended(evening, match) is None:
            await evening.guesses(match, BOB, guess)
    assert await ended(evening, match) == (Termination.SOLVED, ANN)
    for table in ("results", "people", "ratings", "rivalries"):
        assert await rows_at(evening.place, f"SELECT * FROM {table} WHERE person_id IN (1, {LEFT})") == []
    assert await rows_at(evening.place, "SELECT person_id, rival_id, score FROM results") == [(3, LEFT, 1.0)]


# Each way of leaving a match, at each of its stages, in every mode, rated or not: what becomes of it and the ratings.
# Carried out as people and clocks do it; `tests/bot/game/test_rules.py` holds the table itself.

HAVE_SECRETS = {"duel", "sudden"}
STAGES: dict[str, list[tuple[Seat, str]]] = {
    "nothing": [],
    "one secret": [],
    "secrets": [],
    "one guess": [(ANN, "8901")],
    "both have guessed": [(ANN, "8901"), (BOB, "9012")],
    "seven guesses": [(BOB, f"98{number}0") for number in range(1, 8)],
}
"""The last is of races alone: the other had none of these when a race was aborted for nothing."""
PEOPLE = count(1_000_000, 2)


def stages(mode: str) -> list[str]:
    without = (set() if mode == "race" else {"seven guesses"}) | (
        set() if mode in HAVE_SECRETS else {"nothing", "one secret"}
    )
    return [stage for stage in STAGES if stage not in without]


async def seated(evening: Evening, mode: str, stage: str, *, rated: bool, clock: str = "live") -> Match:
    """Two newcomers whom the lobby has brought together, and what they have done so far."""
    one = next(PEOPLE)
    match = await evening.begins(mode, clock, (one, one + 1), rated=rated)
    if mode in HAVE_SECRETS:
        for seat in [ANN, BOB][: {"nothing": 0, "one secret": 1}.get(stage, 2)]:
            match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    for seat, guess in STAGES[stage]:
        evening.now += 1
        match = await evening.guesses(match, seat, guess)
    return match


async def leaves(evening: Evening, match: Match, way: Way, seat: Seat) -> None:

    async def job(work: Work) -> None:
        now = await found(work, match)
        if way in {Way.BLOCK, Way.GONE}:
            await due.tell_rivals(now.sitters[seat].person, work, evening.world())
        elif (end := end_by(now.game, seat, way)) is not None:
            await force_move(now, end, work, evening.world())

    await evening.store.run(job)


def expected(stage: str, way: Way, seat: Seat) -> Outcome:
    """What is promised: the first guess, whoever makes it, turns leaving into giving up, unless both agree."""
    resigned, late = (Termination.RESIGNED, Seat(1 - seat)), BOB if stage == "one guess" else ANN
    if not STAGES[stage]:
        return {Way.BLOCK: None, Way.DRAW: None, Way.RESIGN: resigned}.get(way, IN_VAIN)
    timed_out = Termination.TIMED_OUT, Seat(1 - late)  # whoever the game waits for, and for the longest
    agreed = Termination.AGREED, None
    others = {Way.CALL_OFF: IN_VAIN, Way.BLOCK: None, Way.DRAW: agreed, Way.TIME: timed_out}
    return others.get(way, resigned)


async def judge_ratings(evening: Evening, match: Match, case: object, *, rated: bool) -> None:
    """Ratings move where somebody has lost or both have drawn a rated game; whoever was late is known for it."""
    people = [sitter.person for sitter in match.sitters]

    async def job(work: Work) -> tuple[list[Standing], list[Player]]:
        standings = [await work.of(Ratings).standing(person, CLASSIC.shape) for person in people]
        return standings, [await work.of(Ratings).player(person) for person in people]

    standings, players = await evening.store.run(job)
    how, winner = await ended(evening, match) or (Termination.ABORTED, None)
    counts = rated and how is not Termination.ABORTED
    assert [standing.games for standing in standings] == [int(counts)] * 2, case
    if counts and winner is not None:
        assert standings[winner].rating.value > standings[1 - winner].rating.value, case
    late = [sitter.aborted == Way.TIME.value for sitter in (await evening.stands(match)).sitters]
    if how is Termination.TIMED_OUT:
        late = [seat != winner for seat in (ANN, BOB)]
    assert [player.walked_out for player in players] == [int(was) for was in late], case


@pytest.mark.parametrize(("mode", "rated"), list(product(FOR_TWO, (True, False))))
async def test_leaving_costs_what_is_promised_and_no_more(evening: Evening, mode: str, *, rated: bool) -> None:
    await evening.passes(0)
    going_on: dict[tuple[str, Way, Seat], Match] = {}
    for case in product(stages(mode), set(Way) - {Way.GONE}, (ANN, BOB)):
        stage, way, seat = case
        match = await seated(evening, mode, stage, rated=rated)
        if way is not Way.TIME:
            await leaves(evening, match, way, seat)
            assert await ended(evening, match) == expected(stage, way, seat), case
            await judge_ratings(evening, match, case, rated=rated)
        if await ended(evening, match) is None:
            going_on[case] = match
    await evening.passes(600)
    for case, match in going_on.items():
        assert await ended(evening, match) == expected(case[0], Way.TIME, case[2]), case
        await judge_ratings(evening, match, case, rated=rated)


@pytest.mark.parametrize("mode", FOR_TWO)
async def test_without_a_clock_being_out_of_reach_ends_it(evening: Evening, mode: str) -> None:
    await evening.passes(0)
    for case in product(stages(mode), (ANN, BOB)):
        stage, seat = case
        match = await seated(evening, mode, stage, rated=False, clock="none")
        await leaves(evening, match, Way.GONE, seat)
        assert await ended(evening, match) == expected(stage, Way.GONE, seat), case
        await judge_ratings(evening, match, case, rated=False)
