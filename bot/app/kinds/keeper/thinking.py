"""What the bot thinks of a person's secret, where it may say so."""

from bot.app.actions.fair_play import is_refused
from bot.app.kinds.keeper.breaker import BREAKER, RESTING, Thoughts, thoughts
from bot.app.kinds.keeper.model import Keeper
from bot.app.ports import Work
from bot.app.request import Request
from bot.app.thinking import Recall
from bot.game.model import Phase


async def thoughts_on(game: Keeper, work: Work, recall: Recall, *, is_alone: bool = False) -> Thoughts:
    """What the bot thinks of the secret: nothing while that would help the person elsewhere. Raises NeedsThought.

    Whoever began the game gives the replies, whoever else looks at it. `is_alone`: they play with nobody else.
    """
    rules = game.game
    may_help = rules.phase is Phase.PLAYING and not is_alone
    if may_help and await is_refused(rules.variant, rules.history_of(BREAKER), game.starter, work):
        return RESTING
    return thoughts(rules, game.breaker, recall)


async def thoughts_here(game: Keeper, request: Request) -> Thoughts:
    """The same for whoever caused the request. Raises NeedsThought."""
    is_alone = not request.chat.is_group and not request.has_seats
    return await thoughts_on(game, request.work, request.world.recall, is_alone=is_alone)
