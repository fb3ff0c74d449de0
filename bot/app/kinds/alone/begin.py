"""Beginning games alone."""

from bot.app.kind import Request
from bot.app.kinds.alone.model import Alone
from bot.game.model import Game


def new_game(game: Game, request: Request, salt: str = "") -> Alone:
    """A game of the person's that goes on from there, here and now; its proof is by that salt, or a new one."""
    return Alone(**request.new_header(salt), game=game)
