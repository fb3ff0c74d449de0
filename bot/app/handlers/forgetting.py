"""Forgets people, a few rows at a time, by jobs: whatever breaks off goes on where it was."""

from bot.app.handlers.leaving import leave_some
from bot.app.messages import Chat
from bot.app.model.privacy import AND_TELLS, FORGET, LEAVING, SILENTLY, Forgotten, forgetting
from bot.app.ports import Job, Work
from bot.app.screens import privacy as screens
from bot.app.texts import language_of, texts_in
from bot.app.world import World

SOON = 2.0
"""Jobs wait so many seconds after they are due; the next part of this one need not, but for clocks."""


def begin_forgetting(person: int, language: str, work: Work, world: World) -> None:
    """The person has asked to be forgotten: that is noted, and done by jobs."""
    work.privacy.note_forgotten(person, world.now())
    work.at(world.now(), Job(FORGET, forgetting(person, language), AND_TELLS))


def forget_again(known: Forgotten, work: Work) -> None:
    """Forget somebody who has asked for it before, such as in a backup of before that; they are told nothing."""
    work.privacy.note_forgotten(known.person, known.at)
    work.at(known.at, Job(FORGET, forgetting(known.person), SILENTLY))


async def forget_on(job: Job, work: Work, world: World) -> None:
    """Forget a little more of the person. Raises NeedsThought."""
    whose, language, place = job.subject.split(" ", 2)
    person = int(whose)
    if place == LEAVING:
        rest = LEAVING if await leave_some(person, work, world) else ""
    else:
        rest = await work.privacy.forget_some(person, place)
        if not rest:
            _end(person, language, job, work)
            return
    work.at(world.now() - SOON, Job(FORGET, forgetting(person, language, rest), job.turn))


def _end(person: int, language: str, job: Job, work: Work) -> None:
    if job.turn == AND_TELLS:
        work.tell(Chat(person), screens.done(texts_in(language_of(language))))
