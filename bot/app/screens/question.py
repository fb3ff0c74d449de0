"""The questions of a board before it ends a game."""

from bot.app.model.board import BoardGame
from bot.app.texts import Html, Texts
from bot.game.model import Phase


def question(game: BoardGame, texts: Texts) -> list[Html]:
    """The question as a line, while its buttons are shown; else nothing."""
    asks = game.asks_to_resign and game.game.phase is not Phase.OVER
    return [texts.html("note.resign")] if asks else []
