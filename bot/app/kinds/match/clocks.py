"""The clocks of a match: how long the game waits for whoever must act, and what is due when it waits no more."""

from dataclasses import replace

from bot.app.kinds.match.model import Match, Sitter
from bot.app.ports import Job, Work
from bot.game.model import Phase, Seat

CLOCK, REMIND = "clock", "remind"
"""The kinds of job: somebody's time has run out, or will soon."""


def with_deadlines(match: Match, now: float) -> Match:
    """The match with a deadline for everybody whom it waits for; the time for a move runs from when it became due."""
    return replace(match, sitters=tuple(_with_deadline(match, Seat(at), now) for at in range(len(match.sitters))))


def set_alarms(match: Match, work: Work) -> None:
    """Let the deadlines be heeded that this work has set; call it once, with the match as it is saved."""
    reminder = match.terms.the_clock.reminder
    for seat, sitter in enumerate(match.sitters):
        if sitter.deadline is None or sitter.wound_in != match.revision:
            continue
        turn = alarm_number(match, Seat(seat))
        work.at(sitter.deadline, Job(CLOCK, match.id, turn))
        if reminder is not None:
            work.at(sitter.deadline - reminder, Job(REMIND, match.id, turn))


def alarm_number(match: Match, seat: Seat) -> int:
    """The number by which the alarms of the seat's present move are known: a job's `turn`."""
    return match.sitters[seat].awaited * len(match.sitters) + seat


def seat_of_alarm(match: Match, number: int) -> Seat | None:
    """The seat that the alarm is about; None if the game no longer waits for that move of theirs."""
    seat = Seat(number % len(match.sitters))
    still = match.sitters[seat].deadline is not None and alarm_number(match, seat) == number
    return seat if still else None


def _with_deadline(match: Match, seat: Seat, now: float) -> Sitter:
    sitter = match.sitters[seat]
    awaited = _awaited_move(match, seat)
    deadline = match.terms.the_clock.deadline(now, secret=awaited == 0) if match.must_act(seat) else None
    if deadline is None:
        return replace(sitter, deadline=None)
    if sitter.deadline is not None and sitter.awaited == awaited:
        return sitter
    return replace(sitter, deadline=deadline, awaited=awaited, since=now, wound_in=match.revision)


def _awaited_move(match: Match, seat: Seat) -> int:
    """Which of the seat's moves the game waits for: 0 for the secret, then the guesses from 1."""
    return 0 if match.game.phase is Phase.SECRETS else len(match.game.turns_of(seat)) + 1
