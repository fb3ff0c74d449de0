"""What those who play a match are called on screens."""

from bot.app.kinds.match.model import Match
from bot.app.screens.name import shown_name
from bot.game.model import Seat


def rival_of(match: Match, seat: Seat) -> str:
    """The name of the other of two, safe to show."""
    return shown_name(match.sitters[1 - seat].name)
