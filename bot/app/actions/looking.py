"""Which of their games somebody looks at: what they type is for that."""

from bot.app.messages import Chat
from bot.app.model.match import Match
from bot.app.ports import Work
from bot.game.model import Seat


def look_at(match: Match, seat: Seat, work: Work) -> None:
    """The person looks at this match from now on."""
    chat = match.sitters[seat].chat
    if chat is not None:
        work.matches.bring_to_front(Chat(chat), match.id)


async def arrived(match: Match, seat: Seat, work: Work) -> None:
    """Something new of this match stands at the bottom of the person's chat, so what they type is for it.

    Unless they may be about to type it for a game that waits for them as well.
    """
    sitter = match.sitters[seat]
    if sitter.chat is None:
        return
    glance = await work.matches.glance(sitter.chat)
    if match.is_over:
        if glance.front == match.id:
            work.matches.bring_to_front(Chat(sitter.chat), None)
    elif match.must_act(seat) and glance.front != match.id:
        running = await work.matches.running(sitter.person) if glance.has_matches else ()
        others = [other for other in running if other.id != match.id]
        waiting = {other.id for other in others if _waits_for(other, sitter.person)}
        waiting |= {game for game in (glance.table, glance.number) if game is not None}
        is_unclear = glance.front in waiting if glance.front else bool(waiting)
        work.matches.bring_to_front(Chat(sitter.chat), None if is_unclear else match.id)


def _waits_for(match: Match, person: int) -> bool:
    seat = match.seat_of(person)
    return seat is not None and match.must_act(seat) and match.sitters[seat].chat is not None
