"""How well a match was played: thought through once it is over, and shown to both."""

from dataclasses import replace

from bot.app.actions.matches import show
from bot.app.advice.reviewed import review_in_parts
from bot.app.model.match import Played
from bot.app.ports import Job, Place, Work, World
from bot.game.model import Game, Seat
from solver.feedback import feedback_for
from solver.review import Review, Turn

PERCENT = 100.0


async def review(job: Job, work: Work, world: World) -> None:
    """Tell both how well they played, where their screens stand."""
    match = await work.matches.load(job.table)
    if match is None or match.reviews or not match.is_over:
        return
    match = replace(match, reviews=_reviews(match.game, world))
    work.matches.save(match)
    for seat in match.game.seats:
        await show(match, seat, work, world, Place.HERE)


def _reviews(game: Game, world: World) -> tuple[Played, ...]:
    """By seat. Who learns from the other's guesses is reviewed as knowing them."""
    return tuple(_played(seat, game, world) for seat in game.seats)


def _played(seat: Seat, game: Game, world: World) -> Played:
    turns = game.turns if game.mode.shares_history else game.turns_of(seat)
    secret = game.secret_for(seat)
    if not secret:
        raise ValueError("nobody guesses before the secret is kept")
    history = tuple((turn.guess, feedback_for(turn.guess, secret)) for turn in turns)
    told = review_in_parts(game.variant, history, world.recall)
    own = [judged for judged, turn in zip(told.turns, turns, strict=True) if turn.seat == seat]
    return Played(_accuracy(own, told), sum(judged.luck for judged in own))


def _accuracy(own: list[Turn], told: Review) -> float:
    """In percent, as the solver counts it, of these turns alone."""
    return PERCENT / (1 + sum(judged.turns_lost for judged in own) / told.expected)
