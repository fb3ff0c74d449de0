"""Each way of leaving a match, at each of its stages, in every mode, rated or not: what becomes of it and the ratings.

Carried out as people and clocks do it, on both databases; `tests/bot/game/test_leaving.py` holds the table itself.
"""

from dataclasses import dataclass
from itertools import count, product

import pytest

from bot.app.kinds.match import due
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import force_move
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.model.ratings import Standing
from bot.app.model.terms import Terms
from bot.app.work import Work
from bot.game.leaving import Way
from bot.game.model import Seat, Termination
from bot.game.rules import SetSecret, end_by
from tests.bot.duels.evenings import ANN, BOB, CLASSIC, Evening, found
from tests.bot.strategies import FOR_TWO

SECRETS = {"duel", "sudden"}
STAGES: dict[str, list[tuple[Seat, str]]] = {
    "nothing": [],
    "one secret": [],
    "secrets": [],
    "one guess": [(ANN, "8901")],
    "both have guessed": [(ANN, "8901"), (BOB, "9012")],
}
RACED = {"seven guesses": [(BOB, f"98{number}0") for number in range(1, 8)]}
"""What the other had none of, when a race was aborted for nothing."""


@dataclass
class Table:
    """Two people who have never played before, and how far their match has come."""

    evening: Evening
    match: Match
    people: tuple[int, int]

    async def ends(self, way: Way, seat: Seat) -> None:
        """Let the seat leave that way, if it can."""
        evening = self.evening

        async def job(work: Work) -> None:
            match = await found(work, self.match)
            if way in {Way.BLOCK, Way.GONE}:
                await due.tell_rivals(self.people[seat], work, evening.world())
            elif (end := end_by(match.game, seat, way)) is not None:
                await force_move(match, end, work, evening.world())

        await evening.store.run(job)

    async def outcome(self) -> tuple[Termination, Seat | None] | None:
        outcome = (await self.evening.stands(self.match)).game.outcome
        return None if outcome is None else (outcome.termination, outcome.winner)

    async def standings(self) -> list[Standing]:
        async def job(work: Work) -> list[Standing]:
            return [await work.ratings.standing(person, CLASSIC.shape) for person in self.people]

        return await self.evening.store.run(job)

    async def walked_out(self) -> list[int]:
        async def job(work: Work) -> list[int]:
            return [(await work.ratings.player(person)).walked_out for person in self.people]

        return await self.evening.store.run(job)


PEOPLE = count(1_000_000, 2)


async def seated(evening: Evening, mode: str, stage: str, *, rated: bool, clock: str) -> Table:
    """Two newcomers whom the lobby has brought together, and what they have done so far."""
    people = (one := next(PEOPLE), one + 1)
    terms = Terms(mode, "classic", clock, rated)
    sitters = tuple(Sitter(person, f"P{person}", person) for person in people)

    async def job(work: Work) -> Match:
        return await open_match(Opening(terms=terms, sitters=sitters, seed=""), work, evening.world())

    match = await evening.store.run(job)
    if mode in SECRETS:
        for seat in [ANN, BOB][: {"nothing": 0, "one secret": 1}.get(stage, 2)]:
            match = await evening.moves(match, SetSecret(seat, CLASSIC.parse("0123")))
    for seat, guess in (STAGES | RACED)[stage]:
        evening.now += 1
        match = await evening.guesses(match, seat, guess)
    return Table(evening, match, people)


def expected(stage: str, way: Way, seat: Seat, mode: str) -> tuple[Termination, Seat | None] | None:
    """What is promised: the first guess, whoever makes it, turns leaving into giving up, unless both agree."""
    has_begun = bool((STAGES | RACED)[stage])
    if way is Way.CALL_OFF:
        return Termination.ABORTED, None
    if way is Way.BLOCK:
        return None
    if way is Way.DRAW:
        return (Termination.AGREED, None) if has_begun else None
    if way is Way.RESIGN:
        return Termination.RESIGNED, Seat(1 - seat)
    if not has_begun:
        return Termination.ABORTED, None
    if way is Way.TIME:  # of whoever the game waits for, and for the longest
        late = ANN if mode == "race" or stage != "one guess" else BOB
        late = BOB if (mode, stage) == ("race", "one guess") else late
        return Termination.TIMED_OUT, Seat(1 - late)
    return Termination.RESIGNED, Seat(1 - seat)


def stages(mode: str) -> list[str]:
    """Those that the mode can come to."""
    without = set() if mode in SECRETS else {"nothing", "one secret"}
    return [stage for stage in (STAGES | (RACED if mode == "race" else {})) if stage not in without]


@pytest.mark.parametrize(("mode", "rated"), list(product(FOR_TWO, (True, False))))
async def test_leaving_costs_what_is_promised_and_no_more(evening: Evening, mode: str, *, rated: bool) -> None:
    await evening.passes(0)
    going_on: dict[tuple[str, Way, Seat], Table] = {}
    for stage, way, seat in product(stages(mode), set(Way) - {Way.GONE}, (ANN, BOB)):
        table = await seated(evening, mode, stage, rated=rated, clock="live")
        if way is not Way.TIME:
            await table.ends(way, seat)
            outcome = await table.outcome()
            assert outcome == expected(stage, way, seat, mode), (stage, way, seat)
            await judge_ratings(table, outcome, (stage, way, seat), rated=rated)
        if await table.outcome() is None:
            going_on[stage, way, seat] = table
    await evening.passes(600)
    for case, table in going_on.items():
        outcome = await table.outcome()
        assert outcome == expected(case[0], Way.TIME, case[2], mode), case
        await judge_ratings(table, outcome, case, rated=rated)


@pytest.mark.parametrize("mode", FOR_TWO)
async def test_without_a_clock_being_out_of_reach_ends_it(evening: Evening, mode: str) -> None:
    await evening.passes(0)
    for stage, seat in product(stages(mode), (ANN, BOB)):
        table = await seated(evening, mode, stage, rated=False, clock="none")
        await table.ends(Way.GONE, seat)
        outcome = await table.outcome()
        assert outcome == expected(stage, Way.GONE, seat, mode), (stage, seat)
        await judge_ratings(table, outcome, (stage, seat), rated=False)


async def judge_ratings(
    table: Table, outcome: tuple[Termination, Seat | None] | None, case: object, *, rated: bool
) -> None:
    """Ratings move where somebody has lost or both have drawn a rated game; whoever was late is known for it."""
    games = [standing.games for standing in await table.standings()]
    counts = rated and outcome is not None and outcome[0] is not Termination.ABORTED
    assert games == [int(counts)] * 2, case
    if counts and outcome is not None and outcome[1] is not None:
        values = [standing.rating.value for standing in await table.standings()]
        assert values[outcome[1]] > values[1 - outcome[1]], case
    over = await table.evening.stands(table.match)
    late = [sitter.aborted == Way.TIME.value for sitter in over.sitters]
    if outcome is not None and outcome[0] is Termination.TIMED_OUT and outcome[1] is not None:
        late = [seat != outcome[1] for seat in (ANN, BOB)]
    assert await table.walked_out() == [int(was) for was in late], case
