"""Games looked at afterwards, each thought through at length once it is over; and what that is shown as."""

import json
from dataclasses import replace
from hashlib import sha256

from bot.app.actions.matches import show
from bot.app.advice.reviewed import MOST_TURNS, reviewed
from bot.app.messages import Chat
from bot.app.model.long_job import LongJob
from bot.app.model.match import Match, Played
from bot.app.model.table import Table
from bot.app.ports import Place, Work, World
from bot.app.screens.solo.board import offer
from bot.app.screens.solo.review import review_screen
from bot.game.model import Game, Phase, Seat
from solver.feedback import Feedback, History, feedback_for
from solver.review import Review, Turn, review_of
from solver.variant import Code, Variant, variant_named

TABLE, MATCH, TOLD = "review-table", "review-match", "review-told"
"""The kinds of long jobs: somebody wants to see the review of a game against the bot, of a match, of a told game."""
ELSEWHERE = "review"
"""The slot of reviews of games that we do not keep."""
PERCENT = 100.0


def slot_of(game: Table | Match) -> str:
    """The slot of a game's review."""
    return f"review:{game.id}"


def job_of_table(table: Table, person: int, chat: Chat) -> LongJob:
    """That the person wants the review of the game."""
    return LongJob(TABLE, table.id, len(table.game.turns), person, chat)


def job_of_match(match: Match, person: int, chat: Chat) -> LongJob:
    """That the person wants the review of their guesses in the match."""
    return LongJob(MATCH, match.id, len(match.game.turns), person, chat)


def job_of_told(variant: Variant, history: History, person: int, chat: Chat) -> LongJob:
    """That the person wants the review of a game that we do not keep."""
    content = json.dumps({"variant": variant.name, "turns": history})
    return LongJob(TOLD, sha256(content.encode()).hexdigest()[:16], len(history), person, chat, content)


async def of_table(job: LongJob, work: Work, world: World) -> None:
    """Show it if the game is still over, and where it was."""
    table = await work.table(job.subject)
    if table is None or job.chat is None or table.chat.id != job.chat.id:
        return
    game = table.game
    if game.phase is Phase.OVER and len(game.turns) == job.turn:
        await _show(game.variant, game.history_of(Seat(0)), game.secret, slot_of(table), job.chat, work, world, table)


async def of_match(job: LongJob, work: Work, world: World) -> None:
    """Show somebody their own guesses in a match, or all where they learnt from each other's."""
    match = await work.matches.load(job.subject)
    seat = None if match is None else match.seat_of(job.person)
    if match is None or seat is None or job.chat is None or match.sitters[seat].chat != job.chat.id:
        return
    game = match.game
    if match.is_over and len(game.turns) == job.turn:
        history, secret = game.history_of(seat), game.secret_for(seat)
        await _show(game.variant, history, secret, slot_of(match), job.chat, work, world)


async def of_told(job: LongJob, work: Work, world: World) -> None:
    """Show what was told, judged."""
    if job.chat is None:
        return
    told = json.loads(job.content)
    variant = variant_named(told["variant"])
    history = tuple((tuple(guess), Feedback(*reply)) for guess, reply in told["turns"])
    secret = next((guess for guess, reply in history[-1:] if reply.bulls == variant.length), None)
    await _show(variant, history, secret, ELSEWHERE, job.chat, work, world)


async def _show(
    variant: Variant,
    history: History,
    secret: Code | None,
    slot: str,
    chat: Chat,
    work: Work,
    world: World,
    table: Table | None = None,
) -> None:
    """`table`: where the game was played, if it was played against us and may be played again."""
    known = await work.preferences(chat.id)
    if not known.reachable:
        return
    told = world.recall(reviewed, variant, history[:MOST_TURNS], secret)
    screen = review_screen(told, known.style, world.username, known.texts, table, guesses=len(history))
    work.show(chat, slot, screen, Place.BOTTOM)


async def refuse(job: LongJob, note: str, work: Work) -> None:
    """Whoever asked for the review hears why there is none."""
    if job.chat is None:
        return
    known = await work.preferences(job.chat.id)
    if known.reachable:
        slot = ELSEWHERE if job.kind == TOLD else f"review:{job.subject}"
        work.show(job.chat, slot, offer(known.texts, known.texts.html(note)), Place.BOTTOM)


async def review(job: LongJob, work: Work, world: World) -> None:
    """Tell both how well they played, where their screens stand."""
    match = await work.matches.load(job.subject)
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
    turns = (game.turns if game.mode.shares_history else game.turns_of(seat))[:MOST_TURNS]
    secret = game.secret_for(seat)
    if not secret:
        raise ValueError("nobody guesses before the secret is kept")
    history = tuple((turn.guess, feedback_for(turn.guess, secret)) for turn in turns)
    told = world.recall(review_of, game.variant, history)
    own = [judged for judged, turn in zip(told.turns, turns, strict=True) if turn.seat == seat]
    return Played(_accuracy(own, told), sum(judged.luck for judged in own))


def _accuracy(own: list[Turn], told: Review) -> float:
    """In percent, as the solver counts it, of these turns alone."""
    return PERCENT / (1 + sum(judged.turns_lost for judged in own) / told.expected)
