"""What those are called who have a seat."""

from html import escape

from bot.app.kinds.group.model import GroupSeats
from bot.app.model.header import LEFT
from bot.app.screens.name import mention, shown_name
from bot.app.texts import Html
from bot.game.model import Seat


def name_of(seats: GroupSeats, seat: Seat) -> str:
    """The name of the one on that seat, safe to show."""
    return shown_name(seats.members[seat].name)


def mention_of(seats: GroupSeats, seat: Seat) -> Html:
    """The one on that seat, as a link to them: a message that is sent with it makes their phone ring."""
    member = seats.members[seat]
    if member.person == LEFT:
        return Html(escape(name_of(seats, seat), quote=False))
    return mention(member.person, member.name)
