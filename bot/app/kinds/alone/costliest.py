"""What cost most in a game alone: thought about once it is over, and then said on its board."""

from dataclasses import replace

from bot.app.advice.reviewed import MOST_TURNS
from bot.app.kinds.alone import daily
from bot.app.kinds.alone.contests import standings_for
from bot.app.kinds.alone.model import ALL, Alone, Costliest
from bot.app.kinds.alone.praise import count_review
from bot.app.kinds.alone.screens.board import board
from bot.app.kinds.alone.screens.details import details_of
from bot.app.model.long_job import MOST, LongJob
from bot.app.ports import Place, Work
from bot.app.request import Request, slot_of
from bot.app.screens.view import View
from bot.app.world import World
from solver.review import Review, review_of

COSTLIEST = "costliest"
"""The kind of long job: a game alone is over."""
LATE = 60.0
"""Seconds after the end from which on nobody looks for it any more: whatever is too much to think about goes."""


async def ask_for_costliest(game: Alone, request: Request) -> None:
    """Let it be thought about, unless the person waits for enough: what they ask for themselves goes first."""
    turns = len(game.game.turns)
    if not 0 < turns <= MOST_TURNS or not game.can_be_reviewed:
        return
    waiting = await request.work.long_jobs.of(game.starter)
    is_asked = game.daily is not None
    if len(waiting) < (MOST if is_asked else MOST // 2):
        saved = str(game.revision + 1)
        request.work.long_jobs.put(LongJob(COSTLIEST, game.id, turns, game.starter, content=saved, is_asked=is_asked))


async def show_costliest(job: LongJob, work: Work, world: World) -> None:
    """Keep what cost most and how good the game was, count that, and say what cost most on the board.

    Unless somebody looks at other buttons there by now. Raises NeedsThought.
    """
    game = await work.games.load(job.subject, Alone)
    if game is None or game.ended_at is None or game.costliest is not None:
        return
    if game.daily is None and world.now() > game.ended_at + LATE:
        return
    review = world.recall(review_of, game.game.variant, game.game.history_of(ALL))
    number = next(iter(review.costliest), 0)
    flaw = review.turns[number - 1].flaw if number else None
    known = Costliest(number, flaw, round(review.accuracy, 2), round(review.luck, 2))
    is_as_ended = game.revision == int(job.content)
    game = replace(game, costliest=known)
    work.games.save(game)
    await daily.weigh(game, review, work)
    await count_review(game, work, world)
    if is_as_ended:
        await _show(game, review, work, world)


async def _show(game: Alone, review: Review, work: Work, world: World) -> None:
    """Show the board where it stands."""
    preferences = await work.preferences(game.chat.id)
    if not preferences.reachable:
        return
    standings = await standings_for(game, work) if game.target is not None else None
    if standings is not None:
        # Whoever finishes meanwhile shows more: then this begins again, lest it hide that.
        work.contests.save(standings.contest)
    view = View(preferences.texts, preferences.style, world.username, has_inline=world.has_inline)
    details = details_of(game, world.recall, standings, day=await daily.shown_for(game, work, weighed=review))
    work.show(game.chat, slot_of(game.id), board(game, view, details), Place.HERE)
