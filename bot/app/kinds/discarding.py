"""What becomes of games that run where another begins: one in which nothing was done goes away."""

from typing import TypeVar

from bot.app.model.board import BoardGame
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.request import Request

G = TypeVar("G", bound=Header)


def is_busy(request: Request) -> bool:
    """Whether a game runs on a board here that must not be thrown away without asking."""
    return any(game.game.turns for game in _on_boards(request))


def busy(request: Request) -> Answer:
    """The alert to whoever would begin another game then."""
    return Answer(request.texts.plain("alert.finish-first"), alert=True)


def unbegun(request: Request) -> tuple[Header, ...]:
    """The games on boards here in which nothing was done: they go away when another begins."""
    return tuple(game for game in _on_boards(request) if not game.game.turns)


def _on_boards(request: Request) -> tuple[BoardGame, ...]:
    return tuple(game for game in request.games if isinstance(game, BoardGame))
