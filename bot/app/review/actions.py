"""Reviews of told games: computed as long jobs, and shown."""

import json
from hashlib import sha256

from bot.app.actions.fair_play import opened_for
from bot.app.buttons import MenuPress, OnMenu
from bot.app.kinds.reviews import ReviewPlace, show_review
from bot.app.messages import Chat
from bot.app.model.long_jobs import LongJob
from bot.app.model.prompts import Prompts
from bot.app.review.screens import ReviewPresses
from bot.app.work import Work
from bot.app.world import World
from bot.game.fair_play import Opened, Told
from solver.feedback import Feedback
from solver.variant import variant_named

OF_HISTORY = "review-told"
"""The kind of long job for the review of a told game."""
OF_HISTORY_AS_TEXT = "guesses-told"
"""The kind of long job for all guesses of one, as text."""


def job_for_history(position: Opened, person: int, chat: Chat, kind: str = OF_HISTORY) -> LongJob:
    """The long job for the review of a told game, or for all of its guesses as text."""
    variant, history = position
    content = json.dumps({"variant": variant.name, "turns": history})
    return LongJob(kind, sha256(content.encode()).hexdigest()[:16], len(history), person, chat, content)


TOLD = "told-game"
"""The name under which a chat keeps the game that was told there last."""


async def last_told(chat: Chat, work: Work) -> Told | None:
    """The told game that was reviewed last in the chat; None: that is long ago."""
    content = await work.of(Prompts).read(TOLD, chat.id)
    return game_in(content) if content else None


ELSEWHERE = "review"
"""The slot of reviews of games that are not stored."""
ELSEWHERE_AS_TEXT = "guesses"
"""The slot of all guesses of one."""


async def show_review_of_history(job: LongJob, work: Work, world: World) -> None:
    """Show the review of a told game. Raises NeedsThought."""
    if job.chat is not None:
        presses = ReviewPresses(every=MenuPress(OnMenu.GUESSES))
        await _show(job, ReviewPlace(ELSEWHERE, job.chat, presses), work, world)


async def show_guesses_of_history(job: LongJob, work: Work, world: World) -> None:
    """Show all guesses of a told game as text. Raises NeedsThought."""
    if job.chat is not None:
        await _show(job, ReviewPlace(ELSEWHERE_AS_TEXT, job.chat, as_text=True), work, world)


async def _show(job: LongJob, place: ReviewPlace, work: Work, world: World) -> None:
    """Show it. Raises Refused where a game has begun meanwhile in which it would help."""
    variant, history = await opened_for(game_in(job.content), job.person, place.chat, work, world)
    secret = next((guess for guess, reply in history[-1:] if reply.bulls == variant.length), None)
    await show_review(variant, history, secret, place, work, world)
    work.of(Prompts).keep(TOLD, place.chat.id, job.content)


def game_in(content: str) -> Told:
    """The told game in the content of a long job."""
    data = json.loads(content)
    history = tuple((tuple(guess), Feedback(*reply)) for guess, reply in data["turns"])
    return Told(variant_named(data["variant"]), history)
