"""What is kept for ever of a game in which the bot breaks a person's secret."""

from bot.app.kinds.keeper.model import Keeper
from bot.app.model.played import Gist, Progress
from bot.game.notation import position


def progress_of(game: Keeper) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns))


def gist_of(game: Keeper) -> Gist | None:
    """What is kept; nothing where the bot has asked nothing."""
    if not game.game.turns:
        return None
    told = game.breaker.secret
    secret = {} if told is None else {"secret": game.game.variant.format(told)}
    return Gist(position(game.game), (game.starter,), facts={"level": game.breaker.level} | secret)
