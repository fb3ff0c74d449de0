"""What is kept for ever of a game of guessing a number. Of those who ask in a group only whoever began it is known."""

from bot.app.kinds.number.model import Number
from bot.app.model.played import Gist, Progress
from bot.game.number_notation import line_of


def progress_of(game: Number) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns), (len(game.hinted),))


def gist_of(game: Number) -> Gist | None:
    """What is kept; nothing where nothing was asked."""
    if not game.game.turns:
        return None
    return Gist(line_of(game.game), (game.starter,), (game.salt,) if game.bot_keeps else ())
