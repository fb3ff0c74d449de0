"""Who may share how a game on a board ended."""

from bot.app.model.board import BoardGame
from bot.app.request import Request


def may_share(game: BoardGame, request: Request) -> bool:
    """Whether the game is worth it, and the person has played it, or seen a group play it."""
    return game.is_worth_sharing and (game.chat.is_group or game.chat == request.chat)
