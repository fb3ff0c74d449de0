"""Takes somebody out of all that they play, offer and look for with others, a match at a time."""

from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.app.actions import challenges
from bot.app.handlers.duels import pairing
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import make_move
from bot.app.kinds.match.showing import Appearance, show_card, show_seat
from bot.app.model.challenge import State
from bot.app.model.header import LEFT
from bot.app.ports import Place, Work
from bot.app.screens.name import shown_name
from bot.app.world import World
from bot.game.ending import end_by
from bot.game.leaving import Way
from bot.game.model import Seat

log = structlog.get_logger()
Found = TypeVar("Found")
UNREADABLE = (ValueError, LookupError, TypeError)
"""What reading a row raises that no version of ours has written."""


async def leave_some(person: int, work: Work, world: World) -> bool:
    """Withdraw what the person offers and looks for, and leave one match; whether there may be more to leave."""
    await _withdraw(person, work, world)
    return await _leave_a_match(person, work, world)


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
