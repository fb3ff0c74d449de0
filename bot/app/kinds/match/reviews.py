"""Reviews of matches: each thought through at length once it is over."""

from dataclasses import replace

from bot.app.advice.reviewed import MOST_TURNS
from bot.app.buttons import GamePress
from bot.app.kinds.match.actor import Actor
from bot.app.kinds.match.model import Match, Played
from bot.app.kinds.match.showing import Appearance, show_seat
from bot.app.kinds.outcome import Outcome, strip_buttons, unchanged
from bot.app.kinds.reviewing import EVERY, ReviewPlace, ask_for_review, review_slot, show_review
from bot.app.model.long_job import LongJob
from bot.app.ports import Answer, Place, Work
from bot.app.screens.review import ReviewPresses
from bot.app.verbs import OnMatch
from bot.app.world import World
from bot.game.model import Game, Seat
from solver.feedback import feedback_for
from solver.review import Review, Turn, review_of

OWN_REVIEW = "review-match"
"""The kind of long job in which somebody wants to see the review of their own guesses."""
PERCENT = 100.0


async def press_review(actor: Actor) -> Outcome[Match]:
    """Ask for the review of the person's own guesses, or of all where they learnt from each other's."""
    if not _can_be_reviewed(actor):
        return strip_buttons(actor.match, actor.request)
    answer = await _ask(actor, "")
    return actor.having(reviewed=not answer.alert).outcome(answer=answer)


async def press_all_guesses(actor: Actor) -> Outcome[Match]:
    """Ask for the same as text, from below the review."""
    if not _can_be_reviewed(actor):
        return strip_buttons(actor.match, actor.request)
    return unchanged(actor.match, await _ask(actor, EVERY))


def _can_be_reviewed(actor: Actor) -> bool:
    return not actor.match.number and bool(actor.match.game.history_of(actor.seat))


async def _ask(actor: Actor, content: str) -> Answer:
    match, request = actor.match, actor.request
    turns = len(match.game.turns)
    return await ask_for_review(LongJob(OWN_REVIEW, match.id, turns, request.person.id, request.chat, content), request)


async def show_own_review(job: LongJob, work: Work, world: World) -> None:
    """Show somebody their own guesses in a match, or all where they learnt from each other's."""
    match = await work.games.load(job.subject, Match)
    seat = None if match is None else match.seat_of(job.person)
    if match is None or seat is None or job.chat is None or match.sitters[seat].chat != job.chat.id:
        return
    game = match.game
    if match.is_over and len(game.turns) == job.turn:
        history, secret = game.history_of(seat), game.secret_for(seat)
        presses = ReviewPresses(every=GamePress(OnMatch.EVERY, match.id, job.turn))
        place = ReviewPlace(review_slot(match.id, job.content), job.chat, presses, as_text=job.content == EVERY)
        await show_review(game.variant, history, secret, place, work, world)


async def review_both(job: LongJob, work: Work, world: World) -> None:
    """Tell both how well they played, where their screens stand."""
    match = await work.games.load(job.subject, Match)
    if match is None or match.reviews or not match.is_over:
        return
    match = replace(match, reviews=_reviews(match.game, world))
    work.games.save(match)
    for seat in match.game.seats:
        await show_seat(match, seat, Appearance(Place.HERE), work, world)


def _reviews(game: Game, world: World) -> tuple[Played, ...]:
    """By seat. Who learns from the other's guesses is reviewed as knowing them."""
    return tuple(_played_game(seat, game, world) for seat in game.seats)


def _played_game(seat: Seat, game: Game, world: World) -> Played:
    turns = (game.turns if game.mode.shares_history else game.turns_of(seat))[:MOST_TURNS]
    secret = game.secret_for(seat)
    if not secret:
        raise ValueError("nobody guesses before the secret is kept")
    history = tuple((turn.guess, feedback_for(turn.guess, secret)) for turn in turns)
    review = world.recall(review_of, game.variant, history)
    own = [judged for judged, turn in zip(review.turns, turns, strict=True) if turn.seat == seat]
    return Played(_accuracy(own, review), sum(judged.luck for judged in own))


def _accuracy(own: list[Turn], review: Review) -> float:
    """In percent, as the solver counts it, of these turns alone."""
    return PERCENT / (1 + sum(judged.turns_lost for judged in own) / review.expected)
