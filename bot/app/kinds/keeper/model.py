"""A game in which the bot breaks a person's secret, as it is stored."""

from dataclasses import dataclass

from bot.app.kinds.keeper.breaker import Breaker
from bot.app.model.board import BoardGame
from bot.app.model.options import GameOptions
from bot.app.request import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper(BoardGame):
    """A person, who began the game, keeps a secret and replies to the guesses of the bot."""

    breaker: Breaker

    @property
    def options(self) -> GameOptions:
        """The options with which this game is begun again."""
        return GameOptions(self.game.mode.name, self.game.variant.name, level=self.breaker.level)


def is_keeper(game: Keeper, request: Request) -> bool:
    """Whether this is who keeps the secret: in a group the one who began."""
    return not request.chat.is_group or request.person.id == game.starter
