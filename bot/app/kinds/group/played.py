"""What is kept for ever of a game in which each has a seat. Who shares a phone is known by name alone, and not kept."""

from bot.app.kinds.group.model import Group
from bot.app.model.played import Gist, Progress
from bot.game.notation import position


def progress_of(game: Group) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns))


def gist_of(game: Group) -> Gist | None:
    """What is kept; nothing where nobody has guessed."""
    if not game.game.turns:
        return None
    return Gist(position(game.game), tuple(member.person for member in game.seats.members), (game.salt,))
