"""Forgets people, a few rows at a time, by jobs: whatever breaks off goes on where it was."""

from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.app.actions import challenges
from bot.app.handlers.duels import pairing
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import make_move
from bot.app.kinds.match.showing import Appearance, show_card, show_seat
from bot.app.messages import Chat
from bot.app.model.challenge import State
from bot.app.model.header import LEFT
from bot.app.model.privacy import AND_TELLS, FORGET, LEAVING, SILENTLY, Forgotten, forgetting
from bot.app.ports import Job, Place, Work, World
from bot.app.screens import privacy as screens
from bot.app.screens.name import shown_name
from bot.app.texts import language_of, texts_in
from bot.game.ending import end_by
from bot.game.leaving import Way
from bot.game.model import Seat

log = structlog.get_logger()
Found = TypeVar("Found")
UNREADABLE = (ValueError, LookupError, TypeError)
"""What reading a row raises that no version of ours has written."""
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
        await _withdraw(person, work, world)
        rest = LEAVING if await _leave_a_match(person, work, world) else ""
    else:
        rest = await work.privacy.forget_some(person, place)
        if not rest:
            _end(person, language, job, work)
            return
    work.at(world.now() - SOON, Job(FORGET, forgetting(person, language, rest), job.turn))


async def _leave_a_match(person: int, work: Work, world: World) -> bool:
    """Leave one of the matches that they play with others, at what that costs; False: there is none.

    Where it cannot be left, since they have broken their code, it goes on without them.
    """
    for match in await _readable(work.games.running_of(person, Match)):
        seat = match.seat_of(person)
        if seat is None or match.level:
            continue
        end = end_by(match.game, seat, Way.WISH)
        if end is None:
            await _go_on_without(match, seat, work, world)
        else:
            await make_move(match, end, work, world)
        return True
    return False


async def _go_on_without(match: Match, seat: Seat, work: Work, world: World) -> None:
    """Somebody who left sits there from now on; the rival hears it."""
    rival, known_as = Seat(1 - seat), shown_name(match.sitters[seat].name)
    texts = (await work.preferences(match.sitters[rival].person)).texts
    match = match.with_sitter(seat, Sitter(LEFT, texts.plain("name.left"), None))
    work.games.save(match)
    await show_card(match, work, world)
    await show_seat(match, rival, Appearance(Place.BOTTOM, texts.html("note.left", name=known_as)), work, world)


async def _withdraw(person: int, work: Work, world: World) -> None:
    """Withdraw what they offer, and look for nobody."""
    for challenge in await _readable(work.challenges.open_of(person)):
        if challenge.state is State.OPEN:
            await challenges.close(challenge, State.WITHDRAWN, work, world)
    with suppress(*UNREADABLE):
        await pairing.stop(person, work)


async def _readable(found: Awaitable[tuple[Found, ...]]) -> tuple[Found, ...]:
    """What is found; nothing where some of it cannot be read: then it goes without a word to anybody."""
    try:
        return await found
    except UNREADABLE as error:
        log.error("what somebody plays or offers cannot be read, and is taken away", error=repr(error))
        return ()


def _end(person: int, language: str, job: Job, work: Work) -> None:
    if job.turn == AND_TELLS:
        work.tell(Chat(person), screens.done(texts_in(language_of(language))))
