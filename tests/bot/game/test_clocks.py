"""Deadlines: whom the game waits for has one, and nobody's is moved by what others do."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import CLOCK, REMIND, seat_of_alarm, set_alarms, with_deadlines
from bot.app.model.terms import CLOCKS, TIME_FOR_SECRETS
from bot.app.work import Job
from bot.game.model import MODES, Phase, Seat
from bot.game.rules import Abort, Guess, IllegalMove, Leave, Move, SetSecret, apply, lengthened
from solver.variant import VARIANTS
from tests.bot.duels.played import NOW, ended

CODES = [VARIANTS["classic"].parse(code) for code in ("0123", "4567", "8901")]
PARTS = st.floats(0, 1e5)
Outages = tuple[tuple[float, float], ...]
OUTAGES = st.lists(st.tuples(PARTS, PARTS), max_size=6).map(
    lambda pairs: tuple((NOW + min(pair), NOW + max(pair)) for pair in pairs)
)


def match_at(position: str, clock: str = "live", **other: Any) -> Match:
    return replace(ended(1, position), clock=clock, ended_at=None, **other)


def alarms(match: Match) -> list[tuple[float, Job]]:
    jobs: list[tuple[float, Job]] = []
    work: Any = SimpleNamespace(at=lambda due, job: jobs.append((due, job)))
    set_alarms(match, work)
    return jobs


def kept(match: Match) -> Match:
    return replace(match, revision=match.revision + 1)


def after(match: Match, move: Move, now: float) -> Match:
    return with_deadlines(replace(kept(match), game=apply(match.game, move).game), now)


def deadlines(match: Match) -> list[float | None]:
    return [sitter.deadline for sitter in match.sitters]


@st.composite
def moves(draw: st.DrawFn) -> Move:
    seat, code = draw(st.sampled_from([Seat(0), Seat(1)])), draw(st.sampled_from(CODES))
    guess: Move = Guess(seat, code, knowingly=True)
    return draw(st.sampled_from([SetSecret(seat, code), *[guess] * 6, Leave(seat), Abort(seat)]))


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[float, Match]]:
    """A match after each of its moves, with its clocks wound, and when that was."""
    mode = draw(st.sampled_from([mode for mode in MODES.values() if mode.seats == 2]))
    clock = draw(st.sampled_from(list(CLOCKS)))
    secrets = "- - first 0" if mode.own_secrets else "0123 first 1" if mode.in_turn else "0123"
    now, match = NOW, with_deadlines(match_at(f"{mode.name} classic {secrets} |", clock), NOW)
    rows = [(now, match)]
    for move, seconds in draw(st.lists(st.tuples(moves(), PARTS), max_size=12)):
        now += seconds
        try:
            match = after(match, move, now)
        except (IllegalMove, ValueError):
            continue
        rows.append((now, match))
    return rows


def situation(match: Match, seat: Seat) -> tuple[Phase, int] | None:
    """What the game waits for from this seat, if it does."""
    return (match.game.phase, len(match.game.turns_of(seat))) if match.must_act(seat) else None


@given(histories(), PARTS)
def test_whom_the_game_waits_for_has_a_deadline_and_nobody_else_and_it_is_not_wound_again(
    history: list[tuple[float, Match]], later: float
) -> None:
    for now, match in history:
        timed = [match.clock != "none" and match.must_act(seat) for seat in match.game.seats]
        assert [deadline is not None for deadline in deadlines(match)] == timed
        assert deadlines(with_deadlines(kept(match), now + later)) == deadlines(match)


@given(histories())
def test_a_deadline_stays_as_it_is_until_the_seat_has_moved(history: list[tuple[float, Match]]) -> None:
    for (_, before), (now, match) in pairwise(history):
        for seat in match.game.seats:
            if situation(match, seat) is None:
                continue
            if situation(match, seat) == situation(before, seat):
                assert match.sitters[seat] == before.sitters[seat]
            else:
                secret = match.game.phase is Phase.SECRETS
                assert match.sitters[seat].deadline == match.terms.the_clock.deadline(now, secret=secret)


@given(histories())
def test_each_deadline_has_its_alarm_once_which_knows_its_seat_until_that_has_moved(
    history: list[tuple[float, Match]],
) -> None:
    before: Sequence[tuple[float | None, int] | None] = (None, None)
    for place, (_, match) in enumerate(history):
        clocks = [(sitter.deadline, sitter.awaited) for sitter in match.sitters]
        fresh = [clock[0] for clock, old in zip(clocks, before, strict=True) if clock[0] is not None and clock != old]
        assert sorted(due for due, job in alarms(match) if job.kind == CLOCK) == sorted(fresh)
        assert alarms(with_deadlines(kept(match), NOW)) == []
        before = clocks
        for due, job in alarms(match):
            seat = seat_of_alarm(match, job.turn)
            assert seat is not None
            until = (match.terms.the_clock.reminder or 0.0) if job.kind == REMIND else 0
            assert due + until == pytest.approx(match.sitters[seat].deadline)
            for _, later in history[place:]:
                still = later.sitters[seat] == match.sitters[seat]
                assert seat_of_alarm(later, job.turn) == (seat if still else None)


def test_a_secret_has_five_minutes_before_a_live_guess_has_90_seconds() -> None:
    match = with_deadlines(match_at("duel classic - - first 0 |"), NOW)
    assert deadlines(match) == [NOW + TIME_FOR_SECRETS] * 2
    match = after(match, SetSecret(Seat(0), CODES[0]), NOW + 10)
    assert deadlines(match) == [None, NOW + TIME_FOR_SECRETS]
    match = after(match, SetSecret(Seat(1), CODES[1]), NOW + 20)
    assert deadlines(match) == [NOW + 20 + 90, None]
    match = after(match, Guess(Seat(0), CODES[2]), NOW + 30)
    assert deadlines(match) == [None, NOW + 30 + 90]


def test_in_a_race_each_has_an_own_clock() -> None:
    match = with_deadlines(match_at("race classic 0123 |"), NOW)
    assert deadlines(match) == [NOW + 90, NOW + 90]
    match = after(match, Guess(Seat(0), CODES[2]), NOW + 30)
    assert deadlines(match) == [NOW + 120, NOW + 90]
    match = after(match, Guess(Seat(0), CODES[0]), NOW + 40)
    assert deadlines(match) == [None, NOW + 90]


def test_a_clock_of_days_has_a_reminder() -> None:
    match = with_deadlines(match_at("volley classic 0123 first 1 |", "days"), NOW)
    assert alarms(match) == [(NOW + 86400, Job(CLOCK, match.id, 3)), (NOW + 86400 - 3 * 3600, Job(REMIND, match.id, 3))]
    for clock in CLOCKS.values():
        assert clock.seconds is None or 0 < (clock.reminder or 0) < clock.seconds


@given(PARTS, PARTS, OUTAGES)
def test_an_outage_never_shortens_a_clock_and_only_what_cost_time_lengthens_it(
    since: float, seconds: float, outages: Outages
) -> None:
    began, deadline = NOW + since, NOW + since + seconds
    longer = lengthened(deadline, began, outages)
    assert deadline <= longer <= deadline + sum(end - start for start, end in outages) + 1e-3
    assert longer == lengthened(deadline, began, tuple(reversed(outages)))
    cost_nothing = tuple((start, end) for start, end in outages if end <= began or start >= deadline)
    assert lengthened(deadline, began, cost_nothing) == deadline


def test_a_clock_is_longer_by_what_an_outage_has_cost_of_it() -> None:
    three = ((90.0, 150.0), (155.0, 165.0), (180.0, 200.0))
    outages: list[Outages] = [((20.0, 50.0),), ((0.0, 50.0),), ((90.0, 500.0),), three]
    assert [lengthened(100.0, 10.0, each) for each in outages] == [130.0, 140.0, 510.0, 170.0]
