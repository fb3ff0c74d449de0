"""Reviews of games alone: asked for below the board, and shown once they have been thought about."""

from bot.app.buttons import GamePress
from bot.app.kinds import reviewing
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.reviewing import EVERY, ReviewPlace, review_slot, show_review
from bot.app.model.long_job import LongJob
from bot.app.model.modes import alone_play
from bot.app.ports import Answer, Work
from bot.app.request import Request
from bot.app.screens.review import ReviewPresses
from bot.app.verbs import OnBoard
from bot.app.world import World

REVIEW = "review-table"
"""The kind of long job: somebody wants to see the review of a game alone."""


async def ask_for_review(game: Alone, request: Request, content: str = "") -> Answer:
    """The review comes in a moment, where there is anything to review. `content`: EVERY for all guesses as text."""
    turns = len(game.game.turns)
    if not turns or not game.can_be_reviewed:
        return request.strip_buttons("toast.old-button")
    return await reviewing.ask_for_review(
        LongJob(REVIEW, game.id, turns, request.person.id, request.chat, content), request
    )


async def show(job: LongJob, work: Work, world: World) -> None:
    """Show the review if the game is still over, and where it was. Raises NeedsThought."""
    game = await work.games.load(job.subject, Alone)
    if game is None or job.chat is None or game.chat.id != job.chat.id:
        return
    if not game.is_over or len(game.game.turns) != job.turn:
        return
    can_be_replayed = alone_play(game.game.mode).can_be_replayed
    presses = ReviewPresses(
        every=GamePress(OnBoard.EVERY, game.id, job.turn),
        replay=GamePress(OnBoard.REPLAY, game.id, job.turn) if can_be_replayed else None,
    )
    place = ReviewPlace(review_slot(game.id, job.content), job.chat, presses, as_text=job.content == EVERY)
    await show_review(game.game.variant, game.game.history_of(ALL), game.game.secret, place, work, world)
