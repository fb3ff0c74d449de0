"""Moves in a match, and what follows each: the clocks, the bot's own moves, ratings, and what the others see.

Jobs move as well, so no request is needed.
"""

from dataclasses import replace

from bot.app.actions.ledgers import count_level
from bot.app.kinds.match.clocks import set_alarms, with_deadlines
from bot.app.kinds.match.computer import keeps_its_number, own_move
from bot.app.kinds.match.focus import focus_on_news
from bot.app.kinds.match.model import HELD, Match, Sitter, lot
from bot.app.kinds.match.rating import with_ratings
from bot.app.kinds.match.showing import Appearance, show_card, show_seat
from bot.app.model.header import COMPUTER
from bot.app.model.long_job import LongJob
from bot.app.ports import Place, Work
from bot.app.world import World
from bot.game.events import SecretsReady
from bot.game.model import Phase, Seat
from bot.game.rules import Abort, Guess, Move, SetSecret, Step, apply, with_first
from solver.variant import Code

REVIEW = "review"
"""The kind of long job that thinks a match through once it is over."""


async def make_move(match: Match, move: Move, work: Work, world: World) -> Match:
    """The match after a move, saved, and shown to every other seat and on the card. Raises NeedsThought.

    Raises IllegalMove; then nothing has happened. The mover's own screen is the caller's: a request shows it by its
    outcome, a job by `force_move`.
    """
    before, now = match, world.now()
    match = with_deadlines(_after(match, move, apply(match.game, move), now), now)
    match = after_own_moves(match, now, world)
    if match.is_over:
        match = await with_ratings(match, work, world)
        await _count_level(match, work, world)
        if all(match.game.turns_of(seat) for seat in match.game.seats):
            work.long_jobs.put(LongJob(REVIEW, match.id))
    save_with_alarms(match, work)
    await show_card(match, work, world)
    if isinstance(move, Guess | SetSecret):
        work.keep_draft(match.id, match.sitters[move.seat].person, "")
    for seat in match.game.seats:
        if seat != move.seat:
            await _show_move(before, match, seat, work, world)
    return match


async def force_move(match: Match, move: Move, work: Work, world: World) -> Match:
    """Make a move for somebody who did not ask for it, such as when their time is over. They see it as a new message.

    Raises IllegalMove and NeedsThought as `make_move` does.
    """
    match = await make_move(match, move, work, world)
    await show_seat(match, move.seat, Appearance(Place.BOTTOM, draft=""), work, world)
    return match


def guess_by(match: Match, seat: Seat, code: Code, now: float) -> Guess:
    """The move of guessing this code now; it counts again once it has been pointed out as asked before."""
    timed = not match.game.mode.in_turn and match.began_at is not None
    at = round(max(0.0, now - (match.began_at or now)), 3) if timed else 0.0
    return Guess(seat, code, knowingly=match.sitters[seat].asked_again == code, at=at)


def match_begun(match: Match, now: float) -> Match:
    """The match once its secrets are ready: the lot says who guesses first."""
    first = lot(match)[1] if match.has_lot else match.game.first
    return replace(match, game=with_first(match.game, first), began_at=now)


def after_own_moves(match: Match, now: float, world: World) -> Match:
    """The match once the bot has done what it must, where it has a seat. Raises NeedsThought."""
    while (move := own_move(match, world)) is not None:
        match = with_deadlines(_after(match, move, apply(match.game, move), now), now)
    return replace(match, number=HELD) if keeps_its_number(match) else match


def save_with_alarms(match: Match, work: Work) -> None:
    """Save the match, and let the deadlines be heeded that this work has set."""
    work.games.save(match)
    set_alarms(match, work)


async def _count_level(match: Match, work: Work, world: World) -> None:
    """Count that the bot was beaten at its level."""
    outcome = match.game.outcome
    winner = None if outcome is None else outcome.winner
    person = COMPUTER if winner is None else match.sitters[winner].person
    if match.level and person != COMPUTER:
        await count_level(person, match.level, work, world)


def _after(match: Match, move: Move, step: Step, now: float) -> Match:
    """The match after the move: whatever spoke of the turn before is gone."""
    match = replace(match, game=step.game)
    if any(isinstance(event, SecretsReady) for event in step.events):
        match = match_begun(match, now)
    if match.game.phase is Phase.OVER:
        match = replace(match, ended_at=now)
    if isinstance(move, Abort):
        match = match.with_sitter(move.seat, replace(match.sitters[move.seat], aborted=move.way.value))
    sitters = tuple(_sitter_after(sitter, Seat(at), move, match) for at, sitter in enumerate(match.sitters))
    return replace(match, sitters=sitters)


def _sitter_after(sitter: Sitter, seat: Seat, move: Move, match: Match) -> Sitter:
    """What a seat's own screen shows once that move has been made."""
    is_declined = isinstance(move, Guess) and seat != move.seat
    offers = "" if is_declined or match.is_over else sitter.offers
    sitter = replace(sitter, offers=offers, proof=sitter.proof and not match.is_over)
    if isinstance(move, Guess) and (seat == move.seat or match.game.mode.shares_history):
        sitter = replace(sitter, hint=None)
    if seat == move.seat:
        return replace(sitter, asked_again=None, asking="", told_gone=False)
    costs_more = len(match.game.turns) == 1  # so what they are asked about leaving is out of date
    return replace(sitter, asking="") if match.game.mode.in_turn or match.is_over or costs_more else sitter


async def _show_move(before: Match, match: Match, seat: Seat, work: Work, world: World) -> None:
    """Show somebody what another has done: as a new message, for that alone makes a phone ring.

    While they tap a code of their own for which nobody waits, the screen changes under the keypad instead.
    """
    rings = _rings(before, match, seat)
    await show_seat(match, seat, Appearance(Place.BOTTOM if rings else Place.HERE), work, world)
    if rings:
        await focus_on_news(match, seat, work)


def _rings(before: Match, match: Match, seat: Seat) -> bool:
    if match.is_over:
        return True
    if match.game.phase is Phase.SECRETS:
        return not match.must_act(seat)
    others = [other for other in match.game.seats if other != seat]
    return match.game.mode.in_turn or any(match.game.has_solved(at) and not before.game.has_solved(at) for at in others)
