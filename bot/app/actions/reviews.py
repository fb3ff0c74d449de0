"""Reviews of told games: computed as long jobs, and shown."""

import json
from hashlib import sha256

from bot.app.kinds.reviewing import ReviewPlace, review_slot, show_review
from bot.app.messages import Chat
from bot.app.model.long_job import LongJob
from bot.app.ports import Place, Work, World
from bot.app.screens.offer import offer
from solver.feedback import Feedback, History
from solver.variant import Variant, variant_named

OF_HISTORY = "review-told"
"""The kind of long job for the review of a told game."""
ELSEWHERE = "review"
"""The slot of reviews of games that are not stored."""


def job_for_history(variant: Variant, history: History, person: int, chat: Chat) -> LongJob:
    """The long job for the review of a told game."""
    content = json.dumps({"variant": variant.name, "turns": history})
    return LongJob(OF_HISTORY, sha256(content.encode()).hexdigest()[:16], len(history), person, chat, content)


async def show_review_of_history(job: LongJob, work: Work, world: World) -> None:
    """Show the review of a told game."""
    if job.chat is None:
        return
    data = json.loads(job.content)
    variant = variant_named(data["variant"])
    history = tuple((tuple(guess), Feedback(*reply)) for guess, reply in data["turns"])
    secret = next((guess for guess, reply in history[-1:] if reply.bulls == variant.length), None)
    await show_review(variant, history, secret, ReviewPlace(ELSEWHERE, job.chat), work, world)


async def refuse(job: LongJob, note: str, work: Work) -> None:
    """Tell whoever asked for the review why there is none."""
    if job.chat is None:
        return
    known = await work.preferences(job.chat.id)
    if known.reachable:
        slot = ELSEWHERE if job.kind == OF_HISTORY else review_slot(job.subject)
        work.show(job.chat, slot, offer(known.texts, known.texts.html(note)), Place.BOTTOM)
