"""For which of their games is meant what somebody types, once a match has changed without their doing."""

from bot.app.kinds.match.model import Match, must_act
from bot.app.messages import Chat
from bot.app.ports import Work
from bot.game.model import Seat


def focus_on(match: Match, seat: Seat, work: Work) -> None:
    """From now on the person types for this match."""
    chat = match.sitters[seat].chat
    if chat is not None:
        work.games.focus_on(Chat(chat), match.id)


async def focus_on_news(match: Match, seat: Seat, work: Work) -> None:
    """Something new of this match stands at the bottom of the person's chat, so what they type is for it.

    Unless they may be about to type it for a game that waits for them as well: then it is not known for which.
    """
    sitter = match.sitters[seat]
    if sitter.chat is None:
        return
    glance = await work.games.glance(sitter.chat)
    if match.is_over:
        if glance.focus == match.id:
            work.games.focus_on(Chat(sitter.chat), None)
    elif match.must_act(seat) and glance.focus != match.id:
        running = await work.games.running_of(sitter.person, Match) if glance.has_seats else ()
        waiting = {other.id for other in running if other.id != match.id and _waits_for(other, sitter.person)}
        waiting |= set(glance.games)
        is_unclear = glance.focus in waiting if glance.focus else bool(waiting)
        work.games.focus_on(Chat(sitter.chat), None if is_unclear else match.id)


def _waits_for(match: Match, person: int) -> bool:
    seat = match.seat_of(person)
    return seat is not None and must_act(match, person) and match.sitters[seat].chat is not None
