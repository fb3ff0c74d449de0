"""Who may share how a game on a board ended."""

from bot.app.model.board import BoardGame
from bot.app.request import Request
from bot.game.model import Phase


def may_share(game: BoardGame, request: Request) -> bool:
    """Whether the game is over, and the person has played it, or seen a group play it."""
    return game.game.phase is Phase.OVER and (game.chat.is_group or game.chat == request.chat)
